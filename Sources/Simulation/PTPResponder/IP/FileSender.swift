import CameraModel
import HotShoeSupport
import PTP

/// Sends the pieces of a file as packets. Used by one thread at a time: the driver's during the download, then the task's.
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

    /// Maximum size of a piece, in bytes, that is sent together with the response.
    private static let smallPiece = 64 * 1024

    init(_ link: IPLink, _ transaction: TransactionID, _ payload: FilePayload, _ response: OperationResponse) {
        self.link = link
        self.transaction = transaction
        self.payload = payload
        self.response = response
    }

    /// Sends a piece; returns `false` after the last piece, or if the link has ended.
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

    /// Returns the bytes that complete the answer: the end of interrupted data, and the response. Nil if the answer is complete.
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
