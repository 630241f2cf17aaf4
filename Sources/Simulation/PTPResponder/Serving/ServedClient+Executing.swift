import CameraModel
import HotShoeSupport
import PTP

// Execution and cancellation of transactions.

extension ServedClient {
    /// Whether the client has cancelled the transaction.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Runs work for the transaction, on the calling thread until it first suspends.
    func run(_ body: @escaping @Sendable () async -> Void) {
        let task = Task.immediate { await body() }
        let isOver = state.withLock { state in
            state.work = task
            return state.isOver || state.isCancelled
        }
        if isOver { task.cancel() }
    }

    func execute(_ request: OperationRequest, _ data: RequestData) {
        run { [self] in
            let answer = await device.execute(request, data)
            await deliver(answer, to: request)
        }
    }

    /// Executes an operation while its data still arrives.
    func upload(_ request: OperationRequest, _ pipe: UploadPipe, _ total: UInt64?) {
        run { [self] in
            let answer = await device.execute(request, .stream(pipe, byteCount: total))
            pipe.discard()
            state.withLock { $0.uploadAnswer = answer }
            finishUpload(request)
        }
    }

    func finishUpload(_ request: OperationRequest) {
        let answer = state.withLock { state -> Answer? in
            guard state.isDataOver, let answer = state.uploadAnswer else { return nil }
            state.uploadAnswer = nil
            return state.isIncomplete ? Answer(.incompleteTransfer) : answer
        }
        guard let answer else { return }
        run { [self] in await deliver(answer, to: request) }
    }

    /// Cancels a transaction for the client. Returns whether it was under way.
    @discardableResult
    func cancel(_ transaction: TransactionID) -> Bool {
        let (action, work, pipe, isReceiving, request) = state.withLock { state in
            let request = state.transaction.current
            let isReceiving = state.transaction.isReceiving
            let action = state.transaction.cancelled(transaction)
            if action == .cancel {
                state.isCancelled = true
                state.cancelled = transaction
                state.isDataOver = true
            } else if request == nil {
                state.cancelledEarly = transaction
            }
            return (action, state.work, state.pipe, isReceiving, request)
        }
        guard action == .cancel, let request else { return false }
        dataIsOver()
        pipe?.fail(.cancelled(.upload))
        work?.cancel()
        resumeReceiving()
        // Nothing is being executed yet; only the response is missing.
        if isReceiving && pipe == nil { run { [self] in await deliver(Answer(.transactionCanceled), to: request) } }
        if pipe != nil { finishUpload(request) }
        return true
    }
}
