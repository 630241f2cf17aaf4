public import BindingModel

/// The failure of an extraction, with all problems that were found.
public struct ExtractionError: Error, Hashable, CustomStringConvertible {
    /// One problem.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The kind of a problem.
        public enum Code: Hashable, Sendable {
            case notAPackage
            case moduleNotFound
            case doesNotCompile
            case nothingPublic
            case toolMissing
            case toolFailed
            case unknownFormat
            case notASpecialization
        }

        /// The kind of the problem.
        public var code: Code
        /// The place in the source, if the problem has one.
        public var location: SourceLocation?
        /// The declaration that caused the problem, if any.
        public var declaration: String?
        /// The cause of the problem, and a remedy.
        public var reason: String

        /// Creates a problem from its parts.
        public init(_ code: Code, _ reason: String, location: SourceLocation? = nil, declaration: String? = nil) {
            self.code = code
            self.location = location
            self.declaration = declaration
            self.reason = reason
        }

        /// The location, the declaration and the reason, in one text.
        public var description: String {
            var text = location.map { "\($0): " } ?? ""
            if let declaration { text += "`\(declaration)`: " }
            return text + reason
        }
    }

    /// All problems that were found.
    public var problems: [Problem]

    /// Creates an error from problems.
    public init(_ problems: [Problem]) {
        self.problems = problems
    }

    init(_ code: Problem.Code, _ reason: String) {
        problems = [Problem(code, reason)]
    }

    /// The descriptions of all problems, one per line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
