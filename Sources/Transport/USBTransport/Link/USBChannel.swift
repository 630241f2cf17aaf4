import HotShoeSupport
import PTP
import PTPSession

/// Protocol on the bulk endpoints: sends a request with its data, and parses received data. **Single-owner**: used by the
/// thread that drives the connection.
struct USBChannel {
    /// Reason why the channel needs a recovery.
    enum Halt {
        /// The transaction was cancelled; the device must be notified.
        case cancelled(TransactionID)
        case stalled(endpoint: UInt8)
        /// The device is no longer connected.
        case disconnected
        /// The received data cannot be parsed; with the reason.
        case unparsable(String)
    }

    typealias Done = (transaction: LinkTransaction, result: Result<OperationResponse, LinkTransactionFailure>)

    private struct UnderWay {
        let transaction: LinkTransaction
        var machine: InitiatorTransaction
        /// Whether the receiver accepts more data.
        var wantsData = true
        var isCancelled = false
        var failure: LinkTransactionFailure?
        /// The response, while reads into the receiver's memory are still pending.
        var response: OperationResponse?
        /// Memory of the receiver in use; nil if it cannot be used.
        var loan: Loan?
        var hasBorrowed = false
    }

    private struct Loan {
        let memory: LentMemory
        /// Number of bytes for which reads have been submitted.
        var begun = 0
    }

    private let handle: any USBHandle
    private let interface: StillImageInterface
    private let options: USBOptions
    private var parser = USBContainerParser()
    private var reads: USBReads
    private var writes: USBWrites
    private var underWay: UnderWay?

    /// Size of a read while the amount of data is unknown, in bytes.
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

    /// Whether no transfer is pending.
    var isIdle: Bool { reads.isEmpty && !writes.isInFlight }
    var isBusy: Bool { underWay != nil }
    var transaction: LinkTransaction? { underWay?.transaction }

    // MARK: Beginning and ending

    /// Starts a transaction by sending its request.
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

    /// Submits the first read of a transaction after a write has completed.
    ///
    /// The read must not precede the request with its data: some devices never answer an early read (observed with QEMU's
    /// usb-mtp behind xHCI) or halt the endpoint. The exception is data in many transfers, so that a device can refuse it
    /// before it has received everything.
    private mutating func listen() -> Halt? {
        guard let current = underWay, current.response == nil, reads.isEmpty, writes.isEmpty || writes.hasMore else { return nil }
        do throws(USBError) {
            try beginRead(awaitsDataInPlace ? interface.packetSizeIn : Self.firstRead)
            return nil
        } catch { return halt(error, interface.bulkIn) }
    }

    /// Cancels the transaction for its caller. Returns the recovery that notifies the device.
    mutating func cancel() -> Halt? {
        guard let current = underWay, !current.isCancelled else { return nil }
        underWay?.isCancelled = true
        underWay?.wantsData = false
        return .cancelled(current.machine.id)
    }

    /// Cancels all pending transfers.
    mutating func stop() {
        reads.cancel(handle)
        writes.cancel(handle)
        releaseCompleted()
    }

    /// Handles the completion of a transfer whose contents no longer matter.
    mutating func discard(_ transfer: USBTransfer) {
        if writes.completed(transfer) != nil { return }
        reads.completed(transfer)
        releaseCompleted()
    }

    private mutating func releaseCompleted() {
        while let read = reads.popCompleted() { reads.release(read) }
    }

    /// Submits a read whose data will be discarded.
    mutating func drain() throws(USBError) { try reads.begin(Self.firstRead, handle) }

    /// Finishes the transaction after the device has been resynchronised. `failure` is the error of a transaction that its caller
    /// did not cancel and that has no other error. Returns nil if no transaction was under way.
    mutating func recovered(_ failure: LinkTransactionFailure) -> Done? {
        parser.reset()
        guard let current = underWay else { return nil }
        underWay = nil
        // The device refused before it had received everything; that is the result.
        if let response = current.response, !current.isCancelled, response.code != .ok {
            return (current.transaction, .success(response))
        }
        if current.isCancelled { return (current.transaction, .failure(.cancelled)) }
        return (current.transaction, .failure(current.failure ?? failure))
    }

    /// Submits a read for the response after the halt of an endpoint was cleared.
    mutating func awaitResponse() throws(USBError) {
        parser.reset()
        underWay?.wantsData = false
        if underWay?.failure == nil { underWay?.failure = .broken(.stalled) }
        if case .dataIn? = underWay?.machine.dataPhase, let id = underWay?.machine.id { _ = underWay?.machine.cancelled(id) }
        try beginRead(Self.firstRead)
    }

    /// Ends the channel and returns the transaction that was under way.
    mutating func end() -> LinkTransaction? {
        defer { underWay = nil }
        return underWay?.transaction
    }

    // MARK: Transfers

    /// Handles the completion of a transfer.
    ///
    /// - Returns: The required recovery, or the transaction if it has finished.
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
            let halt = process(read)
            reads.release(read)
            if let halt { return (halt, done) }
            done = finish() ?? done
        }
        guard let response = underWay?.response else { return (done == nil ? proceed() : nil, done) }
        // The device would interpret the rest of the data as the next request.
        if writes.hasMore { return (.cancelled(response.transaction), done) }
        // The memory belongs to the receiver: the transaction finishes after the last read into it.
        reads.cancel(onlyLent: true, handle)
        return (nil, done)
    }

    private func halt(_ error: USBError, _ endpoint: UInt8) -> Halt {
        switch error {
        case .noDevice: .disconnected
        case .overflow: .unparsable("the camera sent more than a packet holds")
        // Any other error halts the endpoint.
        default: .stalled(endpoint: endpoint)
        }
    }

    /// Sends as much data as may be pending.
    private mutating func send() -> Halt? {
        do throws(USBError) {
            if try writes.proceed(handle) { return nil }
        } catch { return halt(error, interface.bulkOut) }
        underWay?.failure = .providerFailed
        return underWay.map { .cancelled($0.machine.id) }
    }

    // MARK: Reading

    private mutating func process(_ read: USBReads.Read) -> Halt? {
        let transfer = read.transfer
        switch unsafe transfer.status {
        case .cancelled: return nil
        case .failed(let error): return halt(error, interface.bulkIn)
        case .completed: break
        }
        do throws(Stop) {
            if case .lent = read.place, underWay?.loan != nil {
                try dataReceivedInPlace(unsafe transfer.byteCount)
            } else if unsafe transfer.byteCount > 0 {
                try process(transfer.bytes)
            }
            if transfer.isShort { try transferEnded() }
        } catch { return error.halt }
        return nil
    }

    private struct Stop: Error {
        let halt: Halt
    }

    private mutating func process(_ bytes: RawSpan) throws(Stop) {
        var offset = 0
        while offset < bytes.byteCount {
            let rest = bytes.extracting(offset..<bytes.byteCount)
            let found: USBContainerParser.Found
            do throws(USBContainer.Failure) {
                found = try parser.next(in: rest)
            } catch { throw Stop(halt: .unparsable(error.description)) }
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

    /// Processes data that was read into the receiver's memory.
    private mutating func dataReceivedInPlace(_ byteCount: Int) throws(Stop) {
        guard case .payload(let id, let count, let endsData) = parser.dataReceived(byteCount: byteCount) else { return }
        let action = try step { machine throws(TransactionError) in try machine.dataReceived(id, byteCount: count) }
        if action == .deliver, let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data {
            receiver.filled(count)
        }
        if endsData { try dataEnded(id) }
    }

    private mutating func transferEnded() throws(Stop) {
        switch parser.transferEnded() {
        case .nothing: break
        case .message(let container, let parameters): try message(container, parameters)
        case .data(let id): try dataEnded(id)
        }
    }

    private mutating func message(_ container: USBContainer, _ parameters: Parameters) throws(Stop) {
        guard container.kind == .response else {
            if container.kind == .event { return }
            throw Stop(halt: .unparsable("an unexpected kind of container on the bulk-in endpoint"))
        }
        let response = OperationResponse(ResponseCode(rawValue: container.code), container.transaction, parameters)
        if underWay?.isCancelled == true { _ = underWay?.machine.cancelled(response.transaction) }
        let action = try step { machine throws(TransactionError) in try machine.responded(response) }
        if case .finish(let response)? = action { underWay?.response = response }
    }

    private mutating func dataBegan(_ container: USBContainer, _ total: UInt64?) throws(Stop) {
        let action = try step { machine throws(TransactionError) in
            try machine.dataBegan(container.transaction, announced: total)
        }
        if action == .proceed, let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data {
            receiver.dataBegan(announcedBytes: total)
        }
        if total == 0 { try dataEnded(container.transaction) }
    }

    private mutating func payload(_ id: TransactionID, _ bytes: RawSpan) throws(Stop) {
        let action = try step { machine throws(TransactionError) in try machine.dataReceived(id, byteCount: bytes.byteCount) }
        guard action == .deliver, let current = underWay, current.wantsData,
            case .receive(let receiver) = current.transaction.data
        else { return }
        if !receiver.dataReceived(bytes) {
            underWay?.wantsData = false
            underWay?.isCancelled = true
            throw Stop(halt: .cancelled(current.machine.id))
        }
    }

    private mutating func dataEnded(_ id: TransactionID) throws(Stop) {
        underWay?.loan = nil
        _ = try step { machine throws(TransactionError) in try machine.dataEnded(id) }
    }

    /// Performs a step of the state machine. Without a transaction, containers are late and are discarded.
    private mutating func step(
        _ body: (inout InitiatorTransaction) throws(TransactionError) -> InitiatorTransaction.Action
    ) throws(Stop) -> InitiatorTransaction.Action? {
        guard underWay != nil else { return .drop }
        do throws(TransactionError) {
            return try body(&underWay!.machine)
        } catch {
            guard error.isInStep else { throw Stop(halt: .unparsable(error.description)) }
            if underWay?.isCancelled == false { underWay?.failure = .broken(error) }
            return nil
        }
    }

    // MARK: Next reads

    /// Returns the transaction if it has finished and no read into its memory is pending.
    private mutating func finish() -> Done? {
        guard let current = underWay, let response = current.response, !reads.hasLent else { return nil }
        if !writes.isEmpty { return nil }
        underWay = nil
        // A refusal explains better why data is missing.
        if let failure = current.failure, response.code == .ok || failure == .providerFailed {
            return (current.transaction, .failure(failure))
        }
        if current.isCancelled { return (current.transaction, .failure(.cancelled)) }
        return (current.transaction, .success(response))
    }

    /// Whether the current receiver provides memory.
    private var awaitsDataInPlace: Bool {
        guard let current = underWay, current.wantsData, case .receive(let receiver) = current.transaction.data else {
            return false
        }
        return receiver.lendsMemory
    }

    /// Submits the reads for the expected data.
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

    /// Submits the next read of data; returns `false` if the pending reads cover the announced data and the response.
    private mutating func beginNextRead() throws(USBError) -> Bool {
        guard let expected = parser.expected else {
            try beginRead(options.transferSize)
            return true
        }
        let uncovered = expected - min(expected, UInt64(reads.size))
        if try beginLentRead(uncovered) { return true }
        // One more read for the response.
        if uncovered == 0, UInt64(reads.size) >= expected + UInt64(Self.firstRead) { return false }
        let size = uncovered > UInt64(Self.firstRead) ? Int(min(UInt64(options.transferSize), uncovered)) : Self.firstRead
        // Whole packets, because the device's last packet might not fit otherwise.
        try beginRead((size + interface.packetSizeIn - 1) / interface.packetSizeIn * interface.packetSizeIn)
        return true
    }

    /// Submits a read into the receiver's memory, for whole packets of the announced data.
    private mutating func beginLentRead(_ uncovered: UInt64) throws(USBError) -> Bool {
        guard awaitsDataInPlace, let current = underWay, current.machine.room(for: current.machine.id) > 0,
            case .receive(let receiver) = current.transaction.data
        else { return false }
        let packet = interface.packetSizeIn
        // Only from the first read of the remaining data, and while all earlier reads used that memory.
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

    /// Submits a read into a buffer; a smaller one if the system has no memory for the size.
    private mutating func beginRead(_ size: Int) throws(USBError) {
        do throws(USBError) {
            try reads.begin(size, handle)
        } catch {
            guard error == .noMemory, size > Self.firstRead else { throw error }
            try reads.begin(Self.firstRead, handle)
        }
    }
}
