extension LoweredLibrary {
    /// The declarations of the C functions on one line each, sorted by the names of the functions.
    var signatures: [String] {
        var found: [(name: String, text: String)] = []
        func add(_ name: String, _ returns: String, _ parameters: [String]) {
            found.append((name, "\(returns)(\(parameters.isEmpty ? "void" : parameters.joined(separator: ", ")))"))
        }
        for function in RuntimeInterface(prefix).functions {
            add(function.name, function.returns.declaring(function.name), function.parameters.map { $0.type.declaring($0.name) })
        }
        for aggregate in aggregates where !aggregate.sharesStructure && !aggregate.crossing.isPlain {
            let c = aggregate.crossing.c
            add("\(c)_free", "void \(c)_free", ["\(c) *value"])
        }
        for function in allFunctions {
            add(function.name, "\(prefix)_status \(function.name)", function.parameters.map { $0.type.declaring($0.name) })
        }
        return found.sorted { $0.name < $1.name }.map(\.text)
    }
}
