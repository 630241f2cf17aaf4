/// One line of a help page, in parts that a terminal may show in different ways.
package struct HelpLine: Sendable, Equatable, ExpressibleByStringLiteral {
    /// A part of a line.
    package struct Part: Sendable, Equatable {
        package let text: String
        package let role: Role
    }

    /// What a part is.
    package enum Role: Sendable {
        case text
        /// The title of a section.
        case title
        /// What a list explains, or a line to type.
        case term
    }

    package let parts: [Part]

    package init(_ parts: Part...) {
        self.parts = parts
    }

    package init(_ text: String) {
        parts = [Part(text: text, role: .text)]
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// The line without roles.
    package var plain: String { parts.map(\.text).joined() }

    static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
