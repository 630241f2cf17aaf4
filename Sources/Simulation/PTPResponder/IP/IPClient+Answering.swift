import CameraModel
import HotShoeSupport
import PTP

// Sending of answers to the client.

extension IPClient {
    func deliver(_ answer: Answer, to request: OperationRequest) async {
        let kinds = faults.withLock { $0.popFaults(for: request.code, hasData: answer.hasData) }
        if !kinds.isEmpty {
            await deliver(answer, to: request, with: kinds)
            return
        }
        let answer = isCancelled ? Answer(.transactionCanceled) : answer
        let response = OperationResponse(answer.code, request.transaction, answer.parameters)
        switch answer.payload {
        case .none:
            over()
            _ = await link.send(Self.bytes(response))
        case .bytes(let bytes):
            let packets = Self.head(request.transaction, bytes.count, isFirst: true, isLast: true) + bytes + Self.bytes(response)
            over()
            _ = await link.send(packets)
        case .file(let payload): await deliver(payload, response)
        case .frame(let payload):
            let head = Self.head(request.transaction, payload.size, isFirst: true, isLast: true) + payload.head
            over()
            _ = await link.send(head, payload.frame, payload.tail + Self.bytes(response))
        }
    }

    static func bytes(_ response: OperationResponse) -> [UInt8] {
        // Every response can be encoded.
        (try? IPPacket.operationResponse(response).encoded()) ?? []
    }

    /// Returns the headers for a piece of data: StartData before the first, then Data or EndData.
    static func head(_ transaction: TransactionID, _ count: Int, isFirst: Bool, isLast: Bool, total: UInt64? = nil) -> [UInt8] {
        var writer = DatasetWriter()
        if isFirst { try? IPPacket.startData(transaction, totalBytes: total ?? UInt64(count)).write(to: &writer) }
        try? IPPacket.data(transaction, payloadBytes: count, isLast: isLast).write(to: &writer)
        return writer.bytes
    }

    /// Sends a file while it is read, on the driver's thread, which waits for a slow client.
    private func deliver(_ payload: FilePayload, _ response: OperationResponse) async {
        let sender = FileSender(link, response.transaction, payload, response)
        var failure: CameraError?
        do throws(CameraError) {
            try await payload.send { [self] chunk throws(CameraError) in
                if isCancelled { return .stop }
                // The response follows the last piece; from then on the client may send the next request.
                return sender.send(chunk, beforeResponse: over) ? .proceed : .stop
            }
        } catch { failure = error }
        guard let end = sender.end(failure, isCancelled: isCancelled) else { return }
        over()
        _ = await link.send(end)
    }
}

extension Answer {
    /// Whether there is data for the initiator.
    var hasData: Bool { if case .none = payload { false } else { true } }
}
