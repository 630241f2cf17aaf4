import PTP
import PTPCanon

/// The records that an EOS body reports by GetEvent (0x9116): the queue, and the values that the initiator has received. Pure.
struct EOSRecords {
    /// The limits of bodies' queues (observed behaviour).
    static let limits = EventQueue<EventRecord>.Limits(records: 1024, perReply: 256, timeout: .seconds(10))

    private var queue = EventQueue<EventRecord>(limits)
    private var reported = ReportedValues<PropertyContent>()
    private var display: [OLCInfo.Part: [UInt8]] = [:]

    var isEmpty: Bool { queue.isEmpty }

    mutating func hang() { queue.hang() }

    /// Whether the queue is blocked, also because records have waited too long.
    mutating func isHung(at now: Duration) -> Bool {
        queue.checkTimeout(at: now)
        return queue.isHung
    }

    /// Adds records, independent of the reported values.
    mutating func append(_ records: [EventRecord], at now: Duration) {
        for record in records { queue.append(record, at: now) }
    }

    /// Adds records for what has changed in the value and the allowed values of a property.
    mutating func report(_ code: DevicePropCode, _ content: PropertyContent?, offered: [PropertyContent], at now: Duration) {
        for change in reported.update(code, content, offered: offered) {
            switch change {
            case .value(let content): queue.append(.propertyChanged(code, content), at: now)
            case .offered(let contents):
                queue.append(.offeredValuesChanged(code, OfferedValues(contents, of: code)), at: now)
            }
        }
    }

    /// Adds a record with the parts of the displays that are selected in `mask`, and have changed or are in `always`. A blocked
    /// queue accepts none.
    mutating func report(
        display parts: [OLCInfo.Part: [UInt8]],
        always: Set<OLCInfo.Part>,
        mask: UInt16,
        version: UInt32,
        at now: Duration
    ) {
        let changed = parts.filter { part, bytes in
            Self.isSelected(part, mask) && (always.contains(part) || display[part] != bytes)
        }
        guard !changed.isEmpty, !queue.isHung, let info = OLCInfo(version: version, changed) else { return }
        display.merge(changed) { $1 }
        queue.append(.olcInfoChanged(info.encoded), at: now)
    }

    /// Discards the reported contents of parts that are not selected: they are reported when they are selected again.
    mutating func selectDisplay(_ mask: UInt16) { display = display.filter { Self.isSelected($0.key, mask) } }

    private static func isSelected(_ part: OLCInfo.Part, _ mask: UInt16) -> Bool { mask >> UInt16(part.rawValue) & 1 == 1 }

    /// Removes and returns the records for a reply, and whether that has ended a block: changes during it were not queued.
    mutating func popReply(at now: Duration) -> (records: [EventRecord], endsBlock: Bool) {
        let wasHung = isHung(at: now)
        let records = queue.popReply(at: now)
        return (records, wasHung && !queue.isHung)
    }
}

extension EventRecord: QueuedRecord {
    enum Subject: Hashable {
        case value(DevicePropCode)
        case offered(DevicePropCode)
        case storage(UInt32)
        case status(UInt32)
    }

    var subject: Subject? {
        switch self {
        case .propertyChanged(let code, _): .value(code)
        case .offeredValuesChanged(let code, _): .offered(code)
        case .storageInfoChanged(let storage): .storage(storage.rawValue)
        case .cameraStatusChanged(let status): .status(status.rawValue)
        default: nil
        }
    }
}
