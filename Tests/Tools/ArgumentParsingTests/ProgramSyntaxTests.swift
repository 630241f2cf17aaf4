import ArgumentParsing
import Testing

@Suite struct ProgramSyntaxTests {
    @Test func `a command line without mistakes has no defects`() {
        #expect(FakeProgram.syntax.defects == [])
        #expect(SingleCommandTests.syntax.defects == [])
    }

    @Test(arguments: [
        (
            CommandSyntax("a", summary: "", arguments: [FakeProgram.path, FakeProgram.value]),
            "a: VALUE is required, PATH before it is not"
        ),
        (
            CommandSyntax("a", summary: "", arguments: [FakeProgram.names, FakeProgram.value]),
            "a: VALUE after NAME, which takes all words"
        ),
        (CommandSyntax("a", summary: "", options: [Option.flag("json", "")]), "a: --json twice"),
        (CommandSyntax("a", summary: "", options: [Option.flag("quick", short: "q", "")]), "a: -q twice"),
        (CommandSyntax("a", summary: "", options: [Option.flag("three", short: "3", "")]), "a: -3 is not a letter"),
        (
            CommandSyntax("a", summary: "", options: [Option.flag("count", "")]),
            "--count takes a value in one command and none in another"
        ),
        (
            CommandSyntax(
                "a",
                summary: "",
                subcommands: [CommandSyntax("b", summary: "", subcommands: [CommandSyntax("c", summary: "")])]
            ),
            "b: commands nest one level deep only"
        ),
    ])
    func `a defect is found`(command: CommandSyntax, defect: String) {
        let other = CommandSyntax("other", summary: "", options: [FakeProgram.count])
        let root = CommandSyntax(
            "p",
            summary: "",
            options: [FakeProgram.json, FakeProgram.quiet],
            subcommands: [command, other]
        )
        #expect(ProgramSyntax(root, version: "1").defects.contains(defect))
    }
}
