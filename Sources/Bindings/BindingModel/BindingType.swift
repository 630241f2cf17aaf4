/// The type of a public declaration, resolved: aliases replaced by their targets, sugar expanded, generic parameters replaced.
public indirect enum BindingType: Hashable, Sendable {
    case void
    /// The result type of a function that never returns.
    case never
    case bool
    case integer(IntegerType)
    case float
    case double
    case string
    case character
    case bytes(BytesType)
    /// `Swift.Duration`.
    case duration
    /// Foundation's `Date`, `URL` and `UUID`.
    case date
    case url
    case uuid
    case optional(BindingType)
    case array(BindingType)
    case set(BindingType)
    case dictionary(key: BindingType, value: BindingType)
    case tuple([TupleElement])
    /// `Range` and `ClosedRange`.
    case range(BindingType, isClosed: Bool)
    case closure(ClosureType)
    /// A sequence whose type is not declared in the library: `AsyncStream<Int>`, `some AsyncSequence<Int, Never>`, …
    case sequence(SequenceType)
    /// A class, actor, struct or enum of the library.
    case named(TypeIdentifier)
    /// `any P`, where `P` is a protocol of the library.
    case existential(TypeIdentifier)
    /// The queue on which handlers run: `any BindingSupport.CallbackQueue`.
    case queue
    /// A subscription, which ends when it is released or cancelled: `BindingSupport.Subscription`.
    case subscription
    /// `any Error`.
    case error
    /// A type of another library that a simpler type represents: `Substring`, `ArraySlice<Int>`.
    case adapted(AdaptedType)
    /// `Result`, as the only result of a function or as a parameter of a closure.
    case result(BindingType, failure: Failure)
    /// Memory of the caller, for the duration of a call: `UnsafeMutableBufferPointer<Int32>`; only as a parameter.
    case memory(MemoryType)
}

extension BindingType {
    /// Whether the type is a function or an optional function.
    public var isClosure: Bool {
        switch self {
        case .closure, .optional(.closure): true
        default: false
        }
    }
}

/// The integer types, by width; `Int` and `UInt` are 64 bits wide on all supported platforms.
public enum IntegerType: String, Hashable, Sendable, CaseIterable {
    case int8 = "Int8"
    case int16 = "Int16"
    case int32 = "Int32"
    case int64 = "Int64"
    case int = "Int"
    case uint8 = "UInt8"
    case uint16 = "UInt16"
    case uint32 = "UInt32"
    case uint64 = "UInt64"
    case uint = "UInt"

    /// The width in bits.
    public var width: Int {
        switch self {
        case .int8, .uint8: 8
        case .int16, .uint16: 16
        case .int32, .uint32: 32
        case .int64, .uint64, .int, .uint: 64
        }
    }

    /// Whether the type has negative values.
    public var isSigned: Bool {
        switch self {
        case .int8, .int16, .int32, .int64, .int: true
        case .uint8, .uint16, .uint32, .uint64, .uint: false
        }
    }
}

/// The Swift representation of a sequence of bytes.
public enum BytesType: String, Hashable, Sendable {
    /// `[UInt8]`: copied.
    case array
    /// Foundation's `Data`: copied.
    case data
    /// `RawSpan` and `Span` of plain numbers: borrowed from the object that returns it.
    case span
    /// `UnsafeRawBufferPointer`: borrowed for the duration of the call.
    case buffer
}

/// A pointer to numbers of the caller, or a buffer of them.
public struct MemoryType: Hashable, Sendable {
    /// The type of the elements: a number.
    public var element: BindingType
    /// The type as Swift source: `Swift.UnsafeMutableBufferPointer<Swift.Int32>`.
    public var spelling: String
    /// Whether the function may write.
    public var isMutable: Bool
    /// Whether the type does not name the type of its elements, which are bytes: `UnsafeRawPointer`.
    public var isRaw: Bool
    /// Whether the type contains the number of elements; otherwise the argument that follows has it.
    public var isBuffer: Bool
    /// The label of the argument with the number of elements, if there is one; `nil` for none (`_`).
    public var countLabel: String?

    /// Creates a memory type from its parts.
    public init(
        element: BindingType,
        spelling: String,
        isMutable: Bool,
        isRaw: Bool = false,
        isBuffer: Bool,
        countLabel: String? = nil
    ) {
        self.element = element
        self.spelling = spelling
        self.isMutable = isMutable
        self.isRaw = isRaw
        self.isBuffer = isBuffer
        self.countLabel = countLabel
    }
}

/// One element of a tuple.
public struct TupleElement: Hashable, Sendable {
    /// The label; `nil` for an element without a label.
    public var label: String?
    /// The type of the element.
    public var type: BindingType
    /// Whether it is a parameter of a function that changes it.
    public var isInout: Bool

    /// Creates an element from its parts.
    public init(label: String?, type: BindingType, isInout: Bool = false) {
        self.label = label
        self.type = type
        self.isInout = isInout
    }
}

/// The type of a function value.
public struct ClosureType: Hashable, Sendable {
    /// The parameters, in order.
    public var parameters: [TupleElement]
    /// The type of the result.
    public var result: BindingType
    /// Whether the function is `async`.
    public var isAsync: Bool
    /// The errors that the function may throw.
    public var failure: Failure
    /// Whether the function may be stored and called after the call that received it has returned.
    public var isEscaping: Bool
    /// Whether the function is `@Sendable`.
    public var isSendable: Bool
    /// Whether the function may be called on the main actor only.
    public var isMainActor: Bool

    /// Creates a closure type from its parts.
    public init(
        parameters: [TupleElement],
        result: BindingType,
        isAsync: Bool = false,
        failure: Failure = .never,
        isEscaping: Bool = true,
        isSendable: Bool = false,
        isMainActor: Bool = false
    ) {
        self.parameters = parameters
        self.result = result
        self.isAsync = isAsync
        self.failure = failure
        self.isEscaping = isEscaping
        self.isSendable = isSendable
        self.isMainActor = isMainActor
    }
}

/// The errors that a function may throw.
public enum Failure: Hashable, Sendable {
    /// Nothing.
    case never
    /// Any error.
    case untyped
    /// Errors of one type of the library.
    case typed(TypeIdentifier)
}

/// An asynchronous sequence whose type is not declared in the library.
public struct SequenceType: Hashable, Sendable {
    /// The type of the elements.
    public var element: BindingType
    /// The errors that the sequence may throw.
    public var failure: Failure
    /// The type as Swift source, with module names, for use in the thunks.
    public var spelling: String
    /// Whether a foreign program can create the sequence as an argument: true for `AsyncStream` and `AsyncThrowingStream`.
    public var isConstructible: Bool

    /// Creates a sequence type from its parts.
    public init(element: BindingType, failure: Failure, spelling: String, isConstructible: Bool) {
        self.element = element
        self.failure = failure
        self.spelling = spelling
        self.isConstructible = isConstructible
    }
}

/// Identifies a type by its USR and, for a generic type, its arguments.
public struct TypeIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The USR (unified symbol resolution), the compiler's unique name for the declaration, such as `s:7Weather5CloudV`.
    public var usr: String
    /// The types that replace the generic parameters; empty for a type that is not generic.
    public var arguments: [BindingType]

    /// Creates an identifier from a USR and generic arguments.
    public init(usr: String, arguments: [BindingType] = []) {
        self.usr = usr
        self.arguments = arguments
    }

    /// The depth of generic types within the arguments: 0 for a type without arguments.
    public var depth: Int { arguments.isEmpty ? 0 : 1 + (arguments.map(\.depth).max() ?? 0) }

    /// The USR, followed by the arguments if there are any.
    public var description: String { arguments.isEmpty ? usr : "\(usr)<\(arguments)>" }
}

extension BindingType {
    /// The depth of generic types of the library within this type.
    fileprivate var depth: Int {
        switch self {
        case .named(let identifier), .existential(let identifier): identifier.depth
        case .optional(let type), .array(let type), .set(let type), .range(let type, _): type.depth
        case .dictionary(let key, let value): max(key.depth, value.depth)
        case .tuple(let elements): elements.map(\.type.depth).max() ?? 0
        case .sequence(let sequence): sequence.element.depth
        case .adapted(let adapted): adapted.base.depth
        case .result(let value, _): value.depth
        case .closure(let closure): max(closure.result.depth, closure.parameters.map(\.type.depth).max() ?? 0)
        default: 0
        }
    }
}
