/// A type of another library whose values are represented by those of a simpler type: `Substring` by `String`.
public struct AdaptedType: Hashable, Sendable {
    /// The type that represents the values.
    public var base: BindingType
    /// The type itself as Swift source: `Swift.Substring`.
    public var spelling: String
    /// The name of the type, without its module and its arguments: `Substring`.
    public var name: String
    /// The module of the system that declares the type, if it is not the standard library.
    public var module: String?
    /// The label of the initialiser that takes a value of the base type; `nil` for none (`_`).
    public var label: String?
    /// The property that returns the value of the base type; `nil` if an initialiser of the base type takes the value.
    public var property: String?
    /// The property of the base type that returns the value; `nil` if an initialiser of the type makes it.
    public var getter: String?
    /// Whether the initialiser or the getter returns `nil` for some values of the base type.
    public var isFailable: Bool

    /// `Void?`, by whether there is a value.
    public static let presence = AdaptedType(
        .bool,
        "Swift.Optional<Swift.Void>",
        name: "Presence",
        property: "isPresent",
        getter: "presence"
    )

    /// A collection of an unknown type that has the elements of an array.
    ///
    /// - Parameters:
    ///   - array: The array.
    ///   - spelling: The type as Swift source, such as `(any Swift.Collection<Swift.Int>)`.
    ///   - name: The name of the protocol: `Collection`.
    /// - Returns: the type.
    public static func hidden(_ array: BindingType, _ spelling: String, name: String) -> AdaptedType {
        AdaptedType(array, spelling, name: name, getter: itself)
    }

    /// A sequence that hides its type, of which other languages have an iterator.
    ///
    /// - Parameters:
    ///   - iterator: The type of the iterator.
    ///   - spelling: The type as Swift source, such as `(any Swift.Sequence<Swift.Int>)`.
    ///   - name: The name for conversions: `IntSequence`.
    ///   - isExistential: Whether an iterator is a value of the type.
    /// - Returns: the type.
    public static func iterated(_ iterator: BindingType, _ spelling: String, name: String, isExistential: Bool) -> AdaptedType {
        AdaptedType(iterator, spelling, name: name, property: "elementIterator", getter: isExistential ? itself : nil)
    }

    /// The property of a value that returns the value itself.
    private static let itself = "self"

    /// Whether the type is unknown, but for a protocol.
    public var isHidden: Bool { getter == Self.itself }

    /// The name of the type of sequences that hide theirs.
    public static let anySequence = "AnySequence"
    /// The name of the type of iterators that hide theirs.
    public static let anyIterator = "AnyIterator"

    /// Whether the type is known to be a sequence only, so that its elements have no count.
    public var isSequence: Bool { isHidden || name == Self.anySequence }

    /// A text in C with a final zero, which is passed to a pointer. A text that contains one is refused.
    public static let cText = AdaptedType(
        .string,
        "Swift.Array<Swift.Int8>",
        name: "CText",
        property: "plain_text",
        getter: "c_text",
        isFailable: true
    )

    /// Foundation's `TimeInterval`, an alias of `Double`: a number of seconds.
    public static let interval = AdaptedType(.double, "Swift.Double", name: "TimeInterval")

    /// A type that has a raw value and no other part, which the thunks declare.
    public static func rawName(_ base: BindingType, _ spelling: String) -> AdaptedType {
        AdaptedType(base, "\(rawName)<\(spelling)>", name: rawName, label: "rawValue", property: "rawValue")
    }

    /// The name of the type that has a raw value and no other part.
    private static let rawName = "RawName"

    /// Whether the type has a raw value and no other part.
    public var isRawName: Bool { name == Self.rawName && module == nil }

    /// Creates an adapted type from its parts.
    public init(
        _ base: BindingType,
        _ spelling: String,
        name: String,
        module: String? = nil,
        label: String? = nil,
        property: String? = nil,
        getter: String? = nil,
        isFailable: Bool = false
    ) {
        self.getter = getter
        self.base = base
        self.spelling = spelling
        self.name = name
        self.module = module
        self.label = label
        self.property = property
        self.isFailable = isFailable
    }
}
