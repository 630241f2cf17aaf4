/// Everything that is known of a property at one moment.
public struct PropertyState: Sendable, Hashable {
    public var identifier: PropertyIdentifier
    /// What the camera reports; nil where it has nothing to report: no lens, no battery reading yet, not in this mode.
    public var value: PropertyValue?
    /// What is being set now; nil once the camera shows it, or refused it.
    public var pending: PropertyValue?
    /// What it can be set to now.
    public var settable: SettableValues
    /// What the maker calls it, such as "PictureStyle"; nil for what is known by name, and where no name is known.
    public var makersName: String?

    /// The state of a property of which nothing more is known than is given.
    public init(
        _ identifier: PropertyIdentifier,
        value: PropertyValue? = nil,
        pending: PropertyValue? = nil,
        settable: SettableValues = .none,
        makersName: String? = nil
    ) {
        self.identifier = identifier
        self.value = value
        self.pending = pending
        self.settable = settable
        self.makersName = makersName
    }

    /// The value that a user interface should show: the pending one, else the camera's.
    public var effectiveValue: PropertyValue? { pending ?? value }

    /// What differs between two states of the same property.
    func changes(since old: PropertyState) -> PropertyChange.Aspects {
        var aspects: PropertyChange.Aspects = []
        if value != old.value { aspects.insert(.value) }
        if pending != old.pending { aspects.insert(.pending) }
        if settable != old.settable { aspects.insert(.settable) }
        return aspects
    }
}

/// In which ways a property can be set now. May change at any time.
public struct PropertySetTypes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// To one of a list of values.
    public static let enumeration = Self(rawValue: 1 << 0)
    /// One step up or down the list at a time.
    public static let stepping = Self(rawValue: 1 << 1)
    /// To any number in a range.
    public static let numericRange = Self(rawValue: 1 << 2)
}

/// The numbers `minimum`, `minimum + step`, … up to `maximum`.
public struct NumericRange: Sendable, Hashable {
    public let minimum: Int
    public let maximum: Int
    public let step: Int

    /// Nil unless `minimum` ≤ `maximum` and `step` > 0, and the numbers can be counted.
    public init?(minimum: Int, maximum: Int, step: Int) {
        let (span, overflow) = maximum.subtractingReportingOverflow(minimum)
        guard minimum <= maximum, step > 0, !overflow, span < Int.max else { return nil }
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
    }

    /// How many numbers there are.
    public var count: Int { (maximum - minimum) / step + 1 }

    /// Whether a number is one of them.
    public func contains(_ number: Int) -> Bool {
        number >= minimum && number <= maximum && (number - minimum) % step == 0
    }

    /// The number at a place, counted from 0; nil past the end.
    public func number(at index: Int) -> Int? {
        index >= 0 && index < count ? minimum + index * step : nil
    }

    /// The place of a number; nil for one that is not there.
    public func index(of number: Int) -> Int? {
        contains(number) ? (number - minimum) / step : nil
    }

    /// The number that is nearest; the smaller one of two.
    public func nearest(to number: Int) -> Int {
        if number <= minimum { return minimum }
        let last = minimum + (count - 1) * step
        if number >= last { return last }
        let below = (number - minimum) / step * step + minimum
        return number - below <= below + step - number ? below : below + step
    }
}

/// What a property can be set to now, and how.
public struct SettableValues: Sendable, Hashable {
    public var types: PropertySetTypes
    /// In the camera's order. With ``PropertySetTypes/stepping`` alone the list may be empty, as many cameras do not tell.
    public var values: [PropertyValue]
    public var range: NumericRange?

    private init(types: PropertySetTypes, values: [PropertyValue], range: NumericRange?) {
        self.types = types
        self.values = values
        self.range = range
    }

    /// It cannot be set.
    public static let none = SettableValues(types: [], values: [], range: nil)

    /// To one of these.
    public static func enumeration(_ values: [PropertyValue]) -> SettableValues {
        SettableValues(types: .enumeration, values: values, range: nil)
    }

    /// By steps through these, of which the camera may or may not tell.
    public static func stepping(_ values: [PropertyValue] = []) -> SettableValues {
        SettableValues(types: .stepping, values: values, range: nil)
    }

    /// To any number of a range.
    public static func numericRange(_ range: NumericRange) -> SettableValues {
        SettableValues(types: .numericRange, values: [], range: range)
    }

    public var isSettable: Bool { !types.isEmpty }

    /// The camera's own value for one that somebody means; nil where it cannot be set to that directly.
    public func resolve(_ wanted: PropertyValue) -> PropertyValue? {
        if types.contains(.enumeration), let match = values.first(where: { $0.matches(wanted) }) { return match }
        if types.contains(.numericRange), let number = wanted.integer, range?.contains(number) == true { return wanted }
        return nil
    }
}

/// One or several things that changed about a property at the same time.
public struct PropertyChange: Sendable, Hashable {
    /// What changed.
    public struct Aspects: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let value = Self(rawValue: 1 << 0)
        public static let pending = Self(rawValue: 1 << 1)
        public static let settable = Self(rawValue: 1 << 2)
    }

    public let aspects: Aspects
    public let old: PropertyState
    public let new: PropertyState

    init(aspects: Aspects, old: PropertyState, new: PropertyState) {
        self.aspects = aspects
        self.old = old
        self.new = new
    }

    public var identifier: PropertyIdentifier { new.identifier }
    /// The value now.
    public var value: PropertyValue? { new.value }
}
