import CameraModel
import HotShoeSupport
import PTP

// Sending of answers to the host through the bulk-in endpoint.

extension USBFunction {
    func deliver(_ answer: Answer, to request: OperationRequest) async {
        let kinds = faults.withLock { $0.popFaults(for: request.code, hasData: answer.hasData, on: .usb) }
        if !kinds.isEmpty { return await deliver(answer, to: request, with: kinds) }
        // A cancelled request has no answer; the device status reports when the cancellation is complete.
        if isCancelled { return over() }
        let generation = local.withLock { $0.generation }
        let response = OperationResponse(answer.code, request.transaction, answer.parameters)
        switch answer.payload {
        case .none: put([], response, request, generation)
        case .bytes(let bytes): put([.bytes(head(request, UInt64(bytes.count)) + bytes)], response, request, generation)
        case .frame(let payload):
            let head = head(request, UInt64(payload.size)) + payload.head
            let bytes = USBPiece.frame(payload.frame, 0..<payload.frame.byteCount)
            let frame = USBInQueue.Run(content: .piece(bytes), endsTransfer: payload.tail.isEmpty)
            let tail: [USBInQueue.Run] = payload.tail.isEmpty ? [] : [.bytes(payload.tail)]
            put([.bytes(head, endsTransfer: false), frame] + tail, response, request, generation)
        case .file(let payload): await deliver(payload, response, request, generation)
        }
    }

    /// Returns the header of a data container.
    func head(_ request: OperationRequest, _ payloadBytes: UInt64) -> [UInt8] {
        USBContainer(.data, code: request.code.rawValue, request.transaction, payloadBytes: payloadBytes).header
    }

    /// Enqueues data and response. The next request may arrive when the host has read the response.
    private func put(
        _ data: [USBInQueue.Run],
        _ response: OperationResponse,
        _ request: OperationRequest,
        _ generation: Int
    ) {
        var last = USBInQueue.Run.bytes(USBContainer.response(response))
        if device.dataPhase(of: request.code) == nil {
            // It is unknown whether data follows an unsupported request: the next request may arrive, and data is discarded.
            state.withLock { $0.transaction.operationUnknown(request.transaction) }
            over()
        } else {
            last.onPlaced = { [weak self] in self?.over() }
        }
        bulkIn.put(data + [last], generation: generation)
    }

    /// Sends a file while it is read, on the driver's thread, which waits for the host.
    private func deliver(
        _ payload: FilePayload,
        _ response: OperationResponse,
        _ request: OperationRequest,
        _ generation: Int
    ) async {
        if payload.size == 0 { return put([.bytes(head(request, 0))], final(response, payload, 0), request, generation) }
        let sent = Guarded<UInt64>(0)
        bulkIn.put([.bytes(head(request, payload.size), endsTransfer: false)], generation: generation)
        var failure: CameraError?
        do throws(CameraError) {
            try await payload.send { [self] chunk throws(CameraError) in
                let total = sent.withLock { sent in
                    sent += UInt64(chunk.byteCount)
                    return sent
                }
                let isSent = bulkIn.stream(chunk, endsTransfer: total == payload.size, generation: generation)
                return isSent ? .proceed : .stop
            }
        } catch { failure = error }
        let total = sent.withLock { $0 }
        if isCancelled { return over() }
        if total == payload.size { return put([], final(response, payload, total), request, generation) }
        // The file was interrupted: a short or empty packet ends the data for the host.
        let code = failure.map { ResponseCode($0) } ?? .incompleteTransfer
        put([.bytes([])], OperationResponse(code, request.transaction), request, generation)
    }

    private func final(_ response: OperationResponse, _ payload: FilePayload, _ sent: UInt64) -> OperationResponse {
        var response = response
        if payload.reportsCount { response.parameters = [UInt32(clamping: sent)] }
        return response
    }
}
