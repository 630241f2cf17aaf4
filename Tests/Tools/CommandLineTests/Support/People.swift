import Synchronization

@testable import hotshoe

extension Surroundings {
    /// A user with a list of answers, and none after that.
    static func answering(_ answers: String?..., variables: [String: String] = [:]) -> Surroundings {
        let left = Answers(answers)
        return Surroundings(variable: { variables[$0] }, person: Person { _, _ in left.next() })
    }

    /// No user, only environment variables.
    static func with(_ variables: [String: String]) -> Surroundings {
        Surroundings(variable: { variables[$0] }, person: nil)
    }
}

private final class Answers: Sendable {
    private let answers: Mutex<[String?]>

    init(_ answers: [String?]) { self.answers = Mutex(answers) }

    func next() -> String? { answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
