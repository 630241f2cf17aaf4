import BindingModel

// The account of a library's declarations: the names in C that stand for each.

extension LoweredLibrary {
    /// The declarations with their names in C, and those for which there is neither a name nor a reason.
    var accounts: (wrapped: [Generator.Output.Wrapped], missing: [Omission]) {
        let names = names
        let omitted = Set(omissions.map(\.usr))
        var wrapped: [Generator.Output.Wrapped] = []
        var missing: [Omission] = []
        for declared in library.declared {
            let symbols = self.names(of: declared, names)
            if !symbols.isEmpty || declared.representation == .target {
                wrapped.append(Generator.Output.Wrapped(declared: declared, symbols: symbols))
            } else if !omitted.contains(declared.usr) {
                missing.append(
                    Omission(
                        usr: declared.usr,
                        declaration: declared.declaration,
                        path: declared.path,
                        location: declared.location,
                        reason: reason(for: declared)
                    )
                )
            }
        }
        return (wrapped, missing)
    }

    /// The reason of a declaration that has no name because that which represents it has none.
    private func reason(for declared: DeclaredSymbol) -> String {
        let representing: String? =
            switch declared.representation {
            case .other(let usr), .conformance(_, let usr): usr
            case .itself, .target: nil
            }
        return omissions.first { $0.usr == representing }?.reason ?? "not generated: please report this"
    }

    private func names(of declared: DeclaredSymbol, _ names: [String: [String]]) -> [String] {
        switch declared.representation {
        case .itself: return names[declared.usr] ?? []
        case .other(let usr): return names[usr] ?? []
        case .target: return []
        case .conformance(let conformance, let usr):
            let purpose = conformance.purpose
            let types = self.types.filter { $0.declaration.identifier.usr == usr }
            return types.flatMap { type in type.functions.filter { $0.purpose == purpose }.map(\.name) }
        }
    }

    /// The declarations for which functions stand, by the names of the functions in C.
    var declarations: [String: Member] {
        allFunctions.reduce(into: [:]) { members, function in
            if let origin = function.origin, !origin.usr.isEmpty { members[function.name] = origin }
        }
    }

    /// The conformances for which functions stand, by the names of the functions in C.
    var conformances: [String: Generator.Output.Conforming] {
        var found: [String: Generator.Output.Conforming] = [:]
        for type in types {
            for function in type.functions where function.origin == nil {
                let conformances = type.declaration.conformances.filter { $0.purposes.contains(function.purpose) }
                guard !conformances.isEmpty else { continue }
                found[function.name] = Generator.Output.Conforming(
                    type: type.declaration.identifier,
                    conformances: conformances
                )
            }
        }
        return found
    }

    /// What is left out if a function without a declaration or conformance does not compile, by the name of the function: a
    /// conversion to a protocol alone, otherwise the function's type.
    var causes: [String: String] {
        var found: [String: String] = [:]
        for function in allFunctions where function.origin?.usr.isEmpty ?? true {
            if case .upcast = function.implementation {
                found[function.name] = function.name
            } else if let owner = function.owner {
                found[function.name] = owner
            }
        }
        return found
    }

    /// The names in C by the USRs of the declarations.
    private var names: [String: [String]] {
        var names: [String: [String]] = [:]
        for function in allFunctions {
            if let usr = function.origin?.usr { names[usr, default: []].append(function.name) }
        }
        for type in types {
            names[type.declaration.identifier.usr, default: []].append(type.c)
            switch type.declaration.kind {
            case .record(let fields):
                for field in fields {
                    names[field.usr, default: []].append("\(type.c).\(Naming.local(field.chosenName, field.type))")
                }
            case .enumeration(let cases):
                for each in cases {
                    names[each.usr, default: []].append("\(type.c)_\(Words.snake(each.chosenName))".uppercased())
                }
            case .variant(let cases, _):
                for each in cases {
                    names[each.usr, default: []].append("\(type.c)_\(Words.snake(each.chosenName))".uppercased())
                }
            case .object, .value, .interface: break
            }
        }
        return names
    }
}

extension Conformance {
    /// The purpose of the functions that represent its members.
    fileprivate var purpose: LoweredFunction.Purpose? {
        switch self {
        case .equatable: .equal
        case .comparable: .less
        case .hashable: .hash
        case .customStringConvertible: .describe
        case .caseIterable: .allCases
        case .error, .sendable, .optionSet, .rawRepresentable, .collection, .asyncSequence: nil
        }
    }

    /// The purposes of all functions that a type has because of it.
    fileprivate var purposes: Set<LoweredFunction.Purpose> {
        switch self {
        case .hashable: [.equal, .hash]
        case .comparable: [.equal, .less]
        case .collection: [.count, .elementAt, .elements]
        default: purpose.map { [$0] } ?? []
        }
    }
}
