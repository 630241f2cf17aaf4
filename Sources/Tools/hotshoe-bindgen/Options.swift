import ArgumentParsing
import BindingGenerator
import BindingModel

/// The values of the command line.
struct Options: Equatable {
    typealias Language = Generator.Language

    var packagePath: String?
    var modules: [String]
    var supportModules: [String]
    var importPaths: [String]
    var name: String?
    var output: String
    /// The folders of languages whose files are not in the output folder.
    var folders: [Language: String]
    var languages: [Language]
    var report: String?
    /// The path of the list of functions, and the version of those that are new in it.
    var signatures: String?
    var since: String?
    /// Names for other languages: `SWIFTNAME=NAME`, or a file with one per line.
    var renames: [String]
    /// Generic types with arguments: `Page<Int>`, or a file with one per line.
    var specializations: [String]
    var callPairs: [CallPair]
    var isStrict: Bool
    var checks: Bool
    var builds: Bool
    /// Whether the package and the library are built with optimisation.
    var isRelease: Bool
    var scratchPath: String?
    var runtimePath: String?

    /// Creates the options from parsed arguments.
    ///
    /// - Throws: the option that means nothing without another one.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        typealias Syntax = CommandLineSyntax
        importPaths = arguments[Syntax.importPath]
        packagePath = arguments[Syntax.packagePath] ?? (importPaths.isEmpty ? "." : nil)
        modules = arguments[Syntax.module].joined().withoutRepetitions
        supportModules = arguments[Syntax.supportModule].joined().withoutRepetitions.filter { [modules] in !modules.contains($0) }
        name = arguments[Syntax.name]
        output = arguments[Syntax.output]
        folders = Dictionary(arguments[Syntax.folder].map { ($0.language, $0.path) }, uniquingKeysWith: { $1 })
        languages = arguments[Syntax.languages]
        report = arguments[Syntax.report]
        (signatures, since) = (arguments[Syntax.signatures], arguments[Syntax.since])
        renames = arguments[Syntax.rename]
        specializations = arguments[Syntax.specialize]
        callPairs = arguments[Syntax.pair]
        isStrict = arguments[Syntax.strict]
        checks = arguments[Syntax.check]
        builds = arguments[Syntax.build]
        // A library for use is optimized, unless it is for debugging.
        isRelease = arguments[Syntax.release] || builds && !arguments[Syntax.debug]
        scratchPath = arguments[Syntax.scratchPath]
        runtimePath = arguments[Syntax.runtimePath]
        if signatures != nil, since == nil { throw Self.missing(Syntax.since.syntax, for: Syntax.signatures.syntax) }
        if since != nil, signatures == nil { throw Self.missing(Syntax.signatures.syntax, for: Syntax.since.syntax) }
    }

    private static func missing(_ other: OptionSyntax, for option: OptionSyntax) -> UsageError {
        UsageError(kind: .missingCompanion(option: option.written, other: other.usage))
    }

    /// The folder of a language's files.
    func folder(of language: Language) -> String { folders[language] ?? "\(output)/\(language.folder)" }

    /// The prefix of every symbol.
    var prefix: String { name ?? modules[0].lowercased() }
}

extension Sequence<String> {
    /// The texts, each once, in the order of the first ones.
    fileprivate var withoutRepetitions: [String] {
        var known: Set<String> = []
        return filter { known.insert($0).inserted }
    }
}
