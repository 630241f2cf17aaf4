import ArgumentParsing

/// A program with commands, of the shape of a real one.
enum FakeProgram {
    static let camera = Option.repeating("camera", short: "c", .nonEmpty(), named: "SELECTOR", "The camera to use.")
    static let json = Option.flag("json", "Print JSON.")
    static let timeout = Option.value("timeout", .seconds, named: "SECONDS", "Maximum time to wait.")
    static let quiet = Option.flag("quiet", short: "q", "Print errors only.")
    static let verbose = Option.flag("verbose", short: "v", "Print log messages.")

    static let watch = Option.flag("watch", short: "w", "Continue to list cameras.")
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

    static let properties = Argument.repeating("PROPERTY", .nonEmpty(), "Properties to read; all if none is named.")
    static let property = Argument.required("PROPERTY", .nonEmpty(), "Property to set.")
    static let value = Argument.required("VALUE", .text, "The new value.")
    static let names = Argument.repeating("NAME", .text, atLeast: 1, "Files on the card.")
    static let path = Argument.optional("PATH", .text, "A folder on the card.")
    static let shell = Argument.required("SHELL", .oneOf(["bash", "zsh", "fish"]), "A shell.")

    static let syntax = ProgramSyntax(
        CommandSyntax(
            "camera",
            summary: "Finds cameras and controls them.",
            options: [camera, json, timeout, quiet, verbose, StandardOptions.help, StandardOptions.version],
            subcommands: [
                CommandSyntax("list", summary: "List cameras", options: [watch]),
                CommandSyntax("get", summary: "Show properties", arguments: [properties]),
                CommandSyntax("set", summary: "Change a property", arguments: [property, value]),
                CommandSyntax("shoot", summary: "Take pictures", options: [count, interval, to]),
                CommandSyntax("liveview", summary: "Show what the camera sees", options: [output]),
                CommandSyntax("files", summary: "List files", arguments: [path]),
                CommandSyntax("download", summary: "Copy files from the card", arguments: [names], options: [to]),
                CommandSyntax(
                    "video",
                    summary: "Record video",
                    subcommands: [
                        CommandSyntax("start", summary: "Start recording"), CommandSyntax("stop", summary: "Stop recording"),
                    ]
                ),
                CommandSyntax("simulate", summary: "Be a camera", options: [port, fault, transport]),
                CommandSyntax("completions", summary: "Print a script", arguments: [shell]),
            ]
        ),
        version: "9.8.7",
        contradictions: [(quiet, verbose)]
    )

    /// Parses and expects a command to run.
    static func parse(_ words: String...) throws -> (path: [String], arguments: ParsedArguments) {
        guard case .run(let path, let arguments) = try ArgumentParser(syntax).parse(words) else { throw NotACommand() }
        return (path, arguments)
    }

    struct NotACommand: Error {}

    /// Parses and expects an error.
    static func error(_ words: [String], _ syntax: ProgramSyntax = syntax) -> UsageError? {
        do throws(UsageError) {
            _ = try ArgumentParser(syntax).parse(words)
            return nil
        } catch { return error }
    }
}
