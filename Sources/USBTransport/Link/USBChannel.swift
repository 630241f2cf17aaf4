import HotShoeSupport
import PTP
import PTPSession

/// The bulk endpoints' own work: sends a request with its data, takes apart what comes. **Single-owner**: of the thread that drives the
/// connection.
struct USBChannel {
    /// Why it cannot go on by itself.
    enum Halt {
        /// The transaction is given up: the device must be told.
        case givenUp(TransactionID)
        case stalled(endpoint: UInt8)
        /// The device is not there any more.
        case gone
        /// Nothing can be understood any more, with the reason.
        case confused(String)
    }

    typealias Done = (transaction: LinkTransaction, result: Result<OperationResponse, LinkTransactionFailure>)

    private struct UnderWay {
        let transaction: LinkTransaction
        var machine: InitiatorTransaction
        /// More data is wanted.
        var wantsData = true
        var isCancelled = false
        var failure: LinkTransactionFailure?
        /// The response, while something of the receiver's memory is still in flight.
        var response: OperationResponse?
        /// How far the receiver's memory is in use; nil where it cannot be used (any more).
        var loan: Loan?
        var hasBorrowed = false
    }

    private struct Loan {
        let memory: LentMemory
        /// For how many bytes reads were begun.
        var begun = 0
    }

    private let handle: any USBHandle
    private let interface: StillImageInterface
    private let options: USBOptions
    private var parser = USBContainerParser()
    private var reads: USBReads
    private var writes: USBWrites
    private var underWay: UnderWay?

    /// In bytes: what is asked for while nobody knows what comes.
    private static let firstRead = 16 << 10

    init(
        _ handle: any USBHandle,
        _ interface: StillImageInterface,
        _ options: USBOptions,
        whenCompleted: @escaping @Sendable (USBTransfer) -> Void
    ) {
        self.handle = handle
        self.interface = interface
        self.options = options
        reads = USBReads(interface.bulkIn, whenCompleted: whenCompleted)
        writes = USBWrites(interface.bulkOut, whenCompleted: whenCompleted)
    }

    /// Whether nothing is in flight.
    var isQuiet: Bool { reads.isEmpty && !writes.isOnItsWay }
    var isBusy: Bool { underWay != nil }
    var transaction: LinkTransaction? { underWay?.transaction }

    // MARK: Beginning and ending

    /// Begins a transaction: its request goes out.
    mutating func begin(_ transaction: LinkTransaction) -> Halt? {
        let request = transaction.request
        underWay = UnderWay(
            transaction: transaction,
            machine: InitiatorTransaction(request.transaction, transaction.dataPhase)
        )
        var provider: (any DataProvider)?
        if case .send(let given) = transaction.data { provider = given }
        do throws(USBError) { try writes.begin(request, provider, handle) } catch { return halt(error, interface.bulkOut) }
        return send()
    }

    /// Begins the first read of a transaction, once a write has completed.
    ///
    /// Not before the device has the request with its data: one read too early is never answered by some (observed with QEMU's usb-mtp behind
    /// xHCI), or halts the endpoint. Data of many transfers is the exception, so that a device can refuse it before it has everything.
    private mutating func listen() -> Halt? {
        guard let current = underWay, current.response == nil, reads.isEmpty, writes.isEmpty || writes.hasMore else { return nil }
        do throws(USBError) {
            try beginRead(awaitsDataInPlace ? interface.packetSizeIn : Self.firstRead)
            return nil
        } catch { return halt(error, interface.bulkIn) }
    }

    /// The transaction is given up, by who wanted it: the device is to be told.
    mutating func giveUp() -> Halt? {
        guard let current = underWay, !current.isCancelled else { return nil }
        underWay?.isCancelled = true
        underWay?.wantsData = false
        return .givenUp(current.machine.id)
    }

    /// Wants everything that is in flight to end.
    mutating func stop() {
        reads.cancel(handle)
        writes.cancel(handle)
        letGoOfCompleted()
    }

    /// A transfer of these endpoints was completed, and what is in it does not matter any more.
    mutating func discard(_ transfer: USBTransfer) {
        if writes.completed(transfer) != nil { return }
        reads.completed(transfer)
        letGoOfCompleted()
    }

    private mutating func letGoOfCompleted() {
        while let read = reads.popCompleted() { reads.letGo(read) }
    }

    /// Reads what is still on its way, to throw it away; whether there was something to begin.
    mutating func drain() throws(USBError) { try reads.begin(Self.firstRead, handle) }

    /// The device is in step again: what was under way is over.
    ///
    /// - Parameter failure: why, if it was not given up by who wanted it.
    mutating func recovered(_ failure: LinkTransactionFailure) -> Done? {
        parser.reset()
        guard let current = underWay else { return nil }
        underWay = nil
        // It said no before it had everything: that is the answer.
        if let response = current.response, !current.isCancelled, response.code != .ok {
            return (current.transaction, .success(response))
        }
        if current.isCancelled { return (current.transaction, .failure(.cancelled)) }
        return (current.transaction, .failure(current.failure ?? failure))
    }

    /// The device has halted an endpoint, which has begun again: its word may still come.
    mutating func awaitResponse() throws(USBError) {
        parser.reset()
        underWay?.wantsData = false
        if underWay?.failure == nil { underWay?.failure = .broken(.stalled) }
        if case .dataIn? = underWay?.machine.dataPhase, let id = underWay?.machine.id { _ = underWay?.machine.givenUp(id) }
        try beginRead(Self.firstRead)
    }

    /// What was under way, when the link is over.
    mutating func end() -> LinkTransaction? {
        defer { underWay = nil }
        return underWay?.transaction
    }

    // MARK: Transfers

    /// Takes in a transfer that was completed.
    ///
    /// - Returns: what stands in the way, or the transaction that is over.
    mutating func completed(_ transfer: USBTransfer) -> (Halt?, Done?) {
        if let status = writes.completed(transfer) {
            switch status {
            case .completed:
                if let halt = send() { return (halt, nil) }
                if let done = finish() { return (nil, done) }
                return (listen(), nil)
            case .cancelled: return (nil, nil)
            case .failed(let error): return (halt(error, interface.bulkOut), nil)
            }
        }
        reads.completed(transfer)
        var done: Done?
        while let read = reads.popCompleted() {
            let halt = take(read)
            reads.letGo(read)
            if let halt { return (halt, done) }
            done = finish() ?? done
        }
        guard let response = underWay?.response else { return (done == nil ? proceed() : nil, done) }
        // The rest of the data would be taken for the next request.
        if writes.hasMore { return (.givenUp(response.transaction), done) }
        // Its memory is the receiver's: nothing is over before nobody writes to it.
        reads.cancel(onlyLent: true, handle)
        return (nil, done)
    }

    private func halt(_ error: USBError, _ endpoint: UInt8) -> Halt {
        switch error {
        case .gone: .gone
        case .overflow: .confused("the camera sent more than a packet holds")
        // Whatever it was: the endpoint stands still.
        default: .stalled(endpoint: endpoint)
        }
    }

    /// Sends as much as may be on its way.
    private mutating func send() -> Halt? {
        do throws(USBError) {
            if try writes.proceed(handle) { return nil }
        } catch { return halt(error, interface.bulkOut) }
        underWay?.failure = .providerFailed
        return underWay.map { .givenUp($0.machine.id) }
    }

    // MARK: Reading

    private mutating func take(_ read: USBReads.Read) -> Halt? {
        let transfer = read.transfer
        switch unsafe transfer.status {
        case .cancelled: return nil
        case .failed(let error): return halt(error, interface.bulkIn)
        case .completed: break
        }
        do throws(Trouble) {
            if case .lent = read.place, underWay?.loan != nil {
                try took(unsafe transfer.byteCount)
            } else if unsafe transfer.byteCount > 0 {
                try take(transfer.bytes)
            }
            if transfer.isShort { try transferEnded() }
        } catch { return error.halt }
        return nil
    }

    private struct Trouble: Error {
        let halt: Halt
    }

    private mutating func take(_ bytes: RawSpan) throws(Trouble) {
        var offset = 0
        while offset < bytes.byteCount {
            let rest = bytes.extracting(offset..<bytes.byteCount)
            let found: USBContainerParser.Found
            do throws(USBContainer.Failure) {
                found = try parser.next(in: rest)
            } catch { throw Trouble(halt: .confused(error.description)) }
            switch found {
            case .incomplete: return
            case .message(let container, let parameters, let count):
                offset += count
                try message(container, parameters)
            case .dataBegan(let container, let total, let count):
                offset += count
                try dataBegan(container, total)
            case .payload(let id, let count, let endsData):
                try payload(id, rest.extracting(0..<count))
                offset += count
                if endsData { try dataEnded(id) }
            }
        }
    }

    /// Data came into memory of the receiver.
    private mutating func took(_ byteCount: Int) throws(Trouble) {
        guard case .payload(let id, let count, let endsData) = parser.took(byteCount: byteCount) else { return }
        let action = try step { machine throws(TransactionError) in try machine.dataCame(id, byteCount: count) }
        if action == .deliver, let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data {
            receiver.filled(count)
        }
        if endsData { try dataEnded(id) }
    }

    private mutating func transferEnded() throws(Trouble) {
        switch parser.transferEnded() {
        case .nothing: break
        case .message(let container, let parameters): try message(container, parameters)
        case .data(let id): try dataEnded(id)
        }
    }

    private mutating func message(_ container: USBContainer, _ parameters: Parameters) throws(Trouble) {
        guard container.kind == .response else {
            if container.kind == .event { return }
            throw Trouble(halt: .confused("an unexpected kind of container on the bulk-in endpoint"))
        }
        let response = OperationResponse(ResponseCode(rawValue: container.code), container.transaction, parameters)
        if underWay?.isCancelled == true { _ = underWay?.machine.givenUp(response.transaction) }
        let action = try step { machine throws(TransactionError) in try machine.responded(response) }
        if case .finish(let response)? = action { underWay?.response = response }
    }

    private mutating func dataBegan(_ container: USBContainer, _ total: UInt64?) throws(Trouble) {
        let action = try step { machine throws(TransactionError) in
            try machine.dataBegan(container.transaction, announced: total)
        }
        if action == .proceed, let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data {
            receiver.dataBegan(announcedBytes: total)
        }
        if total == 0 { try dataEnded(container.transaction) }
    }

    private mutating func payload(_ id: TransactionID, _ bytes: RawSpan) throws(Trouble) {
        let action = try step { machine throws(TransactionError) in try machine.dataCame(id, byteCount: bytes.byteCount) }
        guard action == .deliver, let current = underWay, current.wantsData,
            case .receive(let receiver) = current.transaction.data
        else { return }
        if !receiver.dataCame(bytes) {
            underWay?.wantsData = false
            underWay?.isCancelled = true
            throw Trouble(halt: .givenUp(current.machine.id))
        }
    }

    private mutating func dataEnded(_ id: TransactionID) throws(Trouble) {
        underWay?.loan = nil
        _ = try step { machine throws(TransactionError) in try machine.dataEnded(id) }
    }

    /// Lets the state machine judge; without a transaction everything is late and dropped.
    private mutating func step(
        _ body: (inout InitiatorTransaction) throws(TransactionError) -> InitiatorTransaction.Action
    ) throws(Trouble) -> InitiatorTransaction.Action? {
        guard underWay != nil else { return .drop }
        do throws(TransactionError) {
            return try body(&underWay!.machine)
        } catch {
            guard error.isInStep else { throw Trouble(halt: .confused(error.description)) }
            if underWay?.isCancelled == false { underWay?.failure = .broken(error) }
            return nil
        }
    }

    // MARK: What to read next

    /// The transaction, if it is over and nothing writes to its memory any more.
    private mutating func finish() -> Done? {
        guard let current = underWay, let response = current.response, !reads.hasLent else { return nil }
        if !writes.isEmpty { return nil }
        underWay = nil
        // A refusal says better why data is missing.
        if let failure = current.failure, response.code == .ok || failure == .providerFailed {
            return (current.transaction, .failure(failure))
        }
        if current.isCancelled { return (current.transaction, .failure(.cancelled)) }
        return (current.transaction, .success(response))
    }

    /// Whether the receiver of what is under way has memory of its own.
    private var awaitsDataInPlace: Bool {
        guard let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data else {
            return false
        }
        return receiver.lendsMemory
    }

    /// Begins the reads that what is to come takes.
    private mutating func proceed() -> Halt? {
        guard underWay != nil else { return nil }
        do throws(USBError) {
            guard parser.isInData else {
                if reads.isEmpty { try beginRead(Self.firstRead) }
                return nil
            }
            while reads.count < options.transfersInFlight {
                guard try beginNextRead() else { break }
            }
        } catch { return halt(error, interface.bulkIn) }
        return nil
    }

    /// Begins the next read of data; false when all that is announced, and the response behind it, has room.
    private mutating func beginNextRead() throws(USBError) -> Bool {
        guard let expected = parser.expected else {
            try beginRead(options.transferSize)
            return true
        }
        let uncovered = expected - min(expected, UInt64(reads.size))
        if try beginLentRead(uncovered) { return true }
        // One more for the response.
        if uncovered == 0, UInt64(reads.size) >= expected + UInt64(Self.firstRead) { return false }
        let size = uncovered > UInt64(Self.firstRead) ? Int(min(UInt64(options.transferSize), uncovered)) : Self.firstRead
        // Whole packets, or the device's last one might not fit.
        try beginRead((size + interface.packetSizeIn - 1) / interface.packetSizeIn * interface.packetSizeIn)
        return true
    }

    /// Begins a read into the receiver's own memory: whole packets of what is announced.
    private mutating func beginLentRead(_ uncovered: UInt64) throws(USBError) -> Bool {
        guard awaitsDataInPlace, let current = underWay, current.machine.room(for: current.machine.id) > 0,
            case .receive(let receiver) = current.transaction.data
        else { return false }
        let packet = interface.packetSizeIn
        // Only as the first read of the data's rest, and as long as every one before it was one too.
        if !current.hasBorrowed, reads.isEmpty, uncovered >= UInt64(packet) {
            underWay?.hasBorrowed = true
            let limit = Int(min(uncovered, UInt64(Int.max))) / packet * packet
            underWay?.loan = receiver.lend(upTo: limit).map { Loan(memory: $0) }
        }
        guard let loan = underWay?.loan else { return false }
        let left = unsafe min(UInt64(loan.memory.bytes.count - loan.begun), uncovered)
        let size = Int(min(left, UInt64(options.transferSize))) / packet * packet
        if size == 0 { return false }
        try reads.begin(loan.memory, loan.begun..<loan.begun + size, handle)
        underWay?.loan?.begun += size
        return true
    }

    /// Begins a read into a buffer; with less where the system has no memory for so much.
    private mutating func beginRead(_ size: Int) throws(USBError) {
        do throws(USBError) {
            try reads.begin(size, handle)
        } catch {
            guard error == .noMemory, size > Self.firstRead else { throw error }
            try reads.begin(Self.firstRead, handle)
        }
    }
}
