import ArgumentParsing

/// The options of every command.
enum GlobalOptions {
    static let camera = Option.repeating(
        "camera",
        short: "c",
        .camera,
        named: "SELECTOR",
        "Camera to use: sim, ptpip:HOST[:PORT], fujifilm:HOST[:PORT], http://HOST[:PORT] of hotshoe serve, usb:BUS-ADDRESS, a serial "
            + "number, or a name or a part of it. Not needed if only one is found."
    )
    static let plugin = Option.repeating(
        "plugin",
        .file,
        named: "PATH",
        "Also use the cameras of a plugin: a shared library (.so) or a Python program (.py)."
    )
    static let json = Option.flag("json", "Print JSON, one object per line.")
    static let timeout = Option.value("timeout", .seconds, named: "SECONDS", "Maximum time to wait, in seconds.")
    static let quiet = Option.flag("quiet", short: "q", "Print errors only.")
    static let verbose = Option.flag("verbose", short: "v", "Print log messages.")
    static let noColor = Option.flag("no-color", "Print without colours.")

    static let all: [OptionSyntax] = [
        camera.syntax, plugin.syntax, json.syntax, timeout.syntax, quiet.syntax, verbose.syntax, noColor.syntax,
        StandardOptions.help.syntax, StandardOptions.version.syntax,
    ]
}
