import BindingGenerator

/// The options of the command line.
struct Options: Equatable {
    var packagePath: String?
    var modules: [String] = []
    var supportModules: [String] = []
    var importPaths: [String] = []
    var name: String?
    var output = "bindings"
    var headers: String?
    var thunks: String?
    var languages = Language.all
    var report: String?
    var isStrict = false
    var checks = false
    var builds = false
    var isRelease = false
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
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = word.hasPrefix("--") ? String(parts[0]) : word
            var inline = word.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
            func value() throws(Mistake) -> String {
                if let given = inline {
                    inline = nil
                    return given
                }
                guard let next = rest.popFirst(), !next.hasPrefix("--") else {
                    throw Mistake(description: "\(option) needs a value; see hotshoe-bindgen --help")
                }
                return next
            }
            switch option {
            case "--package-path": packagePath = try value()
            case "--module":
                for name in try value().split(separator: ",").map(String.init) where !modules.contains(name) {
                    modules.append(name)
                }
            case "--support-module": supportModules += try value().split(separator: ",").map(String.init)
            case "--import-path": importPaths.append(try value())
            case "--name": name = try value()
            case "--output": output = try value()
            case "--headers": headers = try value()
            case "--thunks": thunks = try value()
            case "--languages":
                let text = try value()
                languages = []
                for word in text.split(separator: ",") {
                    guard let language = Language(name: String(word)) else {
                        let known = Language.all.map(\.name).joined(separator: ", ")
                        throw Mistake(description: "there is no back end for the language \(word); there are: \(known)")
                    }
                    if !languages.contains(language) { languages.append(language) }
                }
                if languages.isEmpty { throw Mistake(description: "--languages names no language") }
            case "--report": report = try value()
            case "--scratch-path": scratchPath = try value()
            case "--runtime-path": runtimePath = try value()
            case "--strict": isStrict = true
            case "--check": checks = true
            case "--build": builds = true
            case "--release": isRelease = true
            case "--help", "-h": showsHelp = true
            case "--version": showsVersion = true
            default:
                throw Mistake(
                    description: word.hasPrefix("-")
                        ? "there is no option \(option); see hotshoe-bindgen --help"
                        : "what is \(word) for? Modules are named with --module; see hotshoe-bindgen --help"
                )
            }
            if inline != nil { throw Mistake(description: "\(option) takes no value") }
        }
        if showsHelp || showsVersion { return }
        if modules.isEmpty { throw Mistake(description: "no module is named: --module NAME selects one") }
        if packagePath == nil && importPaths.isEmpty { packagePath = "." }
        if let name,
            name.isEmpty || !name.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") })
                || name.first!.isNumber
        {
            throw Mistake(description: "--name \(name): small letters, digits and _ only, and no digit first")
        }
        if checks && builds { throw Mistake(description: "--check changes nothing, so it cannot be used with --build") }
    }

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
          --headers DIR          where the headers are written instead
          --thunks DIR           where the Swift is written instead
          --languages LIST       c, cpp (default: both)
          --build                compile the shared library too, into DIR/lib
          --release              build with optimisation
          --scratch-path DIR     where the package is built (default: its .build)
          --runtime-path DIR     a checkout of HotShoe, for --build (default: the one that this tool is from)
          --report FILE          write what was generated, and what was not and why, as JSON
          --strict               fail if anything public is left out
          --check                write nothing; fail if what is there is not what would be written
          --version, --help

        Exit status: 0 done; 1 something could not be generated, or is stale; 64 the command line is wrong.

        """
}
