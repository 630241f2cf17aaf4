import BindingModel

/// The declared types that each type and function of an interface mentions.
struct TypeReferences {
    private let declared: Set<String>
    /// The types of the parts of each type, by their C names.
    private var parts: [String: [String]] = [:]
    /// The types that are not declared in the library, but consist of its types: arrays, streams, structures of a map's entries.
    private(set) var compounds: [String] = []

    init(_ library: LoweredLibrary, declared: Set<String>) {
        self.declared = declared
        for aggregate in library.aggregates {
            let names = Self.types(of: aggregate.content)
            guard let c = aggregate.crossing.representation.name else { continue }
            parts[c, default: []] += names
            if case .map(let key, let value, let entry) = aggregate.content {
                parts[entry] = [key, value].compactMap(\.representation.name)
                compounds.append(entry)
            }
            if !declared.contains(c) { compounds.append(c) }
        }
        for handle in library.handles where handle.holder != .runtime {
            switch handle.holder {
            case .stream(let element, _), .elementStream(let element, _), .source(let element, _):
                parts[handle.c, default: []] += [element.representation.name].compactMap { $0 }
            default: break
            }
            if case .object(let object)? = handle.declaration?.kind, let superclass = object.superclass,
                let parent = library.handles.first(where: { $0.declaration?.identifier == superclass })
            {
                parts[handle.c, default: []].append(parent.c)
            }
            if !declared.contains(handle.c) { compounds.append(handle.c) }
        }
        // A closure that a function returns mentions the types of its parameters.
        for function in library.functions {
            guard let owner = function.owner, !declared.contains(owner) else { continue }
            parts[owner, default: []] += Self.types(of: function).filter { $0 != owner }
        }
        // A closure that the library passes to a program is where the function that passes it is.
        for type in library.types {
            let members = type.members + library.interfaces.filter { $0.c == type.c }.flatMap(\.members)
            for member in members.flatMap(\.withCompanions) {
                guard case .lifetime = member.kind, let c = member.owner?.c, c != type.c else { continue }
                parts[c, default: []].append(type.c)
            }
        }
    }

    /// The declared types of which a type consists, or which it mentions.
    func leaves(of c: String) -> Set<String> { leaves(from: parts[c] ?? []) }

    /// The declared types of the parameters of a function and of its callbacks.
    func leaves(of function: LoweredFunction) -> Set<String> { leaves(from: Self.types(of: function)) }

    /// The declared types of the parameters of the functions of an interface.
    func leaves(of interface: LoweredInterface) -> Set<String> { leaves(from: interface.callbacks.flatMap(Self.types)) }

    private func leaves(from names: [String]) -> Set<String> {
        var seen: Set<String> = []
        var open = names
        while let next = open.popLast() {
            guard seen.insert(next).inserted, !declared.contains(next) else { continue }
            open += parts[next] ?? []
        }
        return seen.intersection(declared)
    }

    private static func types(of function: LoweredFunction) -> [String] {
        function.parameters.flatMap { [named($0.type), $0.crossing?.representation.name].compactMap { $0 } }
            + function.callbacks.flatMap(types)
    }

    private static func types(of callback: LoweredCallback) -> [String] {
        (callback.parameters.map(\.type) + [callback.returns]).compactMap(named)
            + (callback.arguments + [callback.result]).compactMap(\.representation.name)
    }

    private static func types(of content: Aggregate.Content) -> [String] {
        switch content {
        case .optional(let part), .array(let part), .set(let part), .range(let part, _):
            [part.representation.name].compactMap { $0 }
        case .map(let key, let value, let entry): [entry] + [key, value].compactMap(\.representation.name)
        case .tuple(let fields), .record(_, let fields): fields.compactMap(\.crossing.representation.name)
        case .variant(_, let cases): cases.flatMap { $0.payload.compactMap(\.crossing.representation.name) }
        }
    }

    /// The name of the type at the end of a chain of pointers.
    private static func named(_ type: CType) -> String? {
        var type = type
        while let pointee = type.pointee { type = pointee }
        return type.name
    }
}
