import CameraRecordings
package import PTP
package import PTPProperties

/// What a vendor's extension adds to a recorded camera: reports of properties in the vendor's own form, and its operations that set
/// them. Pure; the smallest one has nothing.
package protocol RecordedExtension: Sendable {
    /// Operations that the body has although a summary does not list them.
    static func operations(for abilities: [String]) -> [OperationCode]

    /// Creates the extension for a recording.
    init(_ recording: RecordedContents)

    /// Answers an operation of the vendor.
    ///
    /// - Parameters:
    ///   - request: The operation.
    ///   - data: Data of the initiator.
    ///   - seen: The recorded answer to exactly this operation, if there is one.
    ///   - properties: The properties in the standard's form, which the operation may change.
    /// - Returns: The answer; nil if the recording is to answer the operation.
    mutating func answer(
        _ request: OperationRequest,
        _ data: [UInt8],
        seen: RecordedExchange?,
        _ properties: inout RecordedProperties
    ) -> RecordedAnswer?

    /// Resets what belongs to a session.
    mutating func sessionEnded()
}

/// An answer of a recorded camera.
package struct RecordedAnswer: Hashable, Sendable {
    package var code: ResponseCode
    package var parameters: Parameters = []
    package var data: [UInt8]?
    /// Events that follow the answer.
    package var events: [Event] = []

    package init(_ code: ResponseCode, _ parameters: Parameters = [], data: [UInt8]? = nil, events: [Event] = []) {
        (self.code, self.parameters, self.data, self.events) = (code, parameters, data, events)
    }

    package static let ok = RecordedAnswer(.ok)
}

/// The parts of a recording that an extension reads.
package struct RecordedContents: Sendable {
    package let device: DeviceInfo
    package let properties: [DevicePropCode: DevicePropDesc]
    /// The transactions in their order.
    package let exchanges: [RecordedExchange]
}

/// A vendor with its extension of recorded cameras.
package struct RecordedVendor: Sendable {
    package let vendor: Vendor
    package let makeExtension: @Sendable (RecordedContents) -> any RecordedExtension
    package let operations: @Sendable ([String]) -> [OperationCode]

    package init<Extension: RecordedExtension>(_ vendor: Vendor, _ type: Extension.Type) {
        self.vendor = vendor
        makeExtension = { Extension($0) }
        operations = { Extension.operations(for: $0) }
    }
}

/// The properties of a recorded camera, with what was set. Pure.
package struct RecordedProperties: Sendable {
    private var all: [DevicePropCode: RecordedCamera.Description]

    init(_ all: [DevicePropCode: RecordedCamera.Description]) { self.all = all }

    subscript(code: DevicePropCode) -> RecordedCamera.Description? { all[code] }

    /// The description of a property; nil if there is none.
    package func desc(_ code: DevicePropCode) -> DevicePropDesc? { all[code]?.desc }

    /// The described properties, by their codes.
    package var described: [DevicePropDesc] { all.values.compactMap(\.desc).sorted { $0.code < $1.code } }

    /// Sets a property to a value in the standard's form.
    ///
    /// - Returns: The response: OK, or the reason of a refusal.
    package mutating func set(_ code: DevicePropCode, to bytes: [UInt8]) -> ResponseCode {
        guard case .described(var desc)? = all[code] else { return .devicePropNotSupported }
        guard desc.isSettable else { return .accessDenied }
        let span = bytes.span
        guard let value = try? unsafe DataValue(span.bytes, type: desc.type, "Value") else { return .invalidDevicePropFormat }
        guard Self.allows(value, desc.form) else { return .invalidDevicePropValue }
        desc.current = value
        all[code] = .described(desc)
        return .ok
    }

    /// Changes the value of a property that a vendor's operation has set.
    package mutating func change(_ code: DevicePropCode, to value: DataValue) {
        guard case .described(var desc)? = all[code], desc.type == value.type else { return }
        desc.current = value
        all[code] = .described(desc)
    }

    /// Resets a property to its factory default; nil for all of them.
    mutating func reset(_ code: DevicePropCode?) -> ResponseCode {
        guard code == nil || all[code!] != nil else { return .devicePropNotSupported }
        for (key, description) in all where code == nil || key == code {
            guard var desc = description.desc, desc.isSettable else { continue }
            desc.current = desc.factoryDefault
            all[key] = .described(desc)
        }
        return .ok
    }

    /// Whether a form allows a value.
    package static func allows(_ value: DataValue, _ form: PropForm) -> Bool {
        switch form {
        case .enumeration(let values): return values.isEmpty || values.contains(value)
        case .range(let minimum, let maximum, let step):
            guard let number = value.integer(Int64.self), let low = minimum.integer(Int64.self),
                let high = maximum.integer(Int64.self)
            else { return true }
            let stride = step.integer(Int64.self) ?? 0
            let (distance, overflow) = number.subtractingReportingOverflow(low)
            return number >= low && number <= high && (stride <= 0 || overflow || distance % stride == 0)
        default: return true
        }
    }
}
