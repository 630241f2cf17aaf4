// Results of a link machine's events.

extension LinkMachine {
    /// The thread that new work requires.
    public enum Wake: Hashable, Sendable {
        /// A thread will find the work.
        case nothing
        /// A thread must be started: ``beginTurn()``.
        case startsThread
        /// The lingering or ending thread must be woken.
        case wakesThread
    }

    /// Result of ``perform(_:canBeginHere:isWorker:)``.
    public enum Beginning: Hashable, Sendable {
        /// The link has failed; the transaction fails with this.
        case failed(LinkFailure)
        /// A thread that works on the channel begins the transaction.
        case queued(Wake)
        /// The caller begins the transaction, and then starts a thread.
        case here
        /// The caller begins the transaction, and then calls ``begun()``.
        case hereForAnother
        /// The caller, which works on the channel, begins the transaction.
        case hereByWorker
    }

    /// Result of ``resume()``.
    public enum Resumption: Hashable, Sendable {
        /// There was no further work.
        case idle
        case work
        /// Another thread begins a transaction: wait, and call ``resume()`` again.
        case wait
    }
}
