/// A page for man(1), in the macros of man(7). Made of the same table as the help.
package struct ManualPage: Sendable {
    /// The name without the section: tar-list.
    package let name: String
    /// The section of the manual: 1 for a command, 7 for a topic.
    package let section: Int
    private var lines: [String]

    /// The source of the page.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    /// Creates the beginning of a page. `origin` is the program and its version.
    package init(_ name: String, section: Int, summary: String, origin: String) {
        (self.name, self.section) = (name, section)
        let title = Self.escaped(name.uppercased())
        lines = [
            ".TH \(title) \(section) \"\" \"\(Self.escaped(origin))\"", ".SH NAME",
            "\(Self.escaped(name)) \\- \(Self.line(summary))",
        ]
    }

    package enum Level: Sendable {
        case section
        case subsection
    }

    package mutating func heading(_ title: String, _ level: Level = .section) {
        lines.append(level == .section ? ".SH \(Self.escaped(title.uppercased()))" : ".SS \(Self.escaped(title))")
    }

    /// Paragraphs, which empty lines separate in the text.
    package mutating func paragraphs(_ text: String) {
        for paragraph in text.split(separator: "\n\n") { lines += [".PP", Self.line(String(paragraph))] }
    }

    /// A list of terms with their meanings. `term` is marked up.
    package mutating func definitions(_ entries: [(term: String, meaning: String)]) {
        for (term, meaning) in entries { lines += [".TP", term, Self.line(meaning)] }
    }

    /// The same for terms that are typed as they are.
    package mutating func definitions(typed entries: [(String, String)]) {
        definitions(entries.map { (Self.bold($0), $1) })
    }

    /// Lines that are shown as they are.
    package mutating func example(_ text: [String]) {
        lines += [".PP", ".nf", ".RS"] + text.map { $0.isEmpty ? "" : Self.line($0) } + [".RE", ".fi"]
    }

    /// References to other pages.
    package mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
        heading("See also")
        lines.append(pages.map { "\(Self.bold($0.name))(\($0.section))" }.joined(separator: ", "))
    }

    // MARK: Markup

    package static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    package static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// A line of text, with what is in backquotes in bold. No character of it is markup.
    static func line(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        let marked = parts.indices.map { $0 % 2 == 1 ? bold(parts[$0]) : escaped(parts[$0]) }.joined()
        // A line that begins with one of these would be a macro.
        return marked.first == "." || marked.first == "'" ? "\\&" + marked : marked
    }

    /// Characters that roff interprets, or prints as others: the hyphens of options can be copied.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case "\n": result += " "
            default: result.append(character)
            }
        }
    }
}

extension ProgramSyntax {
    /// The page of the program itself, without its commands' options.
    package func manualPage() -> ManualPage {
        var page = page(name, root)
        guard !commands.isEmpty else {
            page.synopsis(HelpLayout(self, width: .max).usage(of: root, []))
            page.body(root, in: .section)
            return page
        }
        page.synopsis("\(name) COMMAND [ARGUMENTS] [OPTIONS]")
        page.heading("Commands")
        page.definitions(commands.map { (ManualPage.bold("\(name)-\($0.name)") + "(1)", $0.summary + ".") })
        page.heading("Options of every command")
        page.definitions(root.options)
        return page
    }

    /// The page of one of its commands, which includes those below it.
    package func manualPage(of command: CommandSyntax) -> ManualPage {
        var page = page("\(name)-\(command.name)", command)
        let below = command.subcommands.map { (path: [command.name, $0.name], command: $0) }
        for (path, command) in below.isEmpty ? [(path: [command.name], command: command)] : below {
            page.synopsis(HelpLayout(self, width: .max).usage(of: command, path))
        }
        page.heading("Description")
        page.discussion(command)
        if below.isEmpty { page.body(command, in: .section) }
        for (path, command) in below {
            page.heading(([name] + path).joined(separator: " "))
            page.discussion(command)
            page.body(command, in: .subsection)
        }
        return page
    }

    /// The beginning of a page.
    private func page(_ title: String, _ command: CommandSyntax) -> ManualPage {
        var page = ManualPage(title, section: 1, summary: command.summary.sentenceFragment, origin: "\(name) \(version)")
        page.heading("Synopsis")
        return page
    }
}

extension ManualPage {
    /// A line of usage: words that are typed are bold, placeholders italic.
    fileprivate mutating func synopsis(_ usage: String) {
        let words = usage.split(separator: " ").map { word in
            let isPlaceholder = word.allSatisfy { !$0.isLowercase } && !word.hasPrefix("--")
            return isPlaceholder ? Self.italic(String(word)) : Self.bold(String(word))
        }
        lines += [".PP", words.joined(separator: " ")]
    }

    fileprivate mutating func discussion(_ command: CommandSyntax) {
        paragraphs(command.discussion.isEmpty ? command.summary + "." : command.discussion)
    }

    fileprivate mutating func definitions(_ options: [OptionSyntax]) {
        definitions(
            options.map { option in
                let names = (option.short.map { ["-\($0)"] } ?? []) + [option.written]
                let value = option.value.map { " " + Self.italic($0.name) } ?? ""
                return (names.map(Self.bold).joined(separator: ", ") + value, HelpLayout.meaning(of: option))
            }
        )
    }

    /// Arguments, options, examples and exit codes of a command, with headings.
    fileprivate mutating func body(_ command: CommandSyntax, in level: Level) {
        if !command.arguments.isEmpty { heading("Arguments", level) }
        definitions(command.arguments.map { (Self.italic($0.repeats ? $0.name + "…" : $0.name), $0.help) })
        if !command.options.isEmpty { heading("Options", level) }
        definitions(command.ownOptions)
        for group in command.groups {
            heading(group.title, .subsection)
            definitions(group.options)
        }
        if !command.examples.isEmpty { heading("Examples", level) }
        definitions(typed: command.examples.map { ($0.line, $0.meaning) })
        if !command.exitCodes.isEmpty { heading("Exit status", level) }
        definitions(typed: command.exitCodes.map { ("\($0.code)", $0.meaning) })
    }
}

extension String {
    /// The sentence without its full stop and, unless its first word has further capitals, without its capital.
    fileprivate var sentenceFragment: String {
        let text = hasSuffix(".") ? String(dropLast()) : self
        let first = text.prefix { $0 != " " }
        return first.dropFirst().contains(where: \.isUppercase) ? text : text.prefix(1).lowercased() + text.dropFirst()
    }
}
