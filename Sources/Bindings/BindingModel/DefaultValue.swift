/// The default value of a parameter or a field: as Swift source, and as data if it is a constant.
public struct DefaultValue: Hashable, Sendable {
    /// A value that other languages can write.
    public enum Constant: Hashable, Sendable {
        /// `nil`
        case null
        case boolean(Bool)
        case integer(magnitude: UInt64, isNegative: Bool)
        /// A number with a fraction or an exponent, as C, C++ and Python write it too: `-2.5`, `1e-3`.
        case decimal(String)
        /// A calculation with numbers, as C, C++ and Python write it too: `16 * 1024`.
        case calculation(String)
        /// A text without characters that need an escape.
        case text(String)
        /// `[]`: an array or a set.
        case emptyArray
        /// `[:]`
        case emptyDictionary
        /// A static member of the type, or a case without a payload: `.automatic`.
        case member(String)
        /// The result of a static function of the type, without arguments: `.now()`.
        case call(String)
        /// A count of a unit of time: `.milliseconds(250)`.
        case duration(UInt64, TimeUnit)
        /// What an initialiser without arguments makes: `Options()`; without a name for `.init()`.
        case instance(of: String?)
    }

    /// A unit of time.
    public enum TimeUnit: String, Hashable, Sendable, CaseIterable {
        case seconds, milliseconds, microseconds, nanoseconds
    }

    /// The value as Swift source.
    public var source: String
    /// The value as data; `nil` if only Swift can evaluate it.
    public var constant: Constant?

    /// Creates a default value from its parts.
    public init(_ source: String, _ constant: Constant? = nil) {
        self.source = source
        self.constant = constant
    }

    /// The default value `nil`.
    public static let null = DefaultValue("nil", .null)
}
