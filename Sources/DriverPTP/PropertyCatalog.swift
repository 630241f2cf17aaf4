package import CameraModel
package import PTP

/// What a camera said of its properties, as states of the camera model and back. Pure.
package struct PropertyCatalog {
    private struct Entry {
        var desc: DevicePropDesc
        /// Texts that are values: their places are their codes here.
        var texts: [String]
    }

    private var entries: [PropertyIdentifier: Entry] = [:]

    /// Nothing is known.
    package init() {}

    /// The name of a code here.
    package static func identifier(_ code: DevicePropCode) -> PropertyIdentifier {
        StandardProperties[code]?.identifier ?? .vendor(code: UInt32(code.rawValue))
    }

    /// So many values of a range become a list; more remain a range.
    private static let listedValues = 512

    /// Takes what the camera says of a property.
    package mutating func learn(_ desc: DevicePropDesc) -> PropertyState {
        let identifier = Self.identifier(desc.code)
        var texts = entries[identifier]?.texts ?? []
        let value = Self.value(desc.current, desc.code, &texts)
        let settable = desc.isSettable ? Self.settable(desc, &texts) : .none
        entries[identifier] = Entry(desc: desc, texts: texts)
        return PropertyState(identifier, value: value, settable: settable)
    }

    /// The code of a property that the camera has; nil if it has not.
    package func code(_ identifier: PropertyIdentifier) -> DevicePropCode? { entries[identifier]?.desc.code }

    /// A value as it goes onto the wire; nil if the property cannot have it.
    package func encode(_ value: PropertyValue, for identifier: PropertyIdentifier) -> DataValue? {
        guard let entry = entries[identifier] else { return nil }
        // A number of a range has no code of its own: it is the number.
        guard let number = value.code ?? value.integer.map({ Int64($0) }) else { return nil }
        if entry.desc.type == .string {
            return entry.texts.indices.contains(Int(clamping: number)) ? .string(entry.texts[Int(number)]) : nil
        }
        guard let type = entry.desc.type.integerType else { return nil }
        return .integer(number, as: type)
    }

    /// The next value of a list, or nil at its end.
    package func stepped(_ identifier: PropertyIdentifier, _ direction: StepDirection) -> DataValue? {
        guard let desc = entries[identifier]?.desc, case .enumeration(let values) = desc.form,
            let index = values.firstIndex(of: desc.current)
        else { return nil }
        let next = direction == .increment ? index + 1 : index - 1
        return values.indices.contains(next) ? values[next] : nil
    }

    private static func settable(_ desc: DevicePropDesc, _ texts: inout [String]) -> SettableValues {
        switch desc.form {
        case .enumeration(let values):
            var listed: [PropertyValue] = []
            for value in values {
                // A value that stands twice is one.
                if let value = Self.value(value, desc.code, &texts), !listed.contains(value) { listed.append(value) }
            }
            return listed.isEmpty ? .none : .enumeration(listed)
        case .range(let minimum, let maximum, let step):
            guard let low: Int = minimum.integer(), let high: Int = maximum.integer(), let step: Int = step.integer(),
                let range = NumericRange(minimum: low, maximum: high, step: max(step, 1))
            else { return .none }
            // With a meaning each number is a value; without, the range says it better.
            guard StandardProperties[desc.code] != nil, range.count <= listedValues else { return .numericRange(range) }
            let values = (0..<range.count).compactMap { range.number(at: $0) }
            return .enumeration(
                values.compactMap { number in
                    DataValue.integer(number, as: desc.type.integerType ?? .int64).flatMap { Self.value($0, desc.code, &texts) }
                }
            )
        default: return .none
        }
    }

    private static func value(_ value: DataValue, _ code: DevicePropCode, _ texts: inout [String]) -> PropertyValue? {
        switch value {
        case .string(let text):
            let index = texts.firstIndex(of: text) ?? texts.endIndex
            if index == texts.endIndex { texts.append(text) }
            return PropertyValue(code: Int64(index), label: text.isEmpty ? "–" : text)
        case .integer(let integer):
            guard let number: Int64 = integer.integer() else { return PropertyValue(code: 0, label: integer.description) }
            if let row = StandardProperties[code] {
                if let common = row.meaning(number) { return PropertyValue(common, code: number) }
                return PropertyValue(code: number, label: StandardProperties.label(code, number) ?? integer.description)
            }
            return PropertyValue(.integer(Int(number)), code: number)
        case .array(let array): return PropertyValue(code: 0, label: array.description)
        }
    }
}
