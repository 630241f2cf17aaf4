package import CameraModel
package import PTP
import PTPProperties

/// What a camera said of its properties, as states of the camera model and back. Pure.
package struct PropertyCatalog {
    private var descs: [PropertyIdentifier: DevicePropDesc] = [:]
    /// What is kept of values, over all properties.
    private var weight = 0

    /// So many properties are learnt; no camera has as many.
    package static let propertyLimit = 1024
    /// So many values are kept, over all properties: two lists of all numbers of 16 bits.
    private static let weightLimit = 1 << 17

    /// Nothing is known.
    package init() {}

    /// The name of a code here.
    package static func identifier(_ code: DevicePropCode) -> PropertyIdentifier {
        StandardProperties[code]?.property ?? .vendor(code: UInt32(code.rawValue))
    }

    /// So many values of a range become a list; more remain a range.
    private static let listedValues = 512

    /// Whether a property can be learnt, or learnt anew: a camera could say more than there is memory for.
    package func hasRoom(for desc: DevicePropDesc) -> Bool {
        let known = descs[Self.identifier(desc.code)]
        guard known != nil || descs.count < Self.propertyLimit else { return false }
        return weight - (known?.weight ?? 0) + desc.weight <= Self.weightLimit
    }

    /// Takes what the camera says of a property.
    package mutating func learn(_ desc: DevicePropDesc) -> PropertyState {
        let identifier = Self.identifier(desc.code)
        weight += desc.weight - (descs[identifier]?.weight ?? 0)
        descs[identifier] = desc
        return PropertyState(
            identifier,
            value: Self.value(desc.current, desc.code),
            settable: desc.isSettable ? Self.settable(desc) : .none,
            makersName: Self.standardName(desc.code, identifier)
        )
    }

    /// The standard's name of a property that has none here.
    private static func standardName(_ code: DevicePropCode, _ identifier: PropertyIdentifier) -> String? {
        if case .vendor = identifier { code.name } else { nil }
    }

    /// The code of a property that the camera has; nil if it has not.
    package func code(_ identifier: PropertyIdentifier) -> DevicePropCode? { descs[identifier]?.code }

    /// The properties that the camera has and whose descriptions may be others when this one changes: an exposure mode leaves some to the
    /// person and some to the camera.
    package func dependents(of code: DevicePropCode) -> [DevicePropCode] {
        guard code == .exposureProgramMode else { return [] }
        let exposure: [DevicePropCode] = [.fNumber, .exposureTime, .exposureIndex, .exposureBiasCompensation]
        return exposure.filter { descs[Self.identifier($0)] != nil }
    }

    /// A value as it goes onto the wire; nil if the property cannot have it.
    package func encode(_ value: PropertyValue, for identifier: PropertyIdentifier) -> DataValue? {
        guard let desc = descs[identifier] else { return nil }
        // Text, and numbers past 64 bits, are what the camera told of.
        if let told = desc.told.first(where: { Self.value($0, desc.code) == value }) { return told }
        // A number of a range has no code of its own: it is the number.
        guard let type = desc.type.integerType, let number = value.code ?? value.integer.map({ Int64($0) }) else { return nil }
        return .integer(number, as: type)
    }

    /// The next value of a list, or nil at its end.
    package func stepped(_ identifier: PropertyIdentifier, _ direction: StepDirection) -> DataValue? {
        guard let desc = descs[identifier], case .enumeration(let values) = desc.form,
            let index = values.firstIndex(of: desc.current)
        else { return nil }
        let next = direction == .increment ? index + 1 : index - 1
        return values.indices.contains(next) ? values[next] : nil
    }

    private static func settable(_ desc: DevicePropDesc) -> SettableValues {
        switch desc.form {
        case .enumeration(let values):
            // A value that stands twice is one.
            var seen: Set<PropertyValue> = []
            let listed = values.compactMap { value($0, desc.code) }.filter { seen.insert($0).inserted }
            return listed.isEmpty ? .none : .enumeration(listed)
        case .range(let minimum, let maximum, let step):
            guard let low: Int = minimum.integer(), let high: Int = maximum.integer(), let step: Int = step.integer(),
                let range = NumericRange(minimum: low, maximum: high, step: max(step, 1))
            else { return .none }
            // With a meaning each number is a value; without, the range says it better.
            guard let type = desc.type.integerType, StandardProperties[desc.code] != nil, range.count <= listedValues else {
                return .numericRange(range)
            }
            let values = (0..<range.count).compactMap { range.number(at: $0) }
            return .enumeration(
                values.compactMap { number in DataValue.integer(number, as: type).flatMap { value($0, desc.code) } }
            )
        case .none:
            // Whatever the type can hold.
            guard let range = desc.type.integerType.flatMap(NumericRange.init(all:)) else { return .none }
            return .numericRange(range)
        default: return .none
        }
    }

    /// What a value is here; nil for one that says that there is none.
    private static func value(_ value: DataValue, _ code: DevicePropCode) -> PropertyValue? {
        guard let number: Int64 = value.integer() else { return PropertyValue(text: value.description) }
        guard let coding = StandardProperties[code]?.coding else { return PropertyValue(.integer(Int(number)), code: number) }
        if let common = coding.decode(value) { return PropertyValue(common, code: number) }
        return value == coding.unknown ? nil : PropertyValue(code: number, label: coding.label(number) ?? value.description)
    }
}

extension DevicePropDesc {
    /// How many values it keeps; of arrays, four numbers are one.
    fileprivate var weight: Int {
        var values = [current, factoryDefault]
        if case .enumeration(let listed) = form {
            // All are of one type: only arrays have to be looked at.
            guard type.elementType != nil else { return listed.count }
            values += listed
        }
        return values.reduce(0) { sum, value in if case .array(let array) = value { sum + 1 + array.count / 4 } else { sum + 1 } }
    }

    /// The values that the camera told of.
    fileprivate var told: [DataValue] {
        if case .enumeration(let values) = form { values } else { [current, factoryDefault] }
    }
}

extension NumericRange {
    /// All numbers of a type; nil if they cannot be counted.
    fileprivate init?(all type: IntegerType) {
        guard type.size < 8 else { return nil }
        let count = 1 << (type.size * 8)
        self = NumericRange(minimum: type.isSigned ? -count / 2 : 0, maximum: (type.isSigned ? count / 2 : count) - 1, step: 1)!
    }
}
