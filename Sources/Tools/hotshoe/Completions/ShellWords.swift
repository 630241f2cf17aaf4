import ArgumentParsing

/// The common parts of the shells' scripts.
enum ShellWords {
    /// The words to offer; nil if the shell completes them itself, or there are none.
    static func candidates(_ completion: Completion, in table: CommandTable) -> [String]? {
        let words: [String]? =
            switch completion {
            case .none, .files, .directories, .values: nil
            case .list(let words): words
            case .cameras: ["sim", "ptpip:", "fujifilm:", "http://", "https://", "usb:"]
            case .properties: table.propertyNames
            case .settings: table.propertyNames.map { $0 + "=" }
            case .helpTopics: table.commands.map(\.name) + HelpPage.topics
            case .named: nil
            }
        return words?.filter(isPlain)
    }

    /// The text in single quotes, which every shell reads in the same way; only fish also requires a backslash before a
    /// backslash.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Whether no shell splits or expands a word. Other words are left out, because quoting differs from shell to shell.
    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty
            && word.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "._:/+-".unicodeScalars.contains($0)
            }
    }
}
