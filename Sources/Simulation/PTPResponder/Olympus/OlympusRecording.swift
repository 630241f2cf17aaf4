import PTP
import PTPOlympus
import PTPProperties

extension RecordedVendor {
    static let olympus = RecordedVendor(.olympus, OlympusRecording.self)
}

/// The extension of a recorded Olympus or OM System body: changed properties as they are now. Settings have the standard's form. Pure.
struct OlympusRecording: RecordedExtension {
    static func operations(for abilities: [String]) -> [OperationCode] { [] }

    init(_ recording: RecordedContents) {}

    mutating func sessionEnded() {}

    mutating func answer(
        _ request: OperationRequest,
        _ data: [UInt8],
        seen: RecordedExchange?,
        _ properties: inout RecordedProperties
    ) -> RecordedAnswer? {
        guard request.code == .olympusGetChangedProperties else { return nil }
        guard let bytes = seen?.received, seen?.response == .ok else {
            return seen == nil ? RecordedAnswer(.ok, data: OlympusChanges.encoded([DevicePropDesc]())) : nil
        }
        let changes = OlympusChanges(bytes)
        var (descs, isChanged) = ([DevicePropDesc](), false)
        for change in changes.changes {
            // Codes without descriptions are answered as they were seen.
            guard case .described(let desc) = change else { return nil }
            let present = properties.desc(desc.code).map { desc.with($0.current) } ?? desc
            isChanged = isChanged || present != desc
            descs.append(present)
        }
        return isChanged && changes.failure == nil ? RecordedAnswer(.ok, data: OlympusChanges.encoded(descs)) : nil
    }
}

extension DevicePropDesc {
    /// The description with another value; unchanged if it is of another type.
    fileprivate func with(_ value: DataValue) -> DevicePropDesc {
        guard value.type == type else { return self }
        var changed = self
        changed.current = value
        return changed
    }
}
