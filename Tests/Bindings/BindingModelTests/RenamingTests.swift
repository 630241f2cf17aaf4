import BindingModel
import Testing

@Suite("Names that an author chooses")
struct RenamingTests {
    private static let station = TypeIdentifier(usr: "station")

    private static func type(_ usr: String, _ path: [String], _ kind: TypeKind = .object(ObjectType())) -> TypeDeclaration {
        TypeDeclaration(
            identifier: TypeIdentifier(usr: usr),
            module: "Weather",
            path: path,
            spelling: "Weather::" + path.joined(separator: "."),
            kind: kind
        )
    }

    private static func declared(_ usr: String, _ path: String, line: Int) -> DeclaredSymbol {
        DeclaredSymbol(
            usr: usr,
            declaration: path,
            path: path,
            location: SourceLocation(file: "Sources/Weather/Station.swift", line: line),
            representation: .itself
        )
    }

    /// A class with a method and a property, a nested enum, a record, an enum with payloads, an extension and a function.
    private static func library() -> Library {
        var station = type("station", ["Station"])
        station.functions = [Function(usr: "report", name: "report"), Function(usr: "other", name: "report")]
        station.properties = [PropertyDeclaration(usr: "level", name: "level", type: .double)]
        let mode = type(
            "mode",
            ["Station", "Mode"],
            .enumeration([EnumerationCase(usr: "fast", name: "fast"), EnumerationCase(usr: "slow", name: "slow")])
        )
        let point = type(
            "point",
            ["Point"],
            .record([
                Field(usr: "x", name: "x", type: .integer(.int), label: "x"),
                Field(usr: "y", name: "y", type: .integer(.int), label: "y"),
            ])
        )
        let event = type(
            "event",
            ["Event"],
            .variant(
                [
                    VariantCase(usr: "rain", name: "rain", payload: [TupleElement(label: nil, type: .double)]),
                    VariantCase(usr: "sun", name: "sun", payload: []),
                ],
                isRecursive: true
            )
        )
        var library = Library(
            name: "weather",
            modules: ["Weather"],
            types: [station, mode, point, event],
            functions: [Function(usr: "now", name: "now")],
            extensions: [
                ForeignExtension(type: .string, spelling: "Swift.String", functions: [Function(usr: "shout", name: "shout")])
            ],
            omissions: [Omission(usr: "any", declaration: "func any()", path: "any()", location: nil, reason: "generic")]
        )
        let names = [
            ("station", "Station"), ("report", "Station.report()"), ("other", "Station.report()"), ("level", "Station.level"),
            ("mode", "Station.Mode"), ("fast", "Station.Mode.fast"), ("slow", "Station.Mode.slow"), ("point", "Point"),
            ("x", "Point.x"), ("y", "Point.y"), ("event", "Event"), ("rain", "Event.rain(_:)"), ("sun", "Event.sun"),
            ("now", "now()"), ("shout", "String.shout()"), ("alias", "Alias"),
        ]
        library.declared = names.enumerated().map { declared($1.0, $1.1, line: $0 + 1) }
        return library
    }

    private static func message(_ declaration: String, _ name: String) -> String {
        var library = library()
        do throws(RenamingError) {
            try library.rename(declaration, to: name)
            return ""
        } catch {
            return error.description
        }
    }

    @Test("a type's name is replaced in its own path and in those of the types in it") func types() throws {
        var library = Self.library()
        try library.rename("Station", to: "Site")
        #expect(library.types.prefix(2).map(\.path) == [["Site"], ["Site", "Mode"]])
        try library.rename("Station.Mode", to: "Pace")
        #expect(library.types[1].path == ["Site", "Pace"])
        #expect(library.types[1].spelling == "Weather::Station.Mode")
    }

    @Test("functions and properties keep their Swift names") func members() throws {
        var library = Self.library()
        try library.rename("Station.level", to: "height")
        try library.rename("now()", to: "today")
        try library.rename("String.shout()", to: "cry")
        #expect(library.types[0].properties[0].foreignName == "height" && library.types[0].properties[0].name == "level")
        #expect(library.functions[0].foreignName == "today" && library.functions[0].name == "now")
        #expect(library.extensions[0].functions[0].foreignName == "cry")
    }

    @Test("so do fields and cases, with and without payloads") func parts() throws {
        var library = Self.library()
        for (path, name) in [("Point.x", "column"), ("Station.Mode.fast", "quick"), ("Event.rain(_:)", "shower")] {
            try library.rename(path, to: name)
        }
        guard case .enumeration(let cases) = library.types[1].kind, case .record(let fields) = library.types[2].kind,
            case .variant(let variants, true) = library.types[3].kind
        else {
            Issue.record("a kind has changed")
            return
        }
        #expect(fields.map(\.chosenName) == ["column", "y"] && fields.map(\.name) == ["x", "y"])
        #expect(cases.map(\.chosenName) == ["quick", "slow"] && cases.map(\.name) == ["fast", "slow"])
        #expect(variants.map(\.chosenName) == ["shower", "sun"] && variants.map(\.name) == ["rain", "sun"])
    }

    @Test("of several declarations with one path, the place selects one") func places() throws {
        var library = Self.library()
        try library.rename("Station.swift:3", to: "second_report")
        #expect(library.types[0].functions.map(\.foreignName) == [nil, "second_report"])
        try library.rename("Sources/Weather/Station.swift:2", to: "first_report")
        #expect(library.types[0].functions.map(\.foreignName) == ["first_report", "second_report"])
    }

    @Test(
        "a name that cannot be given is an error with its reason",
        arguments: [
            ("Station.report()", "x", "is the name of 2 declarations: write the place instead"),
            ("Station.reports()", "x", "is no public declaration of the modules; the report lists all names"),
            ("report(for:)", "x", "there is Station.report(), Station.report()"),
            ("any()", "x", "any() is left out: generic"),
            ("Alias", "x", "cannot be renamed"),
            ("Point.x", "y", "`y` of the same type has that name"),
            ("Station.Mode.fast", "SLOW", "`slow` of the same type has that name"),
            ("Event.sun", "rain", "`rain` of the same type has that name"),
            ("now()", "", "a letter first"), ("now()", "1st", "a letter first"), ("now()", "to day", "a letter first"),
            ("now()", "a-b", "a letter first"), ("now()", "größe", "a letter first"),
        ]
    )
    func mistakes(_ declaration: String, _ name: String, _ part: String) {
        #expect(Self.message(declaration, name).contains(part))
    }

    @Test("a field can have the former name of another one") func swapping() throws {
        var library = Self.library()
        try library.rename("Point.x", to: "column")
        try library.rename("Point.y", to: "x")
        guard case .record(let fields) = library.types[2].kind else { return }
        #expect(fields.map(\.chosenName) == ["column", "x"])
    }
}
