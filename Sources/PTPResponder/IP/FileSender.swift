import CameraModel
import HotShoeSupport
import PTP

/// Makes a file's pieces packets. Used by one thread at a time: the driver's, then, when that is done, the task's.
final class FileSender: Sendable {
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
