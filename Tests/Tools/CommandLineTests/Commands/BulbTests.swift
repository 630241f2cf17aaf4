import CameraModel
import Exposure
import HotShoe
import HotShoeSupport
import TestSupport
import Testing

@testable import hotshoe

/// `hotshoe shoot --bulb`, with a camera that records what it is set to.
@Suite(.timeLimit(.minutes(5))) struct BulbTests {
    /// A camera with an exposure mode and a shutter speed, one of which can be set to bulb.
    private final class BulbCamera: CameraProvider, CameraDriver, CameraConnection, PropertyDriver, ShutterDriver {
        private struct State {
            var host: CameraHost?
            var mode: ExposureMode
            var speed: ShutterSpeed = .s1_60
            var settings: [CommonValue] = []
            var presses = 0
        }

        let identifier = "bulb"
        let info = CameraInfo(manufacturer: "Test", model: "Bulb", firmwareVersion: "1", serialNumber: "1")
        private let state: Guarded<State>
        private let modes: [ExposureMode]
        private let speeds: [ShutterSpeed]
        /// The value that the camera refuses.
        private let refused: CommonValue?
        /// Called when the shutter opens.
        private let opened: @Sendable (BulbCamera) async throws(CameraError) -> Void

        init(
            mode: ExposureMode = .manual,
            modes: [ExposureMode] = [],
            speeds: [ShutterSpeed] = [],
            refused: CommonValue? = nil,
            opened: @escaping @Sendable (BulbCamera) async throws(CameraError) -> Void = { _ throws(CameraError) in }
        ) {
            (self.modes, self.speeds, self.refused, self.opened) = (modes, speeds, refused, opened)
            state = Guarded(State(mode: mode))
        }

        /// The values to which the camera was set, in order.
        var settings: [CommonValue] { state.withLock { $0.settings } }

        func discover(_ sink: any DiscoverySink) async throws(CameraError) {
            let description = CameraDescription(
                identifier: CameraIdentifier("bulb"),
                family: .generic,
                transport: .usb,
                model: "Bulb"
            )
            sink.found(DiscoveredCamera(description) { self })
            sink.caughtUp()
        }

        func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
            state.withLock { $0.host = host }
            host.update([
                .capabilities([.exposureControl, .shutterControl, .remoteControlWithoutLiveView]),
                .categories(active: .stillsShooting, supported: [.stillsShooting]),
            ])
            report()
            return self
        }

        func disconnect(_ options: DisconnectOptions) async { state.withLock { $0.host = nil } }

        /// Turns the dial at the camera.
        func turn(to mode: ExposureMode) {
            state.withLock { $0.mode = mode }
            report()
        }

        private func report() {
            let (host, mode, speed) = state.withLock { ($0.host, $0.mode, $0.speed) }
            host?.update([
                .property(
                    PropertyState(
                        .exposureMode,
                        value: PropertyValue(.exposureMode(mode)),
                        settable: .enumeration(modes.map { PropertyValue(.exposureMode($0)) })
                    )
                ),
                .property(
                    PropertyState(
                        .shutterSpeed,
                        value: PropertyValue(.shutterSpeed(speed)),
                        settable: .enumeration(speeds.map { PropertyValue(.shutterSpeed($0)) })
                    )
                ),
            ])
        }

        func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
            guard let common = value.common, common != refused else { throw CameraError(.busy, "The camera is writing.") }
            state.withLock { state in
                state.settings.append(common)
                switch common {
                case .exposureMode(let mode): state.mode = mode
                case .shutterSpeed(let speed): state.speed = speed
                default: break
                }
            }
            report()
        }

        func pressShutter() async throws(CameraError) { try await opened(self) }

        func releaseShutter() async throws(CameraError) {
            let (host, number) = state.withLock { state in
                state.presses += 1
                return (state.host, state.presses)
            }
            let picture = ItemInfo(
                handle: .init(UInt64(number)),
                storage: StorageInfo.Identifier(1),
                parent: nil,
                name: "IMG_\(number).JPG",
                kind: .image
            )
            host?.update([.itemAdded(picture)])
        }

        func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult { throw .notSupported(.shoot) }
    }

    private static func run(_ camera: BulbCamera, _ words: String...) async -> CommandRun {
        var environment = CommandEnvironment.empty
        environment.providers = { [camera] }
        return await CommandRun.of(["shoot", "--bulb", "0.01"] + words, in: environment)
    }

    @Test func `the exposure mode is set to bulb for the series, and back after it`() async {
        let camera = BulbCamera(modes: [.manual, .bulb])
        let run = await Self.run(camera, "--count", "2")
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.lines.map { $0.prefix(14) } == ["1/2  IMG_1.JPG", "2/2  IMG_2.JPG"])
        #expect(camera.settings == [.exposureMode(.bulb), .exposureMode(.manual)])
    }

    @Test func `a camera whose shutter speed is bulb has its shutter speed back`() async {
        let camera = BulbCamera(speeds: [.s1_60, .bulb])
        #expect(await Self.run(camera).code == .success)
        #expect(camera.settings == [.shutterSpeed(.bulb), .shutterSpeed(.s1_60)])
    }

    @Test func `a camera that is in bulb mode already stays in it`() async {
        let camera = BulbCamera(mode: .bulb, modes: [.manual, .bulb])
        #expect(await Self.run(camera).code == .success)
        #expect(camera.settings == [])
    }

    @Test func `the mode is set back also after a failure`() async {
        let camera = BulbCamera(modes: [.manual, .bulb]) { _ throws(CameraError) in throw CameraError(.storageFull, "Full.") }
        #expect(await Self.run(camera).code == .storage)
        #expect(camera.settings == [.exposureMode(.bulb), .exposureMode(.manual)])
    }

    @Test func `the mode is set back also after a cancellation`() async {
        let isOpen = Promise<Void, Never>()
        let camera = BulbCamera(modes: [.manual, .bulb]) { _ throws(CameraError) in isOpen.fulfil(.success(())) }
        let run = Task { await Self.run(camera, "--count", "1000", "--interval", "60") }
        _ = await isOpen.result()
        run.cancel()
        _ = await run.value
        #expect(camera.settings == [.exposureMode(.bulb), .exposureMode(.manual)])
    }

    @Test func `a dial that was turned meanwhile is left`() async {
        let camera = BulbCamera(modes: [.manual, .bulb]) { camera throws(CameraError) in camera.turn(to: .aperturePriority) }
        #expect(await Self.run(camera).code == .success)
        #expect(camera.settings == [.exposureMode(.bulb)])
    }

    @Test func `a camera that cannot be set back is reported, and its picture counts`() async {
        let camera = BulbCamera(modes: [.manual, .bulb], refused: .exposureMode(.manual))
        let run = await Self.run(camera)
        #expect(run.code == .success)
        #expect(run.messages.contains("hotshoe: The camera was left in bulb mode: The camera is writing.\n"), "\(run.messages)")
    }
}
