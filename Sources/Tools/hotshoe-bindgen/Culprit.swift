import BindingGenerator
import BindingModel

/// What an error of a compiler in a generated file is about.
enum Culprit: Hashable {
    /// A declaration, with the arguments of its generic type.
    case member(Member)
    /// Foreign implementations of the protocol with this USR.
    case implementation(String)
    /// Conformances of a type.
    case conformances(Generator.Output.Conforming)
    /// A type or a conversion to a protocol, by its name in C, or by the word of the type's conversions.
    case type(String)

    /// Finds the cause of an error; nil if it is unknown.
    init?(_ diagnostic: LibraryBuild.Diagnostic, in output: Generator.Output) {
        if let conforming = output.conformances(at: diagnostic.line, of: diagnostic.path) {
            self = .conformances(conforming)
        } else if let member = output.member(at: diagnostic.line, of: diagnostic.path) {
            self = .member(member)
        } else if let usr = output.implementation(at: diagnostic.line, of: diagnostic.path) {
            self = .implementation(usr)
        } else if let name = output.cause(at: diagnostic.line, of: diagnostic.path) {
            self = .type(name)
        } else if let word = output.conversion(at: diagnostic.line, of: diagnostic.path) {
            self = .type(word)
        } else if diagnostic.path.hasPrefix("include/"), let found = Self.inHeader(diagnostic, output) {
            self = found
        } else {
            return nil
        }
    }

    /// Finds what the paragraph declares in which an error of a header is: a function on any of its lines, because the types of its
    /// parameters are not what does not compile, or else a type. The line of the error first, then those after it, then those before.
    private static func inHeader(_ diagnostic: LibraryBuild.Diagnostic, _ output: Generator.Output) -> Culprit? {
        guard let text = output.files.first(where: { $0.path == diagnostic.path })?.text else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let index = diagnostic.line - 1
        guard lines.indices.contains(index) else { return nil }
        let after = lines[index...].prefix { !$0.isEmpty }
        let before = lines[..<index].reversed().prefix { !$0.isEmpty }
        let types = Set(output.wrapped.flatMap(\.symbols)).subtracting(output.symbols)
        let words = (Array(after) + Array(before)).flatMap { line in
            line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        }
        if let member = words.lazy.compactMap({ output.members[$0] }).first { return .member(member) }
        return words.first(where: types.contains).map { .type($0) }
    }
}
