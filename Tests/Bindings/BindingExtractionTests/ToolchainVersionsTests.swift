import BindingModel
import Foundation
import Testing

@testable import BindingExtraction

/// Symbol graphs as other versions of the toolchain write them, made from a recorded one.
@Suite struct ToolchainVersionsTests {
    /// Expects the facts that do not depend on the version.
    private func expectClockwork(_ library: Library) throws {
        expectFullAccount(library)
        #expect(library.types.map { $0.path.joined(separator: ".") }.sorted() == Self.types)
        let clock = try library.type("Clock")
        #expect(clock.functions.map(\.name) == ["init", "hear", "listen"])
        #expect(clock.properties.map(\.name) == ["hands", "subscript"])
        let listen = try clock.function("listen")
        #expect(listen.effects.isAsync && listen.effects.failure == .untyped && listen.parameters.map(\.label) == ["to", nil])
        #expect(try library.type("Clock.Hands").fields?.map(\.name) == ["hour", "minute"])
        #expect(try library.type("Clock.Hands").fields?.map(\.isSettable) == [true, true])
        #expect(try library.type("Clock.Sound").conformances.contains(.rawRepresentable(.string)))
        #expect(try library.type("BoxOfString").fields?.map(\.type) == [.string])
        #expect(try library.type("Winder").functions.map(\.name) == ["wind", "windTwice"])
        #expect(library.functions.map(\.name) == ["boxed"] && library.properties.map(\.name) == ["midnight"])
        #expect(library.extensions.map(\.type) == [.string])
    }

    private static let types = ["BoxOfString", "Clock", "Clock.Hands", "Clock.Sound", "Key", "Winder"]

    @Test("The recorded graph, of 6.3.1") func recorded() throws {
        let library = try RecordedGraphs().library()
        try expectClockwork(library)
        #expect(try library.type("Clock").notes.documentation == "A clock.")
        #expect(try library.type("Clock").function("hear").notes.deprecation?.renamed == "listen(to:)")
        #expect(try library.type("BoxOfString").conformances.contains(.equatable))
    }

    @Test("Without the digester's dump the declarations show the same") func withoutInterface() throws {
        try expectClockwork(try RecordedGraphs().library(withInterface: false))
    }

    @Test("An older graph: no places, comments, signatures, nor names of modules") func older() throws {
        var graphs = try RecordedGraphs()
        graphs.changeSymbols { symbol in
            for key in ["location", "docComment", "names", "functionSignature"] { symbol[key] = nil }
        }
        graphs.graph["metadata"] = ["formatVersion": ["major": 0, "minor": 6, "patch": 0], "generator": "Swift version 5.9"]
        let library = try graphs.library()
        #expect(try library.type("Clock").notes.location == nil)
        #expect(Set(library.types.map { $0.path.joined(separator: ".") }) == Set(Self.types))
        expectFullAccount(library)
    }

    @Test("A newer graph: further keys, kinds of symbols, relationships and fragments, and a later patch version") func newer()
        throws
    {
        var graphs = try RecordedGraphs()
        graphs.graph["metadata"] = [
            "formatVersion": ["major": 0, "minor": 6, "patch": 9, "prerelease": "x"], "generator": "Swift version 7.0",
            "new": [1],
        ]
        graphs.graph["new"] = ["a": 1]
        graphs.changeSymbols { symbol in
            symbol["new"] = ["nested": [1, 2, 3]]
            // A fragment of an unknown kind.
            var fragments = symbol["declarationFragments"] as? [RecordedGraphs.JSON] ?? []
            fragments.insert(["kind": "future", "spelling": ""], at: 0)
            symbol["declarationFragments"] = fragments.map { fragment in
                var fragment = fragment
                fragment["new"] = true
                return fragment
            }
        }
        graphs.changeRelationships { $0["new"] = "x" }
        graphs.relate("futureRelationOf", [("s:9Clockwork5ClockC", "s:Si")])
        graphs.add("future", "s:9Clockwork6futureV", ["future"], [["kind": "keyword", "spelling": "future"]])
        let library = try graphs.library()
        try expectClockwork(library)
        #expect(library.reason("future") == "a future has no counterpart in other languages")
    }

    @Test("A newer minor or major version is refused with the versions", arguments: [(0, 7), (1, 0), (0, 5)])
    func refused(_ major: Int, _ minor: Int) throws {
        var graphs = try RecordedGraphs()
        graphs.graph["metadata"] = ["formatVersion": ["major": major, "minor": minor, "patch": 0], "generator": "x"]
        let error = #expect(throws: ExtractionError.self) { try graphs.library() }
        #expect(error?.problems.map(\.code) == [.unknownFormat])
        #expect(error?.description.contains("has the format \(major).\(minor); 0.6 is read") == true)
    }

    @Test("A module that is in the request and in its support is read once") func twice() throws {
        let graph = try SymbolGraph(RecordedGraphs().data, name: "x")
        let dump = ModuleDump(name: "Clockwork", graphs: [graph])
        #expect(try RecordedGraphs.library([dump, dump]).types.count == RecordedGraphs.library([dump]).types.count)
    }
}
