import Glibc
import HotShoeSupport
import PTP
import PTPSession
import Sockets

/// Protocol on the command connection: sends a request with its data, and parses received packets. **Single-owner**: used by
/// the thread that drives the connection.
struct CommandChannel {
    /// Reason why the channel cannot continue now.
    enum Pause {
        /// No transaction is under way.
        case idle
        case toReceive
        case toSend
        /// Received bytes may be left; other work has its turn first.
        case busy
        /// The link has ended.
        case ended(LinkFailure)
    }

    let socket: Socket
    var format: CommandFormat
    var input: BufferPool.Buffer?
    /// Range of the received bytes that have not been used.
    var unread = 0..<0
    var output: BufferPool.Buffer?
    /// Range of the output that has not been sent.
    var unsent = 0..<0
    /// Reused for every packet that is sent.
    var writer = DatasetWriter()
    var leftToProvide: UInt64 = 0
    /// Number of bytes received without a transaction.
    var unexpectedBytes = 0

    /// Number of packets since the last request that do not belong on this connection.
    var strayPackets = 0

    struct UnderWay {
        let transaction: LinkTransaction
        var machine: InitiatorTransaction
        /// Whether the receiver accepts more data.
        var wantsData = true
        var isCancelled = false
        /// Offset of the cancellation packet in the output.
        var cancellation: Int?
        var isSent = false
        var failure: LinkTransactionFailure?
    }

    var underWay: UnderWay?
    /// Whether the request has just been sent, so that there cannot be an answer yet.
    var hasJustSent = false

    /// Whether the data for the device has ended early, in a protocol that cannot report that.
    var isBroken = false

    init(_ socket: Socket, _ format: CommandFormat = .packets, received: [UInt8]) {
        (self.socket, self.format) = (socket, format)
        if !received.isEmpty {
            let buffer = BufferPool.shared.acquire()
            unsafe buffer.memory.copyBytes(from: received)
            input = buffer
            unread = 0..<received.count
        }
    }

    /// Whether a transaction is under way.
    var isBusy: Bool { underWay != nil }

    /// Starts a transaction. With `sending`, sends the request and the first data as far as there is space; otherwise the
    /// next ``work()`` sends them.
    mutating func begin(_ transaction: LinkTransaction, sending: Bool = false) {
        underWay = UnderWay(
            transaction: transaction,
            machine: InitiatorTransaction(transaction.request.transaction, transaction.dataPhase)
        )
        (unexpectedBytes, strayPackets) = (0, 0)
        let buffer = output ?? BufferPool.shared.acquire()
        output = buffer
        writer.clear()
        var provider: (any DataProvider)?
        if case .send(let given) = transaction.data { provider = given }
        if let provider { leftToProvide = provider.byteCount }
        format.write(transaction.request, dataBytes: provider?.byteCount, to: &writer)
        unsafe buffer.memory.copyBytes(from: writer.bytes)
        unsent = 0..<writer.bytes.count
        if let provider { provide(provider, buffer) }
        // The next ``work()`` reports an error again.
        if sending { hasJustSent = (try? send()) ?? false }
    }

    /// Cancels the transaction: discards its data and sends a cancellation to the device. Without one, data for the device is sent to its
    /// end.
    mutating func cancel() {
        guard let id = underWay?.transaction.request.transaction, underWay?.isCancelled == false else { return }
        underWay?.isCancelled = true
        underWay?.wantsData = false
        guard format.hasCancellation else { return }
        leftToProvide = 0
        let buffer = output ?? BufferPool.shared.acquire()
        output = buffer
        writer.clear()
        format.writeCancellation(id, to: &writer)
        // The packet in the buffer is completed first.
        guard unsent.upperBound + writer.bytes.count <= BufferPool.bufferSize else { return }
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[unsent.upperBound...]).copyBytes(from: writer.bytes)
        underWay?.cancellation = unsent.upperBound
        unsent = unsent.lowerBound..<unsent.upperBound + writer.bytes.count
        underWay?.isSent = false
    }

    /// Maximum number of receptions of one ``work()``: a camera that never stops sending must delay neither a cancellation nor the
    /// deadline of a thread that waits.
    private static let receptionLimit = 64

    /// Maximum number of packets of one ``work()``, for the same reason: a reception may contain 20,000 of one byte of data.
    private static let packetLimit = 4096

    /// Sends and receives until nothing more can be done, the transaction has finished, or other work must have its turn.
    ///
    /// - Returns: The reason for stopping, or the finished transaction with its result.
    mutating func work() -> (Pause?, (LinkTransaction, Result<OperationResponse, LinkTransactionFailure>)?) {
        do throws(LinkFailure) {
            var packets = Self.packetLimit
            for _ in 0..<Self.receptionLimit {
                if let done = try parse(&packets) {
                    rest()
                    return (nil, done)
                }
                if packets == 0 { break }
                if try !send() {
                    // The device may refuse before it has received all data.
                    if try !receive() { return (.toSend, nil) }
                } else if underWay == nil, unread.isEmpty {
                    rest()
                    if try !receive() { return (.idle, nil) }
                } else if hasJustSent, unread.isEmpty {
                    hasJustSent = false
                    return (.toReceive, nil)
                } else if try !receive() {
                    return (.toReceive, nil)
                }
            }
            return (.busy, nil)
        } catch {
            return (.ended(error), nil)
        }
    }

    /// Ends the channel and returns the transaction that was under way.
    mutating func end() -> LinkTransaction? {
        defer { underWay = nil }
        release()
        return underWay?.transaction
    }

    // MARK: Memory

    /// Returns the input buffer to the pool if it is empty.
    private mutating func rest() {
        if unread.isEmpty, let buffer = input {
            BufferPool.shared.release(buffer)
            input = nil
        }
    }

    private mutating func release() {
        if let input { BufferPool.shared.release(input) }
        if let output { BufferPool.shared.release(output) }
        (input, output) = (nil, nil)
        (unread, unsent) = (0..<0, 0..<0)
    }
}
