import ArgumentParsing
import BindingExtraction
import BindingGenerator
import Foundation

// Writes the C program that misuses a library's bindings: docs/misuse.md.

do {
    let program = MisuseSyntax.program
    switch try ArgumentParser(program).parse(RawArguments.decode(RawArguments.ofThisProcess())) {
    case .help: for line in HelpLayout(program, width: 80).page(of: program.root, []) { print(line.plain) }
    case .version: print("\(program.name) \(program.version)")
    case .run(_, let arguments): try write(arguments)
    }
} catch let error as UsageError {
    fail("\(error.text) See `misuse-program --help`.", 64)
} catch {
    fail("\(error)", 1)
}

func write(_ arguments: ParsedArguments) throws {
    var library = try Extractor(
        ExtractionRequest(
            libraryName: arguments[MisuseSyntax.name],
            modules: arguments[MisuseSyntax.module].split(separator: ",").map(String.init),
            supportModules: arguments[MisuseSyntax.supportModule].split(separator: ",").map(String.init),
            packagePath: arguments[MisuseSyntax.packagePath],
            specializations: try Specializations(arguments[MisuseSyntax.specialize]).types
        )
    ).extract()
    try Renames(arguments[MisuseSyntax.rename]).apply(to: &library)
    let lowered = Generator(library).lowered()
    let file = URL(fileURLWithPath: arguments[MisuseSyntax.output])
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(MisuseProgram(lowered).text(symbols: lowered.symbols).utf8).write(to: file)
}

func fail(_ message: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("misuse-program: \(message)\n".utf8))
    exit(status)
}
