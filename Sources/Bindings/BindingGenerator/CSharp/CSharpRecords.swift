import BindingModel

/// The names of the fields of a structure.
enum CSharpRecords {
    static func fieldNames(_ fields: [AggregateField], of type: String) -> [String] {
        var taken: Set<String> = [
            unqualified(type), "Equals", "GetHashCode", "ToString", "GetType", "CompareTo", "MemberwiseClone", "Finalize",
        ]
        return fields.map { field in
            var name = CSharpNames.member(field.chosenName)
            while !taken.insert(name).inserted { name += "Value" }
            return name
        }
    }
}

extension TypeDeclaration {
    /// Whether it is a set of flags.
    var isOptionSet: Bool { conformances.contains { if case .optionSet = $0 { true } else { false } } }
}

/// The names of the cases of a variant and of their fields.
enum CSharpVariants {
    static func caseNames(_ cases: [AggregateCase], of type: String) -> [String] {
        caseNames(cases.map(\.chosenName), of: type, [])
    }

    static func caseNames(_ cases: [String], of type: String, _ reserved: Set<String>) -> [String] {
        var taken = reserved.union([
            unqualified(type), "Number", "Equals", "GetHashCode", "ToString", "GetType", "ReferenceEquals",
        ])
        return cases.map { each in
            var name = CSharpNames.member(each)
            while !taken.insert(name).inserted { name += "Case" }
            return name
        }
    }

    static func fieldNames(_ each: AggregateCase) -> [String] {
        if each.payload.count == 1, each.payload[0].label == nil {
            return [CSharpNames.member(each.chosenName) == "Value" ? "Item" : "Value"]
        }
        var taken: Set<String> = ["Number", "Equals", "GetHashCode", "ToString", CSharpNames.member(each.chosenName), "GetType"]
        return each.payload.enumerated().map { index, field in
            var name = field.label == nil ? "Item\(index + 1)" : CSharpNames.member(field.chosenName)
            while !taken.insert(name).inserted { name += "Value" }
            return name
        }
    }
}

/// Protocols that a program can implement.
enum CSharpInterfaces {
    /// The reason why a program in C# cannot implement the protocol; nil if it can.
    static func refusal(_ interface: LoweredInterface, _ types: CSharpTypes) -> String? {
        for requirement in interface.requirements {
            if let reason = CSharpCallbacks.refusal(requirement.callback, types) { return reason }
            if requirement.callback.arguments.indices.contains(where: requirement.callback.changesInPlace) {
                return "a requirement that changes its argument"
            }
            let usr = requirement.member.usr
            let candidates = types.library.types.filter { if case .interface = $0.declaration.kind { true } else { false } }
            let member = candidates.flatMap(\.members).first { $0.callables.first?.function.origin?.usr == usr }
            guard let call = member?.callables.first else { return "a requirement without a function" }
            guard let function = try? CSharpFunction(call, types: types, receiver: .this, choosesQueue: false) else {
                return "a requirement without a form in C#"
            }
            let arguments = requirement.callback.arguments.map { try? types.type($0) }
            if function.parameters.dropLast(call.isAwaited ? 1 : 0).map(\.type) != arguments {
                return "a requirement whose arguments have other types when the library passes them"
            }
        }
        return nil
    }
}

/// The name of a class without its namespace.
private func unqualified(_ type: String) -> String { type.split(separator: ".").last.map(String.init) ?? type }
