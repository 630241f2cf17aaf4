import ArgumentParsing
@testable import hotshoe

/// A command table with the shape of the real one, whose commands print their arguments.
enum FakeCommands {
    static let watch = Option.flag("watch", short: "w", "Keep listing as cameras come and go.")
    static let count = Option.value("count", short: "n", .count, named: "N", default: 1, "How many pictures to take.")
    static let interval = Option.value("interval", .seconds, named: "SECONDS", "The time between two pictures.")
    static let to = Option.value("to", short: "t", .directory, named: "DIR", default: ".", "Where the files go.")
    static let output = Option.value(
        "output",
        short: "o",
        .fileOrStandardOutput,
        named: "FILE",
        "A file, or - for standard output."
    )
    static let port = Option.value("port", .wholeNumber(1...65535), named: "PORT", default: 15740, "The first port.")
    static let fault = Option.repeating("fault", .text, named: "SPEC", "A fault to inject.")
    static let transport = Option.value(
        "transport",
        .oneOf(["ptpip", "usb"]),
        named: "KIND",
        default: "ptpip",
        "How the camera is reached."
    )

    static let properties = Argument.repeating("PROPERTY", .property, "What to read. All of them if none is named.")
    static let property = Argument.required("PROPERTY", .property, "What to set.")
    static let value = Argument.required("VALUE", .text, "The new value, as `get` shows it.")
    static let names = Argument.repeating("NAME", .text, atLeast: 1, "Files on the card.")
    static let path = Argument.optional("PATH", .text, "A folder on the card.")

    static let table = CommandTable(
        program: "hotshoe",
        version: "9.8.7",
        summary: "Finds cameras and controls them.",
        propertyNames: ["aperture", "iso", "shutter-speed"],
        commands: [
            Command("list", summary: "List cameras", options: [watch]) { context in
                try context.print(["watch": context[watch]], as: "watch \(context[watch])")
            },
            Command("get", summary: "Show properties", arguments: [properties]) { context in
                for name in context[properties] { try context.print([name], as: "\(name)") }
            },
            Command("set", summary: "Change a property", arguments: [property, value], exitCodes: [.value]) { context in
                throw CommandFailure(.value, context[property], "\(context[value]) is not accepted now; nearest: f/2.8, f/3.2")
            },
            shoot,
            Command("liveview", summary: "Show what the camera sees", options: [output]) { _ in throw CancellationError() },
            Command("files", summary: "List files", arguments: [path]) { _ in },
            Command("download", summary: "Copy files from the card", arguments: [names], options: [to]) { _ in },
            Command(
                group: "video",
                summary: "Record video",
                [
                    Command("start", summary: "Start recording") { try $0.output.line("started") },
                    Command("stop", summary: "Stop recording") { _ in },
                ]
            ),
            Command("simulate", summary: "Be a camera", options: [port, fault, transport]) { _ in },
            HelpCommand.command,
            CompletionsCommand.command,
            VersionCommand.command,
        ]
    )

    private static let shoot = Command(
        "shoot",
        summary: "Take pictures",
        discussion: "Focuses, releases the shutter, and waits until the picture is on the card.\n\nWith --to, copies it as well.",
        options: [count, interval, to],
        examples: [.init("hotshoe shoot --count 3", "Three pictures, one after the other.")],
        exitCodes: [.unavailable, .storage]
    ) { _ in }

    /// Parses and expects a command to run.
    static func parse(_ words: String...) throws -> (path: [String], arguments: ParsedArguments) {
        guard case .run(let path, let arguments) = try ArgumentParser(table.syntax).parse(words) else { throw NotACommand() }
        return (path, arguments)
    }

    struct NotACommand: Error {}

    /// Parses and expects an error.
    static func error(_ words: [String]) -> UsageError? {
        do throws(UsageError) {
            _ = try ArgumentParser(table.syntax).parse(words)
            return nil
        } catch { return error }
    }
}
