import BindingModel

/// The reason why a member has no form in Rust.
struct RustOmission: Error { let reason: String }

/// The types of values in Rust.
struct RustTypes {
    let library: LoweredLibrary
    let interface: InterfaceTypes
    let names: RustNames
    /// By the C names of their handles: the function that calls a closure, and the one that makes one.
    private(set) var closures: [String: (call: LoweredCallable, make: LoweredFunction?)] = [:]
    /// The functions that retain and release objects, by the C names of their types.
    private(set) var lifetimes: [String: (retain: String, release: String)] = [:]

    init(_ library: LoweredLibrary, _ names: RustNames) {
        (self.library, self.names) = (library, names)
        interface = InterfaceTypes(library)
        let closed = Set(library.handles.filter(\.isClosure).map(\.c))
        var calls: [String: LoweredCallable] = [:]
        var makers: [String: LoweredFunction] = [:]
        for member in library.allMembers {
            guard let owner = member.owner?.c ?? member.ownFunctions.first?.owner else { continue }
            switch member.kind {
            case .lifetime(let retain, let release): lifetimes[owner] = (retain.name, release.name)
            case .call(let call) where closed.contains(owner): calls[owner] = call
            case .constructor(let call, _, _) where closed.contains(owner): makers[owner] = call.function
            default: break
            }
        }
        for (c, call) in calls { closures[c] = (call, makers[c]) }
    }

    // MARK: C

    /// A type of C.
    func native(_ type: CType) -> String {
        switch type {
        case .void: "c_void"
        case .character: "c_char"
        case .number(let number): Self.native(number)
        case .structure(let name), .opaque(let name), .function(let name), .enumeration(let name): name
        case .pointer(let pointee, let isConstant): "*\(isConstant ? "const" : "mut") \(native(pointee))"
        }
    }

    static func native(_ number: CType.Number) -> String {
        switch number {
        case .bool: "bool"
        case .int: "c_int"
        case .int8: "i8"
        case .int16: "i16"
        case .int32: "i32"
        case .int64: "i64"
        case .uint8: "u8"
        case .uint16: "u16"
        case .uint32: "u32"
        case .uint64: "u64"
        case .float: "f32"
        case .double: "f64"
        case .size: "usize"
        }
    }

    // MARK: Values

    func isClosure(_ crossing: Crossing) -> Bool { crossing.shape == .handle && interface.handle(crossing.c)?.isClosure == true }

    func isRuntime(_ crossing: Crossing) -> Bool { ["queue", "subscription"].contains(names.local(crossing.c)) }

    /// The type of a value that the program owns.
    func owned(_ crossing: Crossing) throws(RustOmission) -> String {
        switch crossing.shape {
        case .void: return "()"
        case .scalar:
            guard case .number(let number) = crossing.representation else { return "i64" }
            return Self.native(number)
        case .duration: return "Duration"
        case .date: return "SystemTime"
        case .text: return "String"
        case .bytes: return "Vec<u8>"
        case .uuid: return "Uuid"
        case .error: return "Error"
        case .enumeration: return names.type(crossing.representation.name ?? "")
        case .handle: return try handle(crossing)
        case .aggregate: break
        }
        switch interface.content(crossing) {
        case .optional(let wrapped): return "Option<\(try owned(wrapped))>"
        case .array(let element): return "Vec<\(try owned(element))>"
        case .set(let element):
            return isHashable(element) ? "HashSet<\(try owned(element))>" : "Vec<\(try owned(element))>"
        case .map(let key, let value, _):
            let types = "\(try owned(key)), \(try owned(value))"
            return isHashable(key) ? "HashMap<\(types)>" : "Vec<(\(types))>"
        case .tuple(let fields): return tuple(try fields.map { (field) throws(RustOmission) in try owned(field.crossing) })
        case .range(let bound, let isClosed): return "\(isClosed ? "RangeInclusive" : "Range")<\(try owned(bound))>"
        case .record, .variant: return names.type(crossing.c)
        case nil: throw RustOmission(reason: "a structure without contents")
        }
    }

    func tuple(_ types: [String]) -> String { types.count == 1 ? "(\(types[0]),)" : "(\(types.joined(separator: ", ")))" }

    private func handle(_ crossing: Crossing) throws(RustOmission) -> String {
        switch names.local(crossing.c) {
        case "queue": return "Queue"
        case "subscription": return "Subscription"
        default: break
        }
        if let closure = closures[crossing.c] { return "Arc<\(try function(closure.call)) + Send + Sync>" }
        if isClosure(crossing) { throw RustOmission(reason: "a function without a call") }
        return names.type(crossing.c)
    }

    /// The type of a function that the library returns, or of one that it receives inside another value.
    func function(_ call: LoweredCallable) throws(RustOmission) -> String {
        var parameters: [String] = []
        for (_, type, _) in try arguments(call) { parameters.append(type) }
        let result = try owned((call.taking ?? call.function).result ?? .void)
        return "dyn Fn(\(parameters.joined(separator: ", ")))" + Self.returning(try returned(call, result))
    }

    static func returning(_ result: String) -> String { result == "()" ? "" : " -> \(result)" }

    /// What a call of a function that the library returns returns.
    private func returned(_ call: LoweredCallable, _ result: String) throws(RustOmission) -> String {
        if call.isAwaited { return "BoxFuture<'static, Result<\(result), Error>>" }
        return call.isFallible ? "Result<\(result), Error>" : result
    }

    /// The arguments of a function that the library returns, each with its type and its conversion.
    func arguments(_ call: LoweredCallable) throws(RustOmission) -> [(
        parameter: LoweredParameter, type: String, crossing: Crossing?
    )] {
        if (call.taking ?? call.function).parameters.contains(where: { if case .replaced = $0.role { true } else { false } }) {
            throw RustOmission(reason: "a function inside another type that changes its argument")
        }
        var list: [(parameter: LoweredParameter, type: String, crossing: Crossing?)] = []
        for parameter in call.function.arguments {
            switch parameter.role {
            case .value(let crossing, let presence), .pointer(let crossing, let presence):
                let type = try owned(crossing)
                let isWrapped = presence != .required && !crossing.isOptional
                list.append((parameter, isWrapped ? "Option<\(type)>" : type, crossing))
            case .queue where !call.function.callbacks.isEmpty: continue
            default: throw RustOmission(reason: "a function inside another type that changes or receives memory or functions")
            }
        }
        return list
    }

    /// Whether values are copied where they are used.
    func isCopied(_ crossing: Crossing) -> Bool {
        switch crossing.shape {
        case .void, .scalar, .duration, .date, .uuid, .enumeration: return true
        case .text, .bytes, .handle, .error: return false
        case .aggregate: break
        }
        switch interface.content(crossing) {
        case .optional(let wrapped): return isCopied(wrapped)
        case .tuple(let fields), .record(_, let fields): return fields.allSatisfy { isCopied($0.crossing) }
        case .variant(_, let cases): return cases.allSatisfy { $0.payload.allSatisfy { isCopied($0.crossing) } }
        default: return false
        }
    }

    /// What a value can do in Rust.
    enum Ability {
        case equality
        case hashing
        case copying
        case debugging
    }

    /// Whether values have an ability: all parts of a value must have it.
    func has(_ ability: Ability, _ crossing: Crossing) -> Bool {
        switch crossing.shape {
        case .void, .duration, .date, .uuid, .text, .bytes, .enumeration: return true
        case .scalar: return ability != .hashing || ![.number(.float), .number(.double)].contains(crossing.representation)
        case .error: return ability == .copying || ability == .debugging
        case .handle:
            if isClosure(crossing) { return ability == .copying }
            if isRuntime(crossing) { return ability == .copying || ability == .debugging }
            let type = interface.type(crossing.c)
            switch ability {
            case .equality: return type?.has(.equal) == true
            case .hashing: return type?.has(.hash) == true
            case .debugging: return true
            case .copying: return canCopy(crossing.c)
            }
        case .aggregate: break
        }
        switch interface.content(crossing) {
        case .optional(let wrapped): return has(ability, wrapped)
        case .array(let element): return has(ability, element)
        case .set(let element): return ability == .hashing ? false : has(ability, element)
        case .map(let key, let value, _): return ability == .hashing ? false : has(ability, key) && has(ability, value)
        case .range(let bound, _): return has(ability, bound)
        case .tuple(let fields): return fields.count <= 12 && fields.allSatisfy { has(ability, $0.crossing) }
        case .record(_, let fields):
            if ability == .equality || ability == .hashing, let type = interface.type(crossing.c) {
                if type.has(ability == .equality ? .equal : .hash) { return true }
                if ability == .hashing { return false }
            }
            return fields.allSatisfy { has(ability, $0.crossing) }
        case .variant(_, let cases):
            if ability == .equality || ability == .hashing, let type = interface.type(crossing.c) {
                if type.has(ability == .equality ? .equal : .hash) { return true }
                if ability == .hashing { return false }
            }
            return cases.allSatisfy { $0.payload.allSatisfy { has(ability, $0.crossing) } }
        case nil: return false
        }
    }

    func isHashable(_ crossing: Crossing) -> Bool { has(.hashing, crossing) && has(.equality, crossing) }

    /// Whether an object can have several owners, or a value behind a handle be copied.
    func canCopy(_ c: String) -> Bool {
        guard let handle = interface.handle(c) else { return true }
        switch handle.holder {
        case .object, .value, .existential, .runtime: return true
        case .mutableValue: return interface.type(c)?.has(.clone) == true
        case .uniqueValue, .stream, .elementStream, .source: return false
        }
    }

    /// Whether an object may be used by several threads.
    func isSynchronised(_ handle: HandleType) -> Bool {
        guard let declaration = handle.declaration else { return true }
        if declaration.conformances.contains(.sendable) || declaration.isError { return true }
        switch declaration.kind {
        case .object(let object): return object.isActor
        case .interface: return isSendable(declaration)
        default: return false
        }
    }

    /// Whether a protocol, or one that it refines, permits several threads.
    private func isSendable(_ declaration: TypeDeclaration) -> Bool {
        declaration.conformances.contains(.sendable)
            || declaration.interfaces.compactMap(interface.declaration).contains(where: isSendable)
    }

    /// The type of an argument: a value that is copied, or a reference.
    func argument(_ crossing: Crossing, lifetime: String = "") throws(RustOmission) -> String {
        let reference = lifetime.isEmpty ? "&" : "&\(lifetime) "
        if isCopied(crossing) { return try owned(crossing) }
        switch crossing.shape {
        case .text: return "\(reference)str"
        case .bytes: return "\(reference)[u8]"
        case .aggregate:
            switch interface.content(crossing) {
            case .optional(let wrapped): return "Option<\(try argument(wrapped, lifetime: lifetime))>"
            case .array(let element): return "\(reference)[\(try owned(element))]"
            default: break
            }
        default: break
        }
        let type = try owned(crossing)
        return reference + (type.hasSuffix("]") || !type.hasPrefix("Vec<") ? type : "[\(type.dropFirst(4).dropLast())]")
    }

    /// The argument for a value to which an expression refers.
    func borrow(_ crossing: Crossing, _ reference: String) -> String {
        if isCopied(crossing) { return "*\(reference)" }
        switch crossing.shape {
        case .text: return "\(reference).as_str()"
        case .bytes: return "\(reference).as_slice()"
        case .aggregate:
            switch interface.content(crossing) {
            case .optional(let wrapped):
                let inner = borrow(wrapped, "value")
                return inner == "value" ? "\(reference).as_ref()" : "\(reference).as_ref().map(|value| \(inner))"
            case .array: return "\(reference).as_slice()"
            case .set(let element) where !isHashable(element): return "\(reference).as_slice()"
            case .map(let key, _, _) where !isHashable(key): return "\(reference).as_slice()"
            default: return reference
            }
        default: return reference
        }
    }
}

extension LoweredCallable {
    /// Whether a call returns a `Result`: it can fail, or not every argument is a value of its type.
    var isFallible: Bool {
        isAwaited
            || function.parameters.contains { parameter in
                if parameter.role == .error { return true }
                guard let crossing = parameter.crossing else { return false }
                switch parameter.role {
                case .value, .pointer, .changed: return crossing.adapted?.isFailable == true || crossing.type == .url
                default: return false
                }
            }
    }
}

extension HandleType {
    /// Whether its objects are any values of a type that conforms to a protocol.
    var holdsProtocol: Bool { if case .interface? = declaration?.kind { true } else { false } }
}
