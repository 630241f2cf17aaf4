import CameraModel
import HotShoeSupport
import PTP

// Events of the client's transactions, and their actions.

extension ServedClient {
    func requested(_ request: OperationRequest, dataFollows: Bool) {
        let streams = device.streamsData(of: request.code)
        let actions = state.withLock { state in
            let actions = state.transaction.requested(request, dataFollows: dataFollows, streams: streams)
            if case .violated? = actions.first { return actions }
            state.pipe = nil
            return actions
        }
        if case .violated? = actions.first {} else if fault(at: .request, operation: request.code) { return }
        perform(actions)
    }

    func dataBegan(_ transaction: TransactionID, _ total: UInt64?) {
        process { $0.dataBegan(transaction, announced: total) }
    }

    /// Processes a piece of data. Returns whether to continue; otherwise ``resumeReceiving()`` is called later.
    func dataReceived(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool) -> Bool {
        let (use, pipe) = state.withLock { ($0.transaction.dataReceived(bytes, of: transaction), $0.pipe) }
        var continues = true
        switch use {
        case .discarded: return true
        case .violated(let error):
            violated(error)
            return !state.withLock { $0.presence.isOver }
        case .stored: break
        case .passOn:
            let piece = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
            continues = pipe?.append(piece) { [weak self] in self?.resumeReceiving() } ?? true
        }
        if endsData { dataEnded(transaction) } else { dataMoved(bytes.byteCount) }
        return continues || endsData
    }

    func dataEnded(_ transaction: TransactionID) { process { $0.dataEnded(transaction) } }

    /// Cancels a transaction for the client.
    func cancel(_ transaction: TransactionID) { process { $0.cancelled(transaction) } }

    // MARK: Actions

    /// Processes an event of the transactions, and carries out the resulting actions.
    func process(_ event: (inout ServedTransaction) -> [ServedTransaction.Action]) {
        let actions = state.withLock { state in
            let actions = event(&state.transaction)
            // Under the lock: another thread may cancel the upload at the same time.
            if case .beginUpload? = actions.first { state.pipe = UploadPipe() }
            return actions
        }
        perform(actions)
    }

    private func perform(_ actions: [ServedTransaction.Action]) {
        for action in actions {
            switch action {
            case .awaitData: dataIsAwaited()
            case .endData: dataIsOver()
            case .execute(let request, let data): execute(request, data.map { .bytes($0) } ?? .none)
            case .beginUpload(let request, let byteCount): upload(request, byteCount)
            case .endUpload(let isComplete): endUpload(isComplete: isComplete)
            case .respond(let answer, let request): run { [self] in await deliver(answer, to: request) }
            case .cancel(let transaction): cancel(transaction)
            case .abort: abort()
            case .violated(let error): violated(error)
            }
        }
    }

    private func violated(_ error: TransactionError) {
        Log.write(.info, "ptp responder", "\(name): \(error)")
        broke(error)
    }

    /// Executes an operation while its data still arrives.
    private func upload(_ request: OperationRequest, _ byteCount: UInt64?) {
        guard let pipe = state.withLock({ $0.pipe }) else { return }
        run { [self] in
            let answer = await device.execute(request, .stream(pipe, byteCount: byteCount))
            pipe.discard()
            process { $0.uploadAnswered(answer, to: request) }
        }
    }

    private func endUpload(isComplete: Bool) {
        let pipe = state.withLock { $0.pipe }
        if isComplete {
            pipe?.finish()
        } else {
            pipe?.fail(CameraError(.invalidArgument, "The data ended early.", operation: .upload))
        }
    }

    private func abort() {
        let (pipe, work) = state.withLock { ($0.pipe, $0.tasks.work) }
        pipe?.fail(.cancelled(.upload))
        work?.cancel()
        resumeReceiving()
    }

    // MARK: Execution

    /// Whether the client has cancelled the transaction.
    var isCancelled: Bool { state.withLock { $0.transaction.isCancelled } }

    func execute(_ request: OperationRequest, _ data: RequestData) {
        run { [self] in
            let answer = await device.execute(request, data)
            await deliver(answer, to: request)
            answer.sent()
        }
    }

    /// Runs work for the transaction, on the calling thread until it first suspends.
    private func run(_ body: @escaping @Sendable () async -> Void) {
        let task = Task.immediate { await body() }
        let isOver = state.withLock { state in
            state.tasks.work = task
            return state.presence.isOver || state.transaction.isCancelled
        }
        if isOver { task.cancel() }
    }
}
