import CameraModel
import FakeCamera
import Glibc
import TestSupport
import Testing

/// The smallest possible driver, as shown in docs/writing-a-driver.md.
@Suite(.timeLimit(.minutes(5))) struct SmallestDriverTests {
    private static func camera() -> Camera {
        Camera(CameraRig.description, driver: SmallestDriver())
    }

    @Test func `it connects, shows a property, sets it, and disconnects`() async throws {
        let camera = Self.camera()
        try await camera.connect()
        #expect(camera.info?.model == "One")
        let flash = camera.property(.flashMode)
        try await flash.set(text: "fill", until: .reflected(timeout: waitLimit))
        #expect(flash.value?.common == .flashMode(.fill))
        await camera.disconnect()
        #expect(flash.value == nil)
    }

    @Test func `omitted operations are not available or not supported, without other effects`() async throws {
        let camera = Self.camera()
        try await camera.connect()
        #expect(await code { () throws(CameraError) in try await camera.shoot() } == .notAvailable)
        #expect(await code { () throws(CameraError) in try await camera.setCommandCategories(.fileAccess) } == .notSupported)
        #expect(await FramePuller(camera.liveView()).pull().value.code == .notAvailable)
        await camera.disconnect()
    }

    /// A connection without facets.
    private final class BareConnection: CameraConnection {
        let info = CameraRig.info

        func disconnect(_ options: DisconnectOptions) async {}
    }

    /// A connection with all facets, which implement nothing.
    private final class IdleConnection:
        CameraConnection, PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver, FileDriver, TransferDriver, VideoDriver,
        ClockDriver
    {
        let info = CameraRig.info

        func disconnect(_ options: DisconnectOptions) async {}
    }

    private final class MinimalDriver: CameraDriver {
        private let hasFacets: Bool

        init(hasFacets: Bool) { self.hasFacets = hasFacets }

        func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
            host.update(CameraRig.everything)
            return hasFacets ? IdleConnection() : BareConnection()
        }
    }

    @Test(
        arguments: CameraCall.all.filter { !$0.needsLiveView && !$0.needsRecording && $0.operation != .setCommandCategories },
        [true, false]
    )
    func `every operation that a connection does not implement is not supported`(call: CameraCall, hasFacets: Bool) async throws {
        let camera = Camera(CameraRig.description, driver: MinimalDriver(hasFacets: hasFacets))
        try await camera.connect()
        let error = await outcome { () throws(CameraError) in try await call.run(camera) }.error
        #expect(error?.code == .notSupported)
        #expect(error?.operation == call.operation)
        await camera.disconnect()
    }

    @Test func `the page shows this driver word for word`() throws {
        func text(_ path: String) throws -> String {
            let file = try unsafe #require(fopen(path, "r"))
            defer { unsafe fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
            return String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        let here = #filePath.split(separator: "/").dropLast()
        let root = "/" + here.dropLast(3).joined(separator: "/")
        let source = try text("/" + here.joined(separator: "/") + "/SmallestDriver.swift")
        let start = try #require(source.range(of: "final class SmallestDriver"))
        let page = try text(root + "/docs/writing-a-driver.md")
        #expect(page.contains(source[start...]))
    }
}

extension String {
    /// Returns the index of the first occurrence of a text. (Foundation is not available in this target.)
    fileprivate func range(of text: String) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
