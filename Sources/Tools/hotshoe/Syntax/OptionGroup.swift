/// Options that several commands share; help shows them under a title of their own.
struct OptionGroup: Sendable {
    let title: String
    let options: [OptionSyntax]

    init(_ title: String, _ options: [any DeclaredOption]) {
        self.title = title
        self.options = options.map(\.syntax)
    }
}
