/// Options that several commands share, with a separate title in the help.
struct OptionGroup: Sendable {
    let title: String
    let options: [OptionSyntax]

    init(_ title: String, _ options: [any DeclaredOption]) {
        self.title = title
        self.options = options.map(\.syntax)
    }
}
