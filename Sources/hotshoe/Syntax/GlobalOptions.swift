/// The options of every command.
enum GlobalOptions {
    static let camera = Option.value(
        "camera",
        short: "c",
        .camera,
        named: "SELECTOR",
        "Which camera: sim, ptpip:HOST[:PORT], usb:BUS-ADDRESS, a serial number or a name. Not needed where only one is found."
    )
    static let json = Option.flag("json", "Print JSON, one object a line.")
    static let timeout = Option.value("timeout", .seconds, named: "SECONDS", "How long to wait, in seconds, before giving up.")
    static let quiet = Option.flag("quiet", short: "q", "Say nothing but errors.")
    static let verbose = Option.flag("verbose", short: "v", "Say more about what is happening.")
    static let noColor = Option.flag("no-color", "Use no colours.")
    static let help = Option.flag("help", short: "h", "Show help and do nothing else.")
    static let version = Option.flag("version", "Show the version and do nothing else.")

    static let all: [OptionSyntax] = [
        camera.syntax, json.syntax, timeout.syntax, quiet.syntax, verbose.syntax, noColor.syntax, help.syntax, version.syntax,
    ]
}
