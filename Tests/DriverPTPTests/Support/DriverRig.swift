import CameraModel
import DriverPTP
import HotShoeSupport
import IPTransport
import PTP
import PTPSession
import Testing
import USBTransport

/// Our driver behind a camera object, and where it is to find its camera. **Thread-safe.**
final class DriverRig: Sendable {
    let camera: Camera
    let clock: any TimeSource
    private let route: Route?

    /// Where the camera is now.
    private final class Route: Sendable {
        let address: Guarded<SocketAddress>
        init(_ address: SocketAddress) { self.address = Guarded(address) }
    }

    private static let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")

    /// - Parameters:
    ///   - time: of the session and of the driver. Connecting is in real time, and with little of it for a ``HurriedClock``.
    init(_ address: SocketAddress, time: any TimeSource = SystemClock.shared, options: PTPSession.Options = .init()) {
        let route = Route(address)
        self.route = route
        clock = time
        var patience = IPConnector.Patience()
        patience.eventRetry = .milliseconds(1)
        // Nobody is asked to press a button.
        patience.user = .seconds(20)
        if time is HurriedClock {
            (patience.user, patience.pairing, patience.connecting) = (.milliseconds(500), .milliseconds(500), .milliseconds(500))
        }
        let connector = IPConnector(Self.identity, time: SystemClock.shared, patience: patience)
        let driver = PTPDriver(credentialKey: "test", time: time, options: options) { onWaiting throws(CameraError) in
            do throws(IPConnectError) {
                let address = route.address.withLock { $0 }
                return try await connector.connect(to: [address], onWaitingForUser: onWaiting)
            } catch {
                throw CameraError(error == .cancelled ? .cancelled : .connectionRefused, error.description, operation: .connect)
            }
        }
        let description = CameraDescription(identifier: CameraIdentifier("test"), family: .generic, transport: .network)
        camera = Camera(description, driver: driver, time: time)
    }

    /// Our driver for a camera on the bus of the rig, wherever it is plugged in.
    init(_ plugged: PluggedSimulator, time: any TimeSource = SystemClock.shared) {
        route = nil
        clock = time
        let driver = PTPDriver(credentialKey: "test", time: time) { _ throws(CameraError) in
            do {
                return try await USBConnector().connect(to: plugged.device(), makers: [])
            } catch {
                throw CameraError(.connectionRefused, "\(error)", operation: .connect)
            }
        }
        let description = CameraDescription(identifier: CameraIdentifier("test"), family: .generic, transport: .usb)
        camera = Camera(description, driver: driver, time: time)
    }

    /// A connected camera.
    static func connected(to hostile: HostileCamera, time: any TimeSource = SystemClock.shared) async throws -> DriverRig {
        let rig = DriverRig(hostile.address, time: time)
        try await rig.camera.connect()
        return rig
    }

    func move(to address: SocketAddress) { route?.address.withLock { $0 = address } }

    /// What stands at the top of the first card.
    func list() async throws -> [StoredItem] {
        guard let card = camera.storages.first else { throw CameraError(.cardError, "there is no card") }
        return try await card.items()
    }

    /// The file of a ``HostileCamera``, whether the camera lists it or not.
    var file: StoredItem {
        camera.item(
            ItemInfo(
                handle: ItemInfo.Handle(UInt64(HostileCamera.file)),
                storage: StorageInfo.Identifier(HostileCamera.storage),
                parent: nil,
                name: "A.JPG",
                kind: .image
            )
        )
    }

    /// A camera that behaves now does what it is asked: at once, or else when it has been connected again.
    func expectWorks(_ sourceLocation: SourceLocation = #_sourceLocation) async {
        (clock as? HurriedClock)?.calm()
        if (try? await isWorking()) == true { return }
        // A clock that was hurried may not have given the camera the time to notice.
        for triesLeft in (0..<(clock is HurriedClock ? 10 : 1)).reversed() {
            await camera.disconnect()
            do {
                try await camera.connect()
                return #expect(try await isWorking(), sourceLocation: sourceLocation)
            } catch {
                if triesLeft > 0 { continue }
                Issue.record("does not work after connecting again: \(error)", sourceLocation: sourceLocation)
            }
        }
    }

    private func isWorking() async throws -> Bool {
        let names = try await list().map(\.name)
        return try await file.file.contents() == HostileCamera.contents && names == ["A.JPG"]
    }
}

/// How a call ended: with a value, or with the one kind of error that there may be.
func ending<Value>(_ work: () async throws -> Value, sourceLocation: SourceLocation = #_sourceLocation) async -> Result<
    Value, CameraError
> {
    do {
        return .success(try await work())
    } catch let error as CameraError {
        #expect(!error.message.isEmpty, sourceLocation: sourceLocation)
        return .failure(error)
    } catch {
        Issue.record("not a CameraError: \(error)", sourceLocation: sourceLocation)
        return .failure(.cancelled(.connect))
    }
}

extension Result where Failure == CameraError {
    /// The kind of failure; nil for a value.
    var code: CameraError.Code? { if case .failure(let error) = self { error.code } else { nil } }
}

/// A clock that advances by many milliseconds in each millisecond of the computer's, so that a limit of twenty seconds passes in a fraction of one.
/// **Thread-safe.**
///
/// It advances in ticks of a thread. On a machine that is busy or stands still, that thread waits for a processor like all others, and
/// the clock waits with it: what takes longer there has no less of this clock's time.
final class HurriedClock: TimeSource {
    private struct Pace {
        /// Milliseconds of this clock in each tick.
        var factor: Int
        var isStopped = false
    }

    private static let tick = Duration.milliseconds(1)
    private let clock = VirtualClock()
    /// Guards the pace; the condition ends the thread's pause between two ticks.
    private let pace: Monitor<Pace>

    init(_ factor: Int) {
        pace = Monitor(Pace(factor: factor))
        let (clock, pace) = (clock, pace)
        startNamedThread("test-clock") {
            while true {
                let next = SystemClock.shared.origin + SystemClock.shared.now + Self.tick
                if pace.wait(until: next, for: { $0.isStopped ? () : nil }) != nil { return }
                clock.advance(by: Self.tick * pace.withLock { pace, _ in pace.factor })
            }
        }
    }

    deinit {
        pace.withLock { pace, condition in
            pace.isStopped = true
            condition.broadcast()
        }
    }

    var now: Duration { clock.now }

    /// Slows the clock down to the computer's.
    func calm() { pace.withLock { pace, _ in pace.factor = 1 } }

    func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any TimeSourceTimer { clock.makeTimer(handler) }
}
