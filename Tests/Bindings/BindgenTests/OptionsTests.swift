import BindingGenerator
import BindingModel
import Testing

@testable import hotshoe_bindgen

@Suite("The command line of hotshoe-bindgen")
struct OptionsTests {
    @Test("options are parsed in either spelling")
    func reading() throws {
        let options = try Options([
            "--module", "A,B", "--module=C", "--name=abc", "--output", "out", "--languages", "c", "--report=r.json", "--strict",
            "--build",
        ])
        #expect(options.modules == ["A", "B", "C"])
        #expect(options.prefix == "abc")
        #expect(options.output == "out")
        #expect(options.languages == [.c])
        #expect(options.report == "r.json")
        #expect(options.isStrict && options.builds && !options.checks)
        #expect(options.packagePath == ".")
    }

    @Test("a library is built with optimisation, unless it is for debugging; without it the package is not")
    func configurations() throws {
        #expect(try Options(["--module", "A", "--build"]).isRelease)
        #expect(try !Options(["--module", "A", "--build", "--debug"]).isRelease)
        #expect(try !Options(["--module", "A"]).isRelease)
        #expect(try Options(["--module", "A", "--release"]).isRelease)
    }

    @Test("a pair of methods has a name, a beginning and an end")
    func pairs() throws {
        let pairs = try Options(["--module", "A", "--pair", "opened=open,close"]).callPairs
        #expect(pairs == [CallPair(name: "opened", begin: "open", end: "close")])
        for text in ["opened", "opened=open", "opened=open,close,lock", "=open,close", "opened=,close", "a b=c,d"] {
            #expect(throws: Options.Mistake.self) { try Options(["--module", "A", "--pair", text]) }
        }
    }

    @Test("a module that is named twice is taken once")
    func twice() throws {
        #expect(try Options(["--module", "A,A,B", "--module", "B"]).modules == ["A", "B"])
    }

    @Test("the list of functions and the version of new ones are given together")
    func signatures() throws {
        #expect(try Options(["--module", "A", "--signatures", "a.api", "--since", "0.1.0"]).since == "0.1.0")
        for words in [["--signatures", "a.api"], ["--since", "0.1.0"], ["--signatures", "a.api", "--since", "1 */"]] {
            #expect(throws: Options.Mistake.self) { try Options(["--module", "A"] + words) }
        }
    }

    @Test("the Python package has a folder of its own")
    func python() throws {
        let options = try Options(["--module", "A", "--languages", "python", "--python", "there"])
        #expect(options.python == "there")
        #expect(options.languages == [.python])
    }

    @Test("the library is called after its first module, and made for every language")
    func defaults() throws {
        let options = try Options(["--module", "Weather", "--import-path", "modules"])
        #expect(options.prefix == "weather")
        #expect(options.languages == [.c, .cpp])
        #expect(options.packagePath == nil)
    }

    @Test(
        "an error message describes the mistake",
        arguments: [
            ([], "no module is named"),
            (["--module"], "--module needs a value"),
            (["--module", "--strict"], "--module needs a value"),
            (["Weather"], "what is Weather for?"),
            (["--module", "W", "--modle", "X"], "there is no option --modle"),
            (["--module", "W", "-x"], "there is no option -x"),
            (["--module", "W", "--languages", "c,cobol"], "no back end for the language cobol; there are: c, cpp, python, json"),
            (["--module", "W", "--languages", ","], "--languages names no language"),
            (["--module", "W", "--name", "Hot-Shoe"], "--name Hot-Shoe"),
            (["--module", "W", "--name", "1w"], "--name 1w"),
            (["--module", "W", "--strict=yes"], "--strict takes no value"),
            (["--module", "W", "--check", "--build"], "--check changes nothing"),
        ]
    )
    func mistakes(_ words: [String], _ part: String) {
        let error = #expect(throws: Options.Mistake.self) { try Options(words) }
        #expect(error?.description.contains(part) == true)
    }
}
