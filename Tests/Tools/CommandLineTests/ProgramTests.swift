import Glibc
import TestSupport
import Testing

@testable import hotshoe

/// The built program, run as by a shell.
@Suite(.ownThread) struct ProgramTests {
    @Test func `data is written to standard output and messages to standard error`() throws {
        let program = try ChildProcess.hotshoe("version", "--verbose")
        #expect(program.readOutput() == "hotshoe \(HotShoeCommand.table.version)\n")
        #expect(program.readErrors() == "hotshoe: version: started\n")
        #expect(program.exitCode() == 0)
    }

    @Test func `a mistake ends with 64`() throws {
        let program = try ChildProcess.hotshoe("versoin")
        #expect(program.readOutput() == "")
        #expect(program.readErrors().hasPrefix("hotshoe: Unknown command \"versoin\". Did you mean version?\n"))
        #expect(program.exitCode() == 64)
    }

    @Test func `bytes that are not UTF-8 are a mistake`() throws {
        let program = try ChildProcess.hotshoe([Array("help".utf8), [0xFF, 0xFE]])
        #expect(program.readErrors().hasPrefix("hotshoe: Argument 2 is not valid UTF-8.\n"))
        #expect(program.exitCode() == 64)
    }

    @Test func `ten thousand arguments and one of a hundred kilobytes are survived`() throws {
        let many = try ChildProcess.hotshoe([Array("help".utf8)] + Array(repeating: Array("x".utf8), count: 10_000))
        #expect(many.exitCode() == 64)
        let long = try ChildProcess.hotshoe([[UInt8](repeating: UInt8(ascii: "x"), count: 100_000)])
        #expect(long.exitCode() == 64)
    }

    @Test func `a full disk ends with 7`() throws {
        let program = try ChildProcess.hotshoe("version", output: .file("/dev/full"))
        #expect(program.readErrors() == "hotshoe: standard output: No space left on device.\n")
        #expect(program.exitCode() == 7)
    }

    @Test func `a pipe without a reader ends it with 141 and no message`() throws {
        let program = try ChildProcess.hotshoe("help", output: .unread)
        #expect(program.readErrors() == "")
        #expect(program.exitCode() == 141)
    }

    @Test func `a closed standard output is an error, not another file`() throws {
        let program = try ChildProcess.hotshoe("version", output: .closed)
        #expect(program.readErrors() == "hotshoe: standard output: Bad file descriptor.\n")
        #expect(program.exitCode() == 1)
    }

    @Test func `the second Ctrl-C ends it immediately, even while it waits for a reader`() throws {
        let program = try ChildProcess.hotshoe("help", "--verbose", output: .full)
        #expect(program.readErrorLine() == "hotshoe: help: started\n")
        program.send(SIGINT)
        #expect(program.readErrorLine().hasPrefix("hotshoe: stopping"))
        program.send(SIGINT)
        #expect(program.exitCode() == 130)
    }

    @Test func `a command that ends after a signal exits with the signal's code`() throws {
        let program = try ChildProcess.hotshoe("help", "--verbose", output: .full)
        #expect(program.readErrorLine() == "hotshoe: help: started\n")
        program.send(SIGTERM)
        #expect(program.readErrorLine().hasPrefix("hotshoe: stopping"))
        #expect(program.readOutput().contains("Usage:"))
        #expect(program.exitCode() == 143)
    }

    @Test func `a signal that was ignored at the start stays ignored`() throws {
        let line = "trap '' INT; exec \(ChildProcess.hotshoePath) help --verbose"
        let program = try ChildProcess("/bin/sh", ["-c", line].map { Array($0.utf8) }, output: .full)
        #expect(program.readErrorLine() == "hotshoe: help: started\n")
        program.send(SIGINT)
        program.send(SIGTERM)
        #expect(program.readErrorLine().hasPrefix("hotshoe: stopping"))
        #expect(program.readOutput().contains("Usage:"))
        #expect(program.exitCode() == 143)
    }
}
