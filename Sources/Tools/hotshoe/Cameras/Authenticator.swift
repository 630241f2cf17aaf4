import ArgumentParsing
import CameraModel
import Synchronization

/// Answers a camera's authentication requests from the options and the environment, or by asking the user at the terminal.
///
/// **Thread-safe.** The camera sends requests on its own thread; the command waits until no question is open.
final class Authenticator: Sendable {
    static let user = Option.value("user", .text, named: "NAME", "The user name, for a camera that asks for one.")
    static let passwordVariable = "HOTSHOE_PASSWORD"
    static let codeVariable = "HOTSHOE_CODE"

    private struct State {
        var prompts: [Task<Void, Never>] = []
        var failure: CommandFailure?
    }

    private let context: CommandContext
    private let cameraName: String
    /// Guards the open questions, and the reason for a missing answer.
    private let state = Mutex(State())

    init(_ context: CommandContext, cameraName: String) {
        self.context = context
        self.cameraName = cameraName
    }

    var handler: AuthenticationHandler {
        { [self] request in
            let task = Task { await answer(request) }
            state.withLock { $0.prompts.append(task) }
        }
    }

    /// Cancels open questions, and returns when the terminal is restored.
    func finish() async {
        let tasks = state.withLock { $0.prompts }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// The error to print for a failed connection: the reason for a missing answer, if that was the cause.
    func explanation(of error: CameraError) -> any Error {
        guard error.code == .cancelled, !Task.isCancelled else { return error }
        return state.withLock { $0.failure } ?? error
    }

    // MARK: Answering

    private func answer(_ request: AuthenticationRequest) async {
        if !request.isRetry, let secret = context[SimulatorOptions.authentication].secret { context.output.note(secret) }
        if request.isRetry { context.output.note("The camera did not accept that. Try again.") }
        let response: AuthenticationRequest.Response?
        switch request.kind {
        case .confirmOnCamera:
            // The user confirms on the camera; no answer is needed.
            return context.output.note("Confirm the connection on \(cameraName)…")
        case .userNameAndPassword: response = await userNameAndPassword(isRetry: request.isRetry)
        case .numericCode(let digits): response = await numericCode(digits, isRetry: request.isRetry)
        case .joinNetwork(let name, let password): response = await joinNetwork(name, password)
        }
        if let response { request.respond(response) } else { request.cancel() }
    }

    private func userNameAndPassword(isRetry: Bool) async -> AuthenticationRequest.Response? {
        let (user, password) = (context[Self.user], context.environment.variable(Self.passwordVariable))
        if !isRetry, let user, let password { return .userNameAndPassword(userName: user, password: password) }
        guard let person = context.environment.user else {
            return decline(
                isRetry,
                "a user name and a password",
                "--user NAME and the environment variable \(Self.passwordVariable)"
            )
        }
        let isGiven = user != nil && !isRetry
        guard let name = isGiven ? user : await person.ask("User name: ", false),
            let word = await person.ask("Password: ", true)
        else { return decline(false, "a user name and a password", "both at the prompt") }
        return .userNameAndPassword(userName: name, password: word)
    }

    private func numericCode(_ digits: Int, isRetry: Bool) async -> AuthenticationRequest.Response? {
        if !isRetry, let code = context.environment.variable(Self.codeVariable) { return .numericCode(code) }
        guard let person = context.environment.user else {
            return decline(isRetry, "the code on its display", "the environment variable \(Self.codeVariable)")
        }
        guard let code = await person.ask("The code of \(digits) digits that \(cameraName) shows: ", false) else {
            return decline(false, "the code on its display", "it at the prompt")
        }
        return .numericCode(code)
    }

    private func joinNetwork(_ name: String, _ password: String) async -> AuthenticationRequest.Response? {
        context.output.note("Let this computer join the wireless network \(name), password \(password).")
        guard let person = context.environment.user else {
            return decline(false, "this computer to join the network \(name)", "the answer in a terminal")
        }
        return await person.ask("Press Return when it has: ", false) == nil ? nil : .joinedNetwork
    }

    private func decline(_ wasWrong: Bool, _ wanted: String, _ means: String) -> AuthenticationRequest.Response? {
        let message =
            wasWrong
            ? "The camera did not accept what was given. Check \(means)." : "The camera asks for \(wanted). Give \(means)."
        state.withLock { $0.failure = CommandFailure(.authentication, cameraName, message) }
        return nil
    }
}
