import ArgumentParsing
import Testing

@Suite struct SingleCommandTests {
    static let module = Option.required(repeating: "module", .nonEmpty(), named: "NAME", "A module to read.")
    static let name = Option.required("name", .text, named: "NAME", "The name of the result.")
    static let check = Option.flag("check", "Only check.")
    static let file = Argument.optional("FILE", .file, "A file.")

    static let syntax = ProgramSyntax(
        CommandSyntax(
            "generate",
            summary: "Generates text",
            arguments: [file],
            options: [module, name, StandardOptions.help],
            groups: [OptionGroup("Checks", [check])],
            exitCodes: [.init(0, "Success."), .init(64, "Wrong command line.")]
        ),
        version: "1.0"
    )

    @Test func `a program without commands has options and arguments`() throws {
        let words = ["--module", "A", "x.txt", "--module=B", "--check", "--name", "n"]
        guard case .run(let path, let arguments) = try ArgumentParser(Self.syntax).parse(words) else {
            throw FakeProgram.NotACommand()
        }
        #expect(path == [])
        #expect(arguments[Self.module] == ["A", "B"])
        #expect(arguments[Self.name] == "n")
        #expect(arguments[Self.file] == "x.txt")
        #expect(arguments[Self.check])
    }

    @Test(arguments: [
        ([], "--module is missing: --module NAME."),
        (["--module", "A"], "--name is missing: --name NAME."),
        (["--modle", "A"], "Unknown option --modle. Did you mean --module?"),
        (["--module", "A", "--name", "n", "--name", "m"], "--name is given twice."),
        (["--module", "A", "--name", "n", "x", "y"], "Unexpected argument \"y\"."),
        (["--module", "", "--name", "n"], "--module: \"\" is empty."),
    ])
    func `every mistake has its sentence`(words: [String], text: String) throws {
        let error = try #require(FakeProgram.error(words, Self.syntax))
        #expect(error.text == text)
        #expect(error.topic == [])
    }

    @Test func `the help is one page`() throws {
        guard case .help([]) = try ArgumentParser(Self.syntax).parse(["--name", "--help"]) else {
            throw FakeProgram.NotACommand()
        }
        let lines = HelpLayout(Self.syntax, width: 80).page(of: Self.syntax.root, [])
        #expect(
            lines.map(\.plain).joined(separator: "\n") == """
                Generates text.

                Usage:
                  generate --module NAME --name NAME [FILE] [OPTIONS]

                Arguments:
                  FILE  A file.

                Options:
                      --module NAME  A module to read. May be given several times.
                      --name NAME    The name of the result.
                  -h, --help         Print this help and exit.

                Checks:
                      --check  Only check.

                Exit codes:
                    0  Success.
                   64  Wrong command line.
                """
        )
    }
}
