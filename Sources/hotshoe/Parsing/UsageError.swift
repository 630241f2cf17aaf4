/// What is wrong with a command line.
struct UsageError: Error, Equatable {
    let kind: Kind
    /// The command whose help page tells how it is done; empty for the overview.
    let topic: [String]

    enum Kind: Equatable {
        case unknownCommand(String, suggestion: String?)
        case missingCommand
        case missingSubcommand(choices: [String])
        case unknownOption(String, suggestion: String?)
        /// The option exists, but not for this command.
        case optionOfOthers(String, owners: [String])
        case missingValue(option: String, valueName: String)
        case unexpectedValue(option: String)
        case repeatedOption(String)
        case contradiction(String, String)
        case invalidOptionValue(option: String, value: String, ValueProblem)
        case invalidArgument(name: String, value: String, ValueProblem)
        case missingArgument(String)
        case unexpectedArgument(String)
        case unknownHelpTopic(String, suggestion: String?)
        /// Counted from 1, the program's name aside.
        case notUTF8(position: Int)
    }

    /// What the error is about; nil if the message says it.
    var subject: String? {
        switch kind {
        case .missingCommand: nil
        case .unknownCommand(let word, _), .unexpectedArgument(let word), .unknownHelpTopic(let word, _): Excerpt.quoted(word)
        case .missingSubcommand: topic.joined(separator: " ")
        case .unknownOption(let option, _), .optionOfOthers(let option, _): Excerpt.plain(option)
        case .missingValue(let option, _), .unexpectedValue(let option), .repeatedOption(let option): option
        case .contradiction(let option, _), .invalidOptionValue(let option, _, _): option
        case .invalidArgument(let name, _, _), .missingArgument(let name): name
        case .notUTF8(let position): "argument \(position)"
        }
    }

    /// What is wrong with it, and what would be right.
    var message: String {
        switch kind {
        case .unknownCommand(_, let suggestion): "no such command" + didYouMean(suggestion)
        case .missingCommand: "no command is given"
        case .missingSubcommand(let choices): "needs one of \(choices.listed(by: "and")) after it"
        case .unknownOption(_, let suggestion): "no such option" + didYouMean(suggestion)
        case .optionOfOthers(_, let owners): "is an option of \(owners.listed(by: "and")), not of \(topic.joined(separator: " "))"
        case .missingValue(_, let valueName): "needs a value: \(valueName)"
        case .unexpectedValue: "takes no value"
        case .repeatedOption: "is given twice"
        case .contradiction(_, let other): "contradicts \(other)"
        case .invalidOptionValue(_, let value, let problem), .invalidArgument(_, let value, let problem):
            "\(Excerpt.quoted(value)) \(problem.message)"
        case .missingArgument: "is missing"
        case .unexpectedArgument: "is one argument too many"
        case .unknownHelpTopic(_, let suggestion): "no such command or topic" + didYouMean(suggestion)
        case .notUTF8: "is not valid UTF-8"
        }
    }

    /// Both, as they are printed.
    var text: String { (subject.map { $0 + ": " } ?? "") + message }

    private func didYouMean(_ suggestion: String?) -> String { suggestion.map { "; did you mean \($0)?" } ?? "" }
}

/// As much of a user's word as fits into a message.
enum Excerpt {
    static func quoted(_ text: String) -> String { "'\(plain(text))'" }

    static func plain(_ text: String) -> String {
        // Counted in scalars: one grapheme may be a megabyte long.
        guard let end = text.unicodeScalars.index(text.startIndex, offsetBy: 60, limitedBy: text.endIndex), end < text.endIndex
        else { return text }
        return String(text.unicodeScalars[..<end]) + "…"
    }
}
