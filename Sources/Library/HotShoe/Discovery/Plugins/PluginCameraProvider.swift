public import CameraModel
import Glibc
import HotShoeSupport

/// The cameras of a plugin: a shared library that is loaded when its cameras are searched for. **Thread-safe.**
///
/// The file is loaded only if its permissions let no other user change it, and if it was made for the C interface of this library. It is loaded on a
/// thread of its own: a plugin that hangs, or fails, affects no other cameras. It is never unloaded.
///
/// `CameraDiscovery(clientName:)` has a provider for each file in the environment variable `HOTSHOE_PLUGINS`, separated by colons. The
/// variable is ignored in programs with the privileges of another user. docs/writing-a-camera-plugin.md describes plugins.
public final class PluginCameraProvider: CameraProvider {
    /// "plugin:" and the file.
    public let identifier: String
    /// The path of the file.
    public let path: String
    /// A text for the plugin; may be empty.
    public let text: String
    /// Time for loading the plugin.
    private let timeout: Duration

    private enum State {
        case idle
        case loading(Promise<any CameraProvider, CameraError>)
        case loaded(any CameraProvider)
        /// The time limit has passed; the thread that loads the plugin may never return.
        case hung(CameraError)
    }

    /// Guards the progress of loading.
    private let state = Guarded(State.idle)
    private let time: any TimeSource
    private let openFile: @Sendable (_ path: String, _ text: String) throws(CameraError) -> Void
    /// Number of threads that load plugins, in this process.
    private static let loading = Guarded(0)

    /// Creates a provider; loads nothing.
    ///
    /// - Parameters:
    ///   - path: the path of a shared library.
    ///   - text: for the plugin, such as the address of a device.
    ///   - timeout: time for loading the plugin.
    public convenience init(path: String, text: String = "", timeout: Duration = .seconds(30)) {
        self.init(path: path, text: text, timeout: timeout, time: SystemClock.shared) { (path, text) throws(CameraError) in
            try PluginLibrary(try PluginFile.resolved(path)).open(text)
        }
    }

    init(
        path: String,
        text: String,
        timeout: Duration,
        time: any TimeSource,
        openFile: @escaping @Sendable (String, String) throws(CameraError) -> Void
    ) {
        identifier = "plugin:" + (text.isEmpty ? path : "\(path)=\(text)")
        self.path = path
        self.text = text
        self.timeout = timeout
        self.time = time
        self.openFile = openFile
    }

    /// Registers the provider of a plugin. For plugins: called once by the function that opens the plugin, on its thread.
    ///
    /// - Throws: `CameraError.Code.notAvailable` if the thread is not opening a plugin.
    public static func register(_ provider: any CameraProvider) throws(CameraError) {
        if PluginRegistrations.shared.add(provider) { return }
        throw CameraError(
            .notAvailable,
            "A provider is registered only by a plugin that is being opened, on the thread that opens it."
        )
    }

    // MARK: Cameras

    /// Loads the plugin, and searches with its provider until the task is cancelled.
    public func discover(_ sink: any DiscoverySink) async throws(CameraError) {
        try await provider().discover(sink)
    }

    /// Returns the camera that the plugin has at an address; nil if it has none, or cannot be loaded.
    public func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? {
        guard let provider = try? await provider() else { return nil }
        return try await provider.camera(at: address)
    }

    /// Loads the plugin, unless that is done. A failed attempt can be repeated, one that exceeded the time limit cannot.
    ///
    /// - Throws: `CameraError.Code.notFound` or `CameraError.Code.permissionDenied` for the file, `CameraError.Code.notSupported` if it is no
    ///   plugin for this library, `CameraError.Code.notAvailable` if it reports an error, `CameraError.Code.timedOut`
    public func load() async throws(CameraError) { _ = try await provider() }

    private func provider() async throws(CameraError) -> any CameraProvider {
        let (promise, isNew) = try state.withLock { state throws(CameraError) in
            switch state {
            case .loaded(let provider):
                let promise = Promise<any CameraProvider, CameraError>()
                promise.fulfil(.success(provider))
                return (promise, false)
            case .loading(let promise): return (promise, false)
            case .hung(let error): throw error
            case .idle:
                let promise = Promise<any CameraProvider, CameraError>()
                state = .loading(promise)
                return (promise, true)
            }
        }
        if isNew { start(promise) }
        guard let result = await promise.resultUnlessCancelled() else { throw .cancelled(.discover) }
        return try result.get()
    }

    /// Starts the thread that loads the plugin, and the time limit.
    private func start(_ promise: Promise<any CameraProvider, CameraError>) {
        let limit = time.makeTimer { [self] in
            let error = CameraError(
                .timedOut,
                "The plugin has not been opened within \(timeout).",
                subject: path
            )
            finish(promise, .failure(error), then: .hung(error))
        }
        Self.loading.withLock { $0 += 1 }
        limit.arm(at: time.now + timeout)
        startNamedThread("hotshoe.plugin") { [self] in
            let result = Result { () throws(CameraError) in try open() }
            Self.loading.withLock { $0 -= 1 }
            limit.disarm()
            if case .success(let provider) = result {
                finish(promise, result, then: .loaded(provider))
            } else {
                finish(promise, result, then: .idle)
            }
        }
    }

    /// Publishes a result, unless there is one.
    private func finish(
        _ promise: Promise<any CameraProvider, CameraError>,
        _ result: Result<any CameraProvider, CameraError>,
        then next: State
    ) {
        let isFirst = state.withLock { state in
            guard case .loading = state else { return false }
            state = next
            return true
        }
        if isFirst { promise.fulfil(result) }
    }

    /// Loads and opens the plugin, on the calling thread.
    private func open() throws(CameraError) -> any CameraProvider {
        let providers = try PluginRegistrations.shared.collect { () throws(CameraError) in try openFile(path, text) }
        guard let provider = providers.first, providers.count == 1 else {
            throw CameraError(
                .notSupported,
                "The plugin registered \(providers.count) providers, not one.",
                subject: path
            )
        }
        guard PluginInterface.current.canUse(provider.interfaceVersion) else {
            throw CameraError(
                .notSupported,
                "The plugin was made for interface \(provider.interfaceVersion); this library has \(PluginInterface.current).",
                subject: path
            )
        }
        return provider
    }
}

extension PluginCameraProvider {
    /// Whether a thread of this process loads a plugin. The system's loader is then locked, so that `exit` would wait for it.
    package static var isLoading: Bool { loading.withLock { $0 > 0 } }

    /// Creates a provider for `PATH` or `PATH=ARGUMENT`.
    package convenience init(specification: String, timeout: Duration = .seconds(30)) {
        let parts = specification.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(path: parts[0], text: parts.count > 1 ? parts[1] : "", timeout: timeout)
    }

    /// The providers for the files in `HOTSHOE_PLUGINS`.
    static func ofEnvironment() -> [PluginCameraProvider] {
        // A program with the privileges of another user loads no code that its caller names.
        guard getuid() == geteuid(), getgid() == getegid() else { return [] }
        // SAFETY: the name is terminated; the text is copied before another call.
        guard let text = unsafe getenv("HOTSHOE_PLUGINS") else { return [] }
        return list(unsafe String(cString: text))
    }

    /// The providers for a list of files, separated by colons.
    static func list(_ text: String) -> [PluginCameraProvider] {
        text.split(separator: ":").map { PluginCameraProvider(specification: String($0)) }
    }
}
