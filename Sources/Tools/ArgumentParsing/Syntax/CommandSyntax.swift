/// One command: its name, its arguments and options, and what its help contains.
package struct CommandSyntax: Sendable {
    package let name: String
    /// One line, for lists of commands. Starts with a capital, ends without a full stop.
    package let summary: String
    /// Paragraphs separated by empty lines. The help wraps them, so they contain no line breaks.
    package let discussion: String
    package let arguments: [ArgumentSyntax]
    /// The command's own options, followed by those of its groups.
    package let options: [OptionSyntax]
    package let groups: [OptionGroup]
    package let examples: [Example]
    /// The exit codes that its help lists, in this order.
    package let exitCodes: [ExitStatus]
    /// The commands below this one, which then only contains them: `video start`, `video stop`.
    package let subcommands: [CommandSyntax]

    /// An example line, and its effect.
    package struct Example: Sendable {
        package let line: String
        package let meaning: String

        package init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// A number with which a program ends, and its meaning in a sentence.
    package struct ExitStatus: Sendable {
        package let code: Int32
        package let meaning: String

        package init(_ code: Int32, _ meaning: String) {
            self.code = code
            self.meaning = meaning
        }
    }

    package init(
        _ name: String,
        summary: String,
        discussion: String = "",
        arguments: [any DeclaredArgument] = [],
        options: [any DeclaredOption] = [],
        groups: [OptionGroup] = [],
        examples: [Example] = [],
        exitCodes: [ExitStatus] = [],
        subcommands: [CommandSyntax] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments.map(\.syntax)
        self.options = options.map(\.syntax) + groups.flatMap(\.options)
        self.groups = groups
        self.examples = examples
        self.exitCodes = exitCodes
        self.subcommands = subcommands
    }

    /// The options outside of groups.
    package var ownOptions: [OptionSyntax] { Array(options.dropLast(groups.reduce(0) { $0 + $1.options.count })) }
}
