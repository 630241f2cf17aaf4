import HotShoeSupport
import PTP
import PTPSession

/// Implementation of a connection; exists until all pending transfers have completed.
final class USBConnectionCore: Sendable {
    struct State {
        var machine = LinkMachine()
        /// Completed transfers, in order.
        var completed: [USBTransfer] = []
        /// Whether the interrupt endpoint is halted.
        var eventsAreHalted = false
        /// Whether a transaction was cancelled and the device has answered nothing since.
        var isUnanswered = false
        /// Whether an event must be requested from the device.
        var mustRequestEvent = false
        /// Whether the device failed to answer a request for an event.
        var ignoresEventRequests = false
        var observer: Observer?
    }

    struct Observer {
        weak var observer: (any LinkObserver)?
    }

    /// Guards the machine and the channel's work; the condition wakes a lingering thread.
    let state = Monitor(State())
    /// Used by the one thread that the machine allows.
    let channel: Exclusive<USBChannel?>
    /// Completed transfers that are being processed.
    private let processing = Exclusive<[USBTransfer]>([])
    private let events = Guarded<USBEvents?>(nil)
    let handle: any USBHandle
    let interface: StillImageInterface
    private let work = Guarded<CallbackWork?>(nil)

    /// Threads that all connections share.
    private static let threads = LibraryCallbackQueue(threadName: "hotshoe.usb-io")

    /// Time that a thread waits for further work before it parks the connection.
    private static let parkingDelay: Duration = .milliseconds(2)
    /// Time to wait for cancelled transfers to complete.
    static let endingTimeout: Duration = .seconds(1)
    static let requestTimeout: Duration = .milliseconds(500)

    init(_ handle: any USBHandle, _ interface: StillImageInterface, _ options: USBOptions) {
        self.handle = handle
        self.interface = interface
        channel = Exclusive(nil)
        channel.use { channel in
            channel = USBChannel(handle, interface, options) { [self] in completed($0) }
        }
        let driving = CallbackWork { [self] in drive() }
        work.withLock { $0 = driving }
    }

    func start(_ observer: any LinkObserver) {
        state.withLock { state, _ in state.observer = Observer(observer: observer) }
        guard let endpoint = interface.interruptIn else { return }
        let reader = USBEvents(handle, endpoint: endpoint, packetSize: interface.packetSizeInterrupt) { [self] in
            eventReceived($0)
        }
        events.withLock { $0 = reader }
        reader.begin()
    }

    func perform(_ transaction: LinkTransaction) {
        switch state.withLock({ state, _ in state.machine.perform(transaction, canBeginHere: false) }) {
        case .failed(let failure): transaction.finished(.failure(.link(failure)))
        case .queued(let wake): carryOut(wake)
        case .here, .hereForAnother, .hereByWorker: preconditionFailure("only a thread of this connection uses the channel")
        }
    }

    func cancel(_ transaction: LinkTransaction) {
        carryOut(state.withLock { state, _ in state.machine.cancel(transaction) })
    }

    func close() { end(.closedHere) }

    // MARK: Driving the channel

    /// Ensures that a thread processes the work.
    private func wake() { carryOut(state.withLock { state, _ in state.machine.wake() }) }

    private func carryOut(_ wake: LinkMachine.Wake) {
        switch wake {
        case .nothing: break
        case .startsThread: if let work = work.withLock({ $0 }) { Self.threads.enqueue(work) }
        case .wakesThread: state.signal()
        }
    }

    /// Called on the event thread.
    private func completed(_ transfer: USBTransfer) {
        let wake = state.withLock { state, _ in
            state.completed.append(transfer)
            return state.machine.wake()
        }
        carryOut(wake)
    }

    private enum Input {
        /// The completed transfers are in ``processing``.
        case transfers
        case begin(LinkTransaction)
        case cancel
        case clearEvents
        case requestEvent
        case over
    }

    /// Returns the next work, waiting for it a short time; nil after parking the connection.
    private func input() -> Input? {
        let deadline = SystemClock.monotonicTime() + Self.parkingDelay
        let input = state.wait(until: deadline) { state in
            let input = popInput(&state)
            if input == nil { _ = state.machine.linger() }
            return input
        }
        if let input { return input }
        return state.withLock { state, _ in
            if let input = popInput(&state) { return input }
            _ = state.machine.park()
            return nil
        }
    }

    /// Returns the next work; the driver is *working* afterwards.
    private func popInput(_ state: inout State) -> Input? {
        if !state.machine.beginTurn() { return .over }
        if !state.completed.isEmpty {
            // The two arrays are swapped, so that no memory is allocated.
            processing.use { swap(&$0, &state.completed) }
            return .transfers
        }
        if let next = state.machine.popNext() { return .begin(next) }
        if state.machine.popCancellation() { return .cancel }
        if state.eventsAreHalted {
            state.eventsAreHalted = false
            return .clearEvents
        }
        if state.mustRequestEvent {
            state.mustRequestEvent = false
            return .requestEvent
        }
        return nil
    }

    /// Works on the channel until nothing is left to do.
    private func drive() {
        while let input = input() {
            switch input {
            case .over: return finishEnding()
            case .transfers: processTransfers()
            case .begin(let transaction): handle(with: use { $0.begin(transaction) })
            case .cancel: handle(with: use { $0.cancel() })
            case .clearEvents: clearEvents()
            case .requestEvent: requestEvent()
            }
        }
    }

    func use<Result>(_ body: (inout USBChannel) -> Result) -> Result { channel.use { body(&$0!) } }

    private func processTransfers() {
        let cause = process(processing.use { $0 })
        processing.use { $0.removeAll(keepingCapacity: true) }
        handle(with: cause)
    }

    /// Processes completed transfers until one requires a recovery; discards the rest.
    func process(_ transfers: [USBTransfer]) -> USBChannel.Halt? {
        var cause: USBChannel.Halt?
        for transfer in transfers {
            if cause != nil {
                use { $0.discard(transfer) }
                continue
            }
            let (halt, done) = use { $0.completed(transfer) }
            if let done { finish(done) }
            cause = halt
        }
        return cause
    }

    func finish(_ done: USBChannel.Done) {
        state.withLock { state, _ in
            state.machine.finished(done.transaction)
            if case .success = done.result { state.isUnanswered = false }
        }
        done.transaction.finished(done.result)
    }

    // MARK: Events

    /// Called on the event thread.
    private func eventReceived(_ found: USBEvents.Found) {
        switch found {
        case .event(let event): state.withLock { state, _ in state.observer?.observer }?.eventReceived(event)
        case .unintelligible:
            let isRequested = state.withLock { state, _ in
                state.mustRequestEvent = !state.ignoresEventRequests
                return state.mustRequestEvent
            }
            if isRequested { wake() }
        case .halted:
            state.withLock { state, _ in state.eventsAreHalted = true }
            wake()
        case .disconnected: end(Self.unplugged)
        case .idle: wake()
        }
    }

    private func clearEvents() {
        guard let endpoint = interface.interruptIn, (try? handle.clearHalt(endpoint)) != nil else { return }
        events.withLock { $0 }?.begin()
    }

    /// Requests the extended event data. A device that does not answer is not asked again, because the request delays
    /// everything else.
    private func requestEvent() {
        let answer = try? handle.request(
            .extendedEventData,
            receiving: USBExtendedEventData.longest,
            timeout: Self.requestTimeout
        )
        guard let bytes = answer else {
            state.withLock { state, _ in (state.ignoresEventRequests, state.mustRequestEvent) = (true, false) }
            return
        }
        let span = bytes.span
        guard let data = try? unsafe USBExtendedEventData(span.bytes), data.code.rawValue != 0 else { return }
        let parameters = data.parameters.map { bytes in
            bytes.prefix(4).enumerated().reduce(0 as UInt32) { $0 | UInt32($1.element) << UInt32($1.offset * 8) }
        }
        state.withLock { state, _ in state.observer?.observer }?.eventReceived(
            Event(data.code, Parameters(parameters), transaction: data.transaction)
        )
    }

    // MARK: The end

    func end(_ failure: LinkFailure) {
        if let wake = state.withLock({ state, _ in state.machine.fail(failure) }) { carryOut(wake) }
    }

    /// Notifies the transactions and the observer of the end, once. Runs on the driving thread.
    private func finishEnding() {
        guard let (failure, waiting) = state.withLock({ state, _ in state.machine.beginEnding() }) else { return }
        let current = use { $0.end() }
        current?.finished(.failure(.link(failure)))
        waiting?.finished(.failure(.link(failure)))
        let reader = events.withLock { $0 }
        reader?.stop()
        use { $0.stop() }
        waitUntilIdle(with: reader)
        leave(failure, inTheMiddle: current != nil)
        let observer = state.withLock { state, _ -> (any LinkObserver)? in
            state.machine.end()
            return state.observer?.observer
        }
        events.withLock { $0 = nil }
        work.withLock { $0 = nil }
        observer?.linkEnded(failure)
    }

    /// Waits until no transfer is pending, or the time limit has passed.
    private func waitUntilIdle(with reader: USBEvents?) {
        let deadline = SystemClock.monotonicTime() + Self.endingTimeout
        while true {
            let transfers = state.wait(until: deadline) { state -> [USBTransfer]? in
                let isIdle = use { $0.isIdle } && reader?.isIdle ?? true
                if state.completed.isEmpty && !isIdle { return nil }
                defer { state.completed = [] }
                return state.completed
            }
            guard let transfers, !transfers.isEmpty else { return }
            for transfer in transfers { use { $0.discard(transfer) } }
        }
    }

    /// Closes the device in a state in which the next connection can begin: resets it if a transaction was under way, the device
    /// violated the protocol, or it does not answer.
    private func leave(_ failure: LinkFailure, inTheMiddle: Bool) {
        let needsReset: Bool
        switch failure {
        case .protocolBroken, .silent: needsReset = true
        case .closedHere: needsReset = inTheMiddle || state.withLock { state, _ in state.isUnanswered }
        case .closedByDevice, .lost: needsReset = false
        }
        if needsReset {
            let isReset = (try? handle.request(.deviceReset, sending: [], timeout: Self.requestTimeout)) != nil
            if !isReset { try? handle.reset() }
        }
        handle.close()
        channel.use { $0 = nil }
    }
}
