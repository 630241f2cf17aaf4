import CameraModel
import HotShoeSupport
package import PTP
import PTPSession

/// How a vendor's cameras are paired with this computer in a session of its own, as data.
///
/// The camera displays a number and sends it; the user compares both by entering what the camera displays, and confirms on the camera.
package struct Pairing: Sendable {
    /// Requests the number that the camera displays.
    package var request: OperationCode
    /// Confirms that the user has seen the same number. A camera whose user has not confirmed yet answers DeviceBusy.
    package var confirm: OperationCode
    /// Parameters of ``confirm``.
    package var parameters: Parameters
    /// Event with which a camera reports that it has paired.
    package var completion: EventCode
    /// Number of digits.
    package var digits: Int
    /// Whether a camera that refuses ``request`` is used unpaired, as far as it allows that.
    package var isOptional = false
    /// Returns the number in the data of ``request``; nil if it contains none.
    package var number: @Sendable ([UInt8]) -> String?

    /// Creates a description of the operations.
    package init(
        request: OperationCode,
        confirm: OperationCode,
        _ parameters: Parameters,
        completion: EventCode,
        digits: Int,
        number: @escaping @Sendable ([UInt8]) -> String?
    ) {
        (self.request, self.confirm, self.parameters) = (request, confirm, parameters)
        (self.completion, self.digits, self.number) = (completion, digits, number)
    }
}

/// One pairing: a session, and the user's answers. **Thread-safe.**
final class PairingSession: Sendable {
    private let pairing: Pairing
    private let host: CameraHost
    private let credentialKey: String
    private let time: any TimeSource
    private let completed = Promise<Void, Never>()

    private struct State {
        /// The request that the user has not answered yet.
        var question: AuthenticationRequest?
        var hasTimedOut = false
        /// Whether the link has ended.
        var isOver = false
    }

    /// Guards the user's request.
    private let state = Guarded(State())

    /// Time for the user to enter the number and to confirm on the camera.
    static let limit: Duration = .seconds(120)
    /// Longest wait for the camera's report: it accepts the next connection without it too.
    private static let reportLimit: Duration = .seconds(5)
    /// Maximum number of entered numbers.
    private static let attempts = 3
    /// Pause between two confirmations while the user has not confirmed on the camera.
    private static let pause: Duration = .milliseconds(500)
    /// Maximum size of the number's data, in bytes.
    private static let dataLimit = 256

    init(_ pairing: Pairing, _ host: CameraHost, _ credentialKey: String, _ time: any TimeSource) {
        (self.pairing, self.host, self.credentialKey, self.time) = (pairing, host, credentialKey, time)
    }

    /// Pairs over a link, which is closed in every case. Returns `false` if pairing is optional and the camera refuses it.
    func run(_ link: any Link, _ options: PTPSession.Options) async throws(CameraError) -> Bool {
        guard host.answersAuthentication else {
            link.close()
            throw CameraError(
                .pairingRequired,
                "The camera must be paired with this computer first: connect with a program that asks for the number on its display.",
                operation: .connect
            )
        }
        let session = PTPSession(link, time: time, options: options) { [self] event in
            if event.code == pairing.completion { completed.fulfil(.success(())) }
        } onEnd: { [self] _ in
            linkEnded()
        }
        let result: Result<Bool, CameraError>
        do throws(CameraError) { result = .success(try await pair(session)) } catch { result = .failure(error) }
        await session.close()
        return try result.get()
    }

    private func linkEnded() {
        let question = state.withLock { state in
            state.isOver = true
            return state.question
        }
        question?.resolve(.rejected)
        completed.fulfil(.success(()))
    }

    private func pair(_ session: PTPSession) async throws(CameraError) -> Bool {
        let deadline = time.now + Self.limit
        let reply: [UInt8]
        do throws(SessionError) {
            try await session.open()
            reply = try await session.receive(pairing.request, limit: Self.dataLimit).bytes
        } catch {
            if pairing.isOptional, case .refused(pairing.request, _) = error { return false }
            throw CameraError(error, .connect)
        }
        let number = pairing.number(reply)
        if number == nil { Log.write(.warning, "ptp", "the number for pairing is not understood; the user's is not compared") }
        let timer = time.makeTimer { [self] in timedOut() }
        timer.arm(at: deadline)
        defer { timer.disarm() }
        try await ask(for: number)
        try await confirm(session, until: deadline)
        let report = time.makeTimer { [completed] in completed.fulfil(.success(())) }
        report.arm(at: time.now + Self.reportLimit)
        _ = await completed.resultUnlessCancelled()
        report.disarm()
        return true
    }

    private func timedOut() {
        let question = state.withLock { state in
            state.hasTimedOut = true
            return state.question
        }
        question?.resolve(.cancelled)
    }

    /// Asks the user for the number until it is the camera's, or, if that is unknown, any.
    private func ask(for number: String?) async throws(CameraError) {
        for attempt in 0..<Self.attempts {
            let question = AuthenticationRequest(
                .numericCode(digits: pairing.digits),
                isRetry: attempt > 0,
                credentialKey: credentialKey
            )
            let (isOver, hasTimedOut) = state.withLock { state in
                state.question = question
                return (state.isOver, state.hasTimedOut)
            }
            if isOver || hasTimedOut { question.resolve(.cancelled) }
            let answer = await host.authenticate(question)
            state.withLock { $0.question = nil }
            guard case .numericCode(let entered)? = answer else {
                question.resolve(.cancelled)
                throw abandoned()
            }
            if number == nil || entered == number { return question.resolve(.accepted) }
            question.resolve(.rejected)
        }
        throw CameraError(
            .authenticationFailed,
            "The camera displays another number. If it displays none, another device may answer in its place.",
            operation: .connect
        )
    }

    /// Error for a request that was not answered.
    private func abandoned() -> CameraError {
        let state = state.withLock { $0 }
        if Task.isCancelled { return .cancelled(.connect) }
        if state.isOver {
            return CameraError(
                .connectionLost,
                "The camera ended the connection while it waited for its user.",
                operation: .connect
            )
        }
        return state.hasTimedOut
            ? CameraError(.timedOut, "The number on the camera's display was not entered in time.", operation: .connect)
            : .cancelled(.connect)
    }

    /// Confirms the number, repeatedly while the user has not confirmed on the camera.
    private func confirm(_ session: PTPSession, until deadline: Duration) async throws(CameraError) {
        while true {
            do throws(SessionError) {
                try await session.perform(pairing.confirm, pairing.parameters)
                return
            } catch {
                guard case .refused(_, let response) = error else { throw CameraError(error, .connect) }
                guard response.code == .deviceBusy else {
                    var refused = CameraError(error, .connect)
                    (refused.code, refused.message) = (
                        .authenticationFailed, "The camera refused to be paired with this computer."
                    )
                    throw refused
                }
                guard time.now < deadline else {
                    throw CameraError(.timedOut, "The pairing was not confirmed on the camera.", operation: .connect)
                }
            }
            await time.sleep(for: Self.pause)
            if Task.isCancelled { throw .cancelled(.connect) }
        }
    }
}
