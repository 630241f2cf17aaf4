import HotShoeSupport
import PTP

// Reception from the host through the bulk-out endpoint.

extension USBFunction {
    /// Processes queued transfers while the device is ready; the next request waits until the host has read the answer.
    func processTransfers() { bulkOut.pump(while: { isReady }) { process($0) } }

    private var isReady: Bool {
        if local.withLock({ $0.isPaused || $0.isMute }) { return false }
        return state.withLock { $0.transaction.current == nil || $0.transaction.isReceiving }
    }

    private func process(_ transfer: HostTransfer) {
        let endsTransfer = transfer.endsWithEmptyPacket || transfer.data.count % packetSize != 0 || transfer.data.isEmpty
        let bytes = transfer.data
        let beginning = local.withLock { $0.beginning }
        var offset = 0
        do throws(USBContainer.Failure) {
            while offset < bytes.count {
                guard let found = try next(in: bytes, offset, beginning), let count = handle(found, bytes, offset) else { break }
                offset += count
            }
        } catch {
            Log.write(.info, "ptp responder", "\(name): \(error)")
            return cancelTransaction()
        }
        if endsTransfer { transferEnded(beginning) }
    }

    /// Returns nil if the parser has been restarted since; the remaining bytes belong to a cancelled transaction.
    private func next(
        in bytes: [UInt8],
        _ offset: Int,
        _ beginning: Int
    ) throws(USBContainer.Failure) -> USBContainerParser.Found? {
        try local.withLock { local throws(USBContainer.Failure) in
            guard local.beginning == beginning else { return nil }
            let span = bytes.span
            return try unsafe local.parser.next(in: span.extracting(offset...).bytes)
        }
    }

    /// Handles what the parser found. Returns the number of bytes used; nil to discard the rest.
    private func handle(_ found: USBContainerParser.Found, _ bytes: [UInt8], _ offset: Int) -> Int? {
        switch found {
        case .incomplete: return nil
        case .message(let container, let parameters, let count):
            guard container.kind == .command else {
                cancelTransaction()
                return nil
            }
            begin(OperationRequest(OperationCode(rawValue: container.code), container.transaction, parameters))
            return count
        case .dataBegan(let container, let payloadBytes, let count):
            dataBegan(container.transaction, payloadBytes)
            if payloadBytes == 0 { dataEnded(container.transaction) }
            return count
        case .payload(let transaction, let count, let endsData):
            let span = bytes.span
            local.withLock { $0.isPaused = true }
            let continues = unsafe dataReceived(
                span.extracting(offset..<offset + count).bytes,
                of: transaction,
                endsData: endsData
            )
            if continues { local.withLock { $0.isPaused = false } }
            return count
        }
    }

    private func begin(_ request: OperationRequest) {
        let generation = bulkIn.generation
        local.withLock { $0.generation = generation }
        if faults.withLock({ $0.haltsCommand(request.code) }) { return cancelTransaction() }
        requested(request, dataFollows: device.dataPhase(of: request.code) == .dataOut)
    }

    private func transferEnded(_ beginning: Int) {
        switch local.withLock({ $0.beginning == beginning ? $0.parser.transferEnded() : .nothing }) {
        case .nothing: break
        case .message: cancelTransaction()
        case .data(let transaction): dataEnded(transaction)
        }
    }
}
