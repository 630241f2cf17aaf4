import FoundationEssentials
import Testing

@testable import hotshoe

/// The result of a command line that was run in this process.
struct CommandRun {
    let code: ExitCode
    let data: String
    let messages: String

    /// The lines of standard output.
    var lines: [String] { data.split(separator: "\n").map(String.init) }

    /// The lines of standard output as JSON objects; a line that is not one fails the test.
    var objects: [[String: JSON]] {
        lines.compactMap { line in
            let object = try? JSONDecoder().decode([String: JSON].self, from: Data(line.utf8))
            #expect(object != nil, "not a JSON object: \(line)")
            return object
        }
    }

    /// Runs a command line with the real table.
    static func of(
        _ words: [String],
        in environment: CommandEnvironment = .empty,
        recorded: RecordedOutput = RecordedOutput()
    ) async -> CommandRun {
        let code = await HotShoeCommand.run(
            words,
            table: HotShoeCommand.table,
            output: recorded.output,
            environment: environment
        )
        return CommandRun(code: code, data: recorded.data.text, messages: recorded.messages.text)
    }

    /// Options of a simulated camera without delays and with small pictures.
    static let small = ["--simulated", "--speed", "instant", "--picture-size", "96x64", "--live-view-size", "96x64"]

    /// Runs a command line with such a camera.
    static func simulated(
        _ words: String...,
        in environment: CommandEnvironment = .empty,
        recorded: RecordedOutput = RecordedOutput()
    ) async -> CommandRun {
        await of(words + small, in: environment, recorded: recorded)
    }
}

/// Any JSON value.
enum JSON: Decodable, Equatable {
    case text(String)
    case number(Double)
    case boolean(Bool)
    case list([JSON])
    case object([String: JSON])
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var list: [JSON] { if case .list(let list) = self { list } else { [] } }
    subscript(key: String) -> JSON? { if case .object(let object) = self { object[key] } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
}
