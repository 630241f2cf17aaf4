import ArgumentParsing
import Testing

@testable import hotshoe

@Suite struct PluginOptionTests {
    private static let shim = "/lib/_plugin.so"

    private func command(_ words: [String], _ variables: [String: String] = [:]) -> [String]? {
        let invocation = Result { () throws(UsageError) in try ArgumentParser(HotShoeCommand.table.syntax).parse(words) }
        return PythonPlugins.command(for: invocation, words.map { Array($0.utf8) }) { variables[$0] }?
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a plugin in Python runs the same words within an interpreter`() {
        let words = ["list", "--plugin", "ring.py=front"]
        #expect(command(words) == ["python3", "-c", PythonPlugins.program] + words)
        #expect(
            command(words, ["HOTSHOE_PYTHON": "/venv/bin/python"]) == ["/venv/bin/python", "-c", PythonPlugins.program] + words
        )
    }

    @Test func `no other command line needs an interpreter`() {
        #expect(command(["list"]) == nil)
        #expect(command(["list", "--plugin", "ring.so"]) == nil)
        #expect(command(["list", "--plugin", "ring.so=a.py"]) == nil)
        #expect(command(["nonsense", "--plugin", "ring.py"]) == nil)
        // Within the interpreter.
        #expect(command(["list", "--plugin", "ring.py"], ["HOTSHOE_PYTHON_PLUGIN": Self.shim]) == nil)
    }

    @Test func `within an interpreter, its library opens a plugin in Python`() {
        func specification(_ plugin: String, _ variables: [String: String]) -> String {
            PythonPlugins.specification(plugin) { variables[$0] }
        }
        let inside = ["HOTSHOE_PYTHON_PLUGIN": Self.shim]
        #expect(specification("ring.py", inside) == "/lib/_plugin.so=ring.py")
        #expect(specification("ring.py=front", inside) == "/lib/_plugin.so=ring.py=front")
        #expect(specification("ring.so", inside) == "ring.so")
        #expect(specification("ring.py", [:]) == "ring.py")
    }

    @Test func `a missing plugin ends the command before it searches`() async {
        let recorded = RecordedOutput()
        let words = ["list", "--simulated", "--plugin", "/nowhere/ring.so"]
        let code = await HotShoeCommand.run(words, table: HotShoeCommand.table, output: recorded.output)
        #expect(code == .storage)
        #expect(recorded.messages.text.hasPrefix("hotshoe: /nowhere/ring.so: The plugin cannot be read"))
        #expect(recorded.data.text.isEmpty)
    }
}
