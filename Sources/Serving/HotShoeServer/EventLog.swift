/// The last events of a server, each with a number. Pure.
///
/// Each reader has its own position and nothing else, so a reader that is slow costs no memory; where it is behind by more events than are
/// kept, it learns how many it has missed.
struct EventLog {
    /// Maximum number of events that are kept.
    static let capacity = 1024

    /// One event: its number, the camera that it is about, its kind, and its text of JSON.
    struct Entry: Hashable, Sendable {
        let number: UInt64
        let camera: String
        let kind: String
        let text: String
    }

    /// The events after the position of a reader.
    struct Reading: Hashable {
        var entries: [Entry]
        /// The number of events that are not kept any more.
        var missed: UInt64
        /// The position after the entries.
        var position: UInt64
    }

    private var entries: [Entry] = []
    private var start = 0
    private(set) var last: UInt64 = 0

    mutating func append(camera: String, kind: String, text: String) {
        last += 1
        let entry = Entry(number: last, camera: camera, kind: kind, text: text)
        if entries.count < Self.capacity {
            entries.append(entry)
        } else {
            entries[start] = entry
            start = (start + 1) % Self.capacity
        }
    }

    /// Returns at most `limit` events after a position, of one camera or of all.
    func read(after position: UInt64, camera: String?, limit: Int) -> Reading {
        let first = last - UInt64(entries.count) + 1
        let position = min(position, last)
        let missed = position + 1 < first ? first - position - 1 : 0
        var reading = Reading(entries: [], missed: missed, position: position + missed)
        while reading.position < last, reading.entries.count < limit {
            reading.position += 1
            let entry = entries[(start + Int(reading.position - first)) % entries.count]
            if camera == nil || entry.camera == camera { reading.entries.append(entry) }
        }
        return reading
    }
}
