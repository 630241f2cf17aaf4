import BindingModel

/// The reason why a member has no form in C#.
struct CSharpOmission: Error { let reason: String }

/// The types of values in C#, and default values as C# source.
struct CSharpTypes {
    let library: LoweredLibrary
    let names: CSharpNames
    let interface: InterfaceTypes
    /// By the C names of their handles: the function that calls a closure, and the one that makes one.
    private(set) var closures: [String: (call: LoweredCallable, make: LoweredFunction?)] = [:]
    /// The releases of handles, by the C names of their types.
    private(set) var lifetimes: [String: (retain: String, release: String)] = [:]

    init(_ library: LoweredLibrary, _ names: CSharpNames) {
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
        for word in ["queue", "subscription"] {
            lifetimes["\(library.prefix)_\(word)"] = ("\(library.prefix)_\(word)_retain", "\(library.prefix)_\(word)_release")
        }
    }

    // MARK: C

    /// A type of C. Handles are numbers, and truth values bytes, so that each signature is blittable.
    func native(_ type: CType) -> String {
        switch type {
        case .void: return "void"
        case .character: return "byte"
        case .number(let number): return Self.native(number)
        case .structure(let name): return isHandle(name) ? "ulong" : "Native_.\(name)"
        case .enumeration: return "int"
        case .opaque: return "void"
        case .function: return "global::System.IntPtr"
        case .pointer(.void, _): return "global::System.IntPtr"
        case .pointer(let pointee, _): return "\(native(pointee))*"
        }
    }

    private static func native(_ number: CType.Number) -> String {
        switch number {
        case .bool, .uint8: "byte"
        case .int, .int32: "int"
        case .int8: "sbyte"
        case .int16: "short"
        case .int64: "long"
        case .uint16: "ushort"
        case .uint32: "uint"
        case .uint64, .size: "ulong"
        case .float: "float"
        case .double: "double"
        }
    }

    func isHandle(_ structure: String) -> Bool { interface.handle(structure) != nil || Self.handles.contains(local(structure)) }

    func local(_ c: String) -> String { Naming.local(of: c, in: library.prefix) }

    private static let handles: Set<String> = ["operation", "queue", "subscription", "completion"]

    // MARK: Values

    /// Whether a handle is a closure, which is a delegate in C#.
    func isClosure(_ crossing: Crossing) -> Bool { crossing.shape == .handle && interface.handle(crossing.c)?.isClosure == true }

    /// Whether a handle is any object of a protocol.
    func isInterface(_ crossing: Crossing) -> Bool {
        crossing.shape == .handle && interface.handle(crossing.c)?.isOfProtocol == true
    }

    /// Stands after the type of a reference that may be null. A line with it is written twice: as an annotation for compilers that
    /// have them, and without it for others.
    static let mark = "/*?*/"

    /// How a type is written.
    enum Form {
        case plain
        /// With a mark for each reference that may be null, for a declaration that others see.
        case annotated
        /// With `ValueTuple` for tuples, whose own form mcs does not read in a cast, or in the name of an interface's member.
        case unnamed
    }

    /// The type of an argument or a result.
    func type(_ crossing: Crossing, form: Form = .plain) throws(CSharpOmission) -> String {
        switch crossing.shape {
        case .void: return "void"
        case .scalar:
            guard case .number(let number) = crossing.representation else { return "long" }
            return number == .bool ? "bool" : Self.native(number)
        case .duration: return "global::System.TimeSpan"
        case .date: return "global::System.DateTimeOffset"
        case .text: return crossing.type == .url ? "global::System.Uri" : "string"
        case .bytes: return "byte[]"
        case .uuid: return "global::System.Guid"
        case .error: return "global::System.Exception"
        case .enumeration: return className(crossing)
        case .handle:
            if let closure = closures[crossing.c] { return try delegate(closure.call, form: form) }
            if isClosure(crossing) { throw CSharpOmission(reason: "a function without a call") }
            return isInterface(crossing) ? names.interface(crossing.c) : className(crossing)
        case .aggregate: break
        }
        switch interface.content(crossing) {
        case .optional(let wrapped):
            let type = try self.type(wrapped, form: form)
            if isValueType(wrapped) { return type.hasSuffix("?") ? type : "\(type)?" }
            return form == .annotated ? Self.marked(type) : type
        case .array(let element):
            return "global::System.Collections.Generic.IReadOnlyList<\(try type(element, form: form))>"
        case .set(let element): return "global::System.Collections.Generic.ISet<\(try type(element, form: form))>"
        case .map(let key, let value, _):
            let types = "\(try type(key, form: form)), \(try type(value, form: form))"
            return "global::System.Collections.Generic.IReadOnlyDictionary<\(types)>"
        case .tuple(let fields): return try tuple(fields, form: form)
        case .range(let bound, let isClosed):
            return "\(isClosed ? "ClosedRange" : "Range")<\(try type(bound, form: form))>"
        case .record, .variant: return className(crossing)
        case nil: throw CSharpOmission(reason: "a structure without contents")
        }
    }

    /// A line without marks, and before it the line with annotations if there are any.
    static func withAnnotations(_ line: String) -> String {
        guard line.contains(mark) else { return line }
        let (annotated, plain) = (line.replacing(mark, with: "?"), line.replacing(mark, with: ""))
        return "#if NET8_0_OR_GREATER\n\(annotated)\n#else\n\(plain)\n#endif"
    }

    /// The type of a reference that may be null, with a mark.
    static func marked(_ type: String) -> String { type.hasSuffix(mark) ? type : "\(type)\(mark)" }

    func tuple(_ fields: [AggregateField], form: Form) throws(CSharpOmission) -> String {
        if form == .unnamed, fields.count > 1 { return try unnamed(fields[...]) }
        switch fields.count {
        case 0: return "global::System.ValueTuple"
        case 1: return "global::System.ValueTuple<\(try type(fields[0].crossing, form: form))>"
        default: break
        }
        let names = Self.fieldNames(fields)
        var parts: [String] = []
        for (name, field) in zip(names, fields) { parts.append("\(try type(field.crossing, form: form)) \(name)") }
        return "(\(parts.joined(separator: ", ")))"
    }

    /// `ValueTuple` has seven elements; the eighth has the others.
    private func unnamed(_ fields: ArraySlice<AggregateField>) throws(CSharpOmission) -> String {
        var parts: [String] = []
        for field in fields.prefix(7) { parts.append(try type(field.crossing, form: .unnamed)) }
        if fields.count > 7 { parts.append(try unnamed(fields.dropFirst(7))) }
        return "global::System.ValueTuple<\(parts.joined(separator: ", "))>"
    }

    /// The names of the elements of a tuple, or of the payload of a case.
    static func fieldNames(_ fields: [AggregateField]) -> [String] {
        var taken: Set<String> = []
        return fields.enumerated().map { index, field in
            var name = field.label == nil ? "Item\(index + 1)" : CSharpNames.member(field.chosenName)
            if Self.reservedOfTuples.contains(name) { name += "Value" }
            while !taken.insert(name).inserted { name += "\(index + 1)" }
            return name
        }
    }

    private static let reservedOfTuples: Set<String> = ["Rest", "ToString", "Equals", "GetHashCode", "CompareTo"]

    /// Whether the type in C# has no null.
    func isValueType(_ crossing: Crossing) -> Bool {
        switch crossing.shape {
        case .scalar, .duration, .date, .uuid, .enumeration: return true
        case .void, .text, .bytes, .handle, .error: return false
        case .aggregate: break
        }
        switch interface.content(crossing) {
        case .optional(let wrapped): return isValueType(wrapped)
        case .tuple, .range: return true
        case .record(let declaration, _): return isStructure(declaration, crossing)
        default: return false
        }
    }

    /// Whether a record is a structure in C#: numbers only.
    func isStructure(_ declaration: TypeDeclaration, _ crossing: Crossing) -> Bool { crossing.isPlain }

    /// Whether a value may be null in C#.
    func isNullableValue(_ crossing: Crossing) -> Bool { crossing.isOptional && isValueType(crossing) }

    func className(_ crossing: Crossing) -> String {
        switch crossing.representation.name.map(local) {
        case "queue": "Queue"
        default: crossing.representation.name.flatMap(names.type) ?? CSharpNames.pascal(crossing.word)
        }
    }

    // MARK: Functions of the program

    /// The type of a function that the library returns, or of one that it receives inside another value.
    func delegate(_ call: LoweredCallable, form: Form = .plain) throws(CSharpOmission) -> String {
        var parameters: [String] = []
        for parameter in call.function.arguments {
            switch parameter.role {
            case .value(let crossing, let presence), .pointer(let crossing, let presence):
                parameters.append(try argument(crossing, presence, form))
            case .callback(let isOptional):
                guard let callback = call.function.callback(of: parameter) else {
                    throw CSharpOmission(reason: "a function of the runtime")
                }
                let type = try CSharpCallbacks.delegate(callback, self, form: form)
                parameters.append(form == .annotated && isOptional ? Self.marked(type) : type)
            case .queue where !call.function.callbacks.isEmpty: continue
            default: throw CSharpOmission(reason: "a function inside another type that changes or receives memory")
            }
        }
        let outputs = (call.taking ?? call.function).parameters
        if outputs.contains(where: { if case .replaced = $0.role { true } else { false } }) {
            throw CSharpOmission(reason: "a function inside another type that changes its argument")
        }
        let result = (call.taking ?? call.function).result ?? .void
        return Self.delegate(parameters, try type(result, form: form), isAsync: call.isAwaited)
    }

    /// The type of an argument; null where the C function has a pointer that may be null.
    private func argument(_ crossing: Crossing, _ presence: LoweredParameter.Presence, _ form: Form) throws(CSharpOmission)
        -> String
    {
        let type = try self.type(crossing, form: form)
        if presence == .required { return type }
        if isValueType(crossing) { return type.hasSuffix("?") ? type : "\(type)?" }
        return form == .annotated ? Self.marked(type) : type
    }

    static func delegate(_ parameters: [String], _ result: String, isAsync: Bool) -> String {
        var types = parameters
        var result = result
        if isAsync {
            types.append("global::System.Threading.CancellationToken")
            result = task(result)
        }
        if result == "void" {
            return types.isEmpty ? "global::System.Action" : "global::System.Action<\(types.joined(separator: ", "))>"
        }
        return "global::System.Func<\((types + [result]).joined(separator: ", "))>"
    }

    static func task(_ result: String) -> String {
        "global::System.Threading.Tasks.Task" + (result == "void" ? "" : "<\(result)>")
    }

    // MARK: Default values

    /// A duration in units of 100 ns; nil if it has no such number.
    static func ticks(_ count: UInt64, _ unit: DefaultValue.TimeUnit) -> Int64? {
        let factor: UInt64
        switch unit {
        case .seconds: factor = 10_000_000
        case .milliseconds: factor = 10_000
        case .microseconds: factor = 10
        case .nanoseconds: return Int64(count / 100)
        }
        let (ticks, overflows) = count.multipliedReportingOverflow(by: factor)
        return overflows ? nil : Int64(exactly: ticks)
    }

    /// A constant of C# for a default value; nil if it is none.
    func literal(_ value: DefaultValue, _ crossing: Crossing) -> String? {
        guard let constant = value.constant else { return nil }
        switch (crossing.shape, constant) {
        case (.scalar, .boolean(let value)) where crossing.representation == .number(.bool): return value ? "true" : "false"
        case (.scalar, .integer(let magnitude, let isNegative)) where crossing.representation != .number(.bool):
            let isFraction = crossing.representation == .number(.float) || crossing.representation == .number(.double)
            return "\(isNegative ? "-" : "")\(magnitude)"
                + (isFraction ? (crossing.representation == .number(.float) ? "f" : "d") : "")
        case (.scalar, .decimal(let text)):
            switch crossing.representation {
            case .number(.double): return "\(text)d"
            case .number(.float): return "\(text)f"
            default: return nil
            }
        case (.text, .text(let text)) where crossing.type != .url: return "\"\(text)\""
        case (.enumeration, .member):
            guard let preset = interface.constant(value, of: crossing) else { return nil }
            let name = crossing.representation.name.flatMap(names.expression) ?? className(crossing)
            return "\(name).\(CSharpNames.member(preset.chosenName))"
        default: return nil
        }
    }
}

extension HandleType {
    /// Whether its objects are any values of a type that conforms to a protocol.
    var isOfProtocol: Bool { if case .interface? = declaration?.kind { true } else { false } }
}
