import Glibc
import HotShoeSupport
import PTP
import PTPSession

/// The command connection's own work: sends a request with its data, takes what comes apart. **Single-owner**: of the thread that
/// drives the connection.
struct CommandChannel {
    /// What to do when nothing more can be done now.
    enum Pause {
        /// Nothing is under way.
        case idle
        case toReceive
        case toSend
        /// The link is over.
        case ended(LinkFailure)
    }

    let socket: Socket
    private var parser = IPPacketParser()
    private var input: BufferPool.Buffer?
    /// Where bytes are that were not used yet.
    private var unread = 0..<0
    private var output: BufferPool.Buffer?
    /// Where bytes are that were not sent yet.
    private var unsent = 0..<0
    /// Used again for every packet that goes out.
    private var writer = DatasetWriter()
    private var leftToProvide: UInt64 = 0
    /// How much came that nothing was asked for.
    private var unaskedBytes = 0

    /// So much may come late, of what was given up; more is a flood.
    private static let unaskedLimit = 16 << 20

    /// Packets without a place here since the last request.
    private var strayPackets = 0

    /// Maximum number of events and probes that are ignored on this connection while an answer is due. A camera that sends more would keep a
    /// processor busy for as long as the answer is waited for.
    private static let strayLimit = 1000

    private struct UnderWay {
        let transaction: LinkTransaction
        var machine: InitiatorTransaction
        /// More data is wanted.
        var wantsData = true
        var isCancelled = false
        /// Where in the output the cancellation begins.
        var cancellation: Int?
        var isSent = false
        var failure: LinkTransactionFailure?
    }

    private var underWay: UnderWay?
    /// The request went out a moment ago: there cannot be an answer yet.
    private var hasJustAsked = false

    init(_ socket: Socket, received: [UInt8]) {
        self.socket = socket
        if !received.isEmpty {
            let buffer = BufferPool.shared.take()
            unsafe buffer.memory.copyBytes(from: received)
            input = buffer
            unread = 0..<received.count
        }
    }

    /// Whether a transaction is under way.
    var isBusy: Bool { underWay != nil }

    /// Begins a transaction: its request, and the first of its data, go out now, as far as there is room, or with the next ``work()``.
    mutating func begin(_ transaction: LinkTransaction, sending: Bool = false) {
        underWay = UnderWay(
            transaction: transaction,
            machine: InitiatorTransaction(transaction.request.transaction, transaction.dataPhase)
        )
        (unaskedBytes, strayPackets) = (0, 0)
        let buffer = output ?? BufferPool.shared.take()
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
        // What goes wrong goes wrong again when the channel works.
        if sending { hasJustAsked = (try? send()) ?? false }
    }

    /// Gives the transaction up: its data is dropped, and the device is told.
    mutating func cancel() {
        guard let current = underWay, !current.isCancelled else { return }
        underWay?.isCancelled = true
        underWay?.wantsData = false
        leftToProvide = 0
        let buffer = output ?? BufferPool.shared.take()
        output = buffer
        writer.clear()
        write(.cancel(current.transaction.request.transaction))
        // What is in the buffer already goes first: a packet is never cut.
        guard unsent.upperBound + writer.bytes.count <= BufferPool.bufferSize else { return }
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[unsent.upperBound...]).copyBytes(from: writer.bytes)
        underWay?.cancellation = unsent.upperBound
        unsent = unsent.lowerBound..<unsent.upperBound + writer.bytes.count
        underWay?.isSent = false
    }

    /// Sends and receives until nothing more can be done, or the transaction is over.
    ///
    /// - Returns: why it stopped, or the transaction that is over with its result.
    mutating func work() -> (Pause?, (LinkTransaction, Result<OperationResponse, LinkTransactionFailure>)?) {
        do throws(LinkFailure) {
            while true {
                if let done = try take() {
                    rest()
                    return (nil, done)
                }
                if try !send() {
                    // The device may say no before it has everything.
                    if try !receive() { return (.toSend, nil) }
                } else if underWay == nil, unread.isEmpty {
                    rest()
                    if try !receive() { return (.idle, nil) }
                } else if hasJustAsked, unread.isEmpty {
                    hasJustAsked = false
                    return (.toReceive, nil)
                } else if try !receive() {
                    return (.toReceive, nil)
                }
            }
        } catch {
            return (.ended(error), nil)
        }
    }

    /// What was under way, when the link is over.
    mutating func end() -> LinkTransaction? {
        defer { underWay = nil }
        release()
        return underWay?.transaction
    }

    // MARK: Sending

    private mutating func write(_ packet: IPPacket) {
        // None of these has a name, which is all that could fail.
        try! packet.write(to: &writer)
    }

    /// Puts the next data behind what is unsent.
    private mutating func provide(_ provider: any DataProvider, _ buffer: BufferPool.Buffer) {
        guard let current = underWay else { return }
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
        write(.data(current.transaction.request.transaction, payloadBytes: filled, isLast: leftToProvide == 0))
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[unsent.upperBound..<start]).copyBytes(from: writer.bytes)
        unsent = unsent.lowerBound..<start + filled
    }

    /// Sends what there is; false when there is no room now.
    private mutating func send() throws(LinkFailure) -> Bool {
        guard let current = underWay, !current.isSent, let buffer = output else { return true }
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
            guard leftToProvide > 0, case .send(let provider) = current.transaction.data else { break }
            provide(provider, buffer)
        }
        underWay?.isSent = true
        BufferPool.shared.giveBack(buffer)
        output = nil
        return true
    }

    // MARK: Receiving

    /// Receives what there is; false when there is nothing now.
    private mutating func receive() throws(LinkFailure) -> Bool {
        let buffer = input ?? BufferPool.shared.take()
        input = buffer
        if unread.isEmpty {
            unread = 0..<0
        } else if unread.lowerBound > 0, BufferPool.bufferSize - unread.upperBound < IPPacketParser.longestPacket {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer.memory[unread])
            unsafe buffer.memory.copyMemory(from: rest)
            unread = 0..<unread.count
        }
        if let came = try receiveInPlace(buffer) { return came }
        // Not the data itself, where that can go to its place at once.
        let most = unread.isEmpty && awaitsDataInPlace ? Self.dataHead : BufferPool.bufferSize - unread.upperBound
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[unread.upperBound..<unread.upperBound + most])
        let outcome: Socket.Outcome
        do throws(SocketError) { outcome = try unsafe socket.receive(into: room) } catch { throw .lost(error.description) }
        switch outcome {
        case .bytes(let count):
            unread = unread.lowerBound..<unread.upperBound + count
            if underWay == nil {
                unaskedBytes += count
                if unaskedBytes > Self.unaskedLimit { throw .protocolBroken("the camera sent data outside a transaction") }
            }
            return true
        case .wouldBlock: return false
        case .closed: throw .closedByDevice
        }
    }

    /// In bytes: what comes before the data of a transaction, StartData and the head of a packet of data.
    private static let dataHead = 32

    /// Whether the receiver of what is under way has memory of its own, and data may come.
    private var awaitsDataInPlace: Bool {
        guard let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data else {
            return false
        }
        return receiver.lendsMemory
    }

    /// Receives what is left of a packet's data straight into the receiver's memory, and what follows into the buffer.
    ///
    /// - Returns: false when there is nothing now; nil where the data cannot be received so.
    private mutating func receiveInPlace(_ buffer: BufferPool.Buffer) throws(LinkFailure) -> Bool? {
        guard unread.isEmpty, let expected = parser.expected, awaitsDataInPlace, let current = underWay,
            case .receive(let receiver) = current.transaction.data
        else { return nil }
        let limit = min(expected.byteCount, Int(clamping: current.machine.room(for: expected.transaction)))
        if limit == 0 { return nil }
        guard let lent = receiver.lend(upTo: limit) else { return nil }
        let outcome: Socket.Outcome
        do throws(SocketError) {
            // Bytes behind those that are lent stand in the buffer only if these are full.
            outcome = try unsafe socket.receive(into: lent.bytes, buffer.memory)
        } catch { throw .lost(error.description) }
        switch outcome {
        case .wouldBlock: return false
        case .closed: throw .closedByDevice
        case .bytes(let count):
            let placed = unsafe min(count, lent.bytes.count)
            receiver.filled(placed)
            unread = 0..<count - placed
            guard case .payload(let id, let count, _, let endsData) = parser.took(byteCount: placed) else { return true }
            _ = try step { machine throws(TransactionError) in try machine.dataCame(id, byteCount: count) }
            if endsData { try dataEnded(id) }
            return true
        }
    }

    /// Takes apart what was received; the transaction, if it is over with that.
    private mutating func take() throws(LinkFailure) -> (LinkTransaction, Result<OperationResponse, LinkTransactionFailure>)? {
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
                let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data
            {
                receiver.dataBegan(announcedBytes: total)
            }
        case .data(let id, let count, let isLast):
            if count == 0, isLast { try dataEnded(id) }
        case .operationResponse(let response):
            if underWay?.isCancelled == true { _ = underWay?.machine.givenUp(response.transaction) }
            guard case .finish(let response)? = try step({ machine throws(TransactionError) in try machine.responded(response) }),
                let current = underWay
            else { return nil }
            // A cancellation of what is over needs not be said.
            if current.cancellation == unsent.lowerBound { unsent = 0..<0 }
            let isCutShort = !unsent.isEmpty || leftToProvide > 0
            underWay = nil
            if isCutShort {
                // The rest of the data would be taken for the next request.
                throw .protocolBroken(
                    "the camera answered \(current.transaction.request.code) with \(response.code) before it had the data"
                )
            }
            // A refusal says better why data is missing.
            if let failure = current.failure, response.code == .ok || failure == .providerFailed {
                return (current.transaction, .failure(failure))
            }
            if current.isCancelled { return (current.transaction, .failure(.cancelled)) }
            return (current.transaction, .success(response))
        case .cancel(let id):
            // The device gives its own data up: the response says why.
            if let machine = underWay?.machine, underWay?.machine.givenUp(id) == true, underWay?.isCancelled == false {
                underWay?.failure = .broken(.dataEndsEarly(announced: .max, received: machine.receivedBytes))
            }
        case .event, .probeRequest, .probeResponse:
            // These belong on the other connection; a few do no harm here.
            strayPackets += 1
            guard strayPackets <= Self.strayLimit else {
                throw .protocolBroken("the camera floods the command connection with probes or events")
            }
        default: throw .protocolBroken("an unexpected kind of packet on the command connection")
        }
        return nil
    }

    private mutating func payload(_ id: TransactionID, _ bytes: RawSpan) throws(LinkFailure) {
        guard try step({ machine throws(TransactionError) in try machine.dataCame(id, byteCount: bytes.byteCount) }) == .deliver,
            let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data
        else { return }
        if !receiver.dataCame(bytes) { cancelQuietly() }
    }

    /// The receiver has enough.
    private mutating func cancelQuietly() {
        underWay?.wantsData = false
        cancel()
    }

    private mutating func dataEnded(_ id: TransactionID) throws(LinkFailure) {
        _ = try step { machine throws(TransactionError) in try machine.dataEnded(id) }
    }

    /// Lets the state machine judge; without a transaction everything is late and dropped.
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

    /// Gives the memory back when nothing is in it.
    private mutating func rest() {
        if unread.isEmpty, let buffer = input {
            BufferPool.shared.giveBack(buffer)
            input = nil
        }
    }

    private mutating func release() {
        if let input { BufferPool.shared.giveBack(input) }
        if let output { BufferPool.shared.giveBack(output) }
        (input, output) = (nil, nil)
        (unread, unsent) = (0..<0, 0..<0)
    }
}
