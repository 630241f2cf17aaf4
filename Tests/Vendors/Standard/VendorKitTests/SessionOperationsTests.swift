import HotShoeSupport
import PTP
import PTPSession
import TestSupport
import Testing
import VendorKit

/// Operations on a session that vendors' connections share.
@Suite(.timeLimit(.minutes(5))) struct SessionOperationsTests {
    private let clock = VirtualClock()
    private static let code = OperationCode(rawValue: 0x90C8)

    private func camera(_ answers: [ScriptedCamera.Answer]) -> (ScriptedCamera, PTPSession) {
        let left = Guarded(answers)
        let camera = ScriptedCamera { _, _ in left.withLock { $0.isEmpty ? .ok : $0.removeFirst() } }
        return (camera, camera.session(clock))
    }

    @Test func `an optional operation that is refused does not fail, the end of the link does`() async throws {
        let (_, session) = camera([.response(.operationNotSupported)])
        try await session.performOptional(Self.code)
        let (_, lost) = camera([.unplugged])
        await #expect(throws: SessionError.self) { try await lost.performOptional(Self.code) }
    }

    @Test func `a camera is polled until it is ready, and the pauses have their length`() async throws {
        let other = ResponseCode(rawValue: 0xA200)
        let (camera, session) = camera([.response(other), .response(other)])
        let clock = clock
        try await clock.run(by: .milliseconds(10), until: "the camera is ready") {
            let poll = ReadinessPoll(Self.code, busy: [other], every: .milliseconds(50))
            try await session.waitUntilReady(poll, within: .seconds(100_000), clock)
        }
        #expect(camera.count(of: Self.code) == 3)
        #expect(clock.now >= .milliseconds(100))
    }

    @Test func `a camera that stays busy fails with its answer when the time has passed`() async throws {
        let other = ResponseCode(rawValue: 0xA200)
        let (_, session) = camera([ScriptedCamera.Answer](repeating: .response(other), count: 10_000))
        let clock = clock
        await #expect(throws: SessionError.self) {
            try await clock.run(by: .milliseconds(10), until: "the time has passed") {
                let poll = ReadinessPoll(Self.code, busy: [other], every: .milliseconds(50))
                try await session.waitUntilReady(poll, within: .seconds(1), clock)
            }
        }
        #expect(clock.now >= .seconds(1))
    }

    @Test func `another error ends the wait for a busy camera immediately`() async throws {
        let (camera, session) = camera([.response(.generalError)])
        let clock = clock
        await #expect(throws: SessionError.self) {
            try await session.waitUntilReady(ReadinessPoll(Self.code, every: .seconds(1)), within: .seconds(9), clock)
        }
        #expect(camera.count(of: Self.code) == 1)
    }

    @Test func `a response for which nothing needs to wait ends the wait without an error`() async throws {
        let open = ResponseCode(rawValue: 0xA200)
        let (camera, session) = camera([.response(.deviceBusy), .response(open), .response(.generalError)])
        let clock = clock
        try await clock.run(by: .milliseconds(10), until: "the camera is ready") {
            try await session.waitUntilReady(ReadinessPoll(Self.code, done: [open]), within: .seconds(100_000), clock)
        }
        #expect(camera.count(of: Self.code) == 2)
    }

    @Test func `a cancelled caller no longer polls`() async throws {
        let (camera, session) = camera([ScriptedCamera.Answer](repeating: .response(.deviceBusy), count: 10_000))
        let clock = clock
        let wait = Task { () async -> SessionError? in
            let poll = ReadinessPoll(Self.code, every: .seconds(1))
            do throws(SessionError) { try await session.waitUntilReady(poll, within: .seconds(100_000), clock) } catch {
                return error
            }
            return nil
        }
        await camera.untilAnswered(Self.code)
        wait.cancel()
        guard case .cancelled? = await wait.value else {
            Issue.record("the wait did not end as cancelled")
            return
        }
        #expect(camera.count(of: Self.code) == 1)
    }

    @Test func `a camera is kept awake at an interval, until the end`() async {
        let (camera, session) = camera([])
        let keepAlive = KeepAlive(session, Self.code, every: .seconds(30), time: clock)
        keepAlive.start()
        clock.advance(by: .seconds(29))
        #expect(camera.requests.isEmpty)
        clock.advance(by: .seconds(1))
        await camera.untilAnswered(Self.code)
        await clock.waitForTimers()
        keepAlive.stop()
        clock.advance(by: .seconds(300))
        #expect(camera.count(of: Self.code) == 1)
    }
}
