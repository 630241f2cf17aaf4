import BindingModel

/// The annotations of values, and default values as Python source.
struct PythonTypes {
    let names: PythonNames
    let interface: InterfaceTypes
    private let callbackTypes: [String: LoweredCallback]
    /// The C name of the handle for values of any type; nil if the library has none.
    private let anyValue: String?
    /// The classes of values without objects that conform to a protocol, by its C name.
    private let conforming: [String: [String]]

    init(_ library: LoweredLibrary, _ names: PythonNames) {
        self.names = names
        interface = InterfaceTypes(library)
        anyValue = library.handles.first { $0.declaration?.identifier.usr == TypeDeclaration.anyValue }?.c
        var conforming: [String: [String]] = [:]
        for type in library.types where type.handle == nil {
            guard let name = names.className(type.c) else { continue }
            for case .cast(_, let target, _) in type.members.map(\.kind) { conforming[target.c, default: []].append(name) }
        }
        self.conforming = conforming
        callbackTypes = Dictionary(
            library.allFunctions.flatMap(\.callbacks).map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Whether values may be of any type.
    func isAny(_ crossing: Crossing) -> Bool {
        switch crossing.shape {
        case .handle: anyValue != nil && crossing.representation.name == anyValue
        case .aggregate: interface.content(crossing) == nil
        default: false
        }
    }

    /// The annotation of an argument or a result, in a class with the given names of members.
    func annotation(_ crossing: Crossing, isArgument: Bool, in scope: Set<String>) -> String {
        func builtin(_ name: String) -> String { scope.contains(name) ? "_b.\(name)" : name }
        func time(_ name: String) -> String { scope.contains(name) ? "_t.\(name)" : name }
        func part(_ crossing: Crossing) -> String { annotation(crossing, isArgument: isArgument, in: scope) }
        switch crossing.shape {
        case .void: return "None"
        case .scalar where crossing.isInterval && isArgument: return "_r.Duration"
        case .scalar:
            switch crossing.representation {
            case .number(.bool): return builtin("bool")
            case .number(.float), .number(.double): return builtin("float")
            default: return builtin("int")
            }
        case .duration: return isArgument ? "_r.Duration" : time("timedelta")
        case .date: return time("datetime")
        case .text: return builtin("str")
        case .bytes: return isArgument ? "_r.Buffer" : builtin(crossing.isBorrowed ? "memoryview" : "bytes")
        case .uuid: return "UUID"
        case .error: return isArgument ? "BaseException" : "_r.Error"
        case .handle where isAny(crossing): return "Any"
        case .handle where isArgument && conforming[crossing.c] != nil:
            return "Union[\(([names.className(crossing)] + conforming[crossing.c]!).joined(separator: ", "))]"
        case .handle, .enumeration: return names.className(crossing)
        case .aggregate: break
        }
        switch interface.content(crossing) {
        case .optional(let wrapped): return "Optional[\(part(wrapped))]"
        case .array(let element): return isArgument ? "Iterable[\(part(element))]" : "\(builtin("list"))[\(part(element))]"
        case .set(let element): return isArgument ? "Iterable[\(part(element))]" : "\(builtin("set"))[\(part(element))]"
        case .map(let key, let value, _):
            return "\(isArgument ? "Mapping" : builtin("dict"))[\(part(key)), \(part(value))]"
        case .tuple(let fields):
            if !isArgument, fields.contains(where: { $0.label != nil }) { return PythonNames.pascal(crossing.word) }
            let parts = fields.map { part($0.crossing) }.joined(separator: ", ")
            return "\(builtin("tuple"))[\(parts.isEmpty ? "()" : parts)]"
        case .range(let bound, let isClosed):
            return "_r.\(isClosed ? "ClosedRange" : "Range")[\(annotation(bound, isArgument: false, in: scope))]"
        case .record, .variant: return names.className(crossing)
        case nil: return "Any"
        }
    }

    /// The annotation of a function of the program.
    func annotation(_ callback: LoweredCallback, in scope: Set<String>) -> String {
        let parameters = callback.arguments.map { argument in
            // Bytes that are valid during the call only are copied.
            argument.isBorrowed ? "_b.bytes" : annotation(argument, isArgument: false, in: scope)
        }.joined(separator: ", ")
        var result =
            callback.result.shape == .void ? "object" : annotation(callback.result, isArgument: true, in: scope)
        let changed = callback.arguments.indices.filter(callback.changesInPlace).map {
            annotation(callback.arguments[$0], isArgument: true, in: scope)
        }
        if !changed.isEmpty {
            // The function returns what it changes after its result.
            let parts = (callback.result.shape == .void ? [] : [result]) + changed
            result = parts.count == 1 ? parts[0] : "_b.tuple[\(parts.joined(separator: ", "))]"
        }
        if callback.closure.isAsync, callback.result.shape != .void { result = "Union[\(result), Awaitable[\(result)]]" }
        return "Callable[[\(parameters)], \(result)]"
    }

    /// The function of the program with a type.
    func callback(_ name: String) -> LoweredCallback? { callbackTypes[name] }

    // MARK: Default values

    /// A default value as Python source; nil if it cannot be expressed.
    func literal(_ value: DefaultValue, _ crossing: Crossing) -> String? {
        guard let constant = value.constant else { return nil }
        switch (crossing.shape, constant) {
        case (.scalar, _): return number(constant, crossing.representation)
        case (.text, .text(let text)): return "\"\(text)\""
        case (.duration, _): return duration(constant)
        case (.bytes, .emptyArray), (.bytes, .instance(of: "Data")): return "b\"\""
        case (.enumeration, .member):
            guard case .named(let identifier) = crossing.type,
                interface.declaration(identifier)?.conformances.contains(.error) == false,
                let preset = interface.constant(value, of: crossing)
            else { return nil }
            return "\(names.className(crossing)).\(PythonNames.constant(preset.chosenName))"
        case (.aggregate, .null), (.handle, .null): return crossing.isOptional ? "None" : nil
        default: return nil
        }
    }

    private func number(_ constant: DefaultValue.Constant, _ type: CType) -> String? {
        let isFraction = type == .number(.float) || type == .number(.double)
        switch constant {
        case .boolean(let value) where type == .number(.bool): return value ? "True" : "False"
        case .integer(let magnitude, let isNegative) where type != .number(.bool):
            return "\(isNegative ? "-" : "")\(magnitude)\(isFraction ? ".0" : "")"
        case .decimal(let text) where isFraction: return text
        default: return nil
        }
    }

    /// A duration, in seconds.
    private func duration(_ constant: DefaultValue.Constant) -> String? {
        switch constant {
        case .member("zero"): "0"
        case .duration(let count, .seconds): "\(count)"
        case .duration(let count, .milliseconds): "\(count) / 1000"
        case .duration(let count, .microseconds): "\(count) / 1000000"
        default: nil
        }
    }
}
