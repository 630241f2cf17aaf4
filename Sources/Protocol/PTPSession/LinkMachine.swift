/// State machine of a link: which thread works on its channel, and which transaction it performs. Pure; see
/// docs/ptp-session.md § Link machine.
///
/// At most one thread uses the channel at a time. It keeps the channel while it waits a short time for the device or for the next
/// transaction, which often follows immediately (*lingering*), and then leaves it to an event source that starts a thread
/// (*parked*). The link holds its lock during each call, and performs the result after it.
public struct LinkMachine: Sendable {
    /// The user of the channel.
    public enum Driver: Hashable, Sendable {
        /// No thread uses the channel.
        case parked
        /// A thread works on the channel.
        case working
        /// A thread works on the channel and must look for further work before it lingers or parks.
        case workingAgain
        /// A thread waits a short time for further work or for the device, and does not use the channel.
        case lingering
        /// The thread that calls ``perform(_:canBeginHere:isWorker:)`` uses the channel, and the lingering thread follows. `isAwaited`:
        /// that one waits for it.
        case beginning(isAwaited: Bool)
        /// A thread ends the link.
        case ending
        case ended
    }

    /// The user of the channel.
    public private(set) var driver = Driver.parked
    /// Reason for the end of the link; nil while it works.
    public private(set) var failure: LinkFailure?
    private var next: LinkTransaction?
    private var current: LinkTransaction?
    private var cancelling: LinkTransaction?
    /// Whether another thread has begun a transaction while the working thread lingered.
    private var hasBegun = false

    /// Creates the machine of a link that is parked.
    public init() {}

    // MARK: Work

    /// Accepts a transaction.
    ///
    /// - Parameters:
    ///   - transaction: the transaction; the previous one has finished.
    ///   - canBeginHere: whether the calling thread may begin it if no other thread works on the channel.
    ///   - isWorker: whether the calling thread works on the channel, and delivers the result of the previous transaction.
    /// - Returns: what happens to the transaction.
    public mutating func perform(
        _ transaction: LinkTransaction,
        canBeginHere: Bool,
        isWorker: Bool = false
    ) -> Beginning {
        if let failure { return .failed(failure) }
        precondition(next == nil, "a link performs one transaction at a time")
        if canBeginHere, current == nil {
            switch driver {
            case .parked:
                (current, driver) = (transaction, .working)
                return .here
            case .lingering:
                (current, driver) = (transaction, .beginning(isAwaited: false))
                return .hereForAnother
            case .working where isWorker, .workingAgain where isWorker:
                current = transaction
                return .hereByWorker
            case .working, .workingAgain, .beginning, .ending, .ended: break
            }
        }
        next = transaction
        return .queued(wake())
    }

    /// The caller of ``perform(_:canBeginHere:isWorker:)`` has begun the transaction. Returns whether the lingering thread waits for
    /// that, and must be woken.
    public mutating func begun() -> Bool {
        guard case .beginning(let isAwaited) = driver else { return false }
        (driver, hasBegun) = (.lingering, true)
        return isAwaited
    }

    /// Requests the cancellation of a transaction. Has no effect for one that is not under way.
    public mutating func cancel(_ transaction: LinkTransaction) -> Wake {
        guard current === transaction || next === transaction else { return .nothing }
        cancelling = transaction
        return wake()
    }

    /// Ensures that a thread looks for work.
    public mutating func wake() -> Wake {
        switch driver {
        case .parked:
            driver = .working
            return .startsThread
        case .working:
            driver = .workingAgain
            return .nothing
        case .lingering:
            driver = .workingAgain
            return .wakesThread
        case .ending: return .wakesThread
        // The thread that begins a transaction is followed by one that looks for work.
        case .workingAgain, .beginning, .ended: return .nothing
        }
    }

    // MARK: The working thread

    /// Begins a turn of the working thread. Returns false if the link has failed: the thread then ends it.
    public mutating func beginTurn() -> Bool {
        if driver == .ending || driver == .ended || failure != nil { return false }
        driver = .working
        return true
    }

    /// Removes and returns the transaction to begin now.
    public mutating func popNext() -> LinkTransaction? {
        guard current == nil, let next else { return nil }
        (current, self.next) = (next, nil)
        return next
    }

    /// Returns whether to cancel the current transaction now. A request for a transaction that is not the current one is
    /// discarded, unless that one is waiting.
    public mutating func popCancellation() -> Bool {
        guard let transaction = cancelling, transaction !== next else { return false }
        cancelling = nil
        return transaction === current
    }

    /// The current transaction has finished.
    public mutating func finished(_ transaction: LinkTransaction) {
        current = nil
        if cancelling === transaction { cancelling = nil }
    }

    /// Whether there is work besides the channel's own: it must not wait for its device.
    public var hasWork: Bool { driver != .working || failure != nil }

    /// Whether no transaction is under way or waits.
    public var isIdle: Bool { current == nil && next == nil }

    /// Begins to linger. Returns false if there is work.
    public mutating func linger() -> Bool {
        guard !hasWork, next == nil else { return false }
        (driver, hasBegun) = (.lingering, false)
        return true
    }

    /// Ends the lingering.
    public mutating func resume() -> Resumption {
        switch driver {
        case .beginning:
            driver = .beginning(isAwaited: true)
            return .wait
        case .lingering:
            driver = .working
            return hasBegun ? .work : .idle
        case .parked, .working, .workingAgain, .ending, .ended: return .work
        }
    }

    /// The working thread waits for the channel's device, whatever other work there is: each ``wake()`` wakes it. For links whose
    /// callers begin no transactions.
    public mutating func awaitDevice() {
        switch driver {
        case .working, .workingAgain: driver = .lingering
        case .parked, .lingering, .beginning, .ending, .ended: break
        }
    }

    /// The working thread no longer waits for the device, and looks for other work later.
    public mutating func endAwaiting() { if driver == .lingering { driver = .workingAgain } }

    /// Leaves the channel to the event source. Returns false if there is work.
    public mutating func park() -> Bool {
        guard !hasWork, next == nil else { return false }
        driver = .parked
        return true
    }

    // MARK: The end

    /// Records why the link ends; the first reason counts. Returns what the end requires; nil if it has failed before.
    public mutating func fail(_ reason: LinkFailure) -> Wake? {
        guard failure == nil else { return nil }
        failure = reason
        return wake()
    }

    /// Begins the end of the link, on the working thread. Returns the reason and the transaction that was not begun; nil after
    /// the first call.
    public mutating func beginEnding() -> (failure: LinkFailure, waiting: LinkTransaction?)? {
        if driver == .ending || driver == .ended { return nil }
        let failure = failure ?? .closedHere
        (self.failure, driver) = (failure, .ending)
        defer { (next, current, cancelling) = (nil, nil, nil) }
        return (failure, next)
    }

    /// The link has ended.
    public mutating func end() { driver = .ended }
}
