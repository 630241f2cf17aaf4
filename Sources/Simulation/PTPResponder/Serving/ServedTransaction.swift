import PTP

/// State machine of a served client's transactions: requests, their data, uploads, cancellation. Pure: takes events, returns
/// actions.
///
/// `ResponderTransaction` has the order of the protocol; this adds where the data is stored and what is answered when.
struct ServedTransaction {
    /// Action for the caller; several are carried out in order.
    enum Action: Sendable {
        /// Wait for the data of the request.
        case awaitData
        /// The data is complete, or no longer needed.
        case endData
        /// Execute an operation with the data that has arrived; nil for an operation without data.
        case execute(OperationRequest, [UInt8]?)
        /// Execute an operation while its data arrives. The size is nil if the client announced none.
        case beginUpload(OperationRequest, byteCount: UInt64?)
        /// End the data of the upload.
        case endUpload(isComplete: Bool)
        case respond(Answer, to: OperationRequest)
        /// Process the cancellation of the transaction, which arrived before its request.
        case cancel(TransactionID)
        /// Cancel the upload and the operation, and continue to receive.
        case abort
        /// The client has violated the protocol.
        case violated(TransactionError)
    }

    /// Use of a piece of data.
    enum Use: Sendable {
        /// It belongs to a transaction that needs none.
        case discarded
        case stored
        /// It is for the upload.
        case passOn
        case violated(TransactionError)
    }

    /// Destination of the current request's data.
    private enum Store {
        case memory([UInt8])
        /// More data has arrived than an operation may have.
        case overflow
        case upload(Upload)
    }

    /// Progress of an upload. The response waits for the end of the data and for the operation's answer.
    private enum Upload {
        case receiving(Answer?)
        case received(isComplete: Bool)
        case answered
    }

    /// Transaction whose data is discarded, until the next request.
    private enum Discarded: Equatable {
        case none
        case cancelled(TransactionID)
        case unknownOperation(TransactionID)
    }

    /// Maximum size of the data of a request that is not an upload, in bytes.
    static let dataLimit = 64 * 1024

    private var order = ResponderTransaction()
    private var store = Store.memory([])
    private var streams = false
    private var discarded = Discarded.none
    /// Transaction that was cancelled before its request arrived: the cancellation may take another, faster path.
    private var cancelledEarly: TransactionID?

    /// The current request, being received or executed.
    var current: OperationRequest? { order.current }

    /// Whether data of the current request is still missing.
    var isReceiving: Bool { order.isReceiving }

    /// Whether the client has cancelled the newest transaction.
    var isCancelled: Bool { if case .cancelled = discarded { true } else { false } }

    // MARK: Requests and data

    /// Processes a request. `streams` is whether the operation is executed while its data arrives.
    mutating func requested(_ request: OperationRequest, dataFollows: Bool, streams: Bool) -> [Action] {
        let action: ResponderTransaction.Action
        do throws(TransactionError) { action = try order.requested(request, dataFollows: dataFollows) } catch {
            return [.violated(error)]
        }
        let isCancelled = cancelledEarly == request.transaction
        (store, self.streams, discarded, cancelledEarly) = (.memory([]), streams, .none, nil)
        let next: Action = action == .proceed ? .awaitData : .execute(request, nil)
        return isCancelled ? [next, .cancel(request.transaction)] : [next]
    }

    /// Processes the start of data; the size is nil if the client announced none.
    mutating func dataBegan(_ id: TransactionID, announced: UInt64?) -> [Action] {
        if discards(id) { return [] }
        do throws(TransactionError) { _ = try order.dataBegan(id, announced: announced) } catch { return [.violated(error)] }
        guard streams, let current else { return [] }
        store = .upload(.receiving(nil))
        return [.beginUpload(current, byteCount: announced)]
    }

    /// Processes a piece of data.
    mutating func dataReceived(_ bytes: RawSpan, of id: TransactionID) -> Use {
        if discards(id) { return .discarded }
        do throws(TransactionError) { _ = try order.dataReceived(id, byteCount: bytes.byteCount) } catch {
            return .violated(error)
        }
        switch store {
        case .upload: return bytes.byteCount > 0 ? .passOn : .stored
        case .overflow: break
        case .memory(var collected):
            store = .overflow
            guard collected.count + bytes.byteCount <= Self.dataLimit else { break }
            unsafe bytes.withUnsafeBytes { unsafe collected.append(contentsOf: $0) }
            store = .memory(collected)
        }
        return .stored
    }

    /// Processes the end of the data.
    mutating func dataEnded(_ id: TransactionID) -> [Action] {
        if discards(id) { return [] }
        var isComplete = true
        do throws(TransactionError) { _ = try order.dataEnded(id) } catch {
            guard case .dataEndsEarly = error else { return [.violated(error)] }
            isComplete = false
        }
        guard let current else { return [] }
        switch store {
        case .upload(let upload):
            let answer = if case .receiving(let answer) = upload { answer } else { Answer?.none }
            store = .upload(.received(isComplete: isComplete))
            return [.endData, .endUpload(isComplete: isComplete)] + (answer.map { uploadAnswered($0, to: current) } ?? [])
        case .overflow: return [.endData, .respond(Answer(.invalidDataSet), to: current)]
        case .memory where !isComplete: return [.endData, .respond(Answer(.incompleteTransfer), to: current)]
        case .memory(let data): return [.endData, .execute(current, data)]
        }
    }

    private func discards(_ id: TransactionID) -> Bool {
        discarded == .cancelled(id) || discarded == .unknownOperation(id)
    }

    // MARK: Answers

    /// Processes the answer of the operation that an upload executes.
    mutating func uploadAnswered(_ answer: Answer, to request: OperationRequest) -> [Action] {
        guard request == current, case .upload(let upload) = store else { return [] }
        switch upload {
        case .receiving:
            store = .upload(.receiving(answer))
            return []
        case .received(let isComplete):
            store = .upload(.answered)
            return [.respond(isComplete ? answer : Answer(.incompleteTransfer), to: request)]
        case .answered: return []
        }
    }

    /// Records that the response was sent: the next request may arrive.
    mutating func responded() { order.responded() }

    /// Processes the execution of an unknown operation: data may follow its response, and is discarded.
    mutating func operationUnknown(_ id: TransactionID) { discarded = .unknownOperation(id) }

    // MARK: Cancellation

    /// Processes a cancellation by the client. One of another than the current transaction is ignored.
    mutating func cancelled(_ id: TransactionID) -> [Action] {
        guard let current else {
            cancelledEarly = id
            return []
        }
        let wasReceiving = isReceiving
        guard order.cancelled(id) == .cancel else { return [] }
        discarded = .cancelled(id)
        guard case .upload(let upload) = store else {
            // Nothing is being executed yet; only the response is missing.
            return [.endData, .abort] + (wasReceiving ? [.respond(Answer(.transactionCanceled), to: current)] : [])
        }
        guard case .receiving(let answer) = upload else { return [.endData, .abort] }
        store = .upload(.received(isComplete: true))
        return [.endData, .abort] + (answer.map { uploadAnswered($0, to: current) } ?? [])
    }
}
