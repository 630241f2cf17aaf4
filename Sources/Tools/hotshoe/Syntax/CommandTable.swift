/// All commands of the program. The source for the parser, help and completions.
struct CommandTable: Sendable {
    let program: String
    let version: String
    /// One line about the program.
    let summary: String
    let commands: [Command]
    /// The names that a shell offers for a property.
    let propertyNames: [String]

    init(program: String, version: String, summary: String, propertyNames: [String] = [], commands: [Command]) {
        self.program = program
        self.version = version
        self.summary = summary
        self.propertyNames = propertyNames
        self.commands = commands
    }

    /// The command with these words; nil if there is none.
    func command(at path: [String]) -> Command? {
        guard let first = path.first, var command = commands.first(where: { $0.name == first }) else { return nil }
        for word in path.dropFirst() {
            guard let next = command.subcommands.first(where: { $0.name == word }) else { return nil }
            command = next
        }
        return command
    }

    /// Every runnable command, with its words.
    var leaves: [(path: [String], command: Command)] {
        commands.flatMap { command -> [(path: [String], command: Command)] in
            if case .run = command.body { return [([command.name], command)] }
            return command.subcommands.map { ([command.name, $0.name], $0) }
        }
    }

    /// Every option of every command, the global ones first.
    var allOptions: [OptionSyntax] {
        GlobalOptions.all + leaves.flatMap(\.command.options)
    }

    /// Defects of the table itself, as text; empty if there are none. Checked by a test.
    var defects: [String] {
        leaves.flatMap { argumentDefects($0.command) + optionDefects($0.command) } + shapeDefects + nestingDefects
    }
}

extension CommandTable {
    private func argumentDefects(_ command: Command) -> [String] {
        zip(command.arguments, command.arguments.dropFirst()).compactMap { earlier, later in
            if earlier.repeats { return "\(command.name): \(later.name) after \(earlier.name), which takes all words" }
            if earlier.minimum == 0, later.minimum > 0 {
                return "\(command.name): \(later.name) is required, \(earlier.name) before it is not"
            }
            return nil
        }
    }

    private func optionDefects(_ command: Command) -> [String] {
        let options = GlobalOptions.all + command.options
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
            if case .group = command.body { "\(command.name): commands nest one level deep only" } else { nil }
        }
    }
}
