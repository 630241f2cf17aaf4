import BindingExtraction
import BindingGenerator
import Foundation

// Writes the C program that misuses a library's bindings: docs/misuse.md.

let usage =
    "usage: misuse-program --package-path PATH --module LIST [--support-module LIST] --name NAME [--rename FILE] [--specialize FILE] --output FILE"
var options: [String: String] = [:]
var words = CommandLine.arguments.dropFirst()
while let option = words.popFirst() {
    guard ["--package-path", "--module", "--support-module", "--name", "--rename", "--specialize", "--output"].contains(option),
        let value = words.popFirst()
    else { fail(usage, 64) }
    options[option] = value
}
guard let name = options["--name"], let modules = options["--module"], let output = options["--output"] else { fail(usage, 64) }

do {
    var library = try Extractor(
        ExtractionRequest(
            libraryName: name,
            modules: modules.split(separator: ",").map(String.init),
            supportModules: (options["--support-module"] ?? "").split(separator: ",").map(String.init),
            packagePath: options["--package-path"],
            specializations: try Specializations(options["--specialize"].map { [$0] } ?? []).types
        )
    ).extract()
    try Renames(options["--rename"].map { [$0] } ?? []).apply(to: &library)
    let lowered = Generator(library).lowered()
    let file = URL(fileURLWithPath: output)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(MisuseProgram(lowered).text(symbols: lowered.symbols).utf8).write(to: file)
} catch {
    fail("\(error)", 1)
}

func fail(_ message: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("misuse-program: \(message)\n".utf8))
    exit(status)
}
