import BindingModel
import Testing

/// Names of fields and cases that become equal in another language.
@Suite struct DistinctNamesTests {
    private static func names(_ kind: TypeKind) -> [String] {
        let type = TypeDeclaration(
            identifier: TypeIdentifier(usr: "s:1"),
            module: "Zoo",
            path: ["Animal"],
            spelling: "Zoo::Animal",
            kind: kind
        )
        var library = Library(name: "zoo", modules: ["Zoo"], types: [type])
        library.distinguishParts { $0.lowercased() }
        switch library.types[0].kind {
        case .record(let fields): return fields.map(\.chosenName)
        case .enumeration(let cases): return cases.map(\.chosenName)
        case .variant(let cases, _): return cases.map(\.chosenName)
        case .object, .value, .interface: return []
        }
    }

    @Test(
        "the first keeps its name, and the others have numbers that no other has",
        arguments: [
            (["m", "M"], ["m", "M_2"]), (["m", "M", "m_2"], ["m", "M_2", "m_2_2"]), (["class", "class_"], ["class", "class_2"]),
            (["a", "b"], ["a", "b"]), (["aB", "AB", "ab"], ["aB", "AB_2", "ab_3"]),
        ]
    )
    func numbers(_ given: [String], _ expected: [String]) {
        #expect(Self.names(.enumeration(given.map { EnumerationCase(name: $0) })) == expected)
        #expect(Self.names(.record(given.map { Field(name: $0, type: .bool, label: $0) })) == expected)
    }

    @Test("cases with payloads differ without underscores, too, because each is a type") func variants() {
        let cases = ["fooBar", "foo_bar", "other"].map { VariantCase(name: $0, payload: []) }
        #expect(Self.names(.variant(cases, isRecursive: false)) == ["fooBar", "foo_bar_2", "other"])
    }

    @Test("a name that the author chose is kept") func chosen() {
        var cases = ["m", "M"].map { EnumerationCase(name: $0) }
        cases[1].foreignName = "m"
        #expect(Self.names(.enumeration(cases)) == ["m_2", "m"])
    }
}
