import CameraModel
import HotShoeSupport
import Testing

@testable import SimulatedCamera

@Suite("Connecting")
struct ConnectingTests {
    /// Answers requests from a list, and records them.
    final class User: Sendable {
        let requests = Guarded<[AuthenticationRequest]>([])
        private let answers: Guarded<[AuthenticationRequest.Response?]>

        init(_ answers: [AuthenticationRequest.Response?]) { self.answers = Guarded(answers) }

        var handler: AuthenticationHandler {
            { [self] request in
                requests.withLock { $0.append(request) }
                let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                if let answer { request.respond(answer) } else { request.cancel() }
            }
        }
    }

    @Test("a connected driver knows the settings, even while another thread delivers the changes")
    func knowsAtOnce() async throws {
        let rig = Rig()
        let aperture = try await rig.whileAnotherThreadDelivers {
            try await rig.camera.connect()
            return rig.label(.aperture)
        }
        #expect(aperture != nil)
    }

    @Test("a wrong password causes another request, and the right one connects")
    func password() async throws {
        let rig = Rig { $0.authentication = .userNameAndPassword(userName: "ann", password: "secret") }
        let user = User([
            .userNameAndPassword(userName: "ann", password: "wrong"), .userNameAndPassword(userName: "ann", password: "secret"),
        ])
        try await rig.camera.connect(authenticate: user.handler)
        let requests = user.requests.withLock { $0 }
        #expect(requests.map(\.isRetry) == [false, true])
        #expect(await requests[0].resolution() == .rejected)
        #expect(await requests[1].resolution() == .accepted)
    }

    @Test("wrong answers are limited: the camera is not connected, and the next attempt is possible")
    func wrongCodes() async throws {
        let rig = Rig { $0.authentication = .numericCode("1234") }
        let user = User(Array(repeating: .numericCode("0000"), count: 10))
        #expect(await failure { _ = try await rig.camera.connect(authenticate: user.handler) }?.code == .authenticationFailed)
        #expect(rig.camera.connectionState == .notConnected(.connectFailed(.authenticationFailed)))
        try await rig.camera.connect(authenticate: User([.numericCode("1234")]).handler)
        #expect(rig.camera.connectionState == .connected)
    }

    @Test("a declined or unavailable answer fails as cancelled, and each request is resolved")
    func cancelling() async throws {
        let rig = Rig { $0.authentication = .joinNetwork(name: "CAM", password: "x") }
        let user = User([nil])
        #expect(await failure { _ = try await rig.camera.connect(authenticate: user.handler) }?.code == .cancelled)
        #expect(await user.requests.withLock { $0[0] }.resolution() == .cancelled)
        #expect(await failure { _ = try await rig.camera.connect() }?.code == .cancelled)
        try await rig.camera.connect(authenticate: User([.joinedNetwork]).handler)
    }

    @Test("a confirmation on the camera is waited for, can be refused there, and shows as waiting for the user")
    func confirmation() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.authentication = .confirmOnCamera(after: .seconds(3)) }
        let states = rig.camera.connectionStates
        let requested = Promise<Void, Never>()
        let connecting = Task { try await rig.camera.connect(authenticate: { _ in requested.fulfil(.success(())) }) }
        _ = await requested.result()
        rig.simulator.refuse()
        #expect(await failure { _ = try await connecting.value }?.code == .authenticationFailed)
        var seen: [ConnectionState] = []
        while let state = states.popFirst() { seen.append(state) }
        #expect(seen.contains(.waitingForUser))

        let again = Promise<Void, Never>()
        let second = Task { try await rig.camera.connect(authenticate: { _ in again.fulfil(.success(())) }) }
        _ = await again.result()
        clock.advance(by: .seconds(3))
        _ = try await second.value
        #expect(rig.camera.connectionState == .connected)
    }

    @Test("a camera serves one program at a time, and the next when that has left")
    func oneAtATime() async throws {
        let rig = try await Rig.connected()
        let other = rig.simulator.makeCamera()
        #expect(await failure { _ = try await other.connect() }?.code == .connectionRefused)
        await rig.camera.disconnect()
        try await other.connect()
        #expect(other.connectionState == .connected)
    }

    @Test(
        "the reason why a connection ended is known",
        arguments: [
            DisconnectReason.cameraTurnedOff, .connectionLost, .batteryExhausted, .enteredSleep, .takenByAnotherClient,
            .protocolFailure,
        ]
    )
    func reasons(reason: DisconnectReason) async throws {
        let rig = try await Rig.connected()
        let states = rig.camera.connectionStates
        rig.simulator.inject(SimulatedFault(.vanish(reason), .always))
        for await state in states where state != .connected {
            #expect(state == .notConnected(reason))
            #expect(!reason.isExpected)
            break
        }
        #expect(rig.camera.knownProperties.isEmpty)
        #expect(rig.simulator.isPresent == !reason.leavesThePlace)
    }

    @Test("a camera that is off refuses, and connects again when it is plugged in")
    func replug() async throws {
        let rig = try await Rig.connected()
        rig.simulator.unplug()
        #expect(await failure { _ = try await rig.camera.connect() }?.code == .connectionRefused)
        rig.simulator.plugIn()
        try await rig.camera.connect()
        #expect(rig.camera.knownProperties.count == 37)
    }

    @Test("disconnecting can switch the camera off")
    func powerOff() async throws {
        let rig = try await Rig.connected()
        await rig.camera.disconnect(DisconnectOptions(powersOff: true))
        #expect(rig.camera.connectionState == .notConnected(.poweredOffByRequest))
        #expect(!rig.simulator.isPresent)
    }

    @Test("the driver keeps a camera awake that would sleep; without the driver it does")
    func keptAwake() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.sleepsAfter = .seconds(60) }
        try await rig.camera.connect()
        clock.advance(by: .seconds(3600))
        #expect(rig.camera.connectionState == .connected)
        var body = makeBody { $0.sleepsAfter = .seconds(60) }
        body.advance(to: .seconds(120))
        #expect(body.drainOutputs().contains { if case .ended(.enteredSleep) = $0 { true } else { false } })
    }

    @Test("an old firmware is a warning, not a failure; a clock that was set is none")
    func warnings() async throws {
        let rig = Rig { $0.firmwareVersion = "0.9.1" }
        let warnings = try await rig.camera.connect(ConnectOptions(synchronizesClock: true))
        #expect(warnings.map(\.kind) == [.firmwareUpdateRecommended])
        #expect(rig.camera.warnings == warnings)
    }

    @Test("the battery empties after its life, and the camera turns off")
    func batteryEmpties() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.batteryLife = .seconds(3600) }
        try await rig.camera.connect()
        clock.advance(by: .seconds(3600 * 4))
        #expect(rig.camera.connectionState == .connected)
        clock.advance(by: .seconds(3600 * 2))
        #expect(rig.camera.connectionState == .notConnected(.batteryExhausted))
    }
}
