import PTP
import PTPProperties
import PTPSony

extension RecordedVendor {
    static let sony = RecordedVendor(.sony, SonyRecording.self)
}

/// Sony's extension of a recorded body: the list of all properties, and their settings. Pure.
struct SonyRecording: RecordedExtension {
    /// The properties, with what was set.
    private var records: [SonyPropertyRecord] = []
    /// Whether a property was set: then the list is made from the records.
    private var isChanged = false
    private let hasList: Bool
    private let version: SonyVersion
    private let controls: [UInt16]

    static func operations(for abilities: [String]) -> [OperationCode] {
        guard abilities.contains("Sony Capture") else { return [] }
        return [
            .sonyConnect, .sonyGetExtDeviceInfo, .sonySetExtDevicePropValue, .sonyControlDevice, .sonyGetAllExtDevicePropInfo,
        ]
    }

    // Swift 6.3.1 ends with "Found ownership error" when it optimizes this.
    @_optimize(none)
    init(_ recording: RecordedContents) {
        var byCode: [DevicePropCode: SonyPropertyRecord] = [:]
        var hasList = false
        for exchange in recording.exchanges where exchange.code == .sonyGetAllExtDevicePropInfo && exchange.response == .ok {
            guard let bytes = exchange.received else { continue }
            hasList = hasList || exchange.isComplete
            for record in SonyPropertyList(bytes).records { byCode[record.code] = record }
        }
        if byCode.isEmpty {
            for desc in recording.properties.values where desc.type.integerType != nil || desc.type == .string {
                byCode[desc.code] = SonyPropertyRecord(desc)
            }
        }
        self.hasList = hasList
        records = byCode.values.sorted { $0.code < $1.code }
        // Version 3 has the modes in 32 bits.
        version = byCode[.exposureProgramMode]?.type == .uint32 ? .v3 : .v2
        controls = []
    }

    mutating func sessionEnded() {}

    mutating func answer(
        _ request: OperationRequest,
        _ data: [UInt8],
        seen: RecordedExchange?,
        _ properties: inout RecordedProperties
    ) -> RecordedAnswer? {
        switch request.code {
        case .sonyConnect where seen == nil: return RecordedAnswer(.ok, data: [UInt8](repeating: 0, count: 8))
        case .sonyGetExtDeviceInfo where seen == nil: return extended(request)
        case .sonyGetAllExtDevicePropInfo:
            return seen != nil && hasList && !isChanged ? nil : RecordedAnswer(.ok, data: SonyPropertyList.encoded(records))
        case .sonySetExtDevicePropValue:
            return set(DevicePropCode(rawValue: request.parameters[0]), data, &properties) ?? (seen == nil ? .ok : nil)
        default: return nil
        }
    }

    private func extended(_ request: OperationRequest) -> RecordedAnswer {
        guard request.parameters[0] <= UInt32(version.rawValue) else { return RecordedAnswer(.sonyVersionNotSupported) }
        let codes = records.compactMap { UInt16(exactly: $0.code.rawValue) }
        let info = SonyExtension(version: version.rawValue, codes: codes, controls: controls)
        return RecordedAnswer(.ok, data: (try? info.encoded()) ?? [])
    }

    /// Sets a property of the list; nil for one that is not in it.
    private mutating func set(
        _ code: DevicePropCode,
        _ data: [UInt8],
        _ properties: inout RecordedProperties
    ) -> RecordedAnswer? {
        guard let index = records.firstIndex(where: { $0.code == code }) else { return nil }
        let record = records[index]
        guard record.access & 1 == 1, record.availability == .enabled else { return RecordedAnswer(.accessDenied) }
        let span = data.span
        guard let value = try? unsafe DataValue(span.bytes, type: record.type, "Value") else {
            return RecordedAnswer(.invalidDevicePropFormat)
        }
        let allowed = record.settable.map { PropForm.enumeration($0) } ?? record.form
        guard RecordedProperties.allows(value, allowed) else { return RecordedAnswer(.invalidDevicePropValue) }
        records[index].current = value
        properties.change(code, to: value)
        isChanged = true
        return RecordedAnswer(.ok, events: [Event(.sonyPropertyChanged, [code.rawValue])])
    }
}

extension SonyPropertyRecord {
    /// Creates a record from a description in the standard's form.
    fileprivate init(_ desc: DevicePropDesc) {
        self.init(
            desc.code,
            access: desc.isSettable ? 1 : 0,
            factoryDefault: desc.factoryDefault,
            current: desc.current,
            form: desc.form
        )
    }
}
