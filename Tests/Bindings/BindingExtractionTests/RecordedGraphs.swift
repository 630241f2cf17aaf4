import BindingModel
import Foundation
import Testing

@testable import BindingExtraction

/// The symbol graphs and the interface of a module, recorded with Swift 6.3.1 from `SymbolGraphs/Clockwork.swift`.
struct RecordedGraphs {
    typealias JSON = [String: Any]

    /// The graph of the module itself.
    var graph: JSON
    /// The graph of its extension of the standard library.
    private let extensions: Data
    private let interface: InterfaceDump

    init() throws {
        graph = try #require(JSONSerialization.jsonObject(with: Self.read("Clockwork.symbols.json")) as? JSON)
        extensions = try Self.read("Clockwork@Swift.symbols.json")
        interface = try InterfaceDump(Self.read("Clockwork.interface.json"))
    }

    static func read(_ name: String) throws -> Data {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("SymbolGraphs")
        return try Data(contentsOf: folder.appendingPathComponent(name))
    }

    var data: Data { get throws { try JSONSerialization.data(withJSONObject: graph, options: .sortedKeys) } }

    /// Changes each symbol of the graph.
    mutating func changeSymbols(_ change: (inout JSON) -> Void) { changeList("symbols", change) }

    /// Changes each relationship of the graph.
    mutating func changeRelationships(_ change: (inout JSON) -> Void) { changeList("relationships", change) }

    private mutating func changeList(_ key: String, _ change: (inout JSON) -> Void) {
        graph[key] = (graph[key] as? [JSON] ?? []).map { element in
            var element = element
            change(&element)
            return element
        }
    }

    /// Adds relationships to the graph.
    mutating func relate(_ kind: String, _ pairs: [(source: String, target: String)]) {
        let list = graph["relationships"] as? [JSON] ?? []
        graph["relationships"] = list + pairs.map { ["kind": kind, "source": $0.source, "target": $0.target] as JSON }
    }

    /// Adds a symbol to the graph.
    mutating func add(_ kind: String, _ usr: String, _ path: [String], _ fragments: [JSON]) {
        add([Self.symbol(kind, usr, path, fragments)])
    }

    /// Adds symbols to the graph.
    mutating func add(_ symbols: [JSON]) { graph["symbols"] = (graph["symbols"] as? [JSON] ?? []) + symbols }

    static func symbol(_ kind: String, _ usr: String, _ path: [String], _ fragments: [JSON]) -> JSON {
        [
            "kind": ["identifier": "swift.\(kind)", "displayName": kind],
            "identifier": ["precise": usr, "interfaceLanguage": "swift"], "pathComponents": path, "accessLevel": "public",
            "declarationFragments": fragments,
        ]
    }

    /// The library that is built from the graph, with the digester's dump or without it.
    func library(withInterface: Bool = true) throws -> Library { try Self.library([dump(withInterface: withInterface)]) }

    static func library(_ dumps: [ModuleDump]) throws -> Library {
        let request = ExtractionRequest(libraryName: "clockwork", modules: ["Clockwork"])
        return try LibraryBuilder(table(dumps), request: request).build()
    }

    /// The symbols of the graph, with the digester's dump.
    func table() throws -> SymbolTable { Self.table([try dump(withInterface: true)]) }

    private static func table(_ dumps: [ModuleDump]) -> SymbolTable {
        SymbolTable(dumps, modules: ["Clockwork"], root: "/clockwork")
    }

    private func dump(withInterface: Bool) throws -> ModuleDump {
        let graphs = [
            try SymbolGraph(data, name: "Clockwork.symbols.json"),
            try SymbolGraph(extensions, name: "Clockwork@Swift.symbols.json"),
        ]
        return ModuleDump(name: "Clockwork", graphs: graphs, interface: withInterface ? interface : nil)
    }
}
