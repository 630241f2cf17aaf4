import PTP
import PTPNikon
import PTPProperties

extension RecordedVendor {
    static let nikon = RecordedVendor(.nikon, NikonRecording.self)
}

/// Nikon's extension of a recorded body: polled events, modes, and properties with wide numbers. Pure.
struct NikonRecording: RecordedExtension {
    /// The replies to each operation that returns events.
    private var replies: [OperationCode: [[UInt8]]] = [:]
    private var positions: [OperationCode: Int] = [:]

    /// Operations without data that set the body up, and are accepted although the file does not have them.
    private static let accepted: Set<OperationCode> = [.nikonDeviceReady, .nikonChangeCameraMode, .nikonChangeApplicationMode]

    static func operations(for abilities: [String]) -> [OperationCode] {
        var operations: [OperationCode] = []
        if abilities.contains("Nikon Capture") || abilities.contains("Nikon Capture 1") {
            operations += [.nikonInitiateCaptureRecInSDRAM]
        }
        if abilities.contains("Nikon Capture 2") { operations += [.nikonAfCaptureSDRAM] }
        if abilities.contains("Nikon Capture 3") { operations += [.nikonInitiateCaptureRecInMedia] }
        guard !operations.isEmpty else { return [] }
        return operations + [.nikonGetEvent, .nikonDeviceReady, .nikonChangeCameraMode]
    }

    // Swift 6.3.1 ends with "Found ownership error" when it optimizes this.
    @_optimize(none)
    init(_ recording: RecordedContents) {
        for exchange in recording.exchanges where exchange.code == .nikonGetEvent || exchange.code == .nikonGetEventEx {
            if exchange.isComplete, let bytes = exchange.received { replies[exchange.code, default: []].append(bytes) }
        }
    }

    mutating func sessionEnded() { positions = [:] }

    mutating func answer(
        _ request: OperationRequest,
        _ data: [UInt8],
        seen: RecordedExchange?,
        _ properties: inout RecordedProperties
    ) -> RecordedAnswer? {
        let code = DevicePropCode(rawValue: request.parameters[0])
        switch request.code {
        case .nikonGetEvent, .nikonGetEventEx: return RecordedAnswer(.ok, data: nextReply(request.code))
        case .nikonGetVendorPropCodes where seen == nil: return RecordedAnswer(.ok, data: [0, 0, 0, 0])
        case .nikonGetDevicePropDescEx:
            guard let desc = properties.desc(code) else { return nil }
            return (try? WideDevicePropDesc(desc).encoded()).map { RecordedAnswer(.ok, data: $0) }
        case .nikonSetDevicePropValueEx:
            let response = properties.set(code, to: data)
            return RecordedAnswer(response, events: response == .ok ? [Event(.devicePropChanged, [code.rawValue])] : [])
        default: return seen == nil && Self.accepted.contains(request.code) ? .ok : nil
        }
    }

    private mutating func nextReply(_ code: OperationCode) -> [UInt8] {
        let (known, position) = (replies[code] ?? [], positions[code] ?? 0)
        guard position < known.count else { return NikonEvents.encoded([], isWide: code == .nikonGetEventEx) }
        positions[code] = position + 1
        return known[position]
    }
}
