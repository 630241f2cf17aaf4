import Wording

/// An error in a command line.
package struct UsageError: Error, Equatable {
    package let kind: Kind
    /// The command whose help page explains the usage; empty for the overview.
    package let topic: [String]

    package init(kind: Kind, topic: [String] = []) {
        self.kind = kind
        self.topic = topic
    }

    package enum Kind: Equatable {
        case unknownCommand(String, suggestion: String?)
        /// Includes the name of the program.
        case missingCommand(program: String)
        case missingSubcommand(choices: [String])
        case unknownOption(String, suggestion: String?)
        /// The option exists, but for other commands.
        case optionOfOthers(String, owners: [String])
        case missingValue(option: String, valueName: String)
        case unexpectedValue(option: String)
        case repeatedOption(String)
        /// Includes the option with its value.
        case missingOption(String, usage: String)
        case contradiction(String, String)
        /// An option that means nothing without another one.
        case missingCompanion(option: String, other: String)
        case invalidOptionValue(option: String, value: String, ValueProblem)
        case invalidArgument(name: String, value: String, ValueProblem)
        /// Includes the usage line of the command.
        case missingArgument(String, usage: String)
        case unexpectedArgument(String)
        case unknownHelpTopic(String, suggestion: String?)
        /// The position is counted from 1, without the program's name.
        case notUTF8(position: Int)
    }

    /// The subject of the error, if the message does not name it.
    package var subject: String? {
        switch kind {
        case .invalidOptionValue(let option, _, _): option
        case .invalidArgument(let name, _, _): name
        default: nil
        }
    }

    /// The error and its correction, in sentences.
    package var message: String {
        switch kind {
        case .unknownCommand(let word, let suggestion): "Unknown command \(Excerpt.quoted(word)).\(didYouMean(suggestion))"
        case .missingCommand(let program): "The command is missing. `\(program) help` lists the commands."
        case .missingSubcommand(let choices):
            "A word is missing after \"\(topic.joined(separator: " "))\": \(choices.listed(by: "or"))."
        case .unknownOption(let option, let suggestion): "Unknown option \(Excerpt.plain(option)).\(didYouMean(suggestion))"
        case .optionOfOthers(let option, let owners):
            "\(Excerpt.plain(option)) is an option of \(owners.listed(by: "and")), not of \(topic.joined(separator: " "))."
        case .missingValue(let option, let valueName): "\(option) needs a value: \(option) \(valueName)."
        case .unexpectedValue(let option): "\(option) takes no value."
        case .repeatedOption(let option): "\(option) is given twice."
        case .missingOption(let option, let usage): "\(option) is missing: \(usage)."
        case .missingCompanion(let option, let other): "\(option) needs \(other)."
        case .contradiction(let option, let other): "\(option) contradicts \(other). Leave one out."
        case .invalidOptionValue(_, let value, let problem), .invalidArgument(_, let value, let problem):
            Sentence.ended("\(Excerpt.quoted(value)) \(problem.message)")
        case .missingArgument(let name, let usage): "\(name) is missing. Usage: \(usage)"
        case .unexpectedArgument(let word): "Unexpected argument \(Excerpt.quoted(word))."
        case .unknownHelpTopic(let word, let suggestion):
            "Unknown command or help topic \(Excerpt.quoted(word)).\(didYouMean(suggestion))"
        case .notUTF8(let position): "Argument \(position) is not valid UTF-8."
        }
    }

    /// The subject and the message, as printed.
    package var text: String { (subject.map { $0 + ": " } ?? "") + message }

    private func didYouMean(_ suggestion: String?) -> String { suggestion.map { " Did you mean \($0)?" } ?? "" }
}
