import Testing

@testable import hotshoe

@Suite struct CommandTableTests {
    @Test func `the real table has no defects`() {
        #expect(HotShoeCommand.table.defects == [])
    }

    @Test func `the fake table has no defects`() {
        #expect(FakeCommands.table.defects == [])
    }

    @Test(arguments: [
        (
            Command("a", summary: "", arguments: [FakeCommands.path, FakeCommands.value]) { _ in },
            "a: VALUE is required, PATH before it is not"
        ),
        (
            Command("a", summary: "", arguments: [FakeCommands.names, FakeCommands.value]) { _ in },
            "a: VALUE after NAME, which takes all words"
        ),
        (Command("a", summary: "", options: [Option.flag("json", "")]) { _ in }, "a: --json twice"),
        (Command("a", summary: "", options: [Option.flag("quick", short: "q", "")]) { _ in }, "a: -q twice"),
        (Command("a", summary: "", options: [Option.flag("three", short: "3", "")]) { _ in }, "a: -3 is not a letter"),
        (
            Command("a", summary: "", options: [Option.flag("count", "")]) { _ in },
            "--count takes a value in one command and none in another"
        ),
        (Command(group: "a", summary: "", [Command(group: "b", summary: "", [])]), "b: commands nest one level deep only"),
    ])
    func `a defect is found`(command: Command, defect: String) {
        let other = Command("other", summary: "", options: [FakeCommands.count]) { _ in }
        let table = CommandTable(program: "p", version: "1", summary: "", commands: [command, other])
        #expect(table.defects.contains(defect))
    }
}
