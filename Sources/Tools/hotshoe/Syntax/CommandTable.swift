import ArgumentParsing

/// All commands of the program. The source for the parser, help and completions.
struct CommandTable: Sendable {
    /// The command line, without the code of the commands.
    let syntax: ProgramSyntax
    let commands: [Command]
    /// The names that a shell offers for a property.
    let propertyNames: [String]

    /// Creates a table; the summary is one line about the program.
    init(program: String, version: String, summary: String, propertyNames: [String] = [], commands: [Command]) {
        syntax = ProgramSyntax(
            CommandSyntax(program, summary: summary, options: GlobalOptions.all, subcommands: commands.map(\.syntax)),
            version: version,
            contradictions: [(GlobalOptions.quiet, GlobalOptions.verbose)]
        )
        self.propertyNames = propertyNames
        self.commands = commands
    }

    var program: String { syntax.name }
    var version: String { syntax.version }

    /// The command with these words; nil if there is none.
    func command(at path: [String]) -> Command? {
        guard let first = path.first, var command = commands.first(where: { $0.name == first }) else { return nil }
        for word in path.dropFirst() {
            guard let next = command.subcommands.first(where: { $0.name == word }) else { return nil }
            command = next
        }
        return command
    }
}
