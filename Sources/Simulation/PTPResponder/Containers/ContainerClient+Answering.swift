import CameraModel
import HotShoeSupport
import PTP

// Sending of answers to the client, also with faults.

extension ContainerClient {
    func deliver(_ answer: Answer, to request: OperationRequest) async {
        let kinds = faults.withLock { $0.popFaults(for: request.code, hasData: answer.hasData, on: .containers) }
        if !kinds.isEmpty { return await deliver(answer, to: request, with: kinds) }
        let answer = withData(isCancelled ? Answer(.transactionCanceled) : answer, request)
        let response = OperationResponse(answer.code, request.transaction, answer.parameters)
        switch answer.payload {
        case .none:
            // It is unknown whether data follows an unsupported request: it is discarded.
            if device.dataPhase(of: request.code) == nil {
                state.withLock { $0.transaction.operationUnknown(request.transaction) }
            }
            over()
            _ = await link.send(USBContainer.response(response))
        case .bytes(let bytes):
            over()
            _ = await link.send(Self.head(request, UInt64(bytes.count)) + bytes + USBContainer.response(response))
        case .file(let payload): await deliver(payload, request, response)
        case .frame(let payload):
            over()
            let head = Self.head(request, UInt64(payload.size)) + payload.head
            _ = await link.send(head, payload.frame, payload.tail + USBContainer.response(response))
        }
    }

    /// Adds empty data to a refusal of an operation that returns data: clients read data before the response (observed with libgphoto2).
    private func withData(_ answer: Answer, _ request: OperationRequest) -> Answer {
        var answer = answer
        if !answer.hasData, device.dataPhase(of: request.code) == .dataIn { answer.payload = .bytes([]) }
        return answer
    }

    private static func head(_ request: OperationRequest, _ byteCount: UInt64) -> [UInt8] {
        USBContainer(.data, code: request.code.rawValue, request.transaction, payloadBytes: byteCount).header
    }

    /// Sends a file while it is read, on the driver's thread, which waits for a slow client.
    private func deliver(_ payload: FilePayload, _ request: OperationRequest, _ response: OperationResponse) async {
        let sent = Guarded<UInt64>(0)
        let (link, empty) = (link, [UInt8]())
        guard await link.send(Self.head(request, payload.size)) else { return }
        do throws(CameraError) {
            try await payload.send { chunk throws(CameraError) in
                sent.withLock { $0 += UInt64(chunk.byteCount) }
                return link.sendWaiting(empty, chunk) ? .proceed : .stop
            }
        } catch { Log.write(.info, "ptp responder", "\(name): \(error)") }
        // The size has been announced: data that ends early cannot be completed.
        guard sent.withLock({ $0 }) == payload.size else { return link.close() }
        var response = response
        if payload.reportsCount { response.parameters = [UInt32(clamping: payload.size)] }
        over()
        _ = await link.send(USBContainer.response(response))
    }

    // MARK: Faults

    private func deliver(_ answer: Answer, to request: OperationRequest, with kinds: [ResponderFault.Kind]) async {
        let answer = withData(await answer.corrupted(by: kinds, request), request)
        for kind in kinds {
            switch kind {
            case .delay(let delay): await time.sleep(for: delay)
            case .event(let code): await sendEvents(USBContainer.streamEvent(Event(EventCode(rawValue: code), [1])))
            case .events(let count): await flood(count)
            case .bodyHang: device.vendorBody?.hang()
            default: break
            }
        }
        // As on USB, where the ends of transfers have no meaning here.
        let corrupted = USBCorruptedAnswer(answer, request, kinds, packetSize: 512)
        let closes = [.unplugged, .cancelled, .halted].contains(corrupted.ending)
        // The transaction must stay current if the link closes, so that a fast client cannot start another.
        if !closes, corrupted.ending != .stuck { over() }
        for run in corrupted.runs {
            guard case .piece(.bytes(let bytes)) = run.content else { continue }
            guard await link.send(Array(bytes)) else { return }
        }
        if closes { link.close() }
    }

    private func flood(_ count: Int) async {
        let event = USBContainer.streamEvent(Event(.devicePropChanged, [0x5007]))
        for _ in 0..<min(count, 100_000) { await sendEvents(event) }
    }
}
