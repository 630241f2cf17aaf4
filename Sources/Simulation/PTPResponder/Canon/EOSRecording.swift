import PTP
import PTPCanon
import PTPProperties

extension RecordedVendor {
    static let canon = RecordedVendor(.canon, EOSRecording.self)
}

/// Canon's extension of a recorded EOS body: properties that GetEvent reports, and SetDevicePropValueEx. Pure.
struct EOSRecording: RecordedExtension {
    /// The replies to GetEvent that were seen.
    private var replies: [[UInt8]] = []
    private var position = 0
    private var values: [DevicePropCode: PropertyContent] = [:]
    private var offered: [DevicePropCode: [PropertyContent]] = [:]
    /// Records of what was set or requested.
    private var pending: [EventRecord] = []
    /// Properties that were set: a new session reports their values in what was seen, and after it.
    private var changed: Set<DevicePropCode> = []
    private let isEOS: Bool

    /// Operations without data that set the body up, and are accepted although the file does not have them.
    private static let accepted: Set<OperationCode> = [
        .eosSetRemoteMode, .eosSetEventMode, .eosSetRequestOLCInfoGroup, .eosPCHDDCapacity,
    ]

    static func operations(for abilities: [String]) -> [OperationCode] {
        guard abilities.contains(where: { $0.hasPrefix("Canon EOS") }) else { return [] }
        let shutter: [OperationCode] =
            abilities.contains("Canon EOS Capture 2") ? [.eosRemoteReleaseOn, .eosRemoteReleaseOff] : [.eosRemoteRelease]
        return [.eosSetRemoteMode, .eosSetEventMode, .eosGetEvent, .eosSetDevicePropValueEx, .eosRequestDevicePropValue] + shutter
    }

    // Swift 6.3.1 ends with "Found ownership error" when it optimizes this.
    @_optimize(none)
    init(_ recording: RecordedContents) {
        isEOS = Set(recording.device.operations).isSuperset(of: [.eosGetEvent, .eosSetDevicePropValueEx])
        for exchange in recording.exchanges where exchange.code == .eosGetEvent && exchange.response == .ok {
            guard let bytes = exchange.received else { continue }
            let reply = EventReply(bytes)
            learn(reply.records)
            // A reply of which the file has a part only ends with the last complete record.
            if exchange.isComplete {
                replies.append(bytes)
            } else if let whole = Self.encoded(reply.records) {
                replies.append(whole)
            }
        }
        if replies.isEmpty { learn(recording.properties) }
    }

    private static func encoded(_ records: [EventRecord]) -> [UInt8]? { try? EventReply(records: records).encoded() }

    private mutating func learn(_ records: [EventRecord]) {
        for record in records {
            switch record {
            case .propertyChanged(let code, let content): values[code] = content
            case .offeredValuesChanged(let code, let list): offered[code] = list.contents(of: code, limit: 4096)
            default: break
            }
        }
    }

    /// Takes values from descriptions in the standard's form, for a file without replies.
    private mutating func learn(_ properties: [DevicePropCode: DevicePropDesc]) {
        for (code, desc) in properties {
            guard case .integer(let type) = PropertyShape.of(code), let number = desc.current.integer(Int64.self),
                let value = IntegerValue(number, as: type)
            else { continue }
            values[code] = .integer(value)
            if desc.isSettable, case .enumeration(let listed) = desc.form {
                offered[code] = listed.compactMap { $0.integer(Int64.self) }.compactMap { IntegerValue($0, as: type) }
                    .map { .integer($0) }
            }
        }
    }

    /// The records for all values, as a body sends them when event mode begins.
    private var all: [EventRecord] {
        values.sorted { $0.key < $1.key }.map { .propertyChanged($0.key, $0.value) }
            + offered.sorted { $0.key < $1.key }.map { .offeredValuesChanged($0.key, OfferedValues($0.value, of: $0.key)) }
    }

    mutating func sessionEnded() {
        position = 0
        pending = changed.sorted().compactMap { code in values[code].map { .propertyChanged(code, $0) } }
    }

    mutating func answer(
        _ request: OperationRequest,
        _ data: [UInt8],
        seen: RecordedExchange?,
        _ properties: inout RecordedProperties
    ) -> RecordedAnswer? {
        guard isEOS else { return nil }
        switch request.code {
        case .eosGetEvent: return RecordedAnswer(.ok, data: nextReply())
        case .eosSetEventMode:
            if request.parameters[0] != 0, replies.isEmpty { pending = all }
            return seen == nil ? .ok : nil
        case .eosSetDevicePropValueEx: return RecordedAnswer(set(data))
        case .eosRequestDevicePropValue:
            let code = DevicePropCode(rawValue: request.parameters[0])
            guard let content = values[code] else { return seen == nil ? RecordedAnswer(.devicePropNotSupported) : nil }
            pending.append(.propertyChanged(code, content))
            return .ok
        default: return seen == nil && Self.accepted.contains(request.code) ? .ok : nil
        }
    }

    private mutating func nextReply() -> [UInt8] {
        if position < replies.count {
            defer { position += 1 }
            return present(replies[position])
        }
        let records = pending
        pending = []
        // What cannot be encoded is left out.
        return Self.encoded(records) ?? Self.encoded(records.filter { Self.encoded([$0]) != nil }) ?? []
    }

    /// A reply that was seen, with the present values of what was set.
    private func present(_ reply: [UInt8]) -> [UInt8] {
        var records = EventReply(reply).records
        var replaced: Set<DevicePropCode> = []
        for (index, record) in records.enumerated() {
            switch record {
            case .propertyChanged(let code, _) where changed.contains(code):
                records[index] = values[code].map { .propertyChanged(code, $0) } ?? record
                replaced.insert(code)
            // The displays show the exposure too: the present values follow them.
            case .olcInfoChanged: replaced.formUnion(changed)
            default: break
            }
        }
        if replaced.isEmpty { return reply }
        records += replaced.sorted().compactMap { code in values[code].map { .propertyChanged(code, $0) } }
        return Self.encoded(records) ?? reply
    }

    private mutating func set(_ data: [UInt8]) -> ResponseCode {
        guard let assignment = try? PropertyAssignment(data) else { return .invalidParameter }
        guard values[assignment.property] != nil else { return .devicePropNotSupported }
        let allowed = offered[assignment.property] ?? []
        guard allowed.isEmpty || allowed.contains(assignment.content) else { return .invalidDevicePropValue }
        values[assignment.property] = assignment.content
        changed.insert(assignment.property)
        pending.append(.propertyChanged(assignment.property, assignment.content))
        return .ok
    }
}
