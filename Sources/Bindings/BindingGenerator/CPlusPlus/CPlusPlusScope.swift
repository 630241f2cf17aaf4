import BindingModel

/// The functions of one class, or the free functions, each with a distinct name or signature.
struct CPlusPlusScope {
    /// The class; nil for free functions.
    let className: String?
    let types: CPlusPlusTypes
    /// For free functions: the type names that they must not hide.
    let typeNames: Set<String>
    /// Whether the class shares an object; its initialisers are then constructors.
    var isHandle = false
    /// The class's public members.
    var fields: Set<String> = []
    private(set) var functions: [CPlusPlusFunction] = []
    private(set) var operators: [CPlusPlusFunction] = []
    /// The names of the functions and the other members.
    var names: Set<String> { fields.union(functions.map(\.name)) }
    /// The path of the type in Swift, for links in comments.
    var path: [String] = []
    private(set) var conversions: [LoweredFunction] = []
    private var traits: Set<LoweredMember.Trait> = []

    init(className: String?, types: CPlusPlusTypes, typeNames: Set<String>) {
        self.className = className
        self.types = types
        self.typeNames = typeNames
    }

    /// Adds a member; an enumeration's members become functions with the enumeration as first parameter.
    mutating func add(_ member: LoweredMember, enumeration: LoweredType? = nil) {
        switch member.kind {
        case .trait(let trait, let call):
            traits.insert(trait)
            switch trait {
            case .count, .elementAt, .elements, .clone: add(member, call, enumeration)
            case .allCases:
                if enumeration != nil { return }
                functions.append(CPlusPlusFunction(member, call, place: .staticMember, name: "all", types: types))
            case .equal, .less, .hash, .describe: break
            }
        case .operation(let call, let sign):
            if let made = freeOperator(member, call, sign) { return operators.append(made) }
            add(member, call, enumeration)
        case .constructor(let call, let isFailable, _):
            if isHandle, !isFailable, !call.isAwaited, addConstructor(member, call) { return }
            add(member, call, enumeration)
        case .method, .function, .call, .property, .indexed, .makeCase, .casePayload:
            for call in member.callables { add(member, call, enumeration) }
        case .cast(let function, let target, _): if target.isProtocol { conversions.append(function) }
        case .caseKind, .lifetime, .sequence, .makeSequence, .source, .errors, .completion, .implementation: break
        }
    }

    /// The function of a trait; nil if the class does not have it.
    func function(of trait: LoweredMember.Trait) -> CPlusPlusFunction? {
        functions.first { if case .trait(trait, _) = $0.member.kind { true } else { false } }
    }

    /// The function that makes a case of a recursive enum.
    func maker(ofCase index: Int) -> CPlusPlusFunction? {
        functions.first { if case .makeCase(index, _) = $0.member.kind { true } else { false } }
    }

    /// The function that returns the payload of a case of a recursive enum.
    func reader(ofCase index: Int) -> CPlusPlusFunction? {
        functions.first { if case .casePayload(index, _, _) = $0.member.kind { true } else { false } }
    }

    private mutating func add(_ member: LoweredMember, _ call: LoweredCallable, _ enumeration: LoweredType?) {
        if className == nil { addFree(member, call, enumeration) } else { addMember(member, call) }
    }

    /// An operator that C++ permits as a free function: not all its operands are built-in types.
    private func freeOperator(_ member: LoweredMember, _ call: LoweredCallable, _ sign: String) -> CPlusPlusFunction? {
        if call.isAwaited { return nil }
        let made = CPlusPlusFunction(member, call, place: .free, name: "operator\(sign)", types: types)
        return made.arguments.allSatisfy(\.category.isBuiltIn) ? nil : made
    }

    /// Adds the members of a protocol that the class's protocol refines, each under its own name if no function has that, else with
    /// that of the protocol: `win_of_pet`.
    mutating func inherit(_ base: CPlusPlusScope) {
        guard let className, let owner = base.className.map({ "\(types.names.qualifier)::\($0)" }) else { return }
        for function in base.functions {
            guard case .member = function.place, !functions.contains(where: { $0.lowered.name == function.lowered.name })
            else { continue }
            var made = function
            made.inherited = (owner, function.name)
            var number = 1
            while made.name == className || functions.contains(where: { $0.name == made.name && $0.conflicts(with: made) }) {
                made.name = "\(function.name)_of_\(base.className ?? "")" + (number == 1 ? "" : "_\(number)")
                number += 1
            }
            functions.append(made)
        }
    }

    /// Adds a constructor, unless it would be one that copies, or conflict with another.
    private mutating func addConstructor(_ member: LoweredMember, _ call: LoweredCallable) -> Bool {
        let made = CPlusPlusFunction(member, call, place: .constructor, name: className!, types: types)
        let copies =
            made.arguments.filter { $0.preset == nil }.count <= 1
            && made.arguments.first?.category == .type("\(types.names.qualifier)::\(className!)")
        guard !copies, !functions.contains(where: { $0.place == .constructor && $0.conflicts(with: made) }) else { return false }
        functions.append(made)
        return true
    }

    private mutating func addMember(_ member: LoweredMember, _ call: LoweredCallable) {
        let function = call.function
        let place: CPlusPlusFunction.Place =
            function.receiver == nil ? .staticMember : .member(isConst: !function.changesReceiver)
        func made(_ name: String) -> CPlusPlusFunction {
            CPlusPlusFunction(member, call, place: place, name: name, types: types, avoiding: fields)
        }
        if case .call = member.kind { return functions.append(made("operator()")) }
        var stems = [function.stem, function.uniqueStem].filter { !$0.isEmpty }
        // Labels are not needed if types distinguish the functions.
        if !member.isConstructor, !function.baseStem.isEmpty { stems.insert(function.baseStem, at: 0) }
        if stems.isEmpty { stems = [types.localName(of: function, in: member.owner)] }
        let isGetter = function.isGetter
        append(member, call, place, stems.map { types.names.member($0, of: className!, isGetter: isGetter) })
        guard case .indexed(let property) = member.kind, property.declaration.indices.count == 1,
            !property.declaration.isSettable, !call.isAwaited
        else { return }
        let access = made("operator[]")
        // Of two subscripts that C++ cannot distinguish, the first is the operator.
        let isKnown = functions.contains {
            $0.name == access.name && $0.arguments.map(\.category) == access.arguments.map(\.category)
        }
        if !isKnown { functions.append(access) }
    }

    private mutating func addFree(_ member: LoweredMember, _ call: LoweredCallable, _ enumeration: LoweredType?) {
        let function = call.function
        var stems = [function.stem, function.uniqueStem].filter { !$0.isEmpty }
        if let enumeration, function.receiver == nil {
            let word = types.names.word(enumeration.declaration)
            stems = stems.map { member.isConstructor ? "\($0)_\(word)" : "\(word)_\($0)" }
        }
        // C++ cannot distinguish functions of two arrays by `{}`: the later one has the name that it has in C.
        stems.append(types.localName(of: function, in: nil))
        let isGetter = function.isGetter
        append(member, call, .free, stems.map { types.names.function($0, types: typeNames, isGetter: isGetter) })
    }

    private mutating func append(
        _ member: LoweredMember,
        _ call: LoweredCallable,
        _ place: CPlusPlusFunction.Place,
        _ candidates: [String]
    ) {
        var made: CPlusPlusFunction?
        for name in candidates {
            let name = fields.contains(name) ? CPlusPlusNames.taken(name, isGetter: call.function.isGetter) : name
            let next = CPlusPlusFunction(member, call, place: place, name: name, types: types, avoiding: fields)
            made = next
            if !functions.contains(where: { $0.name == name && $0.conflicts(with: next) }) { break }
        }
        guard var made else { return }
        let name = made.name
        var number = 2
        while functions.contains(where: { $0.name == made.name && $0.conflicts(with: made) }) {
            made.name = "\(name)_\(number)"
            number += 1
        }
        functions.append(made)
    }

    // MARK: Text

    /// Writes the declarations of some functions. `complete` contains the types that are defined already; nil for all.
    func declare(
        _ writer: inout CodeWriter,
        _ prose: Prose,
        _ complete: Set<String>?,
        where isIncluded: (LoweredFunction) -> Bool = { _ in true }
    ) {
        for function in functions where isIncluded(function.lowered) {
            writer.gap()
            let depth = className == nil ? 0 : 1
            for line in CPlusPlusText.comment(prose, function, in: path, depth: depth) { writer.line(line) }
            function.declare(&writer) { complete?.contains($0) ?? true }
        }
        for conversion in conversions {
            guard let type = target(conversion) else { continue }
            writer.gap()
            if className != nil { writer.line("operator \(type)() const;") }
        }
    }

    private func target(_ conversion: LoweredFunction) -> String? {
        conversion.result.map(types.value)
    }

    func define(_ writer: inout CodeWriter, owner: String?, base: String?) {
        for function in functions {
            let (head, body) = function.definition(owner, base: base)
            writer.definition(head, body)
        }
        for conversion in conversions {
            guard let type = target(conversion), let lines = Self.call(conversion, ["*this"], types), let owner else { continue }
            writer.definition("\(types.names.inline) \(owner)::operator \(type)() const {", lines)
        }
        if owner == nil { defineOperators(&writer) }
    }

    /// The operators that the type does not have because of a conformance.
    private var ownOperators: [CPlusPlusFunction] {
        operators.filter { function in
            guard let trait = function.member.comparison else { return true }
            return !traits.contains(trait)
        }
    }

    func declareOperators(_ writer: inout CodeWriter, _ prose: Prose, where isIncluded: (LoweredFunction) -> Bool) {
        for function in ownOperators where isIncluded(function.lowered) {
            writer.gap()
            for line in CPlusPlusText.comment(prose, function, in: path, depth: 0) { writer.line(line) }
            function.declare(&writer) { _ in true }
        }
    }

    func defineOperators(_ writer: inout CodeWriter) {
        for function in ownOperators {
            let (head, body) = function.definition(nil)
            writer.definition(head, body)
        }
    }

    /// The statements that call a function whose parameters are only operands, and return its result.
    static func call(_ function: LoweredFunction, _ operands: [String], _ types: CPlusPlusTypes) -> [String]? {
        var operands = operands[...]
        var passed: [String] = []
        var result: Crossing?
        var usesArena = false
        for parameter in function.parameters {
            switch parameter.role {
            case .receiver(let crossing), .value(let crossing, _), .pointer(let crossing, _):
                guard let operand = operands.popFirst() else { return nil }
                let isHandle = crossing.shape == .handle
                let text = isHandle ? (operand == "*this" ? "get()" : "\(operand).get()") : types.toC(crossing, operand)
                if !isHandle && crossing.shape == .aggregate { usesArena = true }
                var isPointer = crossing.shape == .aggregate && !crossing.isPlain && !crossing.isNullable
                if case .pointer = parameter.role { isPointer = true }
                passed.append(isPointer ? "detail::address(\(text))" : text)
            case .result(let crossing):
                result = crossing
            default: return nil
            }
        }
        guard let result else { return nil }
        let name = function.parameters.count == 1 ? "detail::ready(::\(function.name))" : "::\(function.name)"
        let list = ([name] + passed).joined(separator: ", ")
        return (usesArena ? ["detail::arena arena_;"] : []) + ["return detail::call<\(types.crossing(result))>(\(list));"]
    }
}
