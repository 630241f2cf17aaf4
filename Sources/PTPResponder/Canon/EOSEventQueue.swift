import PTP
import PTPCanon

/// What a body has to say in its replies to GetEvent (0x9116), and whether it was asked too late. Pure.
///
/// A body whose queue is not drained stops working properly until it is (observed behaviour): it is wedged.
struct EOSEventQueue {
    /// So many records wait at the most; the next one is lost, and the body wedged.
    static let limit = 1024
    /// So many records a reply has at the most.
    static let replyLimit = 256
    /// So long a record may wait.
    static let patience: Duration = .seconds(10)

    private var records: [EventRecord] = []
    /// Since when the queue has not been looked at while something was in it.
    private var waitingSince: Duration?
    private(set) var isWedged = false

    var isEmpty: Bool { records.isEmpty }

    /// Adds a record; what an older one says of the same thing is dropped.
    mutating func append(_ record: EventRecord, at now: Duration) {
        if let subject = Subject(record) { records.removeAll { Subject($0) == subject } }
        guard records.count < Self.limit else {
            isWedged = true
            return
        }
        records.append(record)
        waitingSince = waitingSince ?? now
    }

    /// Notes whether the body has waited for too long.
    mutating func look(at now: Duration) {
        if let waitingSince, now - waitingSince > Self.patience { isWedged = true }
    }

    /// From now on it is wedged.
    mutating func wedge() { isWedged = true }

    /// The records for a reply. Once there are no more, the body is itself again.
    mutating func take(at now: Duration) -> [EventRecord] {
        let reply = Array(records.prefix(Self.replyLimit))
        records.removeFirst(reply.count)
        waitingSince = records.isEmpty ? nil : now
        if records.isEmpty { isWedged = false }
        return reply
    }

    /// What a newer record says anew.
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
