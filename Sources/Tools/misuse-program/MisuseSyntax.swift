import ArgumentParsing

/// The options of the command line.
enum MisuseSyntax {
    static let packagePath = Option.required("package-path", .directory, named: "DIR", "The package that has the modules.")
    static let module = Option.required("module", .nonEmpty(), named: "NAME[,NAME]", "The modules of the library.")
    static let supportModule = Option.value(
        "support-module",
        .text,
        named: "NAME[,NAME]",
        default: "",
        "Modules that the API refers to."
    )
    static let name = Option.required("name", .nonEmpty(), named: "NAME", "The name of the library.")
    static let rename = Option.repeating("rename", .nonEmpty(), named: "FILE", "Other names, as for hotshoe-bindgen.")
    static let specialize = Option.repeating("specialize", .nonEmpty(), named: "FILE", "Generic types, as for hotshoe-bindgen.")
    static let output = Option.required("output", .file, named: "FILE", "The file that is written.")

    static let program = ProgramSyntax(
        CommandSyntax(
            "misuse-program",
            summary: "Writes the C program that misuses a library's bindings",
            options: [
                packagePath, module, supportModule, name, rename, specialize, output, StandardOptions.help,
                StandardOptions.version,
            ]
        ),
        version: "0.1.0"
    )
}
