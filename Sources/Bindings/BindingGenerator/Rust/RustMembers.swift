import BindingModel

/// A member with its name and its form.
struct RustMember {
    enum Kind {
        case function
        /// An operator, by the trait of its sign.
        case operation(trait: String, method: String)
    }

    var kind = Kind.function
    let name: String
    let member: LoweredMember
    let function: RustFunction
    /// The function that sets a property, with its name.
    var setter: RustFunction?
    var setterName = ""
    /// The name of the builder's type of arguments that may be left out.
    var builder: String?
    /// The name of the function that takes a builder.
    var builderName = ""

    var origin: Member? { member.callables.first?.function.origin }
}

/// All members with their names, by the C names of their types; those of the library have none.
struct RustMembers {
    /// A member without a form in Rust.
    struct LeftOut {
        let name: String
        let reason: String
        /// The declaration in Swift; nil for a function that has none.
        let origin: Member?
    }

    private(set) var owned: [String: [RustMember]] = [:]
    private(set) var leftOut: [LeftOut] = []
    private(set) var expressed = 0
    private let library: LoweredLibrary
    private let types: RustTypes
    private var names: RustNames
    private var taken: [String: Set<String>] = [:]
    private var operators: Set<String> = []

    init(_ library: LoweredLibrary, _ types: RustTypes) {
        (self.library, self.types) = (library, types)
        names = types.names
        // Properties first: they keep their names.
        for member in library.allMembers { if case .property = member.kind { add(member) } }
        for member in library.allMembers {
            if case .property = member.kind { continue }
            add(member)
        }
    }

    /// The type of which a member is one; empty for the library.
    func owner(_ member: LoweredMember) -> String {
        guard let c = member.owner?.c else { return "" }
        return types.interface.handle(c) == nil && types.interface.type(c) == nil ? "" : c
    }

    /// The member of a protocol for a requirement.
    func member(of requirement: LoweredRequirement, in c: String) -> RustMember? {
        owned[c, default: []].first { $0.origin?.usr == requirement.member.usr }
    }

    private mutating func add(_ member: LoweredMember) {
        let c = owner(member)
        if types.closures[c] != nil || types.interface.handle(c)?.isClosure == true { return }
        do throws(RustOmission) {
            try place(member, c)
            expressed += 1
        } catch {
            let function = member.callables.first?.function ?? member.functions.first
            leftOut.append(LeftOut(name: function?.name ?? "?", reason: error.reason, origin: function?.origin))
        }
    }

    private mutating func place(_ member: LoweredMember, _ c: String) throws(RustOmission) {
        switch member.kind {
        case .lifetime, .errors, .completion, .implementation, .sequence, .source, .makeSequence, .cast: return
        case .constructor(let call, let isFailable, let isPrimary):
            let made = call.function.uniqueStem
            let verb = ["make_", "create_"].first(where: made.hasPrefix)
            let short = verb.map { String(made.dropFirst($0.count)) } ?? made
            var wanted = isPrimary || ["make", "create"].contains(made) ? ["new", short, made] : [short, made]
            if hasFields(c) {
                // `new` makes a value of its fields.
                let first = call.function.arguments.first.map { "with_\($0.origin?.name ?? $0.name)" } ?? made
                wanted = [short == made || short == "new" ? first : short, first, made]
            }
            try append(member, call, wanted, c, isFailable: isFailable)
        case .method(let call), .function(let call), .call(let call), .makeCase(_, let call):
            let local = library.localName(of: call.function, in: member.owner)
            try append(member, call, [call.function.baseStem, call.function.stem, call.function.uniqueStem, local], c)
        case .caseKind(let call): try append(member, call, ["kind"], c)
        case .casePayload(_, let name, let call): try append(member, call, ["as_\(name)"], c)
        case .operation(let call, let sign): try operation(member, call, sign, c)
        case .property(let property): try self.property(member, property, property.name, c)
        case .indexed(let property): try self.property(member, property, property.name == "subscript" ? "at" : property.name, c)
        case .trait(let trait, let call): try self.trait(member, trait, call, c)
        }
    }

    /// Whether a type is a structure with fields.
    private func hasFields(_ c: String) -> Bool {
        if case .record(let fields)? = types.interface.type(c)?.declaration.kind { !fields.isEmpty } else { false }
    }

    /// Where the receiver of a member comes from: a type of another library has no methods of its own.
    private func receiver(_ call: LoweredCallable, _ c: String) -> RustFunction.Receiver {
        if call.function.receiver == nil { return .none }
        return c.isEmpty ? .argument : .this
    }

    /// The first of the names that no other member of the owner has.
    private mutating func claim(_ wanted: [String], _ c: String) -> String {
        var name = ""
        for candidate in wanted where !candidate.isEmpty {
            name = RustNames.value(candidate)
            if taken[c, default: []].insert(name).inserted { return name }
        }
        let base = name
        var number = 2
        repeat {
            name = "\(base)_\(number)"
            number += 1
        } while !taken[c, default: []].insert(name).inserted
        return name
    }

    private mutating func append(
        _ member: LoweredMember,
        _ call: LoweredCallable,
        _ wanted: [String],
        _ c: String,
        isFailable: Bool = false
    ) throws(RustOmission) {
        let function = try RustFunction(call, types: types, receiver: receiver(call, c), isFailable: isFailable)
        var added = RustMember(name: claim(wanted, c), member: member, function: function)
        addBuilder(&added, c)
        owned[c, default: []].append(added)
    }

    private mutating func addBuilder(_ member: inout RustMember, _ c: String) {
        if member.function.options.isEmpty { return }
        let owner = c.isEmpty ? "" : types.names.type(c)
        member.builder = names.distinct("\(owner)\(RustNames.pascal(member.name))Options")
        member.builderName = claim(
            [
                member.name == "new"
                    ? "with_options" : "\(member.name.hasSuffix("_") ? "\(member.name.dropLast())" : member.name)_with"
            ],
            c
        )
    }

    private mutating func property(_ member: LoweredMember, _ property: LoweredProperty, _ wanted: String, _ c: String)
        throws(RustOmission)
    {
        let getter = try RustFunction(property.getter, types: types, receiver: receiver(property.getter, c))
        var added = RustMember(name: claim([wanted, property.getter.function.uniqueStem], c), member: member, function: getter)
        addBuilder(&added, c)
        if let setter = property.setter {
            added.setter = try? RustFunction(setter, types: types, receiver: receiver(setter, c), hasBuilder: false)
            added.setterName = claim(["set_\(added.name)", setter.function.uniqueStem], c)
        }
        owned[c, default: []].append(added)
    }

    private static let binary: [String: (trait: String, method: String)] = [
        "+": ("Add", "add"), "-": ("Sub", "sub"), "*": ("Mul", "mul"), "/": ("Div", "div"), "%": ("Rem", "rem"),
        "&": ("BitAnd", "bitand"), "|": ("BitOr", "bitor"), "^": ("BitXor", "bitxor"),
    ]
    private static let unary: [String: (trait: String, method: String)] = [
        "-": ("Neg", "neg"), "!": ("Not", "not"), "~": ("Not", "not"),
    ]

    private mutating func operation(_ member: LoweredMember, _ call: LoweredCallable, _ sign: String, _ c: String)
        throws(RustOmission)
    {
        if let comparison = member.comparison, types.interface.type(c)?.has(comparison) == true { return }
        let function = try RustFunction(call, types: types, receiver: .none)
        let count = function.parameters.count
        let form = count == 1 ? Self.unary[sign] : count == 2 ? Self.binary[sign] : nil
        let own = c.isEmpty ? "" : types.names.type(c)
        let first = function.parameters.first?.type ?? ""
        let isOwn = !own.isEmpty && (first == own || first == "&\(own)")
        let key = "\(c) \(form?.trait ?? "") \(function.parameters.last?.type ?? "")"
        guard let form, isOwn, !function.isAwaited, function.options.isEmpty, operators.insert(key).inserted else {
            return try append(member, call, [call.function.uniqueStem], c)
        }
        owned[c, default: []].append(
            RustMember(
                kind: .operation(trait: form.trait, method: form.method),
                name: form.method,
                member: member,
                function: function
            )
        )
    }

    private mutating func trait(_ member: LoweredMember, _ trait: LoweredMember.Trait, _ call: LoweredCallable, _ c: String)
        throws(RustOmission)
    {
        switch trait {
        case .equal, .hash, .less, .describe, .clone: return
        case .allCases: try append(member, call, ["all_cases"], c)
        case .count: try append(member, call, ["len"], c)
        case .elementAt: try append(member, call, ["element"], c)
        case .elements: try append(member, call, ["to_vec"], c)
        }
    }
}
