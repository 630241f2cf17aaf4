import Testing

@testable import hotshoe

@Suite struct ArgumentParserTests {
    @Test(arguments: [
        ["--count", "3", "--camera", "sim", "shoot"], ["--count=3", "shoot", "--camera=sim"], ["shoot", "-n", "3", "-c", "sim"],
        ["-n3", "-csim", "shoot"], ["shoot", "-qn=3", "-c=sim"], ["--camera", "sim", "shoot", "-qn", "3"],
    ])
    func `options stand before, after or around the command`(words: [String]) throws {
        guard case .run(let path, _, let arguments) = try ArgumentParser(FakeCommands.table).parse(words) else {
            throw FakeCommands.NotACommand()
        }
        #expect(path == ["shoot"])
        #expect(arguments[FakeCommands.count] == 3)
        #expect(arguments[GlobalOptions.camera] == [.simulated(serialNumber: nil)])
    }

    @Test func `options stand between the words of a command`() throws {
        let (path, arguments) = try FakeCommands.parse("video", "--json", "start", "--timeout", "2.5")
        #expect(path == ["video", "start"])
        #expect(arguments[GlobalOptions.json])
        #expect(arguments[GlobalOptions.timeout] == .milliseconds(2500))
    }

    @Test func `omitted values have their defaults`() throws {
        let (_, arguments) = try FakeCommands.parse("shoot")
        #expect(arguments[FakeCommands.count] == 1)
        #expect(arguments[FakeCommands.interval] == nil)
        #expect(arguments[FakeCommands.to] == ".")
        #expect(!arguments[GlobalOptions.json])
        #expect(arguments[GlobalOptions.timeout] == nil)
    }

    @Test func `repeating options keep their order`() throws {
        let (_, arguments) = try FakeCommands.parse("--fault", "a", "simulate", "--fault=", "--fault", "b=c")
        #expect(arguments[FakeCommands.fault] == ["a", "", "b=c"])
    }

    @Test(arguments: ["-0.7", "-1⅓", "-⅓", "-.5", "-1/3", "-2", "+1⅓", "-", "−0.7"])
    func `an argument that looks like a number is a word`(value: String) throws {
        let (_, arguments) = try FakeCommands.parse("set", "exposure-compensation", value, "--json")
        #expect(arguments[FakeCommands.property] == "exposure-compensation")
        #expect(arguments[FakeCommands.value] == value)
        #expect(arguments[GlobalOptions.json])
    }

    @Test func `two dashes end the options`() throws {
        let (_, arguments) = try FakeCommands.parse("set", "artist", "--", "--json")
        #expect(arguments[FakeCommands.value] == "--json")
        #expect(!arguments[GlobalOptions.json])
        let (_, named) = try FakeCommands.parse("download", "--", "--", "-h", "--help")
        #expect(named[FakeCommands.names] == ["--", "-h", "--help"])
    }

    @Test func `a lone dash is a value`() throws {
        #expect(try FakeCommands.parse("liveview", "-o", "-").arguments[FakeCommands.output] == "-")
        #expect(try FakeCommands.parse("liveview", "--output", "-").arguments[FakeCommands.output] == "-")
    }

    @Test func `the value after an equals sign is used unchanged`() throws {
        #expect(try FakeCommands.parse("liveview", "--output=--json=x").arguments[FakeCommands.output] == "--json=x")
    }

    @Test func `a repeated flag is set`() throws {
        #expect(try FakeCommands.parse("--json", "list", "--json").arguments[GlobalOptions.json])
    }

    @Test func `arguments may be optional or repeat`() throws {
        #expect(try FakeCommands.parse("files").arguments[FakeCommands.path] == nil)
        #expect(try FakeCommands.parse("files", "DCIM").arguments[FakeCommands.path] == "DCIM")
        #expect(try FakeCommands.parse("get").arguments[FakeCommands.properties] == [])
        #expect(try FakeCommands.parse("get", "iso", "aperture").arguments[FakeCommands.properties] == ["iso", "aperture"])
    }

    @Test(arguments: [
        ([], []), (["--help"], []), (["-h"], []), (["shoot", "--help"], ["shoot"]), (["--help", "shoot"], ["shoot"]),
        (["video", "-h"], ["video"]), (["video", "stop", "-qh"], ["video", "stop"]), (["help", "shoot", "--help"], ["shoot"]),
        (["shoot", "--cuont", "x", "--count", "--help"], ["shoot"]), (["nonsense", "--help"], []),
        (["--version", "--help"], []),
    ])
    func `help wins over everything`(words: [String], topic: [String]) throws {
        guard case .help(let found) = try ArgumentParser(FakeCommands.table).parse(words) else {
            throw FakeCommands.NotACommand()
        }
        #expect(found == topic)
    }

    @Test(arguments: [["--version"], ["shoot", "--version"], ["--nonsense", "--version"]])
    func `version wins over everything but help`(words: [String]) throws {
        let found = try ArgumentParser(FakeCommands.table).parse(words)
        guard case .version = found else {
            Issue.record("\(found)")
            return
        }
    }
}
