public import BindingModel

/// Why nothing could be extracted: everything that was found wrong, not only the first.
public struct ExtractionError: Error, Hashable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        public enum Code: Hashable, Sendable {
            case notAPackage
            case moduleNotFound
            case doesNotCompile
            case nothingPublic
            case toolMissing
            case toolFailed
            case unknownFormat
        }

        public var code: Code
        public var location: SourceLocation?
        /// The declaration that it is about, where it is about one.
        public var declaration: String?
        /// What is wrong, and what to do about it.
        public var reason: String

        public init(_ code: Code, _ reason: String, location: SourceLocation? = nil, declaration: String? = nil) {
            self.code = code
            self.location = location
            self.declaration = declaration
            self.reason = reason
        }

        public var description: String {
            var text = location.map { "\($0): " } ?? ""
            if let declaration { text += "`\(declaration)`: " }
            return text + reason
        }
    }

    public var problems: [Problem]

    public init(_ problems: [Problem]) {
        self.problems = problems
    }

    init(_ code: Problem.Code, _ reason: String) {
        problems = [Problem(code, reason)]
    }

    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
