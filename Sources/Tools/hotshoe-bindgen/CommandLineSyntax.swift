import ArgumentParsing
import BindingGenerator
import BindingModel

/// The options of the command line, and its help.
enum CommandLineSyntax {
    // MARK: The API

    static let packagePath = Option.value(
        "package-path",
        .directory,
        named: "DIR",
        "The Swift package that has the modules; without this option and --import-path, the current folder."
    )
    static let importPath = Option.repeating(
        "import-path",
        .directory,
        named: "DIR",
        "A folder with modules that are compiled already, instead of a package."
    )
    static let module = Option.required(
        repeating: "module",
        .names,
        named: "NAME[,NAME]",
        "Modules whose public API is taken; several become one library."
    )
    static let supportModule = Option.repeating(
        "support-module",
        .names,
        named: "NAME[,NAME]",
        "Modules of which only that is taken which the API refers to."
    )
    static let rename = Option.repeating(
        "rename",
        .nonEmpty(),
        named: "SWIFT=NAME",
        "Another name for a type, function or property: Station.report(for:)=daily_report, or Station.swift:12=daily_report if several "
            + "have that name; or a file with one on each line, where # begins a comment."
    )
    static let specialize = Option.repeating(
        "specialize",
        .nonEmpty(),
        named: "TYPE",
        "A generic type with arguments that no declaration has, such as 'Page<Int>'; or a file with one on each line, where # begins a "
            + "comment."
    )
    static let pair = Option.repeating(
        "pair",
        .pair,
        named: "NAME=BEGIN,END",
        "A block NAME() for classes with the asynchronous methods BEGIN and END: opened=open,close."
    )

    // MARK: The files

    static let name = Option.value(
        "name",
        .libraryName,
        named: "NAME",
        "The name of the library, with which every symbol begins; without this option that of the first module, in small letters."
    )
    static let languages = Option.value(
        "languages",
        .languages,
        named: "LIST",
        default: Generator.Language.standard,
        "The languages, separated by commas: \(Generator.Language.all.map(\.name).joined(separator: ", ")). json is the interface as data."
    )
    static let output = Option.value(
        "output",
        .directory,
        named: "DIR",
        default: "bindings",
        "The folder in which everything is written."
    )
    static let folder = Option.repeating(
        "folder",
        .languageFolder,
        named: "LANGUAGE=DIR",
        "Another folder for the files of a language; swift is the code that implements the C interface."
    )
    static let report = Option.value(
        "report",
        .file,
        named: "FILE",
        "Write as JSON what was generated, and what was not, with the reasons."
    )
    static let signatures = Option.value(
        "signatures",
        .file,
        named: "FILE",
        "Keep a sorted list of all functions in FILE, each with the version in which it appeared. Fails if one is lost: if that is meant, "
            + "its line is removed by hand."
    )
    static let since = Option.value(
        "since",
        .version,
        named: "VERSION",
        "The version of the functions that are new in the list of --signatures."
    )
    static let strict = Option.flag("strict", "Fail if anything public is left out.")
    static let check = Option.flag("check", "Write nothing; fail if a file is not what would be written.")

    // MARK: The library

    static let build = Option.flag(
        "build",
        "Compile the shared library as well, into the folder lib of the output, with optimisation."
    )
    static let debug = Option.flag("debug", "Build without optimisation.")
    static let release = Option.flag("release", "Build with optimisation also without --build.")
    static let scratchPath = Option.value(
        "scratch-path",
        .directory,
        named: "DIR",
        "The folder in which the package is built; without this option its folder .build."
    )
    static let runtimePath = Option.value(
        "runtime-path",
        .directory,
        named: "DIR",
        "The package of BindingRuntime, for --build; without this option that of this tool."
    )

    static let man = Option.flag("man", "Print the page for man(1) and exit.")

    static let program = ProgramSyntax(
        CommandSyntax(
            "hotshoe-bindgen",
            summary:
                "Makes bindings of Swift modules: C and C++ headers, a Python package, and the Swift code that implements them",
            options: [StandardOptions.help, man, StandardOptions.version],
            groups: [
                OptionGroup("The API", [packagePath, importPath, module, supportModule, rename, specialize, pair]),
                OptionGroup("The files", [name, languages, output, folder, report, signatures, since, strict, check]),
                OptionGroup("The library", [build, debug, release, scratchPath, runtimePath]),
            ],
            examples: [
                .init(
                    "hotshoe-bindgen --package-path ../Weather --module Weather --build",
                    "The headers of a package's module in bindings/include, and the library in bindings/lib."
                )
            ],
            exitCodes: [
                .init(0, "Success."), .init(1, "Something could not be generated, or is stale."),
                .init(64, "Invalid command line; nothing was done."),
            ]
        ),
        version: "0.1.0",
        contradictions: [(check, build), (debug, release)]
    )
}
