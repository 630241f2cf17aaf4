import ArgumentParsing
import Testing

@Suite struct ArgumentParserTests {
    @Test(arguments: [
        ["--count", "3", "--camera", "sim", "shoot"], ["--count=3", "shoot", "--camera=sim"], ["shoot", "-n", "3", "-c", "sim"],
        ["-n3", "-csim", "shoot"], ["shoot", "-qn=3", "-c=sim"], ["--camera", "sim", "shoot", "-qn", "3"],
    ])
    func `options stand before, after or around the command`(words: [String]) throws {
        guard case .run(let path, let arguments) = try ArgumentParser(FakeProgram.syntax).parse(words) else {
            throw FakeProgram.NotACommand()
        }
        #expect(path == ["shoot"])
        #expect(arguments[FakeProgram.count] == 3)
        #expect(arguments[FakeProgram.camera] == ["sim"])
    }

    @Test func `options stand between the words of a command`() throws {
        let (path, arguments) = try FakeProgram.parse("video", "--json", "start", "--timeout", "2.5")
        #expect(path == ["video", "start"])
        #expect(arguments[FakeProgram.json])
        #expect(arguments[FakeProgram.timeout] == .milliseconds(2500))
    }

    @Test func `omitted values have their defaults`() throws {
        let (_, arguments) = try FakeProgram.parse("shoot")
        #expect(arguments[FakeProgram.count] == 1)
        #expect(arguments[FakeProgram.interval] == nil)
        #expect(arguments[FakeProgram.to] == ".")
        #expect(!arguments[FakeProgram.json])
        #expect(arguments[FakeProgram.timeout] == nil)
    }

    @Test func `repeating options keep their order`() throws {
        let (_, arguments) = try FakeProgram.parse("--fault", "a", "simulate", "--fault=", "--fault", "b=c")
        #expect(arguments[FakeProgram.fault] == ["a", "", "b=c"])
    }

    @Test(arguments: ["-0.7", "-1⅓", "-⅓", "-.5", "-1/3", "-2", "+1⅓", "-", "−0.7"])
    func `an argument that looks like a number is a word`(value: String) throws {
        let (_, arguments) = try FakeProgram.parse("set", "exposure-compensation", value, "--json")
        #expect(arguments[FakeProgram.property] == "exposure-compensation")
        #expect(arguments[FakeProgram.value] == value)
        #expect(arguments[FakeProgram.json])
    }

    @Test func `two dashes end the options`() throws {
        let (_, arguments) = try FakeProgram.parse("set", "artist", "--", "--json")
        #expect(arguments[FakeProgram.value] == "--json")
        #expect(!arguments[FakeProgram.json])
        let (_, named) = try FakeProgram.parse("download", "--", "--", "-h", "--help")
        #expect(named[FakeProgram.names] == ["--", "-h", "--help"])
    }

    @Test func `a lone dash is a value`() throws {
        #expect(try FakeProgram.parse("liveview", "-o", "-").arguments[FakeProgram.output] == "-")
        #expect(try FakeProgram.parse("liveview", "--output", "-").arguments[FakeProgram.output] == "-")
    }

    @Test func `the value after an equals sign is used unchanged`() throws {
        #expect(try FakeProgram.parse("liveview", "--output=--json=x").arguments[FakeProgram.output] == "--json=x")
    }

    @Test func `a repeated flag is set`() throws {
        #expect(try FakeProgram.parse("--json", "list", "--json").arguments[FakeProgram.json])
    }

    @Test func `arguments may be optional or repeat`() throws {
        #expect(try FakeProgram.parse("files").arguments[FakeProgram.path] == nil)
        #expect(try FakeProgram.parse("files", "DCIM").arguments[FakeProgram.path] == "DCIM")
        #expect(try FakeProgram.parse("get").arguments[FakeProgram.properties] == [])
        #expect(try FakeProgram.parse("get", "iso", "aperture").arguments[FakeProgram.properties] == ["iso", "aperture"])
    }

    @Test(arguments: [
        ([], []), (["--help"], []), (["-h"], []), (["shoot", "--help"], ["shoot"]), (["--help", "shoot"], ["shoot"]),
        (["video", "-h"], ["video"]), (["video", "stop", "-qh"], ["video", "stop"]), (["help", "shoot", "--help"], ["shoot"]),
        (["shoot", "--cuont", "x", "--count", "--help"], ["shoot"]), (["nonsense", "--help"], []),
        (["--version", "--help"], []),
    ])
    func `help wins over everything`(words: [String], topic: [String]) throws {
        guard case .help(let found) = try ArgumentParser(FakeProgram.syntax).parse(words) else {
            throw FakeProgram.NotACommand()
        }
        #expect(found == topic)
    }

    @Test(arguments: [["--version"], ["shoot", "--version"], ["--nonsense", "--version"]])
    func `version wins over everything but help`(words: [String]) throws {
        let found = try ArgumentParser(FakeProgram.syntax).parse(words)
        guard case .version = found else {
            Issue.record("\(found)")
            return
        }
    }
}
