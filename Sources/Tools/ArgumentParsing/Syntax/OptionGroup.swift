/// Options that several commands share, with a separate title in the help.
package struct OptionGroup: Sendable {
    package let title: String
    package let options: [OptionSyntax]

    package init(_ title: String, _ options: [any DeclaredOption]) {
        self.title = title
        self.options = options.map(\.syntax)
    }
}
