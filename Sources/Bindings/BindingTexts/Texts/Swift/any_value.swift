// swift-format-ignore-file

// MARK: Values of any type

/// A value that stands for `Any`.
enum AnyValue: CustomStringConvertible {
    case none
    case boolean(Swift.Bool)
    case integer(Swift.Int64)
    case number(Swift.Double)
    case text(Swift.String)
    case bytes([Swift.UInt8])
    case list([Any])
    case dictionary([Swift.String: Any])
    case other(Any)

    init(_ any: Any) {
        let value = (any as? Swift.AnyHashable)?.base ?? any
        if let plain = Self.object(value) ?? Self.plain(value) {
            self = plain
        } else if let bytes = value as? [Swift.UInt8], type(of: value) == [Swift.UInt8].self {
            self = .bytes(bytes)
        } else if let list = value as? [Any] {
            self = .list(list)
        } else if let dictionary = value as? [Swift.String: Any] {
            self = .dictionary(dictionary)
        } else {
            let mirror = Swift.Mirror(reflecting: value)
            self = mirror.displayStyle == .optional && mirror.children.isEmpty ? .none : .other(value)
        }
    }

    /// A truth value, a number or a text; nil for all other values.
    private static func plain(_ value: Any) -> AnyValue? {
        switch value {
        case let value as Swift.Bool: .boolean(value)
        case let value as any Swift.BinaryInteger: Swift.Int64(exactly: value).map { .integer($0) }
        case let value as Swift.Double: .number(value)
        case let value as Swift.Float: .number(Swift.Double(value))
        case let value as any Swift.StringProtocol: .text(Swift.String(value))
        case let value as Swift.Character: .text(Swift.String(value))
        default: nil
        }
    }

    /// A value of a type of Foundation; nil for all other values.
    private static func object(_ value: Any) -> AnyValue? {
the_objects
        return nil
    }

    var any: Any {
        switch self {
        case .none: the_null
        case .boolean(let value): value
        case .integer(let value): Swift.Int(value)
        case .number(let value): value
        case .text(let value): value
        case .bytes(let value): the_bytes
        case .list(let value): value
        case .dictionary(let value): value
        case .other(let value): value
        }
    }

    /// The value if it can be a key; nil for lists, dictionaries and others that cannot.
    var hashable: Swift.AnyHashable? { any as? Swift.AnyHashable }

    /// The value for a type that does not check whether it may be shared between threads.
    var sendable: any Swift.Sendable {
        // SAFETY: `Sendable` has no requirements, so that both types have the same representation.
        unsafeBitCast(any, to: (any Swift.Sendable).self)
    }

    var description: Swift.String {
        if case .none = self { return "none" }
        return Swift.String(describing: any)
    }
}

