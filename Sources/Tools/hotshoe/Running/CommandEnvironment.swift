import CameraModel

/// The environment of a command, injected so that tests can replace it.
struct CommandEnvironment: Sendable {
    /// A variable of the environment; nil if it is not set.
    let variable: @Sendable (String) -> String?
    /// The user at the terminal; nil if there is none.
    let user: User?
    /// The providers of real cameras.
    var providers: @Sendable () -> [any CameraProvider] = { [] }

    /// Takes over Ctrl-C for the commands of a shell; nil if nothing delivers it.
    var interrupts: Interrupts?
    /// Returns the lines for `hotshoe shell`; the arguments are the output and the prompt.
    var input: @Sendable (Output, String) -> any ShellInput = { _, _ in ScriptInput(0) }

    /// A user who can answer questions.
    struct User: Sendable {
        /// Asks a question and waits for a line. Returns nil without an answer: at the end of input, or if the task was
        /// cancelled.
        let ask: @Sendable (_ question: String, _ hidesAnswer: Bool) async -> String?
    }

    /// No environment variables, and no user.
    static let empty = CommandEnvironment(variable: { _ in nil }, user: nil)
}
