import HotShoeSupport
import PTP
import PTPSession
import Sockets

// Responses and data of the device.

extension CommandChannel {
    /// Maximum number of late bytes of cancelled transactions.
    private static let unexpectedLimit = 16 << 20

    /// Maximum number of events and probes that are ignored on this connection while an answer is due. A camera that sends
    /// more would occupy a processor for the duration of the wait.
    private static let strayLimit = 1000

    /// Receives what is available; returns `false` if there is nothing now.
    mutating func receive() throws(LinkFailure) -> Bool {
        let buffer = input ?? BufferPool.shared.acquire()
        input = buffer
        if unread.isEmpty {
            unread = 0..<0
        } else if unread.lowerBound > 0, BufferPool.bufferSize - unread.upperBound < CommandFormat.longestItem {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer.memory[unread])
            unsafe buffer.memory.copyMemory(from: rest)
            unread = 0..<unread.count
        }
        if let came = try receiveInPlace(buffer) { return came }
        // Does not read into the data if it can be received in place.
        let most = unread.isEmpty && awaitsDataInPlace ? format.dataHead : BufferPool.bufferSize - unread.upperBound
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
        guard unread.isEmpty, let expected = format.expected, let receiver, receiver.lendsMemory,
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
            guard let (id, count, endsData) = format.dataReceived(byteCount: placed) else { return true }
            _ = try step { machine throws(TransactionError) in try machine.dataReceived(id, byteCount: count) }
            if endsData { try dataEnded(id) }
            return true
        }
    }

    /// Parses the received bytes, at most `limit` packets, and subtracts their number from it. Returns the transaction if it has
    /// finished.
    mutating func parse(
        _ limit: inout Int
    ) throws(LinkFailure) -> (LinkTransaction, Result<OperationResponse, LinkTransactionFailure>)? {
        guard let buffer = input else { return nil }
        while !unread.isEmpty, limit > 0 {
            limit -= 1
            let bytes = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer.memory[unread]))
            guard let (item, count) = try format.next(in: bytes) else { return nil }
            if case .payload(let id, let endsData) = item {
                try payload(id, bytes.extracting(0..<count))
                unread = unread.lowerBound + count..<unread.upperBound
                if endsData { try dataEnded(id) }
            } else {
                unread = unread.lowerBound + count..<unread.upperBound
                if let done = try handle(item) { return done }
            }
        }
        return nil
    }

    private mutating func handle(
        _ item: CommandFormat.Item
    ) throws(LinkFailure) -> (LinkTransaction, Result<OperationResponse, LinkTransactionFailure>)? {
        switch item {
        case .dataBegan(let id, let total): try dataBegan(id, announced: total)
        case .dataEnded(let id, let began):
            if began { try dataBegan(id, announced: 0) }
            try dataEnded(id)
        case .pieceBegan, .payload: break
        case .response(let response): return try responded(response)
        case .cancelled(let id):
            // The device cancels its own data; the response contains the reason.
            if let machine = underWay?.machine, underWay?.machine.cancelled(id) == true, underWay?.isCancelled == false {
                underWay?.failure = .broken(.dataEndsEarly(announced: .max, received: machine.receivedBytes))
            }
        case .stray:
            strayPackets += 1
            guard strayPackets <= Self.strayLimit else {
                throw .protocolBroken("the camera floods the command connection with probes or events")
            }
        }
        return nil
    }

    private mutating func dataBegan(_ id: TransactionID, announced total: UInt64?) throws(LinkFailure) {
        if try step({ machine throws(TransactionError) in try machine.dataBegan(id, announced: total) }) == .proceed {
            receiver?.dataBegan(announcedBytes: total)
        }
    }

    /// Handles a response. Returns the transaction if it has thereby finished.
    private mutating func responded(
        _ response: OperationResponse
    ) throws(LinkFailure) -> (LinkTransaction, Result<OperationResponse, LinkTransactionFailure>)? {
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
}
