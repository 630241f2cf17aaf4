/// The command line of a program. The source for the parser, help and completions.
package struct ProgramSyntax: Sendable {
    /// The program as a command: its options are those of every command. Its commands are one or two words deep; a program without
    /// commands has arguments instead.
    package let root: CommandSyntax
    package let version: String
    /// Pairs of options of which only one may be given.
    package let contradictions: [(OptionSyntax, OptionSyntax)]

    package init(_ root: CommandSyntax, version: String, contradictions: [(any DeclaredOption, any DeclaredOption)] = []) {
        self.root = root
        self.version = version
        self.contradictions = contradictions.map { ($0.syntax, $1.syntax) }
    }

    /// The name of the program.
    package var name: String { root.name }
    package var commands: [CommandSyntax] { root.subcommands }

    /// The command with these words, the program itself for none; nil if there is none.
    package func command(at path: [String]) -> CommandSyntax? {
        path.reduce(root) { command, word in command?.subcommands.first { $0.name == word } }
    }

    /// Every command that can be run, with its words.
    package var leaves: [(path: [String], command: CommandSyntax)] {
        commands.flatMap { command -> [(path: [String], command: CommandSyntax)] in
            if command.subcommands.isEmpty { return [([command.name], command)] }
            return command.subcommands.map { ([command.name, $0.name], $0) }
        }
    }

    /// Every option of every command, those of the program first.
    package var allOptions: [OptionSyntax] { root.options + leaves.flatMap(\.command.options) }

    /// Defects of the syntax itself, as text; empty if there are none. Checked by a test.
    package var defects: [String] {
        let commands = leaves.map(\.command)
        return (commands + [root]).flatMap(argumentDefects)
            + (commands.isEmpty
                ? optionDefects(root, root.options) : commands.flatMap { optionDefects($0, root.options + $0.options) })
            + shapeDefects + nestingDefects
    }
}

extension ProgramSyntax {
    private func argumentDefects(_ command: CommandSyntax) -> [String] {
        zip(command.arguments, command.arguments.dropFirst()).compactMap { earlier, later in
            if earlier.repeats { return "\(command.name): \(later.name) after \(earlier.name), which takes all words" }
            if earlier.minimum == 0, later.minimum > 0 {
                return "\(command.name): \(later.name) is required, \(earlier.name) before it is not"
            }
            return nil
        }
    }

    private func optionDefects(_ command: CommandSyntax, _ options: [OptionSyntax]) -> [String] {
        let names = options.map(\.written) + options.compactMap(\.short).map { "-\($0)" }
        let twice = Dictionary(grouping: names, by: { $0 }).filter { $0.value.count > 1 }.keys.sorted()
        let digits = options.compactMap(\.short).filter { !$0.isASCII || !$0.isLetter }
        return twice.map { "\(command.name): \($0) twice" } + digits.map { "\(command.name): -\($0) is not a letter" }
    }

    /// Contradictions about options with values: options may precede the command, so whether a name has a value cannot depend
    /// on it.
    private var shapeDefects: [String] {
        let shapes = allOptions.flatMap { option in
            [option.written, option.short.map { "-\($0)" }].compactMap { $0 }.map { ($0, option.value != nil) }
        }
        let grouped = Dictionary(grouping: shapes, by: \.0).mapValues { Set($0.map(\.1)) }
        return grouped.filter { $0.value.count > 1 }.keys.sorted().map {
            "\($0) takes a value in one command and none in another"
        }
    }

    private var nestingDefects: [String] {
        commands.flatMap(\.subcommands).compactMap { command in
            command.subcommands.isEmpty ? nil : "\(command.name): commands nest one level deep only"
        }
    }
}
