import CameraModel
import HotShoeSupport
import PTP

// Reception of transactions.

extension ServedClient {
    /// Performs a step of the transaction's state machine; reports a violation by the client with ``broke(_:)``.
    private func step(
        _ body: (inout ServedState.Value) throws(TransactionError) -> ResponderTransaction.Action
    ) -> ResponderTransaction.Action? {
        let result = state.withLock { state -> Result<ResponderTransaction.Action, TransactionError> in
            do throws(TransactionError) { return .success(try body(&state)) } catch { return .failure(error) }
        }
        switch result {
        case .success(let action): return action
        case .failure(.dataEndsEarly):
            state.withLock { $0.isIncomplete = true }
            return nil
        case .failure(let error):
            Log.write(.info, "ptp responder", "\(name): \(error)")
            broke(error)
            return nil
        }
    }

    func requested(_ request: OperationRequest, dataFollows: Bool) {
        let action = step { state throws(TransactionError) in
            let action = try state.transaction.requested(request, dataFollows: dataFollows)
            (state.collected, state.isTooMuch, state.isDataOver, state.isIncomplete) = ([], false, false, false)
            (state.uploadAnswer, state.pipe, state.isCancelled, state.cancelled) = (nil, nil, false, nil)
            return action
        }
        guard let action else { return }
        let isCancelled = state.withLock { state in
            defer { state.cancelledEarly = nil }
            return state.cancelledEarly == request.transaction
        }
        if fault(at: .request, operation: request.code) { return }
        if case .execute(let request) = action { execute(request, .none) }
        if case .proceed = action { dataIsAwaited() }
        if isCancelled { cancel(request.transaction) }
    }

    func dataBegan(_ transaction: TransactionID, _ total: UInt64?) {
        let action = step { state throws(TransactionError) in
            // Checked under the lock, here and below, because another thread may cancel the transaction at the same time.
            if state.cancelled == transaction { return .cancel }
            return try state.transaction.dataBegan(transaction, announced: total)
        }
        guard let action, action != .cancel, let request = state.withLock({ $0.transaction.current }) else { return }
        guard device.streamsData(of: request.code) else { return }
        let pipe = UploadPipe()
        let isWanted = state.withLock { state in
            if !state.isCancelled { state.pipe = pipe }
            return !state.isCancelled
        }
        if isWanted { upload(request, pipe, total) }
    }

    /// Processes a piece of data. Returns whether to continue; otherwise ``resumeReceiving()`` is called later.
    func dataReceived(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool) -> Bool {
        let byteCount = bytes.byteCount
        guard
            let action = step({ state throws(TransactionError) in
                if state.cancelled == transaction { return .cancel }
                return try state.transaction.dataReceived(transaction, byteCount: byteCount)
            })
        else { return !state.withLock { $0.isOver } }
        if action == .cancel { return true }
        var continues = true
        if action == .collect && byteCount > 0 { continues = store(bytes) }
        if endsData { dataEnded(transaction) } else { dataMoved(byteCount) }
        return continues || endsData
    }

    /// Stores a piece of data or passes it to the upload; returns whether to continue.
    private func store(_ bytes: RawSpan) -> Bool {
        let pipe = state.withLock { state -> UploadPipe? in
            guard state.pipe == nil else { return state.pipe }
            if state.collected.count + bytes.byteCount > dataLimit { state.isTooMuch = true }
            if !state.isTooMuch { unsafe bytes.withUnsafeBytes { unsafe state.collected.append(contentsOf: $0) } }
            return nil
        }
        guard let pipe else { return true }
        return pipe.append(unsafe bytes.withUnsafeBytes { unsafe Array($0) }) { [weak self] in self?.resumeReceiving() }
    }

    func dataEnded(_ transaction: TransactionID) {
        let action = step { state throws(TransactionError) in
            if state.cancelled == transaction { return .cancel }
            return try state.transaction.dataEnded(transaction)
        }
        if action == .cancel { return }
        let (pipe, data, isTooMuch, isIncomplete, request) = state.withLock {
            ($0.pipe, $0.collected, $0.isTooMuch, $0.isIncomplete, $0.transaction.current)
        }
        guard let request, action != nil || isIncomplete else { return }
        dataIsOver()
        if let pipe {
            if isIncomplete {
                pipe.fail(CameraError(.invalidArgument, "The data ended early.", operation: .upload))
            } else {
                pipe.finish()
            }
            state.withLock { $0.isDataOver = true }
            return finishUpload(request)
        }
        if isIncomplete || isTooMuch {
            return run { [self] in await deliver(Answer(isTooMuch ? .invalidDataSet : .incompleteTransfer), to: request) }
        }
        execute(request, .bytes(data))
    }
}

/// Maximum size of the data of a request that is not an upload, in bytes.
private let dataLimit = 64 * 1024
