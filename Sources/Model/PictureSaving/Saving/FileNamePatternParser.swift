import CameraModel
import Wording

/// Parses and checks the text of a ``FileNamePattern``. Pure.
enum FileNamePatternParser {
    struct Problem: Error { let message: String }

    private static let byteLimit = 500
    private static let widthLimit = 12

    static func parse(_ text: String) throws(Problem) -> [FileNamePattern.Part] {
        guard !text.isEmpty else {
            throw Problem(message: "is empty; a pattern is text with fields, such as {date}-{number:04}{ext}")
        }
        guard text.utf8.count <= byteLimit else { throw Problem(message: "is longer than \(byteLimit) bytes") }
        let parts = try split(text)
        try check(parts, text)
        return parts
    }

    private static func split(_ text: String) throws(Problem) -> [FileNamePattern.Part] {
        var parts: [FileNamePattern.Part] = []
        var (literal, rest) = ("", text[...])
        while let character = rest.popFirst() {
            if character == "{" || character == "}", rest.first == character {
                literal.append(character)
                rest.removeFirst()
            } else if character == "{" {
                guard let end = rest.firstIndex(where: { $0 == "}" || $0 == "{" }), rest[end] == "}" else {
                    throw Problem(message: "has a { without a }; write {{ for a brace in a name")
                }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(try field(rest[..<end]))
                rest = rest[rest.index(after: end)...]
            } else if character == "}" {
                throw Problem(message: "has a } without a {; write }} for a brace in a name")
            } else {
                literal.append(character)
            }
        }
        return literal.isEmpty ? parts : parts + [.text(literal)]
    }

    private static func field(_ text: Substring) throws(Problem) -> FileNamePattern.Part {
        let pieces = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = pieces.first.map(String.init) ?? ""
        guard let field = FileNamePattern.Field(rawValue: name) else {
            let names = FileNamePattern.Field.allCases.map(\.rawValue)
            let advice =
                NearestName.of(name, among: names).map { "Did you mean {\($0)}?" } ?? "The fields are \(names.listed(by: "and"))."
            throw Problem(message: "has an unknown field {\(text)}. \(advice)")
        }
        guard pieces.count == 2 else { return .field(field, width: 0) }
        guard field.isNumber else {
            throw Problem(message: "gives a width to {\(name)}; only {number} and {round} take one, as {number:04}")
        }
        guard let width = Int(pieces[1]), (1...widthLimit).contains(width), pieces[1].allSatisfy(\.isASCII) else {
            throw Problem(message: "has a width in {\(text)} that is not 1 to \(widthLimit), as in {number:04}")
        }
        return .field(field, width: width)
    }

    private static func check(_ parts: [FileNamePattern.Part], _ text: String) throws(Problem) {
        if text.utf8.first == UInt8(ascii: "/") {
            throw Problem(message: "is an absolute path; patterns name files in the folder")
        }
        if text.utf8.last == UInt8(ascii: "/") { throw Problem(message: "ends with a folder; a file name is missing") }
        // Fields render as at least one character other than a dot.
        let literal = parts.map { if case .text(let text) = $0 { text } else { "x" } }.joined()
        if literal.split(separator: "/").contains("..") { throw Problem(message: "leads out of the folder with \"..\"") }
        let namesFormat = parts.contains { part in
            if case .field(let field, _) = part { field == .ext || field == .original } else { false }
        }
        guard namesFormat else {
            throw Problem(
                message: "has neither {ext} nor {original}; RAW and JPEG files would get the same name. Write {ext} at the end"
            )
        }
    }
}
