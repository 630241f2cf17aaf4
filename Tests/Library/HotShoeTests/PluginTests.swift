import Glibc
import HotShoeSupport
import TestSupport
import Testing

@testable import HotShoe

/// Blocks threads until it is opened.
private final class Gate: Sendable {
    private let monitor = Monitor(false)

    func wait() { monitor.wait { isOpen in isOpen ? () : nil } }

    func open() {
        monitor.withLock { isOpen, condition in
            isOpen = true
            condition.broadcast()
        }
    }
}

@Suite("Plugins")
struct PluginTests {
    private static let timeout: Duration = .seconds(30)

    private func plugin(
        _ path: String = "shelf.so",
        text: String = "",
        time: any TimeSource = VirtualClock(),
        _ openFile: @escaping @Sendable (String, String) throws(CameraError) -> Void
    ) -> PluginCameraProvider {
        PluginCameraProvider(path: path, text: text, timeout: Self.timeout, time: time, openFile: openFile)
    }

    private static func finds(_ camera: String) -> ScriptedProvider {
        ScriptedProvider("shelf") { sink throws(CameraError) in
            sink.found(discovered(camera))
            sink.caughtUp()
        }
    }

    // MARK: Loading

    @Test("the cameras of a plugin's provider are found, and its argument is passed on")
    func cameras() async throws {
        let seen = Guarded<[String]>([])
        let plugin = plugin(text: "row 2") { (path, text) throws(CameraError) in
            seen.withLock { $0 = [path, text] }
            try PluginCameraProvider.register(Self.finds("shelf-7"))
        }
        let discovery = CameraDiscovery(clientName: "T", providers: [plugin])
        #expect(try await discovery.first(timeout: waitLimit).description.identifier.text == "shelf-7")
        #expect(seen.withLock { $0 } == ["shelf.so", "row 2"])
        #expect(plugin.identifier == "plugin:shelf.so=row 2")
        discovery.stop()
    }

    @Test("a plugin that fails is reported, and can be loaded again")
    func failing() async throws {
        let attempts = Guarded(0)
        let plugin = plugin { (_, _) throws(CameraError) in
            let attempt = attempts.withLock {
                $0 += 1
                return $0
            }
            if attempt == 1 { throw CameraError(.notAvailable, "There is no shelf.") }
            try PluginCameraProvider.register(Self.finds("shelf-7"))
        }
        #expect(await failure { try await plugin.load() }?.message == "There is no shelf.")
        try await plugin.load()
        try await plugin.load()
        #expect(attempts.withLock { $0 } == 2)
    }

    @Test("a plugin registers exactly one provider", arguments: [0, 2])
    func wrongNumber(count: Int) async {
        let plugin = plugin { (_, _) throws(CameraError) in
            for number in 0..<count { try PluginCameraProvider.register(Self.finds("\(number)")) }
        }
        let error = await failure { try await plugin.load() }
        #expect(error?.code == .notSupported)
        #expect(error?.message == "The plugin registered \(count) providers, not one.")
    }

    @Test("a plugin for another version of the interface is rejected")
    func otherVersion() async {
        let plugin = plugin { (_, _) throws(CameraError) in
            try PluginCameraProvider.register(ScriptedProvider("old", version: PluginInterface(major: 1, minor: 0)) { _ in })
        }
        #expect(await failure { try await plugin.load() }?.code == .notSupported)
    }

    @Test("only a plugin that is being opened registers a provider, on its own thread")
    func registeringElsewhere() async {
        #expect(await failure { try PluginCameraProvider.register(Self.finds("x")) }?.code == .notAvailable)
        let elsewhere = Promise<CameraError?, Never>()
        let plugin = plugin { (_, _) throws(CameraError) in
            let ended = Gate()
            startNamedThread("other") {
                do throws(CameraError) {
                    try PluginCameraProvider.register(Self.finds("x"))
                    elsewhere.fulfil(.success(nil))
                } catch { elsewhere.fulfil(.success(error)) }
                ended.open()
            }
            ended.wait()
            try PluginCameraProvider.register(Self.finds("y"))
        }
        #expect(await failure { try await plugin.load() } == nil)
        #expect(await elsewhere.result().get()?.code == .notAvailable)
    }

    @Test("a plugin that hangs is reported after the time limit, and hides no other cameras")
    func hanging() async throws {
        let clock = VirtualClock()
        let gate = Gate()
        let plugin = plugin(time: clock) { (_, _) throws(CameraError) in gate.wait() }
        let discovery = CameraDiscovery(clientName: "T", providers: [plugin, Self.finds("other")])
        #expect(try await discovery.first(timeout: waitLimit).description.identifier.text == "other")
        await clock.waitForTimers(1)
        #expect(PluginCameraProvider.isLoading)
        clock.advance(by: Self.timeout)
        let reported = await discovery.waitFor { change in
            if case .providerFailed(let failure) = change { failure.error } else { nil }
        }
        #expect(reported?.code == .timedOut)
        // No second thread waits for it.
        #expect(await failure { try await plugin.load() }?.code == .timedOut)
        gate.open()
        discovery.stop()
    }

    @Test("a cancelled caller does not wait for a plugin that hangs")
    func cancelled() async {
        let gate = Gate()
        let plugin = plugin { (_, _) throws(CameraError) in gate.wait() }
        let loading = Task { await failure { try await plugin.load() } }
        loading.cancel()
        #expect(await loading.value?.code == .cancelled)
        gate.open()
    }

    // MARK: Files

    /// Calls `body` with a folder that only this user can change, and removes it.
    private func withFolder(_ body: (String) throws -> Void) throws {
        // SAFETY, for all calls here: terminated texts, valid during the call.
        var template = Array("/tmp/hotshoe-plugin-XXXXXX".utf8CString)
        let folder = try #require(unsafe mkdtemp(&template).map { unsafe String(cString: $0) })
        defer { for name in ["/open/a.so", "/open", "/a.so", "/link.so", ""] { unsafe remove(folder + name) } }
        try body(folder)
    }

    private func make(_ path: String, mode: mode_t) {
        close(unsafe open(path, O_CREAT | O_WRONLY, 0o600))
        unsafe chmod(path, mode)
    }

    private func refusal(_ path: String) -> CameraError.Code? {
        do throws(CameraError) { _ = try PluginFile.resolved(path) } catch { return error.code }
        return nil
    }

    @Test("a file is loaded unless another user can change it, or a folder above it")
    func files() throws {
        try withFolder { folder throws in
            #expect(refusal(folder + "/a.so") == .notFound)
            make(folder + "/a.so", mode: 0o755)
            #expect(try PluginFile.resolved(folder + "/a.so") == folder + "/a.so")
            unsafe symlink("a.so", folder + "/link.so")
            #expect(try PluginFile.resolved(folder + "/link.so") == folder + "/a.so")
            unsafe chmod(folder + "/a.so", 0o757)
            #expect(refusal(folder + "/a.so") == .permissionDenied)
            #expect(refusal(folder + "/link.so") == .permissionDenied)
            unsafe mkdir(folder + "/open", 0o700)
            make(folder + "/open/a.so", mode: 0o755)
            #expect(refusal(folder + "/open/a.so") == nil)
            unsafe chmod(folder + "/open", 0o777)
            #expect(refusal(folder + "/open/a.so") == .permissionDenied)
            unsafe chmod(folder + "/open", 0o1777)
            #expect(refusal(folder + "/open/a.so") == nil)
            #expect(refusal(folder) == .notSupported)
        }
    }

    @Test("a file that another group can change is not loaded", .enabled(if: geteuid() == 0, "only root can give files away"))
    func groups() throws {
        try withFolder { folder throws in
            make(folder + "/a.so", mode: 0o775)
            #expect(refusal(folder + "/a.so") == nil, "the group of this user")
            unsafe chown(folder + "/a.so", 0, getegid() + 12_345)
            unsafe chmod(folder + "/a.so", 0o775)
            #expect(refusal(folder + "/a.so") == .permissionDenied)
            unsafe chmod(folder + "/a.so", 0o755)
            #expect(refusal(folder + "/a.so") == nil)
            unsafe chown(folder + "/a.so", 12_345, 0)
            #expect(refusal(folder + "/a.so") == .permissionDenied, "another user")
        }
    }

    @Test("a program without the C interface loads no plugin")
    func withoutInterface() throws {
        try withFolder { folder throws in
            make(folder + "/a.so", mode: 0o755)
            let error = #expect(throws: CameraError.self) { _ = try PluginLibrary(folder + "/a.so") }
            #expect(error?.code == .notSupported)
            #expect(error?.message.contains("libhotshoe.so.0") == true)
        }
    }

    @Test("a list of plugins is separated by colons, and each has an argument after the first equals sign")
    func lists() {
        let plugins = PluginCameraProvider.list("/a/shelf.so::./ring.so=row=1:b.so")
        #expect(plugins.map(\.path) == ["/a/shelf.so", "./ring.so", "b.so"])
        #expect(plugins.map(\.text) == ["", "row=1", ""])
    }
}
