import BindingModel
import Foundation
import Testing

@testable import BindingExtraction

/// Symbol graphs that no compiler has written: an error or a library, never a trap, never without end.
@Suite struct HostileGraphsTests {
    private typealias JSON = RecordedGraphs.JSON

    @Test("A graph that ends early is an error") func truncated() throws {
        let data = try RecordedGraphs().data
        for count in stride(from: 0, to: data.count, by: 211) {
            let error = #expect(throws: ExtractionError.self) { try SymbolGraph(data.prefix(count), name: "x") }
            #expect(error?.problems.map(\.code) == [.unknownFormat])
        }
    }

    @Test("A dump of the digester that ends early is an error") func truncatedDump() throws {
        let data = try RecordedGraphs.read("Clockwork.interface.json")
        for count in stride(from: 0, to: data.count - 3, by: 211) {
            #expect(throws: ExtractionError.self) { try InterfaceDump(data.prefix(count)) }
        }
    }

    @Test("A member of a generic parameter without a name is a type that is not known", arguments: ["", ".", "..", "T."])
    func dependentMembers(_ name: String) throws {
        let node = InterfaceDump.Node(kind: "TypeNominal", name: "DependentMember", printedName: name)
        let type = TypeSyntax(node)
        #expect(type.uses(of: "U") == 0 && type.description == name)
    }

    /// All paths in a JSON value: the keys and positions that lead to its parts.
    private static func paths(_ value: Any, _ prefix: [Any] = []) -> [[Any]] {
        if let object = value as? JSON {
            return [prefix] + object.sorted { $0.key < $1.key }.flatMap { paths($0.value, prefix + [$0.key]) }
        }
        if let array = value as? [Any] {
            return [prefix] + array.enumerated().flatMap { paths($0.element, prefix + [$0.offset]) }
        }
        return [prefix]
    }

    private static func replace(_ value: Any, _ path: ArraySlice<Any>, by new: Any) -> Any {
        guard let first = path.first else { return new }
        if let key = first as? String, var object = value as? JSON {
            object[key] = replace(object[key] ?? NSNull(), path.dropFirst(), by: new)
            return object
        }
        if let index = first as? Int, var array = value as? [Any] {
            array[index] = replace(array[index], path.dropFirst(), by: new)
            return array
        }
        return value
    }

    @Test("A value of another type, an extreme number or an empty one is an error, or the rest is read") func wrongTypes() throws
    {
        let graphs = try RecordedGraphs()
        let symbols = try #require(graphs.graph["symbols"] as? [JSON])
        let relations = try #require(graphs.graph["relationships"] as? [JSON])
        let replacements: [Any] = [NSNull(), "", "x", -1, Int.max, 0.5, true, [Any](), JSON()]
        var read = 0
        var refused = 0
        // Every value of a few symbols, and of the graph around them.
        for (key, list) in [("symbols", symbols), ("relationships", relations)] {
            for (position, element) in list.enumerated() where position.isMultiple(of: 11) {
                for (number, path) in Self.paths(element).enumerated() {
                    var changed = graphs
                    var elements = list
                    let new = replacements[(number + position) % replacements.count]
                    elements[position] = Self.replace(element, path[...], by: new) as? JSON ?? [:]
                    changed.graph[key] = elements
                    if try libraryOrError(changed) == nil { refused += 1 } else { read += 1 }
                }
            }
        }
        #expect(read > 50 && refused > 10)
    }

    private func libraryOrError(_ graphs: RecordedGraphs) throws -> Library? {
        do {
            return try graphs.library()
        } catch is ExtractionError {
            return nil
        }
    }

    @Test(
        "Relationships in a circle end",
        arguments: ["memberOf", "inheritsFrom", "overrides", "defaultImplementationOf", "requirementOf", "conformsTo"]
    )
    func cycles(_ kind: String) throws {
        var graphs = try RecordedGraphs()
        let usrs = try #require(graphs.graph["symbols"] as? [JSON]).compactMap {
            ($0["identifier"] as? JSON)?["precise"] as? String
        }
        // Each to itself, and all in one circle.
        graphs.graph["relationships"] = [JSON]()
        var alone = graphs
        alone.relate(kind, usrs.map { ($0, $0) })
        #expect(try !alone.library().declared.isEmpty)
        graphs.relate(kind, usrs.enumerated().map { ($1, usrs[($0 + 1) % usrs.count]) })
        let library = try graphs.library()
        #expect(library.declared.count + library.omissions.count == library.declarationCount)
    }

    private static let constrained: [String] = [
        "", ".", "..", "[", "]", "()", "(T,)", "(T, T)", "T.T", "Self", "Self.", "Self.Element", "Set", "Set<>", "Array<",
        "Array<T, T>",
        "Optional<T>", "Content", "Content.Content", "Box<T>", "Box<Box<Content>>", "some Box", "any", "(T) -> T", "T & T", "~T",
        "T...",
        "\u{0}", "🕰", String(repeating: "[", count: 100_000), String(repeating: "Optional<", count: 100_000),
        String(repeating: "T.", count: 100_000) + "T", String(repeating: "(", count: 100_000),
        String(repeating: "T?", count: 1000),
    ]

    @Test("A constraint with any text on its sides keeps the member, or leaves it out with a reason") func constraints() throws {
        let usrs = try #require(RecordedGraphs().graph["symbols"] as? [JSON]).filter {
            $0["pathComponents"] as? [String] == ["Box"]
        }
        let box = try #require((usrs.first?["identifier"] as? JSON)?["precise"] as? String)
        let fragments: [JSON] = [
            ["kind": "keyword", "spelling": "func"], ["kind": "text", "spelling": " "],
            ["kind": "identifier", "spelling": "twist"],
            ["kind": "text", "spelling": "()"],
        ]
        let parameters = ["Content", "T"].enumerated().map { ["name": $1, "index": $0, "depth": 0] as JSON }
        for rhs in Self.constrained {
            var graphs = try RecordedGraphs()
            let sides = ["Content", "Content.Element", "", ".", "T", rhs]
            for (number, lhs) in sides.enumerated() {
                var twist = RecordedGraphs.symbol("method", "s:twist\(number)", ["Box", "twist()"], fragments)
                let constraint: JSON = ["kind": "sameType", "lhs": lhs, "rhs": rhs]
                twist["swiftGenerics"] = ["parameters": parameters, "constraints": [constraint]] as JSON
                graphs.add([twist])
                graphs.relate("memberOf", [("s:twist\(number)", box)])
            }
            let library = try graphs.library()
            let kept = Set(library.types.flatMap(\.functions).map(\.usr))
            let reasons = Set(library.omissions.filter { !$0.reason.isEmpty }.map(\.usr))
            for number in sides.indices {
                let usr = "s:twist\(number)"
                #expect(kept.contains(usr) != reasons.contains(usr), "\(sides[number].prefix(9)) == \(rhs.prefix(9))")
            }
        }
    }

    private static func alias(_ name: String, of target: [JSON]) -> [JSON] {
        [
            ["kind": "keyword", "spelling": "typealias"], ["kind": "text", "spelling": " "],
            ["kind": "identifier", "spelling": name], ["kind": "text", "spelling": " = "],
        ] + target
    }

    private static func type(_ name: String, _ usr: String) -> JSON {
        ["kind": "typeIdentifier", "spelling": name, "preciseIdentifier": usr]
    }

    @Test("An alias of itself, and aliases that double, are left out") func aliases() throws {
        var graphs = try RecordedGraphs()
        graphs.add("typealias", "a:self", ["Own"], Self.alias("Own", of: [Self.type("Own", "a:self")]))
        graphs.add("typealias", "a:0", ["D0"], Self.alias("D0", of: [Self.type("Int", "s:Si")]))
        for number in 1...40 {
            let last = Self.type("D\(number - 1)", "a:\(number - 1)")
            let pair: [JSON] = [
                ["kind": "text", "spelling": "("], last, ["kind": "text", "spelling": ", "], last,
                ["kind": "text", "spelling": ")"],
            ]
            graphs.add("typealias", "a:\(number)", ["D\(number)"], Self.alias("D\(number)", of: pair))
        }
        let library = try graphs.library()
        #expect(library.reason("Own") == "its type is nested too deeply")
        #expect(library.reason("D40") == "its type is nested too deeply" && library.reason("D5") == nil)
    }

    @Test(
        "A type or a string within many others is left out",
        arguments: [
            ("[", "]"), ("(", ")"), ("any ", ""), ("~", ""), ("", "?"), ("(Int) -> ", ""), ("[Int: ", "]"), ("Int & ", ""),
        ]
    )
    func deepTypes(_ opening: String, _ closing: String) throws {
        var graphs = try RecordedGraphs()
        let text = String(repeating: opening, count: 20_000)
        let end = String(repeating: closing, count: 20_000)
        let fragments: [JSON] = [
            ["kind": "keyword", "spelling": "var"], ["kind": "text", "spelling": " "],
            ["kind": "identifier", "spelling": "deep"],
            ["kind": "text", "spelling": ": \(text)"], Self.type("Int", "s:Si"), ["kind": "text", "spelling": end],
        ]
        graphs.add("var", "a:deep", ["deep"], fragments)
        let library = try graphs.library()
        #expect(library.reason("deep")?.isEmpty == false)
    }

    @Test("Strings within the interpolations of many others are read") func deepStrings() throws {
        var graphs = try RecordedGraphs()
        let fragments: [JSON] = [
            ["kind": "keyword", "spelling": "func"], ["kind": "text", "spelling": " "],
            ["kind": "identifier", "spelling": "deep"],
            ["kind": "text", "spelling": "("], ["kind": "externalParam", "spelling": "a"], ["kind": "text", "spelling": ": "],
            Self.type("String", "s:SS"), ["kind": "text", "spelling": " = " + String(repeating: "\"\\(", count: 2_000) + ")"],
        ]
        graphs.add("func", "a:deep", ["deep"], fragments)
        let library = try graphs.library()
        #expect(library.declared.contains { $0.usr == "a:deep" } || library.reason("deep") != nil)
    }

    @Test("Many types, each nested in another one", .timeLimit(.minutes(3))) func deepNesting() throws {
        var graphs = try RecordedGraphs()
        let count = 8_000
        let fragments: [JSON] = [["kind": "keyword", "spelling": "struct"]]
        graphs.add((0..<count).map { RecordedGraphs.symbol("struct", "n:\($0)", ["N\($0)"], fragments) })
        graphs.relate("memberOf", (1..<count).map { ("n:\($0)", "n:\($0 - 1)") })
        let library = try graphs.library()
        #expect(library.declarationCount > count)
        #expect(library.declared.count + library.omissions.count == library.declarationCount)
    }

    @Test("A symbol without a name is no declaration") func nameless() throws {
        var graphs = try RecordedGraphs()
        let before = try graphs.library().declarationCount
        graphs.add("struct", "a:none", [], [["kind": "keyword", "spelling": "struct"]])
        #expect(try graphs.library().declarationCount == before)
    }
}
