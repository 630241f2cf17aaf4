import BindingModel
import Testing

@testable import BindingGenerator

/// The C# sources.
@Suite("C#") struct CSharpTests: SmallZooTests {
    static let language = Generator.Language.csharp

    private static func classes(_ functions: [Function] = []) throws -> String {
        try #require(files(library(functions))["csharp/Library.cs"])
    }

    private static func function(
        _ name: String,
        _ parameters: [Parameter] = [],
        result: BindingType = .void,
        effects: Effects = Effects()
    ) -> Function {
        Function(usr: "s:\(name)", name: name, parameters: parameters, result: result, effects: effects)
    }

    @Test("a generation that names the language has its sources, each with the mark by which it is recognised")
    func fileNames() throws {
        let files = Self.files(Self.library())
        let wanted = ["Callbacks.cs", "Crossings.cs", "LeftOut.txt", "Library.cs", "Native.cs", "Runtime.cs"]
        #expect(Set(files.keys) == Set(wanted.map { "csharp/\($0)" }))
        for (path, text) in files {
            let mark = try #require(Generator.Language.csharp.marks.first)
            #expect(mark.suits(path) && mark.matches(String(text.prefix(FileMark.length)), of: "zoo"), "\(path)")
        }
        let others = Generator(Self.library(), languages: [.cpp]).generate().files
        #expect(!others.contains { $0.path.hasPrefix("csharp/") })
    }

    @Test("an enumeration has its cases in Pascal case, numbered as declared")
    func enumeration() throws {
        let text = try Self.classes()
        #expect(text.contains("public enum Mood : int"))
        #expect(text.contains("VeryAngry = 1,"))
    }

    @Test("a structure's fields are parameters of its constructor, with the default values that C# can express at the end")
    func record() throws {
        let text = try Self.classes()
        #expect(
            text.contains(
                "public Cage(string @class, double width = 2d, global::System.Collections.Generic.IReadOnlyList<string> tags = null, Mood mood = Mood.VeryAngry)"
            )
        )
        #expect(text.contains("Tags = tags ?? new string[0];"))
        #expect(text.contains("public Cage WithWidth(double width)"))
    }

    @Test("references that may be null are annotated for compilers that know annotations, and only there")
    func annotations() throws {
        let optional = Parameter(label: "name", name: "name", type: .optional(.string))
        let text = try Self.classes([
            Self.function("find", [optional], result: .optional(.string)),
            Self.function("later", result: .optional(.string), effects: Effects(isAsync: true)),
            Self.function("width", result: .optional(.double)),
        ])
        let lines = text.lines.map { line in String(line.drop { $0 == " " }) }
        let at = try #require(lines.firstIndex { $0.hasPrefix("public static string? Find(string? name") })
        #expect(lines[at - 1] == "#if NET8_0_OR_GREATER" && lines[at + 1] == "#else" && lines[at + 3] == "#endif")
        #expect(lines[at + 2] == lines[at].filter { $0 != "?" })
        #expect(text.contains("Task<string?> LaterAsync("))
        #expect(text.contains("public static double? Width()"))
        #expect(!text.contains(CSharpTypes.mark))
        // Each branch has as many braces as the other, since the bodies stand once.
        #expect(lines.filter { $0 == "#else" }.count == lines.filter { $0 == "#if NET8_0_OR_GREATER" }.count - 1)
    }

    @Test("documentation is in words of C#, and in XML")
    func documentation() throws {
        let text = try Self.classes()
        #expect(text.contains("/// <summary>A cage, which is null for an animal that is free. Throws if it is open.</summary>"))
        #expect(CSharpLibrary.escaped("a < `b & c`") == "a &lt; <c>b &amp; c</c>")
        #expect(CSharpLibrary.escaped("an odd ` mark") == "an odd ` mark")
    }

    @Test("an enumeration with values is a class with a class for each case")
    func variant() throws {
        let text = try Self.classes()
        #expect(text.contains("public abstract unsafe partial class Event : global::System.IEquatable<Event>"))
        #expect(text.contains("public sealed class Fed : Event, global::System.IEquatable<Fed>"))
        #expect(text.contains("public Fed(long grams)"))
    }

    @Test("a union is words that runtimes pass by value as C compilers pass the union: fractions where all of a register are")
    func unions() throws {
        let mixed = TypeIdentifier(usr: "s:3Zoo5MixedO")
        let whole = TypeIdentifier(usr: "s:3Zoo5WholeO")
        func variant(_ identifier: TypeIdentifier, _ name: String, _ types: [BindingType]) -> TypeDeclaration {
            let cases = types.enumerated().map { index, type in
                VariantCase(name: "case\(index)", payload: [TupleElement(label: nil, type: type)])
            }
            return Self.type(identifier, name, .variant(cases, isRecursive: false))
        }
        var library = Self.library([
            Self.function("mix", [Parameter(label: nil, name: "value", type: .named(mixed))]),
            Self.function("fill", [Parameter(label: nil, name: "value", type: .named(whole))]),
        ])
        library.types += [variant(mixed, "Mixed", [.double, .integer(.int)]), variant(whole, "Whole", [.double, .float])]
        let text = try #require(Self.files(library)["csharp/Native.cs"])
        for (name, word) in [("mixed", "ulong"), ("whole", "double")] {
            let indent = String(repeating: " ", count: 12)
            let members = "\(indent)internal int kind;\n\(indent)internal \(word) word0;"
            #expect(text.contains("internal struct zoo_\(name)\n        {\n\(members)"), "\(name)")
        }
    }

    @Test("an error is an exception with a class for each case")
    func errors() throws {
        let text = try Self.classes()
        #expect(text.contains("public unsafe class EscapeException : LibraryException"))
        #expect(text.contains("public sealed class DoorOpen : EscapeException"))
        #expect(text.contains("if (Native_.zoo_escape_from_error(error, &own) == Status_.Ok)"))
    }

    @Test("an asynchronous method returns a task, and its last parameter cancels it")
    func asynchronous() throws {
        let text = try Self.classes()
        #expect(
            text.contains(
                "public global::System.Threading.Tasks.Task<bool> FeedAsync(Cage cage, long grams = 5, global::System.Threading.CancellationToken cancellationToken = default(global::System.Threading.CancellationToken))"
            )
        )
        #expect(text.contains("public sealed unsafe partial class Keeper : LibraryObject"))
        #expect(text.contains("public Keeper(string name) : base(Make1(name)) { }"))
        #expect(text.contains("internal sealed class KeeperHandle : ObjectHandle"))
    }

    @Test("no function of the C interface has a truth value, a text or an object in its signature")
    func native() throws {
        let text = try #require(Self.files(Self.library([Self.function("isOpen", result: .bool)]))["csharp/Native.cs"])
        #expect(text.contains("internal static extern int zoo_is_open(byte* result);"))
        let signatures = text.split(separator: "\n").filter { $0.contains("static extern") }
        #expect(signatures.count > 40)
        for signature in signatures {
            #expect(
                !["bool ", "char ", "string ", "object "].contains {
                    signature.contains(" \($0)") || signature.contains("(\($0)")
                }
            )
        }
    }

    @Test("overloads that only labels distinguish have them in their names; those of other types have one name")
    func overloads() throws {
        let text = try Self.classes([
            Self.function("cut", [Parameter(label: "into", name: "pieces", type: .integer(.int))]),
            Self.function("cut", [Parameter(label: "at", name: "position", type: .integer(.int))]),
            Self.function("cut", [Parameter(label: nil, name: "value", type: .integer(.int))]),
            Self.function("cut", [Parameter(label: nil, name: "value", type: .string)]),
        ])
        for head in ["CutInto(long pieces)", "CutAt(long position)", "Cut(long value)", "Cut(string value)"] {
            #expect(text.contains("public static void \(head)"), "\(head)")
        }
    }

    @Test("default values that C# cannot express are null, and follow all others")
    func defaults() throws {
        let text = try Self.classes([
            Self.function(
                "wait",
                [
                    Parameter(label: "for", name: "time", type: .duration, defaultValue: DefaultValue(".now()", .call("now"))),
                    Parameter(label: nil, name: "text", type: .string),
                ]
            )
        ])
        #expect(text.contains("public static void WaitFor(string text, global::System.TimeSpan? time = null)"))
    }

    @Test("of overloads that differ in parameters with default values, those with more need one of their own")
    func ambiguousOverloads() throws {
        func parameter(_ name: String, _ type: BindingType, isOptional: Bool = true) -> Parameter {
            Parameter(label: name, name: name, type: type, defaultValue: isOptional ? DefaultValue("nil", .null) : nil)
        }
        let text = parameter("text", .string, isOptional: false)
        let (error, tags) = (parameter("source", .optional(.string)), parameter("tags", .optional(.array(.string))))
        let result = try Self.classes([
            Self.function("log", [text, error, tags]),
            Self.function("log", [text, tags]),
            Self.function("log", [text, parameter("count", .optional(.double))]),
        ])
        #expect(result.contains("Log(string text, global::System.Collections.Generic.IReadOnlyList<string> tags = null)"))
        #expect(result.contains("Log(string text, double? count)"))
        let list = "global::System.Collections.Generic.IReadOnlyList<string> tags = null"
        #expect(result.contains("Log(string text, string source, \(list))"))
    }

    @Test("a function of the program is kept by a static delegate, and an exception does not leave it")
    func callbacks() throws {
        let closure = ClosureType(parameters: [TupleElement(label: nil, type: .string)], result: .void, isSendable: true)
        let library = Self.library([Self.function("listen", [Parameter(label: nil, name: "handler", type: .closure(closure))])])
        let files = Self.files(library)
        let text = try #require(files["csharp/Callbacks.cs"])
        #expect(
            text.contains(
                "private static readonly zoo_listen_callback_type zoo_listen_callback_function = Call_zoo_listen_callback;"
            )
        )
        #expect(text.contains("catch (global::System.Exception exception_)"))
        #expect(
            files["csharp/Library.cs"]?.contains(
                "public static void Listen(global::System.Action<string> handler, Queue queue = null)"
            ) == true
        )
    }

    @Test("what C# cannot express is listed with its reason")
    func leftOut() throws {
        let inner = ClosureType(
            parameters: [TupleElement(label: nil, type: .integer(.int), isInout: true)],
            result: .void,
            isSendable: true
        )
        let library = Self.library([Self.function("steps", result: .array(.closure(inner)))])
        let omission = try #require(Generator(library, languages: [.csharp]).generate().omissions.first { $0.usr == "s:steps" })
        #expect(omission.isPartial && omission.reason.hasPrefix("in C#: "))
        #expect(!Generator(library, languages: [.python]).generate().omissions.contains { $0.usr == "s:steps" })
        let files = Self.files(library)
        let text = try #require(files["csharp/LeftOut.txt"])
        #expect(text.contains("zoo_steps: a function inside another type that changes or receives memory"))
    }

    @Test(
        "an acronym of three and more letters is a word in the name of a class",
        arguments: [
            ("ISOSpeed", "IsoSpeed"), ("USBCameraProvider", "UsbCameraProvider"), ("HTTP", "Http"), ("IOPort", "IOPort"),
            ("RGB24Frame", "Rgb24Frame"), ("NewURL", "NewUrl"), ("Aperture", "Aperture"), ("A", "A"), ("", ""),
        ]
    )
    func acronyms(name: String, wanted: String) { #expect(CSharpNames.className(name) == wanted) }

    @Test("null is refused before anything is converted, and a function is kept after everything is")
    func nullArguments() throws {
        let text = Parameter(label: nil, name: "text", type: .string)
        let waiting = Parameter(label: "await", name: "await", type: .string)
        let handler = Parameter(label: nil, name: "handler", type: .closure(ClosureType(parameters: [], result: .void)))
        let optional = Parameter(label: "name", name: "name", type: .optional(.string))
        let lines = try Self.classes([Self.function("tell", [text, waiting, handler, optional])]).lines.map {
            $0.drop { $0 == " " }
        }
        let start = try #require(lines.firstIndex { $0.hasPrefix("public static void Tell(string text, string @await, ") })
        let body = lines[start...].prefix { $0 != "}" }
        let order = [
            "if ((object)text == null) { throw new global::System.ArgumentNullException(\"text\"); }",
            "if ((object)@await == null) { throw new global::System.ArgumentNullException(\"await\"); }",
            "if (handler == null) { throw new global::System.ArgumentNullException(\"handler\"); }",
            "Native_.zoo_string native_text = arena_.Text(text);",
        ]
        let places = try order.map { line in try #require(body.firstIndex { $0 == line }, "\(line)") }
        #expect(places == places.sorted())
        let context = try #require(body.firstIndex { $0.hasPrefix("global::System.IntPtr context_handler = new Callback_(") })
        #expect(context > places[3] && body[context + 1].hasPrefix("int status_ = "))
        #expect(!body.contains { $0.hasPrefix("if ((object)name == null)") })
    }

    @Test("the infinite time span of .NET is no limit where a parameter or a field is a timeout")
    func infiniteTimeouts() throws {
        let lines = try Self.classes([
            Self.function("wait", [Parameter(label: "timeout", name: "timeout", type: .duration)]),
            Self.function("pause", [Parameter(label: "length", name: "length", type: .duration)]),
        ])
        #expect(lines.contains("Native_.zoo_wait(Times_.Write(Times_.Timeout(timeout))"))
        #expect(lines.contains("Native_.zoo_pause(Times_.Write(length)"))
    }

    @Test("names are in the style of C#, and no keywords")
    func names() {
        #expect(CSharpNames.pascal("iso_speed") == "IsoSpeed" && CSharpNames.pascal("2d") == "Value2d")
        #expect(CSharpNames.local("class") == "@class" && CSharpNames.local("servingsOf") == "servingsOf")
        #expect(CSharpNames.capitalised("a_b") == "AB" && CSharpNames.capitalised("Oven") == "Oven")
    }

    @Test func `names that are made of a type's name are nobody else's`() throws {
        var library = Self.library()
        func add(_ name: String, _ kind: TypeKind, _ conformances: Set<Conformance> = []) {
            library.types.append(Self.type(TypeIdentifier(usr: "s:\(name)"), name, kind, conformances))
        }
        for name in ["Object", "Queue", "KeeperHandle", "Operation"] { add(name, .object(ObjectType())) }
        for name in ["Failing", "FailingError", "Library", "KeeperError"] {
            add(name, .enumeration([EnumerationCase(name: "once")]), [.error])
        }
        let texts = Self.files(library).values
        let declaration = /(?m)^ {4}(?:public|internal) (?:[a-z]+ )*(?:class|interface|struct|enum) (\w+)/
        let names = texts.flatMap { $0.matches(of: declaration).map { String($0.output.1) } }
        #expect(names.contains("ObjectHandle") && names.contains("KeeperHandle") && names.contains("FailingException"))
        #expect(names.contains("KeeperException"), "the class Keeper is no error")
        #expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
    }
}
