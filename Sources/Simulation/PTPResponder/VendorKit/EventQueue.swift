/// A record that a body queues until the initiator requests it.
package protocol QueuedRecord: Sendable {
    associatedtype Subject: Hashable

    /// Subject of the record: a newer record replaces an older one with the same subject. Nil if all such records are kept.
    var subject: Subject? { get }
}

/// Queue of records for an operation that polls events. Pure.
///
/// A body whose queue is not read in time may stop working until it is read (observed behaviour): the queue is then blocked
/// (`isHung`).
package struct EventQueue<Record: QueuedRecord> {
    /// Limits of a queue.
    package struct Limits {
        /// Maximum number of queued records; the next one is discarded and blocks the queue.
        package var records: Int
        /// Maximum number of records per reply.
        package var perReply: Int
        /// Longest time that a record may wait before the queue is blocked; nil if it may wait for any time.
        package var timeout: Duration?

        /// Creates limits.
        package init(records: Int = 1024, perReply: Int = 256, timeout: Duration? = nil) {
            (self.records, self.perReply, self.timeout) = (records, perReply, timeout)
        }
    }

    private let limits: Limits
    private var records: [Record] = []
    /// Time since which records have been waiting without a reply; nil if the queue is empty.
    private var waitingSince: Duration?
    package private(set) var isHung = false

    package init(_ limits: Limits = Limits()) { self.limits = limits }

    package var isEmpty: Bool { records.isEmpty }

    /// Adds a record and removes an older one about the same subject.
    package mutating func append(_ record: Record, at now: Duration) {
        if let subject = record.subject { records.removeAll { $0.subject == subject } }
        guard records.count < limits.records else {
            isHung = true
            return
        }
        records.append(record)
        waitingSince = waitingSince ?? now
    }

    /// Blocks the queue if records have waited too long.
    package mutating func checkTimeout(at now: Duration) {
        if let timeout = limits.timeout, let waitingSince, now - waitingSince > timeout { isHung = true }
    }

    /// Blocks the queue.
    package mutating func hang() { isHung = true }

    /// Removes and returns the records for a reply. An empty queue is no longer blocked.
    package mutating func popReply(at now: Duration) -> [Record] {
        let reply = Array(records.prefix(limits.perReply))
        records.removeFirst(reply.count)
        waitingSince = records.isEmpty ? nil : now
        if records.isEmpty { isHung = false }
        return reply
    }
}
