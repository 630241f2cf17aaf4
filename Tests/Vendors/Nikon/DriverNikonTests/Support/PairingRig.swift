import BodyRig
import CameraModel
import HotShoeSupport
import IPTransport
import PTP
import PTPNikon
import PTPSession
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverNikon
@testable import DriverPTP
@testable import PTPResponder

/// The body's display. **Thread-safe.**
final class BodyDisplay: Sendable {
    /// The number that is displayed; empty for none.
    let text = Guarded("")

    init() {}
}

/// Number of links. **Thread-safe.**
final class LinkCount: Sendable {
    private let count = Guarded(0)

    init() {}

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// The requests that the user has received. **Thread-safe.**
final class UserRequests: Sendable {
    private let requests = Guarded<[AuthenticationRequest]>([])

    var all: [AuthenticationRequest] { requests.withLock { $0 } }

    /// Adds a request; returns their number.
    func add(_ request: AuthenticationRequest) -> Int {
        requests.withLock { requests in
            requests.append(request)
            return requests.count
        }
    }
}

/// An unpaired body that is served, and a camera object for it, not connected.
final class PairingRig: Sendable {
    let responder: IPResponder
    let camera: Camera
    let display = BodyDisplay()
    private let watcher: Task<Void, Never>
    let trace: Trace

    init(faults: [String], unpairedAt: Int?, time: any TimeSource) throws {
        let faults = try faults.map { try #require(ResponderFault($0)) }
        let trace = Trace(
            Trace.Rules(
                records: { ![.nikonGetEvent, .nikonGetEventEx, .nikonGetDevicePropDescEx].contains($0) && $0.isVendor },
                repeated: [],
                busy: [.deviceBusy],
                name: { $0.description(by: .nikon) },
                response: { $0.description(by: .nikon) }
            )
        )
        let responder = IPResponder(
            camera: BodyRig.simulator().makeCamera(),
            configuration: BodyRig.serving(.nikonZ6II, faults: faults)
        )
        try responder.start()
        (self.responder, self.trace) = (responder, trace)
        let (changes, display) = (responder.clientChanges, display)
        watcher = Task {
            for await change in changes { if case .displayed(let text) = change { display.text.withLock { $0 = text } } }
        }
        let (addresses, opened) = (responder.addresses, LinkCount())
        let driver = PTPDriver(credentialKey: "nikon", dialects: [.nikon], time: time) { _ throws(CameraError) in
            let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")
            if opened.next() == unpairedAt { responder.memory.isUnpaired = true }
            do throws(IPConnectError) {
                return TracedLink(try await IPConnector(identity, time: SystemClock.shared).connect(to: addresses), trace)
            } catch { throw CameraError(.connectionRefused, error.description, operation: .connect) }
        }
        let description = CameraDescription(identifier: CameraIdentifier("pairing"), family: .nikon, transport: .network)
        camera = Camera(description, driver: driver, time: time)
    }

    /// Waits for the number on the body's display.
    func number() async -> String {
        try? await until("the body displays a number") { !display.text.withLock { $0.isEmpty } }
        return display.text.withLock { $0 }
    }

    func end() async {
        await camera.disconnect()
        watcher.cancel()
        await responder.stop()
    }
}
