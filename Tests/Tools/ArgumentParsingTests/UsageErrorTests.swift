import ArgumentParsing
import Testing

@Suite struct UsageErrorTests {
    static let cases: [(words: [String], text: String, topic: [String])] = [
        (["shoto"], "Unknown command \"shoto\". Did you mean shoot?", []),
        (["live"], "Unknown command \"live\". Did you mean liveview?", []),
        (["xyzzy"], "Unknown command \"xyzzy\".", []),
        ([""], "Unknown command \"\".", []),
        (["--json"], "The command is missing. `camera help` lists the commands.", []),
        (["video"], "A word is missing after \"video\": start or stop.", ["video"]),
        (["video", "strat"], "Unknown command \"strat\". Did you mean video start?", ["video"]),
        (["shoot", "--cuont", "3"], "Unknown option --cuont. Did you mean --count?", ["shoot"]),
        (["--cmaera", "sim", "shoot"], "Unknown option --cmaera. Did you mean --camera?", []),
        (["shoot", "--cnt", "3"], "Unknown option --cnt. Did you mean --count?", ["shoot"]),
        (["shoot", "--frobnicate=1"], "Unknown option --frobnicate.", ["shoot"]),
        (["shoot", "-x"], "Unknown option -x.", ["shoot"]),
        (["shoot", "-qx"], "Unknown option -x.", ["shoot"]),
        (["list", "--count", "3"], "--count is an option of shoot, not of list.", ["list"]),
        (["list", "-t", "x"], "-t is an option of shoot and download, not of list.", ["list"]),
        (["shoot", "--count"], "--count needs a value: --count N.", ["shoot"]),
        (["shoot", "-n"], "-n needs a value: -n N.", ["shoot"]),
        (["shoot", "--count", "--json"], "--count needs a value: --count N.", ["shoot"]),
        (["shoot", "--count", "--", "3"], "--count needs a value: --count N.", ["shoot"]),
        (["list", "--json=yes"], "--json takes no value.", ["list"]),
        (["shoot", "--count", "1", "-n", "2"], "-n is given twice.", ["shoot"]),
        (["list", "-q", "--verbose"], "--quiet contradicts --verbose. Leave one out.", ["list"]),
        (["shoot", "--count", "many"], "--count: \"many\" is not a whole number.", ["shoot"]),
        (["shoot", "--count", "0"], "--count: \"0\" is out of range; use 1 or more.", ["shoot"]),
        (["shoot", "--count", "-3"], "--count: \"-3\" is out of range; use 1 or more.", ["shoot"]),
        (["shoot", "-n99999999999999999999"], "-n: \"99999999999999999999\" is out of range; use 1 or more.", ["shoot"]),
        (["simulate", "--port", "65536"], "--port: \"65536\" is out of range; use 1 to 65535.", ["simulate"]),
        (["shoot", "--interval", "soon"], "--interval: \"soon\" is not a number of seconds, such as 1.5.", ["shoot"]),
        (["list", "--timeout", "-1.5"], "--timeout: \"-1.5\" is out of range; use 0 or more.", ["list"]),
        (["simulate", "--transport", "ubs"], "--transport: \"ubs\" is not accepted. Did you mean usb?", ["simulate"]),
        (
            ["simulate", "--transport", "bluetooth"], "--transport: \"bluetooth\" is not accepted. Use ptpip or usb.",
            ["simulate"]
        ),
        (["list", "--camera", ""], "--camera: \"\" is empty.", ["list"]),
        (["set"], "PROPERTY is missing. Usage: camera set PROPERTY VALUE", ["set"]),
        (["set", "iso"], "VALUE is missing. Usage: camera set PROPERTY VALUE", ["set"]),
        (["download"], "NAME is missing. Usage: camera download NAME…", ["download"]),
        (["set", ""], "PROPERTY: \"\" is empty.", ["set"]),
        (["set", "iso", "100", "200"], "Unexpected argument \"200\".", ["set"]),
        (["completions", "bsh"], "SHELL: \"bsh\" is not accepted. Did you mean bash?", ["completions"]),
    ]

    @Test(arguments: cases)
    func `every mistake has its sentence`(words: [String], text: String, topic: [String]) throws {
        let error = try #require(FakeProgram.error(words))
        #expect(error.text == text)
        #expect(error.topic == topic)
    }
}
