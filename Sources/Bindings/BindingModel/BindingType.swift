/// A type as it stands in a public declaration, resolved: aliases followed, sugar undone, generic parameters replaced.
public indirect enum BindingType: Hashable, Sendable {
    case void
    /// The result of what never returns.
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
    /// A sequence that is not a type of the library's own: `AsyncStream<Int>`, `some AsyncSequence<Int, Never>`, …
    case sequence(SequenceType)
    /// A class, actor, struct or enum of the library.
    case named(TypeIdentifier)
    /// `any P`, where `P` is a protocol of the library.
    case existential(TypeIdentifier)
    /// Where handlers run: `any HotShoeSupport.CallbackQueue`.
    case queue
    /// What ends when it is let go or cancelled: `HotShoeSupport.Subscription`.
    case subscription
    /// `any Error`.
    case error
}

extension BindingType {
    /// Whether it is a function, or perhaps one.
    public var isClosure: Bool {
        switch self {
        case .closure, .optional(.closure): true
        default: false
        }
    }
}

/// The integers, by width; `Int` and `UInt` are 64 bits wide wherever this runs.
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

    /// The number of bits.
    public var width: Int {
        switch self {
        case .int8, .uint8: 8
        case .int16, .uint16: 16
        case .int32, .uint32: 32
        case .int64, .uint64, .int, .uint: 64
        }
    }

    /// Whether there are negative numbers.
    public var isSigned: Bool {
        switch self {
        case .int8, .int16, .int32, .int64, .int: true
        case .uint8, .uint16, .uint32, .uint64, .uint: false
        }
    }
}

/// How a run of bytes is held in Swift.
public enum BytesType: String, Hashable, Sendable {
    /// `[UInt8]`: copied.
    case array
    /// Foundation's `Data`: copied.
    case data
    /// `RawSpan` and `Span` of plain numbers: borrowed from whoever hands it out.
    case span
    /// `UnsafeRawBufferPointer`: borrowed, for the time of the call.
    case buffer
}

/// One element of a tuple.
public struct TupleElement: Hashable, Sendable {
    public var label: String?
    public var type: BindingType

    public init(label: String?, type: BindingType) {
        self.label = label
        self.type = type
    }
}

/// A function as a value.
public struct ClosureType: Hashable, Sendable {
    public var parameters: [TupleElement]
    public var result: BindingType
    public var isAsync: Bool
    public var failure: Failure
    /// Whether it may be kept and called after the function that took it has returned.
    public var isEscaping: Bool
    public var isSendable: Bool
    /// Whether it may be called on the main actor only.
    public var isMainActor: Bool

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

/// What a function may throw.
public enum Failure: Hashable, Sendable {
    /// Nothing.
    case never
    /// Any error.
    case untyped
    /// Errors of one type of the library.
    case typed(TypeIdentifier)
}

/// An asynchronous sequence without a declaration in the library.
public struct SequenceType: Hashable, Sendable {
    public var element: BindingType
    public var failure: Failure
    /// As it is spelt in Swift, with modules: what the thunks are written with.
    public var spelling: String
    /// Whether a foreign program can make one to pass in: true of `AsyncStream` and `AsyncThrowingStream`.
    public var isConstructible: Bool

    public init(element: BindingType, failure: Failure, spelling: String, isConstructible: Bool) {
        self.element = element
        self.failure = failure
        self.spelling = spelling
        self.isConstructible = isConstructible
    }
}

/// Which type: its USR, and for a generic type what its parameters are replaced with.
public struct TypeIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The compiler's name for the declaration, such as `s:6Camera4LensV`.
    public var usr: String
    public var arguments: [BindingType]

    public init(usr: String, arguments: [BindingType] = []) {
        self.usr = usr
        self.arguments = arguments
    }

    public var description: String { arguments.isEmpty ? usr : "\(usr)<\(arguments)>" }
}
