/// What the shells' scripts have in common.
enum ShellWords {
    /// The words to offer; nil where the shell itself knows, or nobody does.
    static func candidates(_ completion: Completion, in table: CommandTable) -> [String]? {
        let words: [String]? =
            switch completion {
            case .none, .files, .directories: nil
            case .list(let words): words
            case .cameras: ["sim", "ptpip:", "usb:"]
            case .properties: table.propertyNames
            case .helpTopics: table.commands.map(\.name) + HelpPage.topics
            }
        return words?.filter(isPlain)
    }

    /// In single quotes, which every shell reads alike; fish alone wants a backslash before a backslash too.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// True for words that no shell splits or expands; others are not worth the quoting, which differs from shell to shell.
    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty
            && word.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "._:/+-".unicodeScalars.contains($0)
            }
    }
}
