public import CameraModel
public import HotShoeSupport

/// Discovers cameras with several providers at the same time. **Thread-safe.**
///
/// Each provider runs on its own thread: one that blocks, fails or reports too many cameras neither delays nor hides the
/// cameras of another. A camera that several providers report is listed once. Discovery starts with the first request for
/// cameras, and ends with ``stop()`` or the last reference.
public final class CameraDiscovery: Sendable {
    /// Name under which cameras show this program on their displays.
    public let clientName: String

    struct State {
        var registry = DiscoveryRegistry()
        var runners: [ProviderRunner] = []
        var cameras: [CameraIdentifier: SeenCamera] = [:]
        var pendingFirstSearches: Set<String> = []
        var isRunning = false
        /// References to camera objects that were read under the lock; see ``CameraDiscovery/releaseBorrowed()``.
        var borrowed: [Camera] = []

        /// Returns the camera object with an identifier; nil if there is none.
        mutating func camera(_ identifier: CameraIdentifier) -> Camera? {
            guard let camera = cameras[identifier]?.current else { return nil }
            borrowed.append(camera)
            return camera
        }

        /// Stops keeping a camera object alive that is no longer seen.
        mutating func unsee(_ identifier: CameraIdentifier) {
            cameras[identifier] = camera(identifier).map { SeenCamera(strong: nil, weak: $0) }
        }
    }

    /// A camera object: kept alive while the camera is seen, and reused afterwards while the program still holds it.
    struct SeenCamera {
        var strong: Camera?
        weak var weak: Camera?

        var current: Camera? { strong ?? weak }
    }

    /// Guards the cameras and runners. Providers, handlers and continuations run outside it.
    let state = Guarded(State())
    let changed = Broadcast<Void>()
    private let providers: [any CameraProvider]
    private let time: any TimeSource

    /// Creates a discovery of cameras on USB, on the local network and of plugins. It starts with ``start()``, or with the first request
    /// for cameras.
    ///
    /// - Parameter clientName: name of the program, which cameras show when they ask whether it may connect. Some show 16
    ///   characters; at most 39 are sent.
    public convenience init(clientName: String) {
        self.init(clientName: clientName, providers: Self.defaultProviders(clientName: clientName))
    }

    /// Returns the providers of ``init(clientName:)``: one for cameras on USB, three for cameras on the local network, which
    /// announce themselves by mDNS or by SSDP or wait for an invitation, one for the cameras of the servers in `HOTSHOE_SERVERS` (``RemoteCameraProvider``), and one for
    /// each plugin in `HOTSHOE_PLUGINS` (``PluginCameraProvider``).
    ///
    /// - Parameter clientName: name of the program, which network cameras show.
    /// - Returns: new providers, for a discovery with further providers.
    public static func defaultProviders(clientName: String) -> [any CameraProvider] {
        [
            USBCameraProvider(), NetworkCameraProvider(clientName: clientName), SSDPCameraProvider(clientName: clientName),
            RemoteCameraProvider.ofEnvironment(),
        ] + InvitedCameraProvider.all(clientName: clientName) + PluginCameraProvider.ofEnvironment()
    }

    /// Creates a discovery with a list of providers; does not start it.
    ///
    /// - Parameters:
    ///   - clientName: short; some cameras show 16 characters.
    ///   - providers: the providers, such as a `SimulatedCameraProvider` or a plugin of the program. The list is explicit: no
    ///     provider registers itself.
    ///   - time: the clock for the pauses between attempts.
    public init(clientName: String, providers: [any CameraProvider], time: any TimeSource = SystemClock.shared) {
        self.clientName = clientName
        self.providers = providers
        self.time = time
    }

    deinit { stopRunners() }

    // MARK: Searching

    /// Starts discovery; has no effect if it is running.
    public func start() {
        let runners = state.withLock { state -> [ProviderRunner] in
            guard !state.isRunning else { return [] }
            state.isRunning = true
            var known: Set<String> = []
            for provider in providers where known.insert(provider.identifier).inserted {
                state.runners.append(ProviderRunner(provider, time: time))
                state.pendingFirstSearches.insert(provider.identifier)
            }
            return state.runners
        }
        for runner in runners { runner.start(Sink(discovery: self, provider: runner.identifier)) }
    }

    /// Stops discovery: all cameras are reported as lost. Connected cameras stay connected.
    public func stop() {
        let stopped = stopRunners()
        update { state in
            for identifier in stopped { _ = state.registry.stopped(identifier) }
            return !stopped.isEmpty
        }
    }

    @discardableResult
    private func stopRunners() -> [String] {
        let runners = state.withLock { state in
            state.isRunning = false
            state.pendingFirstSearches = []
            defer { state.runners = [] }
            return state.runners
        }
        for runner in runners { runner.stop() }
        return runners.map(\.identifier)
    }

    /// Waits until every provider has completed its first search, or until `timeout` has passed. Starts discovery.
    ///
    /// - Returns: whether all providers have completed it.
    @discardableResult
    public func waitForFirstSearch(timeout: Duration) async -> Bool {
        await waitForFirstSearch(timeout: timeout, of: Set(providers.map(\.identifier)))
    }

    /// As ``waitForFirstSearch(timeout:)``, for the providers with these identifiers; unknown identifiers are ignored.
    @discardableResult
    package func waitForFirstSearch(timeout: Duration, of identifiers: Set<String>) async -> Bool {
        start()
        let stream = changed.stream(capacity: 1) { $0 }
        let limit = time.makeTimer { stream.cancel() }
        limit.arm(at: time.now + timeout)
        defer { limit.disarm() }
        let iterator = stream.makeAsyncIterator()
        while !haveSearched(identifiers) {
            guard await iterator.next() != nil else { return haveSearched(identifiers) }
        }
        return true
    }

    /// Returns whether all of these providers have completed their first search.
    private func haveSearched(_ identifiers: Set<String>) -> Bool {
        state.withLock { $0.pendingFirstSearches.isDisjoint(with: identifiers) }
    }

    // MARK: Discovered cameras

    /// The cameras that are discovered now, in the order of their discovery.
    public var cameras: [Camera] { snapshot().cameras }

    /// Errors of the providers.
    public var failures: [ProviderFailure] { snapshot().failures }

    /// The cameras that are discovered now, then every change; starts discovery.
    public var changes: DiscoveryChanges {
        start()
        return DiscoveryChanges(discovery: self, signal: changed.stream(first: [()], capacity: 1) { $0 })
    }

    /// Calls a handler with the elements of ``changes``.
    ///
    /// - Parameters:
    ///   - queue: the queue on which the handler runs.
    ///   - handler: receives the changes in order, one at a time.
    /// - Returns: the subscription; cancelling or releasing it ends the calls.
    public func observe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        _ handler: @escaping @Sendable (DiscoveryChange) -> Void
    ) -> Subscription {
        start()
        let seen = Guarded(DiscoveryCursor())
        return changed.observe(first: [()], capacity: 1, queue: queue, select: { $0 }) { [weak self] in
            guard let self else { return }
            // Calls are serial: no other thread uses the cursor while changes are read without its lock.
            var cursor = seen.withLock { $0 }
            let changes = changes(since: &cursor)
            seen.withLock { $0 = cursor }
            for change in changes { handler(change) }
        }
    }

    /// Waits for the first camera that satisfies a condition; starts discovery.
    ///
    /// - Parameters:
    ///   - timeout: time for such a camera to be found. Cameras on USB are found in milliseconds, those of the network within a
    ///     second or two.
    ///   - isWanted: whether to return a camera; called once for each. Without it, the first camera is returned.
    /// - Returns: the camera.
    /// - Throws: `CameraError.Code.notFound` after `timeout`, with the providers' errors in its message;
    ///   `CameraError.Code.cancelled` if the task is cancelled.
    public func first(
        timeout: Duration,
        where isWanted: @Sendable (Camera) -> Bool = { _ in true }
    ) async throws(CameraError) -> Camera {
        let changes = changes
        let limit = time.makeTimer { changes.cancel() }
        limit.arm(at: time.now + timeout)
        defer { limit.disarm() }
        for await change in changes {
            if case .found(let camera) = change, isWanted(camera) { return camera }
        }
        if Task.isCancelled { throw .cancelled(.discover) }
        let reasons = failures.map { "\($0.provider): \($0.error.message)" }
        throw CameraError(
            .notFound,
            reasons.isEmpty ? "No camera was found." : "No camera was found. \(reasons.joined(separator: " "))",
            operation: .discover
        )
    }

    /// Returns a camera by its address, without discovery. It is not listed among the discovered cameras.
    ///
    /// - Throws: `CameraError.Code.notFound` if no provider handles this kind of address. A missing camera may only be noticed
    ///   on connecting.
    public func camera(at address: CameraAddress) async throws(CameraError) -> Camera {
        for provider in providers {
            let runner = ProviderRunner(provider, time: time)
            defer { runner.stop() }
            if let found = try await runner.camera(at: address) {
                return Camera(found.description, driver: found.makeDriver(), time: found.time)
            }
        }
        throw CameraError(
            .notFound,
            "No provider handles this kind of address.",
            operation: .discover,
            subject: address.description
        )
    }
}
