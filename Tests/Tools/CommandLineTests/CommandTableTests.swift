import ArgumentParsing
import Testing

@testable import hotshoe

@Suite struct CommandTableTests {
    @Test func `the real table has no defects`() {
        #expect(HotShoeCommand.table.syntax.defects == [])
    }

    @Test func `the fake table has no defects`() {
        #expect(FakeCommands.table.syntax.defects == [])
    }

    @Test func `every command is found by its words`() {
        for (path, command) in HotShoeCommand.table.syntax.leaves {
            #expect(HotShoeCommand.table.command(at: path)?.name == command.name)
        }
        #expect(HotShoeCommand.table.command(at: []) == nil)
        #expect(HotShoeCommand.table.command(at: ["video", "nonsense"]) == nil)
    }
}
