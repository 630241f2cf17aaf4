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

    struct UnderWay {
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

    struct Loan {
        let memory: LentMemory
        /// Number of bytes for which reads have been submitted.
        var begun = 0
    }

    let handle: any USBHandle
    let interface: StillImageInterface
    let options: USBOptions
    var parser = USBContainerParser()
    var reads: USBReads
    var writes: USBWrites
    var underWay: UnderWay?

    /// Size of a read while the amount of data is unknown, in bytes.
    static let firstRead = 16 << 10

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

    func halt(_ error: USBError, _ endpoint: UInt8) -> Halt {
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
}
