import ArgumentParsing
import CameraModel

/// What can follow at the end of a line of `hotshoe shell`. Pure.
struct ShellCompletion {
    /// What the connected camera has, as text.
    struct Choices: Sendable {
        /// Names of properties, the vendor's included.
        var properties: [String] = []
        /// Values that each property can be set to, by its name in lower case.
        var values: [String: [String]] = [:]
    }

    let table: CommandTable
    let builtins: [String]
    let choices: Choices

    /// The words that begin like the last word of a line, as they are written in a line.
    func candidates(_ line: String) -> [String] {
        let list = ShellWordList(line)
        let isNew = line.last.map { $0 == " " || $0 == "\t" } ?? true
        let before = isNew && list.last.isEmpty ? list.words : Array(list.words.dropLast())
        let begun = isNew && list.last.isEmpty ? "" : list.words.last ?? ""
        return words(after: before, begun).filter { $0.lowercased().hasPrefix(begun.lowercased()) }.map(ShellWordList.quoted)
    }

    private func words(after before: [String], _ begun: String) -> [String] {
        guard let first = before.first else { return table.commands.map(\.name) + builtins }
        if first == "help" { return table.commands.map(\.name) + HelpPage.topics }
        var path = [first]
        guard var command = table.syntax.command(at: path) else { return [] }
        var rest = before.dropFirst()
        if !command.subcommands.isEmpty {
            guard let second = rest.first, let inner = table.syntax.command(at: [first, second]) else {
                return command.subcommands.map(\.name)
            }
            path.append(second)
            (command, rest) = (inner, rest.dropFirst())
        }
        if begun.hasPrefix("-") { return (GlobalOptions.all + command.options).map(\.written) }
        let options = GlobalOptions.all + command.options
        let awaiting = options.first { $0.written == rest.last || $0.short.map { "-\($0)" } == rest.last ?? "" }
        if let value = awaiting?.value {
            return words(value.completion)
        }
        return argument(rest.filter { !$0.hasPrefix("-") }, of: command, path)
    }

    private func argument(_ given: [String], of command: CommandSyntax, _ path: [String]) -> [String] {
        if path == ["set"], given.count == 1 { return choices.values[given[0].lowercased()] ?? [] }
        let place = min(given.count, command.arguments.count - 1)
        guard place >= 0, place == given.count || command.arguments[place].repeats else { return [] }
        return words(command.arguments[place].value.completion)
    }

    private func words(_ completion: Completion) -> [String] {
        switch completion {
        case .properties: choices.properties
        case .settings: choices.properties.map { $0 + "=" }
        default: ShellWords.candidates(completion, in: table) ?? []
        }
    }
}

extension ShellCompletion.Choices {
    /// What a camera has now.
    init(_ camera: Camera) {
        for identifier in camera.knownProperties {
            let state = camera.property(identifier).state
            let values = state.settable.values.map(\.label)
            for name in [state.vendorName, identifier.description].compactMap({ $0 }) {
                self.values[name.lowercased()] = values
            }
            properties.append(state.vendorName ?? identifier.description)
        }
    }
}
