import ArgumentParsing
import BindingExtraction
import BindingGenerator
import BindingModel
import Foundation

/// The program, independent of its process.
struct Bindgen {
    /// Prints a line of messages.
    let printMessage: (String) -> Void

    /// Runs the program with these arguments (without its name); returns the exit status.
    func run(_ words: [String]) -> Int32 {
        let program = CommandLineSyntax.program
        // Without the options that every other command line needs.
        if words == [CommandLineSyntax.man.syntax.written] {
            print(program.manualPage().text, terminator: "")
            return 0
        }
        do {
            switch try ArgumentParser(program).parse(words) {
            case .help:
                for line in HelpLayout(program, width: Self.helpWidth).page(of: program.root, []) { print(line.plain) }
            case .version: print("\(program.name) \(program.version)")
            case .run(_, let arguments): return try generate(Options(arguments))
            }
            return 0
        } catch let error as UsageError {
            printMessage("hotshoe-bindgen: \(error.text)")
            printMessage("hotshoe-bindgen: See `hotshoe-bindgen --help`.")
            return 64
        } catch let error as ExtractionError {
            for problem in error.problems { printMessage("hotshoe-bindgen: \(problem)") }
        } catch {
            printMessage("hotshoe-bindgen: \(error)")
        }
        return 1
    }

    /// Columns of the help.
    private static let helpWidth = 100

    private func generate(_ options: Options) throws -> Int32 {
        let folder = OutputFolder(options)
        if let path = options.report, !options.checks { try folder.prepareReport(at: path) }
        let earlier = try options.signatures.flatMap(folder.signatures)
        let renames = try Renames(options.renames)
        let specializations = try Specializations(options.specializations).types
        let build = options.builds ? try LibraryBuild(options: options, printMessage: printMessage) : nil
        let modules = try build?.buildModules()
        var library = try Extractor(request(options, specializations, modules)).extract()
        try renames.apply(to: &library)
        try library.pair(options.callPairs)
        var output = bindings(of: library, options)
        guard output.clashes.isEmpty else {
            for clash in output.clashes { printMessage("hotshoe-bindgen: \(clash)") }
            return 1
        }
        if options.checks {
            var stale = folder.stale(output.files)
            if let path = options.signatures {
                let signatures = signatures(output, options, earlier)
                guard hasAll(signatures, path) else { return 1 }
                if earlier != signatures.text { stale.append(path) }
            }
            for path in stale { printMessage("hotshoe-bindgen: \(path) is not what would be generated now") }
            return stale.isEmpty ? 0 : 1
        }
        try folder.write(output.files)
        let built = try build.map { try finish($0, &library, &output, folder, options) }
        let report = Report(library, output)
        for omission in output.omissions {
            let place = omission.location.map { "\($0)" } ?? "-"
            printMessage("  \(place)  \(omission.path.isEmpty ? omission.declaration : omission.path)  \(omission.reason)")
        }
        if let path = options.report { try folder.write(report: report.json(), to: path) }
        if let path = options.signatures {
            let signatures = signatures(output, options, earlier)
            guard hasAll(signatures, path) else { return 1 }
            try folder.write(report: Data(signatures.text.utf8), to: path)
        }
        printMessage(
            "\(options.modules.joined(separator: ", "))  \(report.declarations) public declarations: \(report.generated) generated, "
                + "\(report.declarations - report.generated) left out" + (options.report.map { " (see \($0))" } ?? "")
        )
        if let built { printMessage(built) }
        if options.isStrict && !output.omissions.isEmpty {
            printMessage("hotshoe-bindgen: not everything could be generated, and --strict wants that")
            return 1
        }
        return 0
    }

    private func signatures(_ output: Generator.Output, _ options: Options, _ earlier: String?) -> SignatureFile {
        SignatureFile(
            earlier,
            signatures: output.signatures,
            version: options.since ?? "",
            prefix: options.prefix
        )
    }

    /// Whether no function is lost; prints those that are.
    private func hasAll(_ signatures: SignatureFile, _ path: String) -> Bool {
        for lost in signatures.lost {
            printMessage("hotshoe-bindgen: not generated any more, or otherwise: \(lost)")
        }
        if !signatures.lost.isEmpty {
            printMessage("hotshoe-bindgen: programs that call these break: if that is meant, remove the lines from \(path)")
        }
        return signatures.lost.isEmpty
    }

    private func bindings(of library: Library, _ options: Options, without refusals: [String: String] = [:]) -> Generator.Output {
        Generator(library, languages: options.languages, refusals: refusals).generate()
    }

    /// Maximum number of checks: an error in the C header hides those in Swift code.
    private static let checks = 2
    /// Maximum number of builds: the compiler finds some errors only when it generates code.
    private static let attempts = 6

    /// Checks the generated files and builds the library. Leaves out the declarations whose thunks do not compile, and those that
    /// use a type whose conversion does not, with the compiler's reason. Returns a message about the library.
    private func finish(
        _ build: LibraryBuild,
        _ library: inout Library,
        _ output: inout Generator.Output,
        _ folder: OutputFolder,
        _ options: Options
    ) throws -> String {
        var refusals: [String: String] = [:]
        func canLeaveOut(_ errors: [LibraryBuild.Diagnostic]) throws -> Bool {
            guard Self.leaveOut(errors, in: output, &library, &refusals) else { return false }
            output = bindings(of: library, options, without: refusals)
            try folder.write(output.files)
            return true
        }
        for _ in 1...Self.checks {
            let errors = try build.check()
            guard try canLeaveOut(errors), errors.contains(where: \.hidesOthers) else { break }
        }
        for attempt in 1...Self.attempts {
            do {
                let (path, loaded) = try build.build(library)
                return "built \(path)" + (loaded.isEmpty ? "" : ", which was loaded in \(loaded.joined(separator: " and "))")
            } catch let failure as LibraryBuild.Failure {
                guard attempt < Self.attempts, try canLeaveOut(failure.diagnostics) else { throw failure }
            }
        }
        preconditionFailure("the last attempt returns or throws")
    }

    /// Leaves out what errors of the compiler are about, each for the first of its errors. Returns whether there was anything.
    static func leaveOut(
        _ diagnostics: [LibraryBuild.Diagnostic],
        in output: Generator.Output,
        _ library: inout Library,
        _ refusals: inout [String: String]
    ) -> Bool {
        var known: Set<Culprit> = []
        var isNew = false
        for diagnostic in diagnostics {
            guard let culprit = Culprit(diagnostic, in: output), known.insert(culprit).inserted else { continue }
            if leaveOut(culprit, diagnostic.message, &library, &refusals) { isNew = true }
        }
        return isNew
    }

    /// Leaves out a declaration or a type. Returns whether it was there.
    private static func leaveOut(
        _ culprit: Culprit,
        _ message: String,
        _ library: inout Library,
        _ refusals: inout [String: String]
    ) -> Bool {
        switch culprit {
        case .member(let member):
            let reason = "its code does not compile: \(message)"
            // The generator changes some members, as uncommon operators to functions: all types lose those.
            return library.leaveOut(member.usr, as: member, reason) || library.leaveOut(member.usr, reason)
        case .implementation(let usr): return library.leaveOutImplementations(of: usr, "they do not compile: \(message)")
        case .conformances(let found):
            let reason = "it does not compile: \(message)"
            return library.leaveOutConformances(of: found.type, where: found.conformances.contains, reason)
        case .type(let name):
            guard refusals[name] == nil else { return false }
            refusals[name] = "it uses a type whose code does not compile: \(message)"
            return true
        }
    }

    private func request(
        _ options: Options,
        _ specializations: [String],
        _ build: ExtractionRequest.Build?
    ) -> ExtractionRequest {
        ExtractionRequest(
            libraryName: options.prefix,
            modules: options.modules,
            supportModules: options.supportModules,
            packagePath: options.packagePath,
            importPaths: options.importPaths,
            buildConfiguration: options.isRelease ? .release : .debug,
            scratchPath: options.scratchPath,
            build: build,
            specializations: specializations
        )
    }
}
