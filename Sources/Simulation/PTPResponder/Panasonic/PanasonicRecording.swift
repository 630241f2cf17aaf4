import PTP
import PTPPanasonic
import PTPProperties

extension RecordedVendor {
    static let panasonic = RecordedVendor(.panasonic, PanasonicRecording.self)
}

/// Panasonic's extension of a recorded body: groups of properties and their values, with the settings since. Pure.
struct PanasonicRecording: RecordedExtension {
    /// The groups that the file has, by the number of their request.
    private var lists: [UInt32: PanasonicPropertyList] = [:]
    /// The sizes of live view that the file lists.
    private var sizes: [PanasonicLiveViewSize] = []
    /// Settings since the recording.
    private var values: [DevicePropCode: PanasonicValue] = [:]

    static func operations(for abilities: [String]) -> [OperationCode] { [] }

    // Swift 6.3.1 ends with "Found ownership error" when it optimizes this.
    @_optimize(none)
    init(_ recording: RecordedContents) {
        for exchange in recording.exchanges where exchange.response == .ok && exchange.isComplete {
            guard let bytes = exchange.received else { continue }
            switch exchange.code {
            case .panasonicListProperty: lists[exchange.parameters[0]] = PanasonicPropertyList(bytes)
            case .panasonicGetStatus:
                let list = PanasonicValueList(bytes)[.panasonicLiveViewSizes]
                if let list { sizes = PanasonicLiveViewSize.list(list.bytes) }
            default: break
            }
        }
    }

    mutating func sessionEnded() {}

    mutating func answer(
        _ request: OperationRequest,
        _ data: [UInt8],
        seen: RecordedExchange?,
        _ properties: inout RecordedProperties
    ) -> RecordedAnswer? {
        switch request.code {
        case .panasonicListProperty:
            guard !values.isEmpty, let list = lists[request.parameters[0]], list.failure == nil else { return nil }
            return RecordedAnswer(.ok, data: present(list).encoded)
        case .panasonicGetProperty, .panasonicGetSetup, .panasonicGetStatus:
            guard !values.isEmpty, let seen, seen.response == .ok, let bytes = seen.received else { return nil }
            let list = PanasonicValueList(bytes)
            guard list.failure == nil else { return nil }
            return RecordedAnswer(.ok, data: PanasonicValueList(values: list.values.map { values[$0.code] ?? $0 }).encoded)
        case .panasonicSetProperty, .panasonicSetMovieProperty, .panasonicSetSetup, .panasonicSetLiveViewSize:
            let list = PanasonicValueList(data)
            guard list.failure == nil, list.values.count == 1 else { return RecordedAnswer(.invalidDevicePropFormat) }
            return set(list.values[0])
        case .panasonicOpenSession, .panasonicCloseSession: return seen == nil ? .ok : nil
        default: return nil
        }
    }

    /// A group with what was set.
    private func present(_ original: PanasonicPropertyList) -> PanasonicPropertyList {
        let members = original.members.map { member in
            guard let bytes = values[member.code]?.bytes, case .number(let current, let form)? = member.elements.first?.content,
                let type = current.type.integerType, let value = PanasonicValue(member.code, bytes).numbers(type).first
            else { return member }
            var changed = member
            changed.elements[0].content = .number(value, form)
            return changed
        }
        return PanasonicPropertyList(original.group, members)
    }

    /// Sets a property that the file has, to a value that its description allows.
    private mutating func set(_ value: PanasonicValue) -> RecordedAnswer {
        let refusal: ResponseCode? =
            switch value.code {
            case .panasonicDestination: value.bytes.count == 2 ? nil : .invalidDevicePropFormat
            case .panasonicLiveViewSize:
                PanasonicLiveViewSize(value.bytes).map(sizes.contains) == true ? nil : .invalidDevicePropValue
            default: refusal(of: value)
            }
        if let refusal { return RecordedAnswer(refusal) }
        values[value.code] = value
        return RecordedAnswer(.ok, events: [Event(.panasonicPropertyChanged, [value.code.panasonicGroup.rawValue])])
    }

    private func refusal(of value: PanasonicValue) -> ResponseCode? {
        guard let member = lists.values.lazy.flatMap(\.members).first(where: { $0.code == value.code }),
            member.elements.count == 1, case .number(let current, let form) = member.elements[0].content,
            let type = current.type.integerType
        else { return .devicePropNotSupported }
        let numbers = value.numbers(type)
        guard numbers.count == 1 else { return .invalidDevicePropFormat }
        return RecordedProperties.allows(numbers[0], form) ? nil : .invalidDevicePropValue
    }
}
