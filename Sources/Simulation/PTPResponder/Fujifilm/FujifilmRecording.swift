import PTP
import PTPFujifilm
import PTPProperties

extension RecordedVendor {
    static let fujifilm = RecordedVendor(.fujifilm, FujifilmRecording.self)
}

/// Fujifilm's extension of a recorded body: the changed properties as they are now, and control by the computer. Pure.
struct FujifilmRecording: RecordedExtension {
    /// Properties without a description that the initiator sets while connecting.
    private static let accepted: Set<DevicePropCode> = [.fujifilmPCMode, .fujifilmPriorityMode]

    /// Whether the computer has control, for a file that does not describe the property.
    private var priority: UInt8 = 1

    static func operations(for abilities: [String]) -> [OperationCode] { [] }

    init(_ recording: RecordedContents) {}

    mutating func sessionEnded() { priority = 1 }

    mutating func answer(
        _ request: OperationRequest,
        _ data: [UInt8],
        seen: RecordedExchange?,
        _ properties: inout RecordedProperties
    ) -> RecordedAnswer? {
        let code = DevicePropCode(rawValue: request.parameters[0])
        switch (request.code, code) {
        case (.getDevicePropValue, .fujifilmCurrentState): return changes(seen, properties)
        case (.getDevicePropValue, .fujifilmPriorityMode): return RecordedAnswer(.ok, data: [priority, 0])
        case (.setDevicePropValue, _) where Self.accepted.contains(code):
            if code == .fujifilmPriorityMode, let number = data.first { priority = number }
            return .ok
        default: return nil
        }
    }

    /// The changes that were seen, with the present values of properties that were described; none without an answer in the file.
    private func changes(_ seen: RecordedExchange?, _ properties: RecordedProperties) -> RecordedAnswer? {
        guard let seen else { return RecordedAnswer(.ok, data: FujifilmChanges.encoded([])) }
        guard seen.response == .ok, let bytes = seen.received else { return nil }
        let changes = FujifilmChanges(bytes)
        guard changes.failure == nil else { return nil }
        let present = changes.changes.map { change in
            let number = properties.desc(change.code)?.current.integer(Int64.self)
            return FujifilmChanges.Change(change.code, number.map { UInt32(truncatingIfNeeded: $0) } ?? change.value)
        }
        return RecordedAnswer(.ok, data: FujifilmChanges.encoded(present))
    }
}
