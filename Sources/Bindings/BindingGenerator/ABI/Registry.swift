package import BindingModel

/// All types that are found in the interface: each has one C type, one name, and one place in the header.
package struct Registry: Sendable {
    package let prefix: String
    package let declarations: [TypeIdentifier: TypeDeclaration]
    var crossings: [BindingType: Result<Crossing, LoweringError>] = [:]
    /// The types that a simpler type represents, without aggregates: their conversions, and those of the simpler types.
    var adaptations: [(crossing: Crossing, base: Crossing)] = []
    /// The words of all types that a simpler type without a structure represents, with those of the simpler types.
    package var adaptedWords: [(word: String, base: String)] = []
    /// In the order of declaration in C: the members of a structure precede it.
    var aggregates: [Aggregate] = []
    package var handles: [HandleType] = []
    /// The members of closures inside other types.
    var closureMembers: [LoweredMember] = []
    private var handleIndices: [String: Int] = [:]
    var structures: Set<CType> = []
    /// The types of the words in use: `[T?]` and `[T]?` would have the same one.
    var words: [String: BindingType] = [:]
    let names: [TypeIdentifier: String]
    /// The reasons why types are left out, by their C names or the words of their conversions.
    let refusals: [String: String]
    /// The modules of the system whose types were found: Foundation, Dispatch.
    private(set) var systemModules: Set<String> = []
    /// Whether `Any` was found.
    var usesAny = false
    /// The functions that make values of records of Foundation, and the classes of units that were found.
    var foundationParts: Set<String> = []
    /// Whether a sequence was found that is no collection.
    var usesIterators = false
    /// Whether an interface has `Void?`.
    var usesPresence = false
    /// Whether an interface has a type with any raw value.
    var usesRawNames = false
    /// Whether a pointer to characters is a text.
    var usesCText = false

    /// Creates the registry of a library, whose types have the C names `names`.
    package init(library: Library, prefix: String, names: [TypeIdentifier: String], refusals: [String: String] = [:]) {
        self.prefix = prefix
        self.refusals = refusals
        self.names = names
        declarations = Dictionary(library.types.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        for (identifier, name) in names { words[typeName(name).word] = .named(identifier) }
        for runtime in ["operation", "queue", "subscription", "completion"] {
            let names = [
                "operation": "AnyOperation", "queue": "QueueObject", "subscription": "BindingSupport.Subscription",
                "completion": "AnyCompletion",
            ]
            add(HandleType(c: "\(prefix)_\(runtime)", word: runtime, swiftType: .named(names[runtime]!), holder: .runtime))
        }
    }

    /// Notes that the implementation needs a module of the system.
    mutating func use(_ systemModule: String?) {
        if let systemModule { systemModules.insert(systemModule) }
    }

    package func declaration(_ identifier: TypeIdentifier) -> TypeDeclaration? { declarations[identifier] }

    /// The path of a type as in links of documentation: `Station/State`.
    func path(of identifier: TypeIdentifier) -> String { declarations[identifier]?.path.joined(separator: "/") ?? "" }

    /// The name of a type in C, with its word.
    func typeName(_ c: String) -> TypeName { TypeName(c: c, word: Naming.local(of: c, in: prefix)) }

    package func handle(_ c: String) -> HandleType? { handleIndices[c].map { handles[$0] } }

    package mutating func add(_ handle: HandleType) {
        guard handleIndices[handle.c] == nil else { return }
        handleIndices[handle.c] = handles.count
        handles.append(handle)
    }

    /// The conversion of a type; throws the reason if there is none.
    package mutating func crossing(_ type: BindingType) throws(LoweringError) -> Crossing {
        if let known = crossings[type] { return try known.get() }
        if [.date, .url, .uuid, .bytes(.data)].contains(type) { use("Foundation") }
        do throws(LoweringError) {
            let crossing = try make(type)
            if let reason = refusal(of: crossing) {
                remove(crossing)
                throw LoweringError(reason)
            }
            crossings[type] = .success(crossing)
            return crossing
        } catch {
            crossings[type] = .failure(error)
            throw error
        }
    }

    /// The reason why a type is left out; nil if it is not.
    func refusal(of crossing: Crossing) -> String? {
        refusals[crossing.word] ?? crossing.representation.name.flatMap { refusals[$0] }
    }

    /// Removes a type that is left out.
    private mutating func remove(_ crossing: Crossing) {
        aggregates.removeAll { $0.crossing.word == crossing.word }
        adaptations.removeAll { $0.crossing.word == crossing.word }
        guard let index = handleIndices.removeValue(forKey: crossing.c) else { return }
        handles.remove(at: index)
        for (c, other) in handleIndices where other > index { handleIndices[c] = other - 1 }
    }

    private mutating func make(_ type: BindingType) throws(LoweringError) -> Crossing {
        switch type {
        case .void: return .void
        case .never: throw LoweringError("never returns")
        case .bool: return scalar(type, .bool, "Bool", "bool")
        case .float: return scalar(type, .float, "Float", "float")
        case .double: return scalar(type, .double, "Double", "double")
        case .integer(let integer): return self.integer(integer)
        case .duration: return fixed(type, .duration, .number(.int64), "duration", "Swift.Duration")
        case .date: return fixed(type, .date, .number(.int64), "date", "Foundation.Date")
        case .uuid: return fixed(type, .uuid, .structure("\(prefix)_uuid"), "uuid", "Foundation.UUID")
        case .string: return text(type, "string", "Swift.String")
        case .character: return text(type, "character", "Swift.Character")
        case .url: return text(type, "url", "Foundation.URL")
        case .bytes(let bytes): return self.bytes(type, bytes)
        case .optional(let wrapped): return try optional(type, crossing(wrapped))
        case .array(let element): return try array(type, crossing(element), isSet: false)
        case .set(let element): return try array(type, crossing(element), isSet: true)
        case .dictionary(let key, let value): return try map(type, crossing(key), crossing(value))
        case .tuple(let elements): return try tuple(type, elements)
        case .range(let bound, let isClosed): return try range(type, crossing(bound), isClosed: isClosed)
        case .closure(let closure): return try self.closure(type, closure)
        case .sequence(let sequence): return try elementStream(type, sequence)
        case .named(let identifier): return try named(type, identifier)
        case .existential(let identifier): return try existential(type, identifier)
        case .queue:
            return .handle(type, c: "\(prefix)_queue", word: "queue", .existential("BindingSupport.CallbackQueue"))
        case .subscription:
            return .handle(type, c: "\(prefix)_subscription", word: "subscription", .named("BindingSupport.Subscription"))
        case .error:
            return .error(prefix)
        case .adapted(let adapted): return try self.adapted(type, adapted)
        case .result: throw LoweringError("a `Result` can only be returned, or passed to a closure")
        case .memory: throw LoweringError("a pointer can only be a parameter")
        }
    }

    // MARK: Types with one C type

    private func fixed(
        _ type: BindingType,
        _ shape: Crossing.Shape,
        _ representation: CType,
        _ word: String,
        _ swift: String
    ) -> Crossing {
        Crossing(
            type: type,
            shape: shape,
            representation: representation,
            word: word,
            swiftType: .named(swift),
            isPlain: true,
            isNullable: false
        )
    }

    private func scalar(_ type: BindingType, _ number: CType.Number, _ name: String, _ word: String) -> Crossing {
        fixed(type, .scalar, .number(number), word, "Swift.\(name)")
    }

    private func integer(_ integer: IntegerType) -> Crossing {
        let number: CType.Number =
            switch (integer.isSigned, integer.width) {
            case (true, 8): .int8
            case (true, 16): .int16
            case (true, 32): .int32
            case (true, _): .int64
            case (false, 8): .uint8
            case (false, 16): .uint16
            case (false, 32): .uint32
            case (false, _): .uint64
            }
        // `Int` and `Int64` are two types in Swift, and one in C.
        return scalar(.integer(integer), number, integer.rawValue, Words.snake(integer.rawValue))
    }

    private func text(_ type: BindingType, _ word: String, _ swift: String) -> Crossing {
        Crossing(
            type: type,
            shape: .text,
            representation: .structure("\(prefix)_string"),
            word: word,
            swiftType: .named(swift),
            isPlain: false,
            isNullable: true
        )
    }

    private func bytes(_ type: BindingType, _ bytes: BytesType) -> Crossing {
        let (word, swift): (String, SwiftType) =
            switch bytes {
            case .array: ("bytes", .array(.named("Swift.UInt8")))
            case .data: ("data", .named("Foundation.Data"))
            case .span: ("span", .named("Swift.RawSpan"))
            case .buffer: ("buffer", .named("Swift.UnsafeRawBufferPointer"))
            }
        return Crossing(
            type: type,
            shape: .bytes,
            representation: .structure("\(prefix)_bytes"),
            word: word,
            swiftType: swift,
            isPlain: false,
            isNullable: true
        )
    }
}
