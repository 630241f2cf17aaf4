/// The state of a property at one moment.
public struct PropertyState: Sendable, Hashable {
    /// The property.
    public var identifier: PropertyIdentifier
    /// The value that the camera reports; nil if it reports none: no lens, no battery reading yet, not in this mode.
    public var value: PropertyValue?
    /// The value that is being set; nil when the camera has reported or refused it.
    public var pending: PropertyValue?
    /// The values that the property can be set to now.
    public var settable: SettableValues
    /// The vendor's name of the property, such as "PictureStyle"; nil for a named property, and where the name is not known.
    public var vendorName: String?
    /// Whether the camera, or the end of the connection, sets the property back, as with the output of live view: setting it has an
    /// effect only while the connection lasts.
    public var endsWithConnection: Bool

    /// Creates a state; omitted parts are unknown.
    public init(
        _ identifier: PropertyIdentifier,
        value: PropertyValue? = nil,
        pending: PropertyValue? = nil,
        settable: SettableValues = .none,
        vendorName: String? = nil,
        endsWithConnection: Bool = false
    ) {
        self.identifier = identifier
        self.value = value
        self.pending = pending
        self.settable = settable
        self.vendorName = vendorName
        self.endsWithConnection = endsWithConnection
    }

    /// The value for display in a user interface: the pending one, else the camera's.
    public var effectiveValue: PropertyValue? { pending ?? value }

    /// Returns the differences between two states of the same property.
    func changes(since old: PropertyState) -> PropertyChange.Aspects {
        var aspects: PropertyChange.Aspects = []
        if value != old.value { aspects.insert(.value) }
        if pending != old.pending { aspects.insert(.pending) }
        if settable != old.settable { aspects.insert(.settable) }
        return aspects
    }
}

/// The ways in which a property can be set now. May change at any time.
public struct PropertySetTypes: OptionSet, Sendable, Hashable {
    /// The bit mask.
    public let rawValue: UInt8

    /// Creates a set from a bit mask.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The property can be set to a value of a list.
    public static let enumeration = Self(rawValue: 1 << 0)
    /// The property can be moved by one step of its list at a time.
    public static let stepping = Self(rawValue: 1 << 1)
    /// The property can be set to any number of a range.
    public static let numericRange = Self(rawValue: 1 << 2)
    /// The property can be set to any text.
    public static let text = Self(rawValue: 1 << 3)
}

/// The numbers `minimum`, `minimum + step`, … up to `maximum`.
public struct NumericRange: Sendable, Hashable {
    /// The first number.
    public let minimum: Int
    /// The upper limit, which is a member only if it is a whole number of steps from `minimum`.
    public let maximum: Int
    /// Distance between two numbers, above 0.
    public let step: Int

    /// Creates a range. Nil unless `minimum` ≤ `maximum` and `step` > 0, and for a range whose count does not fit into an
    /// `Int`.
    public init?(minimum: Int, maximum: Int, step: Int) {
        let (span, overflow) = maximum.subtractingReportingOverflow(minimum)
        guard minimum <= maximum, step > 0, !overflow, span < Int.max else { return nil }
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
    }

    /// Number of members.
    public var count: Int { (maximum - minimum) / step + 1 }

    /// Returns whether a number is a member.
    public func contains(_ number: Int) -> Bool {
        number >= minimum && number <= maximum && (number - minimum) % step == 0
    }

    /// Returns the number at an index, counted from 0; nil outside the range.
    public func number(at index: Int) -> Int? {
        index >= 0 && index < count ? minimum + index * step : nil
    }

    /// Returns the index of a number; nil if it is not a member.
    public func index(of number: Int) -> Int? {
        contains(number) ? (number - minimum) / step : nil
    }

    /// Returns the nearest member; the smaller one of two at the same distance.
    public func nearest(to number: Int) -> Int {
        if number <= minimum { return minimum }
        let last = minimum + (count - 1) * step
        if number >= last { return last }
        let below = (number - minimum) / step * step + minimum
        return number - below <= below + step - number ? below : below + step
    }
}

/// The values that a property can be set to now, and the ways of setting it.
public struct SettableValues: Sendable, Hashable {
    /// The ways of setting the property; empty if it cannot be set.
    public var types: PropertySetTypes
    /// The values in the camera's order. With ``PropertySetTypes/stepping`` alone the list may be empty, as many cameras do not
    /// report it.
    public var values: [PropertyValue]
    /// The range of numbers; nil unless the types contain ``PropertySetTypes/numericRange``.
    public var range: NumericRange?
    /// Maximum length of a text in bytes of UTF-8, at least 1; nil unless the types contain ``PropertySetTypes/text``.
    public var maximumTextLength: Int?

    private init(types: PropertySetTypes, values: [PropertyValue], range: NumericRange?, maximumTextLength: Int? = nil) {
        self.types = types
        self.values = values
        self.range = range
        self.maximumTextLength = maximumTextLength
    }

    /// The property cannot be set.
    public static let none = SettableValues(types: [], values: [], range: nil)

    /// The property can be set to one of these values.
    public static func enumeration(_ values: [PropertyValue]) -> SettableValues {
        SettableValues(types: .enumeration, values: values, range: nil)
    }

    /// The property can be stepped through these values, which the camera may not report.
    public static func stepping(_ values: [PropertyValue] = []) -> SettableValues {
        SettableValues(types: .stepping, values: values, range: nil)
    }

    /// The property can be set to any number of a range.
    public static func numericRange(_ range: NumericRange) -> SettableValues {
        SettableValues(types: .numericRange, values: [], range: range)
    }

    /// The property can be set to any text of at most `maximumLength` bytes of UTF-8; a length below 1 becomes 1.
    public static func text(maximumLength: Int) -> SettableValues {
        SettableValues(types: .text, values: [], range: nil, maximumTextLength: max(1, maximumLength))
    }

    /// Whether the property can be set.
    public var isSettable: Bool { !types.isEmpty }

    /// Returns the camera's own value with the same meaning as `wanted`, of several the one with the same code, or else the first; nil if
    /// the property cannot be set to that directly.
    public func resolve(_ wanted: PropertyValue) -> PropertyValue? {
        if types.contains(.enumeration) {
            let matches = values.lazy.filter { $0.matches(wanted) }
            if let match = matches.first(where: { $0.code == wanted.code }) ?? matches.first { return match }
        }
        if types.contains(.numericRange), let number = wanted.integer, range?.contains(number) == true { return wanted }
        if let maximumTextLength, let text = wanted.text, text.utf8.count <= maximumTextLength { return wanted }
        return nil
    }
}

/// One or several changes of a property that happened at the same time.
public struct PropertyChange: Sendable, Hashable {
    /// The parts of a property's state that changed.
    public struct Aspects: OptionSet, Sendable, Hashable {
        /// The bit mask.
        public let rawValue: UInt8

        /// Creates a set from a bit mask.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The camera's value changed.
        public static let value = Self(rawValue: 1 << 0)
        /// The pending value changed.
        public static let pending = Self(rawValue: 1 << 1)
        /// The settable values changed.
        public static let settable = Self(rawValue: 1 << 2)
    }

    /// The parts that changed.
    public let aspects: Aspects
    /// The state before the change.
    public let old: PropertyState
    /// The state after the change.
    public let new: PropertyState

    init(aspects: Aspects, old: PropertyState, new: PropertyState) {
        self.aspects = aspects
        self.old = old
        self.new = new
    }

    /// The property that changed.
    public var identifier: PropertyIdentifier { new.identifier }
    /// The camera's value after the change.
    public var value: PropertyValue? { new.value }
}
