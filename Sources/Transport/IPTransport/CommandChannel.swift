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
        /// The link has ended.
        case ended(LinkFailure)
    }

    let socket: Socket
    private var parser = IPPacketParser()
    private var input: BufferPool.Buffer?
    /// Range of the received bytes that have not been used.
    private var unread = 0..<0
    private var output: BufferPool.Buffer?
    /// Range of the output that has not been sent.
    private var unsent = 0..<0
    /// Reused for every packet that is sent.
    private var writer = DatasetWriter()
    private var leftToProvide: UInt64 = 0
    /// Number of bytes received without a transaction.
    private var unexpectedBytes = 0

    /// Maximum number of late bytes of cancelled transactions.
    private static let unexpectedLimit = 16 << 20

    /// Number of packets since the last request that do not belong on this connection.
    private var strayPackets = 0

    /// Maximum number of events and probes that are ignored on this connection while an answer is due. A camera that sends
    /// more would occupy a processor for the duration of the wait.
    private static let strayLimit = 1000

    private struct UnderWay {
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

    private var underWay: UnderWay?
    /// Whether the request has just been sent, so that there cannot be an answer yet.
    private var hasJustSent = false

    init(_ socket: Socket, received: [UInt8]) {
        self.socket = socket
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
        write(.operationRequest(transaction.request, dataFollows: provider != nil))
        if let provider {
            leftToProvide = provider.byteCount
            write(.startData(transaction.request.transaction, totalBytes: provider.byteCount))
        }
        unsafe buffer.memory.copyBytes(from: writer.bytes)
        unsent = 0..<writer.bytes.count
        if let provider { provide(provider, buffer) }
        // The next ``work()`` reports an error again.
        if sending { hasJustSent = (try? send()) ?? false }
    }

    /// Cancels the transaction: discards its data and sends a cancellation to the device.
    mutating func cancel() {
        guard let id = underWay?.transaction.request.transaction, underWay?.isCancelled == false else { return }
        underWay?.isCancelled = true
        underWay?.wantsData = false
        leftToProvide = 0
        let buffer = output ?? BufferPool.shared.acquire()
        output = buffer
        writer.clear()
        write(.cancel(id))
        // The packet in the buffer is completed first.
        guard unsent.upperBound + writer.bytes.count <= BufferPool.bufferSize else { return }
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[unsent.upperBound...]).copyBytes(from: writer.bytes)
        underWay?.cancellation = unsent.upperBound
        unsent = unsent.lowerBound..<unsent.upperBound + writer.bytes.count
        underWay?.isSent = false
    }

    /// Sends and receives until nothing more can be done, or the transaction has finished.
    ///
    /// - Returns: The reason for stopping, or the finished transaction with its result.
    mutating func work() -> (Pause?, (LinkTransaction, Result<OperationResponse, LinkTransactionFailure>)?) {
        do throws(LinkFailure) {
            while true {
                if let done = try parse() {
                    rest()
                    return (nil, done)
                }
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

    // MARK: Sending

    private mutating func write(_ packet: IPPacket) {
        // Writing can only fail for invalid names, which none of these packets contain.
        try! packet.write(to: &writer)
    }

    /// Appends the next data to the unsent output.
    private mutating func provide(_ provider: any DataProvider, _ buffer: BufferPool.Buffer) {
        guard let id = underWay?.transaction.request.transaction else { return }
        let headSize = 12
        let start = unsent.upperBound + headSize
        guard start < BufferPool.bufferSize else { return }
        let room = Int(min(UInt64(BufferPool.bufferSize - start), leftToProvide))
        var filled = 0
        while filled < room {
            let place = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[start + filled..<start + room])
            let count = unsafe min(max(0, provider.read(into: place)), place.count)
            if count == 0 { break }
            filled += count
        }
        if filled < room {
            underWay?.failure = .providerFailed
            leftToProvide = 0
        } else {
            leftToProvide -= UInt64(filled)
        }
        writer.clear()
        write(.data(id, payloadBytes: filled, isLast: leftToProvide == 0))
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[unsent.upperBound..<start]).copyBytes(from: writer.bytes)
        unsent = unsent.lowerBound..<start + filled
    }

    /// Sends the output; returns `false` if there is no space in the socket now.
    private mutating func send() throws(LinkFailure) -> Bool {
        guard underWay?.isSent == false, let buffer = output else { return true }
        while true {
            while !unsent.isEmpty {
                let memory = unsafe UnsafeRawBufferPointer(rebasing: buffer.memory[unsent])
                let outcome: Socket.Outcome
                do throws(SocketError) {
                    outcome = try unsafe socket.send(memory, UnsafeRawBufferPointer(start: nil, count: 0))
                } catch { throw .lost(error.description) }
                switch outcome {
                case .bytes(let count): unsent = unsent.lowerBound + count..<unsent.upperBound
                case .wouldBlock: return false
                case .closed: throw .closedByDevice
                }
            }
            unsent = 0..<0
            guard leftToProvide > 0, case .send(let provider)? = underWay?.transaction.data else { break }
            provide(provider, buffer)
        }
        underWay?.isSent = true
        BufferPool.shared.release(buffer)
        output = nil
        return true
    }

    // MARK: Receiving

    /// Receives what is available; returns `false` if there is nothing now.
    private mutating func receive() throws(LinkFailure) -> Bool {
        let buffer = input ?? BufferPool.shared.acquire()
        input = buffer
        if unread.isEmpty {
            unread = 0..<0
        } else if unread.lowerBound > 0, BufferPool.bufferSize - unread.upperBound < IPPacketParser.longestPacket {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer.memory[unread])
            unsafe buffer.memory.copyMemory(from: rest)
            unread = 0..<unread.count
        }
        if let came = try receiveInPlace(buffer) { return came }
        // Does not read into the data if it can be received in place.
        let most = unread.isEmpty && awaitsDataInPlace ? Self.dataHead : BufferPool.bufferSize - unread.upperBound
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[unread.upperBound..<unread.upperBound + most])
        let outcome: Socket.Outcome
        do throws(SocketError) { outcome = try unsafe socket.receive(into: room) } catch { throw .lost(error.description) }
        switch outcome {
        case .bytes(let count):
            unread = unread.lowerBound..<unread.upperBound + count
            if underWay == nil {
                unexpectedBytes += count
                if unexpectedBytes > Self.unexpectedLimit { throw .protocolBroken("the camera sent data outside a transaction") }
            }
            return true
        case .wouldBlock: return false
        case .closed: throw .closedByDevice
        }
    }

    /// Maximum size of the packets before the data of a transaction, in bytes: StartData and the header of a data packet.
    private static let dataHead = 32

    /// The receiver of the current transaction's data; nil if no data is accepted.
    private var receiver: (any DataReceiver)? {
        guard underWay?.wantsData == true, case .receive(let receiver)? = underWay?.transaction.data else { return nil }
        return receiver
    }

    /// Whether the current receiver provides memory and accepts data.
    private var awaitsDataInPlace: Bool { receiver?.lendsMemory ?? false }

    /// Receives the rest of a packet's data in the receiver's memory, and following bytes in the buffer.
    ///
    /// - Returns: `false` if there is nothing now; nil if the data cannot be received in place.
    private mutating func receiveInPlace(_ buffer: BufferPool.Buffer) throws(LinkFailure) -> Bool? {
        guard unread.isEmpty, let expected = parser.expected, let receiver, receiver.lendsMemory,
            let room = underWay?.machine.room(for: expected.transaction)
        else { return nil }
        let limit = min(expected.byteCount, Int(clamping: room))
        if limit == 0 { return nil }
        guard let lent = receiver.lend(upTo: limit) else { return nil }
        let outcome: Socket.Outcome
        do throws(SocketError) {
            // Bytes reach the buffer only if the lent memory is full.
            outcome = try unsafe socket.receive(into: lent.bytes, buffer.memory)
        } catch { throw .lost(error.description) }
        switch outcome {
        case .wouldBlock: return false
        case .closed: throw .closedByDevice
        case .bytes(let count):
            let placed = unsafe min(count, lent.bytes.count)
            receiver.filled(placed)
            unread = 0..<count - placed
            guard case .payload(let id, let count, _, let endsData) = parser.dataReceived(byteCount: placed) else { return true }
            _ = try step { machine throws(TransactionError) in try machine.dataReceived(id, byteCount: count) }
            if endsData { try dataEnded(id) }
            return true
        }
    }

    /// Parses the received bytes. Returns the transaction if it has finished.
    private mutating func parse() throws(LinkFailure) -> (LinkTransaction, Result<OperationResponse, LinkTransactionFailure>)? {
        guard let buffer = input else { return nil }
        while !unread.isEmpty {
            let bytes = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer.memory[unread]))
            let found: IPPacketParser.Found
            do throws(IPPacketParser.Failure) {
                found = try parser.next(in: bytes)
            } catch {
                throw .protocolBroken(error.description)
            }
            switch found {
            case .incomplete: return nil
            case .packet(let packet, let count):
                unread = unread.lowerBound + count..<unread.upperBound
                if let done = try handle(packet) { return done }
            case .payload(let id, let count, _, let endsData):
                try payload(id, bytes.extracting(0..<count))
                unread = unread.lowerBound + count..<unread.upperBound
                if endsData { try dataEnded(id) }
            }
        }
        return nil
    }

    private mutating func handle(
        _ packet: IPPacket
    ) throws(LinkFailure) -> (LinkTransaction, Result<OperationResponse, LinkTransactionFailure>)? {
        switch packet {
        case .startData(let id, let total):
            if try step({ machine throws(TransactionError) in try machine.dataBegan(id, announced: total) }) == .proceed,
                let receiver
            {
                receiver.dataBegan(announcedBytes: total)
            }
        case .data(let id, let count, let isLast):
            if count == 0, isLast { try dataEnded(id) }
        case .operationResponse(let response):
            if underWay?.isCancelled == true { _ = underWay?.machine.cancelled(response.transaction) }
            guard case .finish(let response)? = try step({ machine throws(TransactionError) in try machine.responded(response) }),
                let current = underWay
            else { return nil }
            // The cancellation of a finished transaction need not be sent.
            if current.cancellation == unsent.lowerBound { unsent = 0..<0 }
            let isCutShort = !unsent.isEmpty || leftToProvide > 0
            underWay = nil
            if isCutShort {
                // The device would interpret the rest of the data as the next request.
                throw .protocolBroken(
                    "the camera answered \(current.transaction.request.code) with \(response.code) before it had the data"
                )
            }
            // A refusal explains better why data is missing.
            if let failure = current.failure, response.code == .ok || failure == .providerFailed {
                return (current.transaction, .failure(failure))
            }
            if current.isCancelled { return (current.transaction, .failure(.cancelled)) }
            return (current.transaction, .success(response))
        case .cancel(let id):
            // The device cancels its own data; the response contains the reason.
            if let machine = underWay?.machine, underWay?.machine.cancelled(id) == true, underWay?.isCancelled == false {
                underWay?.failure = .broken(.dataEndsEarly(announced: .max, received: machine.receivedBytes))
            }
        case .event, .probeRequest, .probeResponse:
            // These packets belong on the event connection; a few are harmless here.
            strayPackets += 1
            guard strayPackets <= Self.strayLimit else {
                throw .protocolBroken("the camera floods the command connection with probes or events")
            }
        default: throw .protocolBroken("an unexpected kind of packet on the command connection")
        }
        return nil
    }

    private mutating func payload(_ id: TransactionID, _ bytes: RawSpan) throws(LinkFailure) {
        guard
            try step({ machine throws(TransactionError) in try machine.dataReceived(id, byteCount: bytes.byteCount) })
                == .deliver,
            let receiver
        else { return }
        if !receiver.dataReceived(bytes) { cancelQuietly() }
    }

    /// Cancels the transaction because the receiver accepts no more data.
    private mutating func cancelQuietly() {
        underWay?.wantsData = false
        cancel()
    }

    private mutating func dataEnded(_ id: TransactionID) throws(LinkFailure) {
        _ = try step { machine throws(TransactionError) in try machine.dataEnded(id) }
    }

    /// Performs a step of the state machine. Without a transaction, packets are late and are discarded.
    private mutating func step(
        _ body: (inout InitiatorTransaction) throws(TransactionError) -> InitiatorTransaction.Action
    ) throws(LinkFailure) -> InitiatorTransaction.Action? {
        guard underWay != nil else { return .drop }
        do throws(TransactionError) {
            return try body(&underWay!.machine)
        } catch {
            guard error.isInStep else { throw .protocolBroken(error.description) }
            if underWay?.isCancelled == false { underWay?.failure = .broken(error) }
            return nil
        }
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
