import BindingGenerator
import BindingModel

/// The options of the command line.
struct Options: Equatable {
    var packagePath: String?
    var modules: [String] = []
    var supportModules: [String] = []
    var importPaths: [String] = []
    var name: String?
    var output = "bindings"
    /// The folders of languages whose files are not in the output folder.
    var folders: [Language: String] = [:]
    var languages = Language.standard
    var report: String?
    /// The path of the list of functions, and the version of those that are new in it.
    var signatures: String?
    var since: String?
    /// Names for other languages: `SWIFTNAME=NAME`, or a file with one per line.
    var renames: [String] = []
    /// Generic types with arguments: `Page<Int>`, or a file with one per line.
    var specializations: [String] = []
    var callPairs: [CallPair] = []
    var isStrict = false
    var checks = false
    var builds = false
    /// Whether the package and the library are built with optimisation; nil unless the command line has an option for it.
    var optimizes: Bool?
    var scratchPath: String?
    var runtimePath: String?
    var showsHelp = false
    var showsVersion = false

    typealias Language = Generator.Language

    /// A mistake in the command line, in one sentence.
    struct Mistake: Error, CustomStringConvertible {
        var description: String
    }

    /// Parses the arguments, without the program's name.
    init(_ words: [String]) throws(Mistake) {
        var rest = words[...]
        while let word = rest.popFirst() {
            var argument = Argument(word)
            try parse(&argument, &rest)
            if argument.inline != nil { throw Mistake(description: "\(argument.option) takes no value") }
        }
        if !showsHelp && !showsVersion { try validate() }
    }

    /// An argument of the command line: `--name`, `--name=value`, or a word.
    private struct Argument {
        let word: String
        let option: String
        /// The value after `=`; nil once it was read.
        var inline: String?

        init(_ word: String) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isOption = word.hasPrefix("--")
            self.word = word
            option = isOption ? String(parts[0]) : word
            inline = isOption && parts.count == 2 ? String(parts[1]) : nil
        }

        /// The option's value: after `=`, or the next argument.
        mutating func value(_ rest: inout ArraySlice<String>) throws(Mistake) -> String {
            let value = inline ?? rest.popFirst() ?? ""
            guard !value.isEmpty, inline != nil || !value.hasPrefix("--") else {
                throw Mistake(description: "\(option) needs a value; see hotshoe-bindgen --help")
            }
            inline = nil
            return value
        }

        mutating func list(_ rest: inout ArraySlice<String>) throws(Mistake) -> [String] {
            try value(&rest).split(separator: ",").map(String.init)
        }
    }

    private mutating func parse(_ argument: inout Argument, _ rest: inout ArraySlice<String>) throws(Mistake) {
        switch argument.option {
        case "--package-path": packagePath = try argument.value(&rest)
        case "--module": for name in try argument.list(&rest) where !modules.contains(name) { modules.append(name) }
        case "--support-module":
            for name in try argument.list(&rest) where !supportModules.contains(name) { supportModules.append(name) }
        case "--import-path": importPaths.append(try argument.value(&rest))
        case "--name": name = try argument.value(&rest)
        case "--output": output = try argument.value(&rest)
        case "--folder": try addFolder(argument.value(&rest))
        case "--languages": languages = try Self.languages(argument.list(&rest))
        case "--report": report = try argument.value(&rest)
        case "--signatures": signatures = try argument.value(&rest)
        case "--since": since = try argument.value(&rest)
        case "--rename": renames.append(try argument.value(&rest))
        case "--specialize": specializations.append(try argument.value(&rest))
        case "--pair":
            let text = try argument.value(&rest)
            guard let pair = CallPair(text) else { throw Mistake(description: "--pair \(text): not NAME=BEGIN,END") }
            callPairs.append(pair)
        case "--scratch-path": scratchPath = try argument.value(&rest)
        case "--runtime-path": runtimePath = try argument.value(&rest)
        case "--strict": isStrict = true
        case "--check": checks = true
        case "--build": builds = true
        case "--release": optimizes = true
        case "--debug": optimizes = false
        case "--help", "-h": showsHelp = true
        case "--version": showsVersion = true
        case let option where option.hasPrefix("-"):
            throw Mistake(description: "there is no option \(option); see hotshoe-bindgen --help")
        default:
            throw Mistake(
                description: "what is \(argument.word) for? Modules are named with --module; see hotshoe-bindgen --help"
            )
        }
    }

    private static func languages(_ names: [String]) throws(Mistake) -> [Language] {
        var languages: [Language] = []
        for name in names {
            guard let language = Language(name: name) else {
                let known = Language.all.map(\.name).joined(separator: ", ")
                throw Mistake(description: "there is no back end for the language \(name); there are: \(known)")
            }
            if !languages.contains(language) { languages.append(language) }
        }
        if languages.isEmpty { throw Mistake(description: "--languages names no language") }
        return languages
    }

    private mutating func addFolder(_ text: String) throws(Mistake) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw Mistake(description: "--folder \(text): not LANGUAGE=DIR") }
        guard let language = Language(name: parts[0]) else {
            throw Mistake(description: "--folder \(text): there is no language \(parts[0])")
        }
        folders[language] = parts[1]
    }

    private mutating func validate() throws(Mistake) {
        if modules.isEmpty { throw Mistake(description: "no module is named: --module NAME selects one") }
        supportModules.removeAll(where: modules.contains)
        if packagePath == nil && importPaths.isEmpty { packagePath = "." }
        if let name,
            name.isEmpty || !name.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") })
                || name.first!.isNumber
        {
            throw Mistake(description: "--name \(name): small letters, digits and _ only, and no digit first")
        }
        if (signatures == nil) != (since == nil) {
            throw Mistake(description: "--signatures FILE and --since VERSION are given together")
        }
        if let since, !since.allSatisfy({ $0.isLetter || $0.isNumber || ".-+".contains($0) }) {
            throw Mistake(description: "--since \(since): letters, digits, and . - + only")
        }
        if checks && builds { throw Mistake(description: "--check changes nothing, so it cannot be used with --build") }
    }

    /// Whether to build with optimisation: a library for use, unless it is for debugging.
    var isRelease: Bool { optimizes ?? builds }

    /// The folder of a language's files.
    func folder(of language: Language) -> String { folders[language] ?? "\(output)/\(language.folder)" }

    /// The prefix of every symbol.
    var prefix: String { name ?? modules[0].lowercased() }

    static let help = """
        Makes bindings of a Swift module: a C header, a C++ header, and the Swift that stands behind them.

        Usage: hotshoe-bindgen --module NAME [options]

          --package-path DIR     the Swift package that has the modules (default: .)
          --import-path DIR      where modules that are built already are found; instead of a package
          --module NAME[,NAME]   modules whose public API is taken; several become one library
          --support-module NAME  a module of which only that is taken which the API refers to
          --name NAME            what the library is called, and every symbol begins with (default: the first module)
          --output DIR           where everything is written (default: bindings)
          --folder LANGUAGE=DIR  where the files of a language are written instead: c, swift (the code behind C), cpp, python, json
          --languages LIST       c, cpp, python, and json: the interface as data (default: c,cpp)
          --build                compile the shared library too, into DIR/lib, with optimisation
          --debug                build without optimisation
          --release              build with optimisation also without --build
          --scratch-path DIR     where the package is built (default: its .build)
          --runtime-path DIR     the package of BindingRuntime, for --build (default: that of this tool)
          --report FILE          write what was generated, and what was not and why, as JSON
          --signatures FILE      keep a sorted list of all functions in FILE, each with the version in which it appeared;
                                 fail if one is lost: its line is removed by hand if that is meant
          --since VERSION        the version of functions that are new in FILE
          --rename SWIFT=NAME    another name for a type, function or property: Station.report(for:)=daily_report,
                                 or Station.swift:12=daily_report if several have that name
          --rename FILE          such names, one per line; # begins a comment
          --specialize TYPE      generate a generic type with arguments that no declaration has: 'Page<Int>'
          --specialize FILE      such types, one per line; # begins a comment
          --pair NAME=BEGIN,END  a block NAME() for classes with the asynchronous methods BEGIN and END: opened=open,close
          --strict               fail if anything public is left out
          --check                write nothing; fail if what is there is not what would be written
          --version, --help

        Exit status: 0 done; 1 something could not be generated, or is stale; 64 the command line is wrong.

        """
}
