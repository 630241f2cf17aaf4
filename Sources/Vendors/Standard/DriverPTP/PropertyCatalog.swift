package import CameraModel
package import PTP
package import PTPProperties

/// A camera's property descriptions, with the conversion between their values and those of the camera model. Pure.
package struct PropertyCatalog {
    private var table: PropertyTable
    /// Encodings of the properties whose descriptions deviate from the table.
    private var variants: [DevicePropCode: ValueCoding] = [:]
    private var descs: [PropertyIdentifier: DevicePropDesc] = [:]
    /// The transactions in which the camera has described the properties.
    private var transactions: [PropertyIdentifier: TransactionID] = [:]
    /// Number of stored values over all properties.
    private var weight = 0

    /// Maximum number of properties; no camera has as many.
    package static let propertyLimit = 1024
    /// Maximum number of stored values over all properties: two lists of all 16-bit numbers.
    private static let weightLimit = 1 << 17

    /// Creates an empty catalogue of properties with the meanings of a table.
    package init(_ table: PropertyTable = StandardProperties.table) { self.table = table }

    /// Adapts the table to the properties that the camera has. Called before their descriptions are stored.
    package mutating func select(_ codes: [DevicePropCode]) { table.select(Set(codes)) }

    /// Maximum number of values of a range that is converted into a list; larger ranges remain ranges.
    private static let listedValues = 512

    /// Maximum length of a text in the protocol, in UTF-16 units without the terminating NUL (ISO 15740 § 5.3.6).
    private static let textLimit = 254

    /// Returns whether a description can be stored or replaced within the memory limits.
    package func hasRoom(for desc: DevicePropDesc) -> Bool {
        let known = descs[table.identifier(desc.code)]
        guard known != nil || descs.count < Self.propertyLimit else { return false }
        return weight - (known?.weight ?? 0) + desc.weight <= Self.weightLimit
    }

    /// Stores the description of a property and returns the property's state. A description is dropped if the stored one is from a later
    /// transaction: replies are processed by several tasks. Without a transaction it is always stored: there is only one task.
    package mutating func store(_ received: DevicePropDesc, from transaction: TransactionID? = nil) -> PropertyState {
        let desc = table[received.code]?.corrected?(received) ?? received
        let identifier = table.identifier(desc.code)
        if let transaction, let known = transactions[identifier], transaction.isBefore(known), let stored = descs[identifier] {
            return state(stored, identifier)
        }
        transactions[identifier] = transaction
        weight += desc.weight - (descs[identifier]?.weight ?? 0)
        descs[identifier] = desc
        variants[desc.code] = table[desc.code]?.variant(desc)
        return state(desc, identifier)
    }

    /// Returns the state of a property, as last described; nil if the camera does not have it.
    package func state(_ identifier: PropertyIdentifier) -> PropertyState? { descs[identifier].map { state($0, identifier) } }

    private func state(_ desc: DevicePropDesc, _ identifier: PropertyIdentifier) -> PropertyState {
        var state = PropertyState(
            identifier,
            value: desc.lists(desc.current) ? decoded(desc.current, desc.code) : nil,
            settable: desc.isSettable ? settable(desc) : .none,
            vendorName: table.vendorName(desc.code)
        )
        state.endsWithConnection = table[desc.code]?.endsWithConnection == true
        return state
    }

    /// Returns the code of a property; nil if the camera does not have it.
    package func code(_ identifier: PropertyIdentifier) -> DevicePropCode? { descs[identifier]?.code }

    /// Returns the properties of the camera whose descriptions may change together with `code`.
    package func dependents(of code: DevicePropCode) -> [DevicePropCode] {
        table.dependents(of: code).filter { descs[table.identifier($0)] != nil }
    }

    /// Converts a value for the camera; nil if the property cannot have it.
    package func encode(_ value: PropertyValue, for identifier: PropertyIdentifier) -> DataValue? {
        guard let desc = descs[identifier] else { return nil }
        // Text and integers of more than 64 bits are only accepted if the camera reported them.
        if let listed = desc.listed.first(where: { decoded($0, desc.code) == value }) { return listed }
        if desc.type == .string, let text = value.text, text.utf16.count <= Self.textLimit {
            return .string(text.asDatasetText())
        }
        // A number in a range has no code; the number itself is sent.
        guard let type = desc.type.integerType, let number = value.code ?? value.integer.map({ Int64($0) }) else { return nil }
        return .integer(number, as: type)
    }

    /// Returns the next value of an enumeration in the given direction; nil at its end or for other forms.
    package func stepped(_ identifier: PropertyIdentifier, _ direction: StepDirection) -> DataValue? {
        guard let desc = descs[identifier], case .enumeration(let values) = desc.form,
            let index = values.firstIndex(of: desc.current)
        else { return nil }
        let next = direction == .increment ? index + 1 : index - 1
        return values.indices.contains(next) ? values[next] : nil
    }

    private func settable(_ desc: DevicePropDesc) -> SettableValues {
        switch desc.form {
        case .enumeration(let values):
            // Removes duplicate values.
            var seen: Set<PropertyValue> = []
            let listed = values.compactMap { decoded($0, desc.code) }.filter { seen.insert($0).inserted }
            return listed.isEmpty ? .none : .enumeration(listed)
        case .range(let minimum, let maximum, let step):
            guard let low: Int = minimum.integer(), let high: Int = maximum.integer(), let step: Int = step.integer(),
                let range = NumericRange(minimum: low, maximum: high, step: max(step, 1))
            else { return .none }
            // A range of numbers with known meanings becomes a list of values; any other remains a range.
            guard let type = desc.type.integerType, table[desc.code] != nil, range.count <= Self.listedValues else {
                return .numericRange(range)
            }
            let values = (0..<range.count).compactMap { range.number(at: $0) }
            return .enumeration(
                values.compactMap { number in DataValue.integer(number, as: type).flatMap { decoded($0, desc.code) } }
            )
        case .none:
            if desc.type == .string { return .text(maximumLength: Self.textLimit) }
            // Every value of the type is allowed.
            guard let range = desc.type.integerType.flatMap(NumericRange.init(all:)) else { return .none }
            return .numericRange(range)
        default: return .none
        }
    }

    /// Converts a value from the camera; nil for the code that means "no value".
    private func decoded(_ value: DataValue, _ code: DevicePropCode) -> PropertyValue? {
        guard let number: Int64 = value.integer() else { return PropertyValue(text: value.description) }
        guard let coding = variants[code] ?? table[code]?.coding else {
            return PropertyValue(.integer(Int(number)), code: number)
        }
        if let common = coding.decode(value) { return PropertyValue(common, code: number, label: coding.label(number)) }
        return coding.isUnknown(value) ? nil : PropertyValue(code: number, label: coding.label(number) ?? value.description)
    }
}

extension DevicePropDesc {
    /// Number of stored values; four numbers of an array count as one.
    fileprivate var weight: Int {
        var values = [current, factoryDefault]
        if case .enumeration(let listed) = form {
            // All values have the same type, so only arrays need individual counting.
            guard type.elementType != nil else { return listed.count }
            values += listed
        }
        return values.reduce(0) { sum, value in if case .array(let array) = value { sum + 1 + array.count / 4 } else { sum + 1 } }
    }

    /// Whether a value is among those that the property can have by its own description. Numbers outside mean that the camera has no
    /// value.
    fileprivate func lists(_ value: DataValue) -> Bool {
        switch form {
        case .enumeration(let values): return values.isEmpty || values.contains(value)
        case .range(let minimum, let maximum, _):
            guard let low: Int64 = minimum.integer(), let high: Int64 = maximum.integer(), let number: Int64 = value.integer(),
                low <= high
            else { return true }
            return (low...high).contains(number)
        default: return true
        }
    }

    /// The values that the description lists.
    fileprivate var listed: [DataValue] {
        if case .enumeration(let values) = form { values } else { [current, factoryDefault] }
    }
}

extension NumericRange {
    /// The range of all values of an integer type; nil for 64 bits and more.
    fileprivate init?(all type: IntegerDataType) {
        guard type.size < 8 else { return nil }
        let count = 1 << (type.size * 8)
        self = NumericRange(minimum: type.isSigned ? -count / 2 : 0, maximum: (type.isSigned ? count / 2 : count) - 1, step: 1)!
    }
}
