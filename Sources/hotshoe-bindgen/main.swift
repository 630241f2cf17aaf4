import BindingExtraction
import BindingGenerator
import BindingModel
import Foundation

/// Says something that is not the result, on standard error.
func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

func run() -> Int32 {
    let options: Options
    do {
        options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
        say("hotshoe-bindgen: \(error)")
        return 2
    }
    if options.showsHelp {
        print(Options.help, terminator: "")
        return 0
    }
    if options.showsVersion {
        print("hotshoe-bindgen 0.1.0")
        return 0
    }
    var request = ExtractionRequest(
        libraryName: options.prefix, modules: options.modules, supportModules: options.supportModules,
        packagePath: options.packagePath, importPaths: options.importPaths,
        buildConfiguration: options.isRelease ? .release : .debug, scratchPath: options.scratchPath
    )
    request.toolchainPath = nil
    do {
        let library = try Extractor(request).extract()
        var output = try Generator(library).generate()
        if options.languages.contains(.misuse) { output.files.append(try Generator(library).misuseProgram()) }
        let folder = OutputFolder(options)
        let report = Report(library, output)
        for omission in output.omissions {
            let place = omission.location.map { "\($0)" } ?? "-"
            say("  \(place)  \(omission.path.isEmpty ? omission.declaration : omission.path)  \(omission.reason)")
        }
        if options.checks {
            let stale = folder.stale(output.files)
            for path in stale { say("hotshoe-bindgen: \(path) is not what would be generated now") }
            return stale.isEmpty ? 0 : 1
        }
        try folder.write(output.files)
        if let path = options.report { try folder.write(report.json(), to: path) }
        say(
            "\(options.modules.joined(separator: ", "))  \(report.declarations) public declarations: \(report.generated) generated, "
                + "\(report.declarations - report.generated) left out" + (options.report.map { " (see \($0))" } ?? "")
        )
        if options.isStrict && !output.omissions.isEmpty { return 1 }
        return 0
    } catch let error as ExtractionError {
        for problem in error.problems { say("hotshoe-bindgen: \(problem)") }
        return 1
    } catch let error as Generator.Failure {
        for problem in error.problems { say("hotshoe-bindgen: \(problem)") }
        return 1
    } catch {
        say("hotshoe-bindgen: \(error)")
        return 1
    }
}

exit(run())
