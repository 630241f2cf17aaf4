import ArgumentParsing
import Glibc
import TestSupport
import Testing

@testable import hotshoe

@Suite(.ownThread) struct CompletionsTests {
    /// The completions that bash offers for these words, the last of which is incomplete.
    private func offered(_ words: [String]) throws -> [String] {
        let typed = words.map(ShellWords.quoted).joined(separator: " ")
        let script = """
            \(BashCompletions(FakeCommands.table).script)
            cd /proc/self/task
            COMP_WORDS=(hotshoe \(typed)) COMP_CWORD=\(words.count)
            _hotshoe
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let bash = try ChildProcess("/bin/bash", ["--norc", "--noprofile", "-c", script].map { Array($0.utf8) })
        let lines = bash.readOutput().split(separator: "\n").map(String.init)
        #expect(bash.readErrors() == "")
        #expect(bash.exitCode() == 0)
        return lines
    }

    static let cases: [([String], [String])] = [
        (["s"], ["set", "shoot", "simulate"]),
        (["--json", "li"], ["list", "liveview"]),
        (["--camera", "sim", "fil"], ["files"]),
        (["--camera", "=", "sim", "fil"], ["files"]),
        (["--camera", "ptpip", ":", "host", ":", "1", "fil"], ["files"]),
        (["-n", "3", "sho"], ["shoot"]),
        (["video", ""], ["start", "stop"]),
        (["video", "--json", "sta"], ["start"]),
        (["video", "start", ""], []),
        (["shoot", "--co"], ["--count"]),
        (["list", "--co"], []),
        (["shoot", "--ca"], ["--camera"]),
        (["--ver"], ["--verbose", "--version"]),
        (["--camera", ""], ["sim", "ptpip:", "fujifilm:", "http://", "https://", "usb:"]),
        (["--camera", "="], ["sim", "ptpip:", "fujifilm:", "http://", "https://", "usb:"]),
        (["--camera", "=", "s"], ["sim"]),
        (["list", "-c", "u"], ["usb:"]),
        (["list", "-c", "usb", ":"], []),
        (["list", "-c", "usb", ":", "1"], []),
        (["simulate", "--transport", ""], ["ptpip", "usb"]),
        (["simulate", "--port", ""], []),
        (["get", "iso", "a"], ["aperture"]),
        (["set", "--json", "sh"], ["shutter-speed"]),
        (["set", "iso", ""], []),
        (["set", "iso", "--", "--j"], []),
        (["completions", ""], ["bash", "zsh", "fish", "cameras", "values"]),
        (["help", "exit"], ["exit-codes"]),
        (["nonsense", ""], []),
    ]

    @Test(arguments: cases)
    func `bash completes the possible words`(words: [String], expected: [String]) throws {
        #expect(try offered(words) == expected)
    }

    @Test func `bash asks the program for cameras and values`() throws {
        let folder = try TemporaryFolder()
        let program =
            "#!/bin/sh\ncase \"$2 $3\" in 'cameras ') echo 0123 ;; 'values iso') printf 'ISO 100\\nISO 200\\nauto\\n' ;; esac\n"
        folder.write(Array(program.utf8), to: "hotshoe")
        folder.makeExecutable("hotshoe")
        func offered(_ words: String, _ count: Int) throws -> [String] {
            let script = """
                \(BashCompletions(HotShoeCommand.table).script)
                PATH=\(folder.path):$PATH COMP_WORDS=(hotshoe \(words)) COMP_CWORD=\(count)
                _hotshoe
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let bash = try ChildProcess("/bin/bash", ["--norc", "--noprofile", "-c", script].map { Array($0.utf8) })
            return bash.readOutput().split(separator: "\n").map(String.init)
        }
        #expect(try offered("get -c 0", 3) == ["0123"])
        #expect(try offered("set iso iso", 3) == ["ISO\\ 100", "ISO\\ 200"])
        #expect(try offered("set iso a", 3) == ["auto"])
    }

    @Test func `the program prints the values of a property`() async throws {
        let served = try ServedSimulator(personality: "nikon-z6-2")
        #expect(
            await served.run("completions", "values", "image-destination", "--timeout", "60").lines == [
                "camera", "host", "camera and host",
            ]
        )
        #expect(await CommandRun.of(["completions", "cameras"]).lines.isEmpty)
    }

    @Test func `bash offers files and folders where they are expected`() throws {
        #expect(try offered(["liveview", "-o", "/etc/passw"]).contains("/etc/passwd"))
        #expect(try offered(["download", "x", "--to", "/et"]) == ["/etc"])
        #expect(try offered(["shoot", "-t", "/etc/passw"]) == [])
    }

    @Test(arguments: CompletionsCommand.Shell.allCases)
    func `every command and option is in every script`(shell: CompletionsCommand.Shell) {
        for table in [FakeCommands.table, HotShoeCommand.table] {
            let script = CompletionsCommand.script(for: shell, table)
            let words = table.syntax.leaves.flatMap { path, command in path + command.options.map(\.name) }
            #expect(words.filter { !script.contains($0) } == [])
            #expect(!script.contains("  \n"))
        }
    }

    static let shells: [String] = ["/bin/bash", "/bin/zsh", "/usr/bin/fish"].filter { (path: String) -> Bool in
        // SAFETY: the path is terminated and outlives the call.
        unsafe access(path, X_OK) == 0
    }

    @Test(arguments: shells)
    func `a shell that is installed accepts its script`(path: String) throws {
        let name = String(path.split(separator: "/").last ?? "")
        let shell = try #require(CompletionsCommand.Shell(rawValue: name))
        let script = CompletionsCommand.script(for: shell, FakeCommands.table)
        let program = try ChildProcess(path, ["-n", "-c", script].map { Array($0.utf8) })
        #expect(program.readErrors() == "")
        #expect(program.exitCode() == 0)
    }

    @Test func `quotes and colons in help do not end a specification`() {
        let odd = Option.value("odd", .text, named: "A:B", "It's [odd]: 'x' \\ y.")
        let table = CommandTable(
            program: "p",
            version: "1",
            summary: "",
            commands: [Command("run", summary: "Don't: walk", options: [odd]) { _ in }]
        )
        #expect(ZshCompletions(table).script.contains("'--odd=[It'\\''s \\[odd\\]\\: '\\''x'\\'' \\\\ y.]:A\\:B: '"))
        #expect(ZshCompletions(table).script.contains("'run:Don'\\''t\\: walk'"))
        #expect(FishCompletions(table).script.contains("-d 'It\\'s [odd]: \\'x\\' \\\\ y.'"))
    }
}
