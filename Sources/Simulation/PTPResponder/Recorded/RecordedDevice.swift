import CameraRecordings
import PTP

/// The answers of a recorded camera: what was seen is answered as it was seen, settings follow, and the rest is refused as the camera
/// refused it. Pure. See `docs/camera-report.md`.
struct RecordedDevice: Sendable {
    /// An operation with its parameters.
    private struct Question: Hashable {
        let code: OperationCode
        let parameters: Parameters
    }

    let recording: RecordedCamera
    private var properties: RecordedProperties
    private var vendorExtension: (any RecordedExtension)?
    private let seen: [Question: [RecordedExchange]]
    /// The answers of each operation that were refusals, and the number of those that were not.
    private let refusals: [OperationCode: ResponseCode]
    private let accepted: Set<OperationCode>
    /// The next answer to each question.
    private var positions: [Question: Int] = [:]

    init(_ recording: RecordedCamera, _ vendor: RecordedVendor?) {
        self.recording = recording
        properties = RecordedProperties(recording.properties)
        var seen: [Question: [RecordedExchange]] = [:]
        var (refusals, accepted) = ([OperationCode: ResponseCode](), Set<OperationCode>())
        for case let exchange? in recording.transcript.map(\.exchange) {
            guard let response = exchange.response, response != .deviceBusy else { continue }
            if response == .ok { accepted.insert(exchange.code) } else { refusals[exchange.code] = response }
            seen[Question(code: exchange.code, parameters: exchange.parameters), default: []].append(exchange)
        }
        (self.seen, self.refusals, self.accepted) = (seen, refusals, accepted)
        vendorExtension = vendor?.makeExtension(
            RecordedContents(
                device: recording.device,
                properties: recording.properties.compactMapValues(\.desc),
                exchanges: recording.transcript.compactMap(\.exchange)
            )
        )
    }

    /// Returns to the state at the beginning of a session. What was set stays, as in a camera.
    mutating func sessionEnded() {
        positions = [:]
        vendorExtension?.sessionEnded()
    }

    /// Answers an operation inside a session.
    mutating func answer(_ request: OperationRequest, _ data: [UInt8]) -> RecordedAnswer {
        if let answer = propertyAnswer(request, data) { return answer }
        let exchange = nextSeen(request)
        if let answer = vendorExtension?.answer(request, data, seen: exchange, &properties) { return answer }
        if let exchange { return Self.answer(exchange) }
        return derivedAnswer(request) ?? RecordedAnswer(refusal(of: request))
    }

    // MARK: Properties

    private mutating func propertyAnswer(_ request: OperationRequest, _ data: [UInt8]) -> RecordedAnswer? {
        let code = DevicePropCode(rawValue: request.parameters[0])
        switch request.code {
        case .getDevicePropDesc:
            switch properties[code] {
            case .described(let desc)?: return (try? desc.encoded()).map { RecordedAnswer(.ok, data: $0) }
            case .refused(let response)?: return RecordedAnswer(response)
            case nil: return nil
            }
        case .getDevicePropValue:
            guard let desc = properties.desc(code) else { return nil }
            return (try? desc.current.encoded("Value")).map { RecordedAnswer(.ok, data: $0) }
        case .setDevicePropValue:
            guard properties[code] != nil else { return nil }
            let response = properties.set(code, to: data)
            let events = response == .ok ? [Event(.devicePropChanged, [code.rawValue])] : []
            return RecordedAnswer(response, events: events)
        case .resetDevicePropValue:
            return RecordedAnswer(properties.reset(request.parameters[0] == .max ? nil : code))
        default: return nil
        }
    }

    // MARK: What was seen

    private mutating func nextSeen(_ request: OperationRequest) -> RecordedExchange? {
        let question = Question(code: request.code, parameters: request.parameters)
        guard let answers = seen[question] else { return nil }
        let position = positions[question] ?? 0
        positions[question] = min(position + 1, answers.count - 1)
        return answers[position]
    }

    private static func answer(_ exchange: RecordedExchange) -> RecordedAnswer {
        guard case .response(let code, let parameters) = exchange.outcome else { return RecordedAnswer(.generalError) }
        return RecordedAnswer(code, parameters, data: exchange.received)
    }

    // MARK: The rest

    /// Storages and objects, as far as the file describes them.
    private func derivedAnswer(_ request: OperationRequest) -> RecordedAnswer? {
        let storage = StorageID(rawValue: request.parameters[0])
        switch request.code {
        case .getStorageIDs: return numbers(recording.storages.keys.map(\.rawValue).sorted())
        case .getStorageInfo:
            guard let info = recording.storages[storage] else { return RecordedAnswer(.invalidStorageID) }
            return (try? info.encoded()).map { RecordedAnswer(.ok, data: $0) }
        case .getNumObjects where !accepted.contains(.getObjectHandles): return RecordedAnswer(.ok, [0])
        case .getObjectHandles where !accepted.contains(.getObjectHandles): return numbers([])
        case .getObjectPropsSupported where !accepted.contains(.getObjectPropsSupported):
            return RecordedAnswer(.operationNotSupported)
        default: return nil
        }
    }

    private func numbers(_ numbers: [UInt32]) -> RecordedAnswer {
        var writer = DatasetWriter()
        writer.array(numbers)
        return RecordedAnswer(.ok, data: writer.bytes)
    }

    private func refusal(of request: OperationRequest) -> ResponseCode {
        if let refusal = refusals[request.code] { return refusal }
        switch request.code {
        case .getDevicePropDesc, .getDevicePropValue, .setDevicePropValue: return .devicePropNotSupported
        case .getObjectInfo, .getObject, .getThumb, .getPartialObject, .deleteObject, .getObjectPropList, .getObjectPropValue,
            .setObjectProtection:
            return .invalidObjectHandle
        default: return .accessDenied
        }
    }
}
