import Synchronization

@testable import hotshoe

extension CommandEnvironment {
    /// A user with a list of answers, and none after that.
    static func answering(_ answers: String?..., variables: [String: String] = [:]) -> CommandEnvironment {
        let left = Answers(answers)
        return CommandEnvironment(variable: { variables[$0] }, user: User { _, _ in left.next() })
    }

    /// No user, only environment variables.
    static func with(_ variables: [String: String]) -> CommandEnvironment {
        CommandEnvironment(variable: { variables[$0] }, user: nil)
    }
}

private final class Answers: Sendable {
    private let answers: Mutex<[String?]>

    init(_ answers: [String?]) { self.answers = Mutex(answers) }

    func next() -> String? { answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
