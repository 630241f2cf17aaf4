/// State machine of a link: which thread works on its channel, and which transaction it performs. Pure; see
/// docs/ptp-session.md § Link machine.
///
/// At most one thread uses the channel at a time. It keeps the channel while it waits a short time for the device or for the next
/// transaction, which often follows at once (*lingering*), and then leaves it to an event source that wakes a thread (*parked*).
/// It keeps it as well while it runs code of the program (*away*). During both a thread that waits for the answer may take the
/// channel. The link holds its lock during each call, and performs the result after it.
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
        /// The thread that worked runs code of the program, and does not use the channel.
        case away
        /// The thread that calls ``perform(_:canBeginHere:isWorker:)`` uses the channel, and another one follows. `isAwaited`: that one
        /// waits for the end.
        case beginning(isAwaited: Bool, then: Follower)
        /// A thread ends the link.
        case ending
        case ended
    }

    /// The thread that has the channel after a transaction was begun by another one.
    public enum Follower: Hashable, Sendable {
        case lingering
        case away
        /// A thread that must be started.
        case new
    }

    /// The user of the channel.
    public private(set) var driver = Driver.parked
    /// Reason for the end of the link; nil while it works.
    public private(set) var failure: LinkFailure?
    private var next: LinkTransaction?
    private var current: LinkTransaction?
    private var cancelling: LinkTransaction?
    /// Number of the last pause in which the working thread lingered or was away. A thread whose pause has another number has lost
    /// the channel.
    private var pause = 0
    /// Whether another thread has begun a transaction during the pause.
    private var hasBegun = false
    /// Whether the working thread delivers the result of a recurring transaction, and whether a thread waits for the end of that.
    private var delivery: (isUnderWay: Bool, isAwaited: Bool) = (false, false)

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
                (current, driver) = (transaction, .beginning(isAwaited: false, then: .lingering))
                return .hereForAnother
            // Another transaction must not wait until the thread is back.
            case .away where transaction.isRecurring:
                (current, driver) = (transaction, .beginning(isAwaited: false, then: .away))
                return .hereForAnother
            case .working where isWorker, .workingAgain where isWorker:
                current = transaction
                return .hereByWorker
            case .working, .workingAgain, .away, .beginning, .ending, .ended: break
            }
        }
        next = transaction
        return .queued(wake())
    }

    /// The caller of ``perform(_:canBeginHere:isWorker:)`` has begun the transaction. Returns what the following thread requires.
    public mutating func begun() -> Wake {
        guard case .beginning(let isAwaited, let follower) = driver else { return .nothing }
        hasBegun = true
        switch follower {
        case .lingering: driver = .lingering
        case .away: driver = .away
        case .new:
            driver = .working
            return .startsThread
        }
        return isAwaited ? .wakesThread : .nothing
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
        case .away:
            (driver, pause) = (.working, pause + 1)
            return .startsThread
        case .beginning(isAwaited: false, then: .away):
            (driver, pause) = (.beginning(isAwaited: false, then: .new), pause + 1)
            return .nothing
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

    /// The current transaction has finished. The result of a recurring one is delivered until ``delivered()``.
    public mutating func finished(_ transaction: LinkTransaction) {
        current = nil
        delivery.isUnderWay = transaction.isRecurring
        if cancelling === transaction { cancelling = nil }
    }

    /// Whether there is work besides the channel's own: it must not wait for its device.
    public var hasWork: Bool { driver != .working || failure != nil }

    /// Whether a thread that waits for an answer can do the work at hand: it is a recurring transaction, which does not block.
    public var suitsWaitingThread: Bool {
        failure == nil && cancelling == nil && (next ?? current)?.isRecurring == true
    }

    /// Begins to linger. Returns the number of the pause; nil if there is work.
    public mutating func linger() -> Int? { pause(as: .lingering) }

    /// Begins to run code of the program. Returns the number of the pause; nil if the channel must not be left alone: there is
    /// work, or the current transaction is not a recurring one.
    public mutating func leave() -> Int? { current?.isRecurring == false ? nil : pause(as: .away) }

    private mutating func pause(as absent: Driver) -> Int? {
        guard !hasWork, next == nil else { return nil }
        (driver, pause, hasBegun) = (absent, pause + 1, false)
        return pause
    }

    /// Ends the pause with this number, in which the thread lingered or was away.
    public mutating func resume(_ pause: Int) -> Resumption {
        guard pause == self.pause else { return .lost }
        switch driver {
        case .beginning(_, let follower):
            driver = .beginning(isAwaited: true, then: follower)
            return .wait
        case .lingering, .away:
            driver = .working
            return hasBegun ? .work : .idle
        case .parked, .working, .workingAgain, .ending, .ended: return .work
        }
    }

    /// Checks whether a thread is still away in the pause with this number.
    public mutating func checkAbsence(_ pause: Int) -> Absence {
        switch driver {
        case .away where pause == self.pause:
            (driver, self.pause) = (.working, pause + 1)
            return .tooLong
        case .away, .beginning(_, then: .away): return .goesOn(self.pause)
        default: return .over
        }
    }

    /// Gives the channel to a thread that waits for the answer of the current, recurring transaction.
    public mutating func take() -> Taking {
        if delivery.isUnderWay {
            delivery.isAwaited = true
            return .wait
        }
        guard suitsWaitingThread, next == nil else { return .refused }
        switch driver {
        case .parked, .lingering, .away:
            (driver, pause) = (.working, pause + 1)
            return .taken
        case .working, .workingAgain, .beginning, .ending, .ended: return .refused
        }
    }

    /// The result of the last transaction is delivered. Returns whether threads wait for this.
    public mutating func delivered() -> Bool {
        defer { delivery = (false, false) }
        return delivery.isAwaited
    }

    /// The working thread waits for the channel's device, whatever other work there is: each ``wake()`` wakes it. For links whose
    /// callers begin no transactions.
    public mutating func awaitDevice() {
        switch driver {
        case .working, .workingAgain: driver = .lingering
        case .parked, .lingering, .away, .beginning, .ending, .ended: break
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
