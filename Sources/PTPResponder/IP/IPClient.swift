import CameraModel
import HotShoeSupport
import IPTransport
import PTP

/// One client that is served, from its introduction until the camera has been left. **Thread-safe.**
final class IPClient: Sendable {
    /// The command connection.
    let link: IPLink
    /// What the event connection is to name.
    let connection: UInt32
    let name: String
    let responder: IPResponder
    let device: PTPDevice

    /// The most data that comes with a request that is not an upload.
    private static let dataLimit = 64 * 1024

    private struct State {
        var transaction = ResponderTransaction()
        var collected: [UInt8] = []
        var isTooMuch = false
        var pipe: UploadPipe?
        /// Of an upload: its answer, and whether all of its data has come. The response waits for both.
        var uploadAnswer: Answer?
        var isDataOver = false
        var isIncomplete = false
        /// Gives up what is being done.
        var work: Task<Void, Never>?
        var isCancelled = false
        /// What still comes of a transaction that was given up is dropped.
        var cancelled: TransactionID?
        var eventLink: IPLink?
        var isServed = false
        var isOver = false
        var connecting: Task<Void, Never>?
        var pump: Task<Void, Never>?
        /// Looks whether the camera is still there.
        var watch: Task<Void, Never>?
    }

    /// Guards the transaction, and which links there are.
    private let state = Guarded(State())

    init(_ responder: IPResponder, _ link: IPLink, _ request: IPPacket.InitCommandRequest, connection: UInt32) {
        self.responder = responder
        self.link = link
        self.connection = connection
        name = request.name
        device = PTPDevice(
            responder.camera,
            personality: responder.configuration.personality,
            captureRefusal: responder.configuration.captureRefusal,
            time: responder.time
        )
    }

    // MARK: Coming

    /// Connects the camera, and welcomes the client when that is done.
    func start() {
        let task = Task { [self] in
            do throws(CameraError) {
                try await responder.camera.connect(authenticate: responder.configuration.authenticate ?? Self.waitForConfirmation)
                if fault(at: .introduction) { return }
                welcome()
            } catch {
                Log.write(.info, "ptp responder", "\(name): \(error)")
                link.postLast(.initFail(Self.reason(of: error)))
            }
        }
        let isOver = state.withLock { state in
            state.connecting = task
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    /// The only question that nobody has to answer here.
    private static let waitForConfirmation: AuthenticationHandler = { request in
        if request.kind != .confirmOnCamera { request.cancel() }
    }

    private static func reason(of error: CameraError) -> IPPacket.InitFailReason {
        switch error.code {
        case .busy, .connectionRefused: .busy
        case .authenticationFailed, .pairingRequired, .cancelled: .rejectedInitiator
        default: .unspecified
        }
    }

    private func welcome() {
        device.begin { [weak self] in self?.leave() }
        let events = device.events
        let pump = Task { [self] in await passOn(events) }
        let states = responder.camera.connectionStates
        let watch = Task { [self] in
            // A camera that is gone answers nobody.
            for await state in states { if case .notConnected = state { return leave() } }
        }
        let isOver = state.withLock { state in
            state.isServed = true
            (state.pump, state.watch) = (pump, watch)
            return state.isOver
        }
        if isOver {
            pump.cancel()
            return watch.cancel()
        }
        responder.served(self)
        let (identifier, name) = responder.identity
        link.setLimit(responder.configuration.introductionLimit)
        link.post(.initCommandAck(.init(connection: connection, responder: identifier, name: name)))
        if fault(at: .acknowledged) { return }
    }

    /// Takes the event connection; false if there is one already, or none is wanted.
    func attach(_ events: IPLink) -> Bool {
        if responder.faults.withLock({ $0.refusesEvents() }) { return false }
        if fault(at: .events, on: events) { return true }
        let isWanted = state.withLock { state in
            guard state.isServed, !state.isOver, state.eventLink == nil else { return false }
            state.eventLink = events
            return true
        }
        guard isWanted else { return false }
        events.handOver(to: self)
        events.setLimit(nil)
        link.setLimit(nil)
        events.post(.initEventAck)
        return true
    }

    private func passOn(_ events: EventStream<Event>) async {
        var dropped = 0
        for await event in events {
            guard let link = state.withLock({ $0.eventLink }) else { continue }
            var bytes: [UInt8] = []
            if events.droppedCount != dropped {
                dropped = events.droppedCount
                bytes = (try? IPPacket.event(Event(.deviceInfoChanged)).encoded()) ?? []
            }
            guard let packet = try? IPPacket.event(event).encoded(), await link.send(bytes + packet) else { continue }
        }
    }

    // MARK: Leaving

    /// Ends both connections, and leaves the camera.
    func leave() { link.close() }

    private func linkIsOver() {
        let (isFirst, parts) = state.withLock { state -> (Bool, State) in
            defer { state.isOver = true }
            return (!state.isOver, state)
        }
        guard isFirst else { return }
        responder.linkEnded(of: self)
        link.close()
        parts.eventLink?.close()
        parts.pipe?.fail(.cancelled(.upload))
        parts.work?.cancel()
        parts.pump?.cancel()
        parts.watch?.cancel()
        parts.connecting?.cancel()
        Task { [self] in
            await parts.connecting?.value
            await parts.work?.value
            await device.releaseWhatIsHeld()
            device.end()
            if !responder.hasSuccessor { await responder.camera.disconnect() }
            responder.left(self, wasServed: state.withLock { $0.isServed })
            // Whoever is in the middle of something holds this object; nobody else does.
            state.withLock { ($0.work, $0.pump, $0.watch, $0.connecting, $0.eventLink) = (nil, nil, nil, nil, nil) }
        }
    }

    // MARK: Faults

    /// Whether something goes wrong at a point: then it has been done.
    private func fault(at stage: ResponderFault.Stage, on other: IPLink? = nil, operation: OperationCode? = nil) -> Bool {
        switch responder.faults.withLock({ $0.take(at: stage, operation) }) {
        case .close:
            (other ?? link).close()
            return true
        case .stall: return true
        default: return false
        }
    }
}

// MARK: - What comes

extension IPClient: IPLinkHandler {
    func received(_ packet: IPPacket, on link: IPLink) {
        switch packet {
        case .probeRequest: link.post(.probeResponse)
        case .probeResponse: break
        case .cancel(let transaction): cancel(transaction)
        case _ where link !== self.link: link.close()
        case .operationRequest(let request, let dataFollows): requested(request, dataFollows)
        case .startData(let transaction, let total): dataBegan(transaction, total)
        case .data: break
        default: link.close()
        }
    }

    func ended(_ link: IPLink) { linkIsOver() }

    /// Does a step of the transaction; a client that breaks its rules is left.
    private func step(_ body: (inout State) throws(TransactionError) -> ResponderTransaction.Action) -> ResponderTransaction
        .Action?
    {
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
            link.close()
            return nil
        }
    }

    private func requested(_ request: OperationRequest, _ dataFollows: Bool) {
        let action = step { state throws(TransactionError) in
            let action = try state.transaction.requested(request, dataFollows: dataFollows)
            (state.collected, state.isTooMuch, state.isDataOver, state.isIncomplete) = ([], false, false, false)
            (state.uploadAnswer, state.pipe, state.isCancelled, state.cancelled) = (nil, nil, false, nil)
            return action
        }
        guard let action else { return }
        if fault(at: .request, operation: request.code) { return }
        if case .execute(let request) = action { execute(request, .none) }
        if case .proceed = action { link.setLimit(responder.configuration.stallLimit) }
    }

    private func dataBegan(_ transaction: TransactionID, _ total: UInt64?) {
        if state.withLock({ $0.cancelled == transaction }) { return }
        let action = step { state throws(TransactionError) in try state.transaction.dataBegan(transaction, announced: total) }
        guard action != nil, let request = state.withLock({ $0.transaction.current }) else { return }
        link.setLimit(responder.configuration.stallLimit)
        guard device.streamsData(of: request.code) else { return }
        let pipe = UploadPipe()
        state.withLock { $0.pipe = pipe }
        upload(request, pipe, total)
    }

    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: IPLink) -> Bool {
        guard link === self.link else {
            link.close()
            return false
        }
        if state.withLock({ $0.cancelled == transaction }) { return true }
        let byteCount = bytes.byteCount
        guard
            let action = step({ state throws(TransactionError) in
                try state.transaction.dataCame(transaction, byteCount: byteCount)
            })
        else { return !state.withLock { $0.isOver } }
        var goesOn = true
        if action == .collect && byteCount > 0 { goesOn = take(bytes) }
        if endsData { dataEnded(transaction) } else if goesOn { link.setLimit(responder.configuration.stallLimit) }
        return goesOn || endsData
    }

    /// Keeps a piece of data, or gives it to the upload; returns whether to go on.
    private func take(_ bytes: RawSpan) -> Bool {
        let pipe = state.withLock { state -> UploadPipe? in
            guard state.pipe == nil else { return state.pipe }
            if state.collected.count + bytes.byteCount > Self.dataLimit { state.isTooMuch = true }
            if !state.isTooMuch { unsafe bytes.withUnsafeBytes { unsafe state.collected.append(contentsOf: $0) } }
            return nil
        }
        guard let pipe else { return true }
        return pipe.append(unsafe bytes.withUnsafeBytes { unsafe Array($0) }) { [weak self] in self?.link.resume() }
    }

    private func dataEnded(_ transaction: TransactionID) {
        let action = step { state throws(TransactionError) in try state.transaction.dataEnded(transaction) }
        let (pipe, data, isTooMuch, isIncomplete, request) = state.withLock {
            ($0.pipe, $0.collected, $0.isTooMuch, $0.isIncomplete, $0.transaction.current)
        }
        guard let request, action != nil || isIncomplete else { return }
        link.setLimit(nil)
        if let pipe {
            if isIncomplete {
                pipe.fail(CameraError(.invalidArgument, "the data ended early", operation: .upload))
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

    // MARK: Doing

    /// Runs what belongs to the transaction.
    private func run(_ body: @escaping @Sendable () async -> Void) {
        let task = Task { await body() }
        let isOver = state.withLock { state in
            state.work = task
            return state.isOver || state.isCancelled
        }
        if isOver { task.cancel() }
    }

    private func execute(_ request: OperationRequest, _ data: RequestData) {
        run { [self] in
            let answer = await device.execute(request, data)
            await deliver(answer, to: request)
        }
    }

    /// Executes while the data still comes.
    private func upload(_ request: OperationRequest, _ pipe: UploadPipe, _ total: UInt64?) {
        run { [self] in
            let answer = await device.execute(request, .stream(pipe, byteCount: total))
            pipe.discard()
            state.withLock { $0.uploadAnswer = answer }
            finishUpload(request)
        }
    }

    private func finishUpload(_ request: OperationRequest) {
        let answer = state.withLock { state -> Answer? in
            guard state.isDataOver, let answer = state.uploadAnswer else { return nil }
            state.uploadAnswer = nil
            return state.isIncomplete ? Answer(.incompleteTransfer) : answer
        }
        guard let answer else { return }
        run { [self] in await deliver(answer, to: request) }
    }

    /// The initiator does not want the answer any more.
    private func cancel(_ transaction: TransactionID) {
        let (action, work, pipe, isReceiving, request) = state.withLock { state in
            let request = state.transaction.current
            let isReceiving = state.transaction.isReceiving
            let action = state.transaction.cancelled(transaction)
            if action == .cancel {
                state.isCancelled = true
                state.cancelled = transaction
                state.isDataOver = true
            }
            return (action, state.work, state.pipe, isReceiving, request)
        }
        guard action == .cancel, let request else { return }
        link.setLimit(nil)
        pipe?.fail(.cancelled(.upload))
        work?.cancel()
        link.resume()
        // Nothing is being done yet: there is only the response.
        if isReceiving && pipe == nil { run { [self] in await deliver(Answer(.transactionCanceled), to: request) } }
        if pipe != nil { finishUpload(request) }
    }

    // MARK: Answering

    /// For what answers otherwise: the transaction is over.
    func transactionIsOver() { over() }

    /// Puts bytes in line on the event connection.
    func postEvent(_ bytes: [UInt8]?) {
        if let bytes { state.withLock { $0.eventLink }?.post(bytes) }
    }

    /// Sends bytes on the event connection; false if there is none any more.
    func sendEvents(_ bytes: [UInt8]) async -> Bool { await state.withLock { $0.eventLink }?.send(bytes) ?? false }

    /// The transaction is over.
    private func over() { state.withLock { $0.transaction.responded() } }

    /// Whether the initiator has given the transaction up.
    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    private func deliver(_ answer: Answer, to request: OperationRequest) async {
        let kinds = responder.faults.withLock { $0.take(for: request.code, hasData: answer.hasData) }
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
        }
    }

    static func bytes(_ response: OperationResponse) -> [UInt8] {
        // Responses have nothing in them that cannot be encoded.
        (try? IPPacket.operationResponse(response).encoded()) ?? []
    }

    /// The heads before a piece of data: StartData with the first one, then that of Data or EndData.
    static func head(_ transaction: TransactionID, _ count: Int, isFirst: Bool, isLast: Bool, total: UInt64? = nil) -> [UInt8] {
        var writer = DatasetWriter()
        if isFirst { try? IPPacket.startData(transaction, totalBytes: total ?? UInt64(count)).write(to: &writer) }
        try? IPPacket.data(transaction, payloadBytes: count, isLast: isLast).write(to: &writer)
        return writer.bytes
    }

    /// Sends a file as it is read: from the driver's thread, which waits where the client is slow.
    private func deliver(_ payload: FilePayload, _ response: OperationResponse) async {
        let sender = FileSender(link, response.transaction, payload, response)
        var failure: CameraError?
        do throws(CameraError) {
            try await payload.send { [self] chunk throws(CameraError) in
                if isCancelled { return .stop }
                // The last piece is followed by the response: from then on the next request may come.
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

/// Makes a file's pieces packets. Used by one thread at a time: the driver's, then, when that is done, the task's.
private final class FileSender: Sendable {
    private struct State {
        var sent: UInt64 = 0
        var isBroken = false
    }

    private let link: IPLink
    private let transaction: TransactionID
    private let payload: FilePayload
    private let response: OperationResponse
    private let state = Guarded(State())

    /// Pieces up to this size are put together with what follows them.
    private static let smallPiece = 64 * 1024

    init(_ link: IPLink, _ transaction: TransactionID, _ payload: FilePayload, _ response: OperationResponse) {
        self.link = link
        self.transaction = transaction
        self.payload = payload
        self.response = response
    }

    /// Sends a piece; false if that was the last one, or the link is over.
    func send(_ chunk: RawSpan, beforeResponse: () -> Void) -> Bool {
        let before = state.withLock { state in
            defer { state.sent += UInt64(chunk.byteCount) }
            return state.sent
        }
        let isLast = before + UInt64(chunk.byteCount) == payload.size
        let head = IPClient.head(transaction, chunk.byteCount, isFirst: before == 0, isLast: isLast, total: payload.size)
        let isSent: Bool
        if isLast {
            beforeResponse()
            let response = finalResponse
            let empty: [UInt8] = []
            let none = empty.span
            if chunk.byteCount <= Self.smallPiece {
                let bytes = unsafe chunk.withUnsafeBytes { unsafe Array($0) }
                isSent = unsafe link.sendWaiting(head + bytes + response, none.bytes)
            } else {
                isSent = unsafe link.sendWaiting(head, chunk) && link.sendWaiting(response, none.bytes)
            }
        } else {
            isSent = link.sendWaiting(head, chunk)
        }
        if !isSent { state.withLock { $0.isBroken = true } }
        return isSent && !isLast
    }

    private var finalResponse: [UInt8] {
        var response = response
        if payload.reportsCount { response.parameters = [UInt32(clamping: state.withLock { $0.sent })] }
        return IPClient.bytes(response)
    }

    /// What is still to be sent: the end of data that broke off, and the response. Nil if there is nothing more to say.
    func end(_ failure: CameraError?, isCancelled: Bool) -> [UInt8]? {
        let (sent, isBroken) = state.withLock { ($0.sent, $0.isBroken) }
        if isBroken || (sent == payload.size && payload.size > 0) { return nil }
        if payload.size == 0 {
            return IPClient.head(transaction, 0, isFirst: true, isLast: true) + finalResponse
        }
        var code = failure.map { ResponseCode($0) } ?? .incompleteTransfer
        if isCancelled { code = .transactionCanceled }
        let end = sent > 0 ? IPClient.head(transaction, 0, isFirst: false, isLast: true) : []
        return end + IPClient.bytes(OperationResponse(code, transaction))
    }
}
