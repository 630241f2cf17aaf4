import ArgumentParsing
import CameraModel
import HotShoeSupport
import TestSupport
import Testing

@testable import hotshoe

/// A camera that reports a picture as complete with its first file, and the second file later, as bodies do that write RAW last.
@Suite(.timeLimit(.minutes(5))) struct SecondFileTests {
    private final class LateCamera: CameraDriver, CameraConnection, PropertyDriver, ShutterDriver, FileDriver {
        static let description = CameraDescription(
            identifier: CameraIdentifier("late-1"),
            family: .generic,
            transport: .inProcess,
            model: "Late"
        )
        let info = CameraInfo(manufacturer: "Test", model: "Late", firmwareVersion: "1", serialNumber: "1")
        private let host = Guarded<CameraHost?>(nil)
        private let quality: String

        init(quality: String) { self.quality = quality }

        func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
            self.host.withLock { $0 = host }
            let value = PropertyValue(code: 1, label: quality)
            host.update([
                .capabilities([.shutterControl, .remoteControlWithoutLiveView, .fileAccess]),
                .categories(active: [.stillsShooting, .fileAccess], supported: [[.stillsShooting, .fileAccess]]),
                .property(PropertyState(.imageQuality, value: value)),
            ])
            return self
        }

        func disconnect(_ options: DisconnectOptions) async { host.withLock { $0 = nil } }

        func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {}

        func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
            let first = Self.item(1, "IMG_1.JPG", .image)
            host.withLock { $0 }?.update([.itemAdded(first)])
            return ShotResult(items: [first], offers: [])
        }

        func reportSecondFile() { host.withLock { $0 }?.update([.itemAdded(Self.item(2, "IMG_1.CR3", .rawImage))]) }

        func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
            item.number == 1 ? Self.item(1, "IMG_1.JPG", .image) : Self.item(2, "IMG_1.CR3", .rawImage)
        }

        func download(_ item: ItemInfo.Handle, from offset: UInt64, _ consume: @escaping ChunkHandler) async throws(CameraError) {
            let bytes = [UInt8](repeating: UInt8(item.number), count: 3 - Int(offset))
            _ = try unsafe consume(bytes.span.bytes)
        }

        private static func item(_ number: UInt64, _ name: String, _ kind: ItemInfo.Kind) -> ItemInfo {
            var item = ItemInfo(handle: .init(number), storage: .init(1), parent: nil, name: name, kind: kind, size: 3)
            item.hasMetadata = true
            return item
        }
    }

    /// A report of one picture, whose first file was copied.
    private struct Rig {
        let camera: Camera
        let body: LateCamera
        let folder: TemporaryFolder
        let clock = VirtualClock()
        let report: SeriesReport

        init(quality: String) async throws {
            folder = try TemporaryFolder()
            body = LateCamera(quality: quality)
            camera = Camera(LateCamera.description, driver: body)
            try await camera.connect()
            let words = ["shoot", "--download", folder.path]
            guard case .run(_, let arguments) = try ArgumentParser(HotShoeCommand.table.syntax).parse(words) else {
                throw NoCommand()
            }
            let context = CommandContext(
                table: HotShoeCommand.table,
                arguments: arguments,
                output: RecordedOutput().output,
                environment: .empty
            )
            report = SeriesReport(camera, try FileSaver(folder.path, context), context, 1, time: clock)
            try await report.add(try await camera.shoot().files, picture: 1, late: nil)
        }

        struct NoCommand: Error {}
    }

    @Test func `a second file that is reported within two seconds is copied`() async throws {
        let rig = try await Rig(quality: "RAW+JPEG")
        #expect(rig.folder.names() == ["IMG_1.JPG"])
        async let end: Void = rig.report.finish()
        await rig.clock.waitForTimers()
        rig.clock.advance(by: .milliseconds(1900))
        await rig.clock.waitForTimers()
        rig.body.reportSecondFile()
        try await until("the second file is reported") { rig.report.files.hasLate }
        rig.clock.advance(by: .milliseconds(100))
        try await end
        #expect(rig.folder.names() == ["IMG_1.CR3", "IMG_1.JPG"])
    }

    @Test func `the command ends two seconds after a picture whose second file does not come`() async throws {
        let rig = try await Rig(quality: "RAW+JPEG")
        async let end: Void = rig.report.finish()
        for _ in 0..<20 {
            await rig.clock.waitForTimers()
            rig.clock.advance(by: .milliseconds(100))
        }
        try await end
        #expect(rig.clock.now == .seconds(2))
        #expect(rig.folder.names() == ["IMG_1.JPG"])
    }

    @Test func `a picture of one format is not waited for`() async throws {
        let rig = try await Rig(quality: "JPEG")
        try await rig.report.finish()
        #expect(rig.clock.now == .zero)
    }
}
