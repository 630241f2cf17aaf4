/// Prints the steps of the demonstration, each as a line or a JSON object.
struct DemoReport {
    /// A JSON value.
    enum Fact: Encodable {
        case text(String)
        case number(Double)
        case count(Int)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .count(let count): try container.encode(count)
            }
        }
    }

    let context: CommandContext

    /// Prints a step: `label` describes it in a word or two, `text` is its result, `facts` are the same result for programs.
    func report(_ label: String, in style: StyledText.Style = .cyan, _ text: StyledText, _ facts: [String: Fact]) throws {
        guard context.wantsJSON else { return try context.output.line("\(Self.padded(label), style)\(text)") }
        let step = Fact.text(String(label.lowercased().map { $0 == " " ? "-" : $0 }))
        try context.output.json(facts.merging(["step": step]) { _, step in step })
    }

    /// A label, padded to the width of all labels.
    static func padded(_ label: String) -> String { label + String(repeating: " ", count: max(1, 11 - label.count)) }
}
