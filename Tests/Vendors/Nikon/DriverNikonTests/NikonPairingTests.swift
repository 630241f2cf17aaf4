import BodyRig
import CameraModel
import Foundation
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

/// Pairing on networks, with a body that accepts nothing before it.
@Suite(.timeLimit(.minutes(5))) struct NikonPairingTests {
    private static func with(
        faults: [String] = ["unpaired"],
        unpairedAt: Int? = nil,
        time: any TimeSource = SystemClock.shared,
        _ use: (PairingRig) async throws -> Void
    ) async throws {
        let rig = try PairingRig(faults: faults, unpairedAt: unpairedAt, time: time)
        do { try await use(rig) } catch {
            await rig.end()
            throw error
        }
        await rig.end()
    }

    /// Answers requests for a number with those that `numbers` returns, by attempt.
    private static func answering(
        _ rig: PairingRig,
        _ requests: UserRequests = UserRequests(),
        _ number: @escaping @Sendable (String, Int) -> String?
    ) -> AuthenticationHandler {
        { request in
            let attempt = requests.add(request)
            Task {
                if let answer = number(await rig.number(), attempt) {
                    request.respond(.numericCode(answer))
                } else {
                    request.cancel()
                }
            }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Traces"

    /// Another number of four digits.
    private static func other(_ number: String) -> String { number == "0000" ? "1111" : "0000" }

    @Test func `the user enters the number, and the body is used, also by the next connection`() async throws {
        try await Self.with { rig in
            let requests = UserRequests()
            try await rig.camera.connect(authenticate: Self.answering(rig, requests) { number, _ in number })
            let asked = requests.all
            #expect(asked.count == 1 && asked[0].kind == .numericCode(digits: 4) && !asked[0].isRetry)
            #expect(asked[0].credentialKey == "nikon")
            #expect(await asked[0].resolution() == .accepted)
            // The unpaired body is not asked for anything else.
            let text = "# pairing\n" + rig.trace.drain().map { $0 + "\n" }.joined()
            let path = Self.folder + "/nikon-pairing.txt"
            #expect(Recording.matches(text, at: path), "see \(path)")
            let shot = try await rig.camera.shoot()
            #expect(!shot.files.isEmpty)
            await rig.camera.disconnect()
            // Without a handler, because the body is paired.
            try await rig.camera.connect()
            #expect(requests.all.count == 1)
        }
    }

    @Test func `another number is requested again, and after three the connection fails`() async throws {
        try await Self.with { rig in
            let requests = UserRequests()
            let error = await NikonRig.error { () throws(CameraError) in
                try await rig.camera.connect(authenticate: Self.answering(rig, requests) { number, _ in Self.other(number) })
            }
            #expect(error?.code == .authenticationFailed)
            #expect(requests.all.map(\.isRetry) == [false, true, true])
            for request in requests.all { #expect(await request.resolution() == .rejected) }
            // Nothing was confirmed.
            #expect(rig.trace.drain().allSatisfy { !$0.hasPrefix("EndPairing") })
            try await rig.camera.connect(
                authenticate: Self.answering(rig) { number, attempt in
                    attempt < 3 ? Self.other(number) : number
                }
            )
            #expect(rig.camera.connectionState == .connected)
        }
    }

    @Test func `a user who cancels is not connected, and the body stays unpaired`() async throws {
        try await Self.with { rig in
            let requests = UserRequests()
            let error = await NikonRig.error { () throws(CameraError) in
                try await rig.camera.connect(authenticate: Self.answering(rig, requests) { _, _ -> String? in nil })
            }
            #expect(error?.code == .cancelled && rig.camera.connectionState != .connected)
            #expect(await requests.all.first?.resolution() == .cancelled)
            #expect(rig.responder.memory.isUnpaired)
        }
    }

    @Test func `a caller that is cancelled during the request to the user is not connected`() async throws {
        try await Self.with { rig in
            let asked = Promise<Void, Never>()
            let call = Task { () async -> CameraError? in
                await NikonRig.error { () throws(CameraError) in
                    try await rig.camera.connect { _ in asked.fulfil(.success(())) }
                }
            }
            _ = await asked.result()
            call.cancel()
            #expect(await call.value?.code == .cancelled)
            #expect(rig.responder.memory.isUnpaired)
        }
    }

    @Test func `a program that asks for nothing gets the reason at once`() async throws {
        try await Self.with { rig in
            let error = await NikonRig.error { () throws(CameraError) in try await rig.camera.connect() }
            #expect(error?.code == .pairingRequired && error?.operation == .connect)
            #expect(rig.display.text.withLock { $0.isEmpty })
        }
    }

    @Test func `the body's report ends the pairing, without a wait`() async throws {
        try await Self.with(time: VirtualClock()) { rig in
            try await rig.camera.connect(authenticate: Self.answering(rig) { number, _ in number })
            #expect(rig.camera.connectionState == .connected && !rig.responder.memory.isUnpaired)
        }
    }

    // MARK: Faults

    @Test(arguments: ["response=0x2002@0x952B", "response=0x200F@0x952B", "data=@0x952B", "response=0x2005@0x952B"])
    func `a body that gives no number is not paired by a number`(_ fault: String) async throws {
        try await Self.with(faults: ["unpaired", fault]) { rig in
            let requests = UserRequests()
            let error = await NikonRig.error { () throws(CameraError) in
                try await rig.camera.connect(authenticate: Self.answering(rig, requests) { _, _ -> String? in nil })
            }
            // Data without a number: the number is requested from the user, and not compared.
            let isData = fault.hasPrefix("data")
            #expect(requests.all.count == (isData ? 1 : 0))
            #expect(error != nil && (!isData || error?.code == .cancelled))
            #expect(rig.responder.memory.isUnpaired)
        }
    }

    @Test func `a number that is not understood is not compared`() async throws {
        try await Self.with(faults: ["unpaired", "data=FFFFFFFFFFFFFFFF@0x952B"]) { rig in
            try await rig.camera.connect(authenticate: Self.answering(rig) { _, _ in "1234" })
            #expect(rig.camera.connectionState == .connected)
        }
    }

    @Test func `a body whose user refuses is not paired`() async throws {
        try await Self.with(faults: ["unpaired", "response=0x200F@0x935A"]) { rig in
            let error = await NikonRig.error { () throws(CameraError) in
                try await rig.camera.connect(authenticate: Self.answering(rig) { number, _ in number })
            }
            #expect(error?.code == .authenticationFailed && error?.response?.code == 0x200F)
        }
    }

    @Test func `a body that was paired and still lists nothing is an error`() async throws {
        // At the third link the body is unpaired again: the first finds it unpaired, the second pairs.
        try await Self.with(unpairedAt: 3) { rig in
            let error = await NikonRig.error { () throws(CameraError) in
                try await rig.camera.connect(authenticate: Self.answering(rig) { number, _ in number })
            }
            #expect(error?.code == .pairingRequired)
        }
    }

    @Test(arguments: ["close=request@0x952B", "close=request@0x935A", "close=answered@0x952B"])
    func `a body that leaves while it is paired ends the connection`(_ fault: String) async throws {
        try await Self.with(faults: ["unpaired", fault]) { rig in
            let error = await NikonRig.error { () throws(CameraError) in
                try await rig.camera.connect { request in
                    // The body has left before the user answers.
                    if fault.contains("answered") { return }
                    Task { request.respond(.numericCode(await rig.number())) }
                }
            }
            #expect(error?.code == .connectionLost, "\(String(describing: error))")
        }
    }

    @Test func `a user who never answers is waited for two minutes`() async throws {
        let clock = VirtualClock()
        try await Self.with(time: clock) { rig in
            let asked = Promise<Void, Never>()
            let call = Task { () async -> CameraError? in
                await NikonRig.error { () throws(CameraError) in
                    try await rig.camera.connect { _ in asked.fulfil(.success(())) }
                }
            }
            _ = await asked.result()
            clock.advance(by: PairingSession.limit)
            #expect(await call.value?.code == .timedOut)
        }
    }

    // MARK: The application mode

    @Test func `a body that refuses the application mode is paired again`() async throws {
        try await Self.with { rig in
            try await rig.camera.connect(authenticate: Self.answering(rig) { number, _ in number })
            await rig.camera.disconnect()
            _ = rig.trace.drain()
            rig.display.text.withLock { $0 = "" }
            rig.responder.inject(try #require(ResponderFault("response=0x200F@0x9435")))
            try await rig.camera.connect(authenticate: Self.answering(rig) { number, _ in number })
            let sent = rig.trace.drain().filter {
                $0.hasPrefix("ChangeApplicationMode") || $0.hasPrefix("StartPairing") || $0.hasPrefix("EndPairing")
            }
            #expect(
                sent == [
                    "ChangeApplicationMode (0x00000001) → AccessDenied", "StartPairing () → OK", "EndPairing (0x00002001) → OK",
                    "ChangeApplicationMode (0x00000001) → OK", "ChangeApplicationMode (0x00000000) → OK",
                ]
            )
        }
    }

    @Test func `a body that refuses the application mode, and to pair, is used as far as it allows`() async throws {
        try await Self.with { rig in
            try await rig.camera.connect(authenticate: Self.answering(rig) { number, _ in number })
            await rig.camera.disconnect()
            for fault in ["response=0x200F@0x9435", "response=0x200F@0x952B"] {
                rig.responder.inject(try #require(ResponderFault(fault)))
            }
            try await rig.camera.connect(authenticate: Self.answering(rig) { _, _ -> String? in nil })
            #expect(rig.camera.property(.shutterSpeed).value?.shutterSpeed != nil)
        }
    }
}
