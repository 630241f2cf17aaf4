internal import CMosquitto
import Glibc
package import HotShoeSupport

/// A connection to an MQTT broker, by libmosquitto. **Thread-safe.**
///
/// It is made in the background, and again whenever it is lost, after 1, 2, 4 … 30 s, until ``stop()``.
package final class BrokerConnection: Sendable {
    /// State of the connection.
    package enum State: Hashable, Sendable {
        case connecting
        /// The broker has accepted the client and its subscriptions.
        case connected
        /// There is no connection, for a reason; it will be made again.
        case away(BrokerError)
        case ended
    }

    /// A message of the broker.
    package struct Message: Sendable, Hashable {
        package let topic: String
        package let payload: [UInt8]
        /// Whether the broker had kept it: it was published before the subscription.
        package let isRetained: Bool
    }

    /// Called on the thread `hs.mqtt`, or on that of a timer; must return immediately.
    package struct Handlers: Sendable {
        package var message: @Sendable (Message) -> Void
        package var state: @Sendable (State) -> Void

        package init(message: @escaping @Sendable (Message) -> Void, state: @escaping @Sendable (State) -> Void) {
            (self.message, self.state) = (message, state)
        }
    }

    /// Maximum size of a received message in bytes: a larger one is discarded.
    package static let payloadLimit = 256 << 10
    /// Maximum number of messages of QoS 1 that wait for the broker's acknowledgement.
    package static let outboxLimit = 10_000
    /// Time until the broker has accepted the client and its subscriptions.
    static let patience = Duration.seconds(10)

    private struct Shared {
        var state = State.connecting
        var isRunning = false
        var isStopped = false
        /// The messages of QoS 1 that the broker has not acknowledged, by libmosquitto's numbers.
        var outbox: Set<Int32> = []
        var pause = Duration.seconds(1)
    }

    private let client: MosquittoClient
    private let options: BrokerOptions
    private let handlers: Handlers
    private let time: any TimeSource
    private let ended = Promise<Void, Never>()
    /// Guards the state, and libmosquitto's handle against its end.
    private let shared = Guarded(Shared())
    /// Guards the timer of the next attempt.
    private let retry = Guarded<(any TimeSourceTimer)?>(nil)

    /// Creates a connection, and begins to make it with ``start()``.
    ///
    /// - Throws: ``BrokerError`` if the library is missing, a file cannot be used, or a password would be sent without encryption.
    package init(
        _ options: BrokerOptions,
        _ time: any TimeSource = SystemClock.shared,
        _ handlers: Handlers
    ) throws(BrokerError) {
        try options.check()
        (self.options, self.handlers, self.time) = (options, handlers, time)
        client = try MosquittoClient(options)
    }

    /// Number of messages of QoS 1 that the broker has not acknowledged.
    package var outboxCount: Int { shared.withLock { $0.outbox.count } }

    /// Begins to connect. A second call has no effect.
    package func start() { startThread() }

    private func startThread() {
        let begins = shared.withLock { shared in
            guard !shared.isRunning, !shared.isStopped else { return false }
            shared.isRunning = true
            return true
        }
        if begins { startNamedThread("hs.mqtt") { self.run() } }
    }

    /// Publishes a message: with QoS 1, it is kept until the broker has acknowledged it; with QoS 0, it is lost without a connection.
    ///
    /// - Returns: false if the message is lost: there is no connection, too many messages wait, or the connection was stopped.
    @discardableResult
    package func publish(_ post: BrokerOptions.Post, isRetained: Bool = false, isKept: Bool = true) -> Bool {
        // Under the lock, so that the acknowledgement is not received before its number is known: libmosquitto only appends to its list, and its
        // callbacks take no lock of this class.
        shared.withLock { shared in
            guard !shared.isStopped, !isKept || shared.outbox.count < Self.outboxLimit else { return false }
            guard let number = client.publish(post, isRetained: isRetained, isKept: isKept) else { return false }
            if isKept { shared.outbox.insert(number) }
            return true
        }
    }

    /// Publishes a last message, and ends the connection, after at most two seconds. The will is not published.
    package func stop(last: BrokerOptions.Post? = nil) async {
        if let last { client.publish(last, isRetained: true, isKept: true) }
        let isRunning = shared.withLock { shared in
            shared.isStopped = true
            return shared.isRunning
        }
        let timer = retry.withLock { retry in
            defer { retry = nil }
            return retry
        }
        timer?.disarm()
        client.disconnect()
        guard isRunning else { return become(.ended) }
        let limit = time.makeTimer { [ended] in ended.fulfil(.success(())) }
        limit.arm(at: time.now + .seconds(2))
        _ = await ended.result()
        limit.disarm()
    }

    private func become(_ state: State) {
        let isNew = shared.withLock { shared in
            guard shared.state != .ended, shared.state != state else { return false }
            shared.state = state
            if state == .connected { shared.pause = .seconds(1) }
            return true
        }
        if isNew { handlers.state(state) }
        if state == .ended { ended.fulfil(.success(())) }
    }

    // MARK: The thread

    /// One attempt to connect, and the connection that it makes.
    private func run() {
        become(.connecting)
        let end = connection()
        let (isStopped, pause) = shared.withLock { shared in
            shared.isRunning = false
            defer { shared.pause = min(shared.pause * 2, .seconds(30)) }
            return (shared.isStopped, shared.pause)
        }
        if isStopped { return become(.ended) }
        Log.write(.info, "broker", "\(end) Connecting again in \(pause.components.seconds) s.")
        become(.away(end))
        let timer = time.makeTimer { [weak self] in self?.startThread() }
        timer.arm(at: time.now + pause)
        retry.withLock { $0 = timer }
        // stop() may have been called before there was a timer.
        if shared.withLock({ $0.isStopped }) {
            timer.disarm()
            become(.ended)
        }
    }

    /// Connects, and receives until the connection has ended, for the reason that is returned.
    private func connection() -> BrokerError {
        var progress = Progress()
        let started = client.connect(options.address)
        guard started == 0 else { return BrokerError(started, options.address, wasConnected: false) }
        let deadline = time.now + Self.patience
        while true {
            let code = client.loop { self.receive($0, &progress) }
            if let refusal = progress.refusal { return refusal }
            if code != 0 { return BrokerError(code, options.address, wasConnected: progress.isAccepted) }
            if shared.withLock({ $0.isStopped }), !client.isDisconnecting { client.disconnect() }
            guard !progress.isReady, time.now >= deadline else { continue }
            client.disconnect()
            return BrokerError(.unreachable, "The broker at \(options.address) does not answer.")
        }
    }

    private struct Progress {
        var isAccepted = false
        var isReady = false
        var subscriptions = 0
        var refusal: BrokerError?
    }

    private func receive(_ report: MosquittoClient.Report, _ progress: inout Progress) {
        switch report {
        case .accepted(0):
            progress.isAccepted = true
            for filter in options.subscriptions { client.subscribe(filter) }
            if options.subscriptions.isEmpty { ready(&progress) }
        case .accepted(let code):
            progress.refusal = BrokerError(refusal: code, options.address)
        case .subscribed where progress.isReady: break
        case .subscribed(let isPermitted):
            progress.subscriptions += 1
            if !isPermitted {
                let reason =
                    "The broker at \(options.address) permits no subscription of \(options.subscriptions.joined(separator: ", "))."
                progress.refusal = BrokerError(.refused, reason)
                client.disconnect()
            } else if progress.subscriptions == options.subscriptions.count {
                ready(&progress)
            }
        case .published(let number): shared.withLock { _ = $0.outbox.remove(number) }
        case .message(let message): handlers.message(message)
        }
    }

    private func ready(_ progress: inout Progress) {
        progress.isReady = true
        for filter in options.optionalSubscriptions { client.subscribe(filter) }
        become(.connected)
    }
}
