import PTP
import PTPCanon

/// Queue of records for GetEvent (0x9116). Pure.
///
/// A body whose queue is not read in time stops working properly until it is (observed behaviour); the queue is then blocked
/// (`isHung`).
struct EOSEventQueue {
    /// Maximum number of queued records; the next one is discarded and blocks the queue.
    static let limit = 1024
    /// Maximum number of records per reply.
    static let replyLimit = 256
    /// Longest time that a record may wait.
    static let timeout: Duration = .seconds(10)

    private var records: [EventRecord] = []
    /// Time since which records have been waiting without a reply; nil if the queue is empty.
    private var waitingSince: Duration?
    private(set) var isHung = false

    var isEmpty: Bool { records.isEmpty }

    /// Adds a record and removes an older one about the same subject.
    mutating func append(_ record: EventRecord, at now: Duration) {
        if let subject = Subject(record) { records.removeAll { Subject($0) == subject } }
        guard records.count < Self.limit else {
            isHung = true
            return
        }
        records.append(record)
        waitingSince = waitingSince ?? now
    }

    /// Blocks the queue if records have waited too long.
    mutating func checkTimeout(at now: Duration) {
        if let waitingSince, now - waitingSince > Self.timeout { isHung = true }
    }

    /// Blocks the queue.
    mutating func hang() { isHung = true }

    /// Removes and returns the records for a reply. An empty queue is no longer blocked.
    mutating func popReply(at now: Duration) -> [EventRecord] {
        let reply = Array(records.prefix(Self.replyLimit))
        records.removeFirst(reply.count)
        waitingSince = records.isEmpty ? nil : now
        if records.isEmpty { isHung = false }
        return reply
    }

    /// Subject of a record; a newer record replaces an older one with the same subject.
    private enum Subject: Hashable {
        case value(UInt16)
        case offered(UInt16)
        case storage(UInt32)
        case status(UInt32)

        init?(_ record: EventRecord) {
            switch record {
            case .propertyChanged(let code, _): self = .value(code.rawValue)
            case .offeredValuesChanged(let code, _): self = .offered(code.rawValue)
            case .storageInfoChanged(let storage): self = .storage(storage.rawValue)
            case .cameraStatusChanged(let status): self = .status(status.rawValue)
            default: return nil
            }
        }
    }
}
