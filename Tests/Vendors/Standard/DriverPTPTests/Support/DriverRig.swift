import CameraModel
import DriverPTP
import HotShoeSupport
import IPTransport
import PTP
import PTPSession
import Sockets
import TestSupport
import Testing
import USBTransport

/// The driver with a `Camera`, and the route to its camera. **Thread-safe.**
final class DriverRig: Sendable {
    let camera: Camera
    let clock: any TimeSource
    private let route: Route?

    /// Current address of the camera.
    private final class Route: Sendable {
        let address: Guarded<SocketAddress>
        init(_ address: SocketAddress) { self.address = Guarded(address) }
    }

    private static let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")

    /// Creates a driver for a camera at an address.
    ///
    /// `time` is the clock of the session and of the driver. Connecting uses real time, with short time limits for a
    /// ``HurriedClock``.
    init(_ address: SocketAddress, time: any TimeSource = SystemClock.shared, options: PTPSession.Options = .init()) {
        let route = Route(address)
        self.route = route
        clock = time
        var timeouts = IPConnector.Timeouts()
        timeouts.eventRetry = .milliseconds(1)
        // Long enough that no confirmation on the camera is requested.
        timeouts.user = waitLimit
        if time is HurriedClock {
            (timeouts.user, timeouts.pairing, timeouts.connecting) = (.milliseconds(500), .milliseconds(500), .milliseconds(500))
        }
        let connector = IPConnector(Self.identity, time: SystemClock.shared, timeouts: timeouts)
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

    /// Creates a driver for a camera on the USB rig, at whichever port it is attached.
    init(_ plugged: PluggedSimulator, time: any TimeSource = SystemClock.shared) {
        route = nil
        clock = time
        let driver = PTPDriver(credentialKey: "test", time: time) { _ throws(CameraError) in
            do {
                return try await USBConnector().connect(to: plugged.device(), vendors: [])
            } catch {
                throw CameraError(.connectionRefused, "\(error)", operation: .connect)
            }
        }
        let description = CameraDescription(identifier: CameraIdentifier("test"), family: .generic, transport: .usb)
        camera = Camera(description, driver: driver, time: time)
    }

    /// Returns a rig with a connected camera.
    static func connected(to hostile: HostileCamera, time: any TimeSource = SystemClock.shared) async throws -> DriverRig {
        let rig = DriverRig(hostile.address, time: time)
        try await rig.camera.connect()
        return rig
    }

    func move(to address: SocketAddress) { route?.address.withLock { $0 = address } }

    /// Returns the items at the root of the first card.
    func list() async throws -> [StoredItem] {
        guard let card = camera.storages.first else { throw CameraError(.cardError, "there is no card") }
        return try await card.items()
    }

    /// The file of a ``HostileCamera``, whether or not the camera lists it.
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

    /// Expects that a camera without faults performs operations, immediately or after reconnecting.
    func expectWorks(_ sourceLocation: SourceLocation = #_sourceLocation) async {
        (clock as? HurriedClock)?.calm()
        if (try? await isWorking()) == true { return }
        // A hurried clock may not have given the camera enough time to detect the end.
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

/// Returns the result of a call: a value, or a `CameraError`, the only permitted kind of error.
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
    /// The error code; nil for a value.
    var code: CameraError.Code? { if case .failure(let error) = self { error.code } else { nil } }
}

/// A clock that runs faster than real time by a factor, so that a time limit of twenty seconds passes in a fraction of a
/// second. **Thread-safe.**
///
/// A thread advances it in ticks. On a busy or suspended machine, that thread waits for a processor like all other threads,
/// so that slow operations have no less of this clock's time.
final class HurriedClock: TimeSource {
    private struct Pace {
        /// Milliseconds of this clock per tick.
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

    /// Slows the clock down to real time.
    func calm() { pace.withLock { pace, _ in pace.factor = 1 } }

    func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any TimeSourceTimer { clock.makeTimer(handler) }
}
