import CameraModel

/// What a command can learn from the world around it: handed in, so that a test can be another world.
struct Surroundings: Sendable {
    /// A variable of the environment; nil if it is not set.
    let variable: @Sendable (String) -> String?
    /// Whoever sits at the terminal; nil if nobody can be asked.
    let person: Person?
    /// Who looks for real cameras.
    var providers: @Sendable () -> [any CameraProvider] = { [] }

    /// Somebody who can be asked something.
    struct Person: Sendable {
        /// Asks a question and waits for a line. Nil if there is no answer: the end of input, or the asking task was cancelled.
        let ask: @Sendable (_ question: String, _ hidesAnswer: Bool) async -> String?
    }

    /// No environment, nobody to ask.
    static let nobody = Surroundings(variable: { _ in nil }, person: nil)
}
