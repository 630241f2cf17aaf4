/// A browser's data about one service. Pure.
struct ServiceEntry {
    /// Sequence number of the service's appearance.
    let arrival: Int
    /// Number of protocols by which the service is announced.
    var references = 1
    /// The present turn; nil if the service has none.
    var lookup: ServiceLookup?
    /// Time before which the service is not looked up again.
    var restsUntil: Duration = .zero
    /// Number of failed lookups since the last report.
    var failures = 0
    /// The service as last reported; nil before the first report.
    var announced: Service?

    init(arrival: Int) { self.arrival = arrival }
}

/// Data about a service from one turn of lookups. Pure.
struct ServiceLookup {
    /// Time for which a first turn waits for a TXT record, and a later one for the records that were known before.
    static let timeout: Duration = .seconds(1)

    let began: Duration
    /// The open lookups.
    var keys: [DNSRecordType: OperationKey] = [:]
    /// The host whose addresses are looked up.
    var host: String?
    /// Whether the data of this turn were reported, or equal the last report.
    var hasAnnounced = false
    private var records: [DNSRecordType: RecordSet] = [:]

    init(began: Duration) { self.began = began }

    mutating func note(_ data: [UInt8], of type: DNSRecordType, isAdded: Bool) {
        let kept = Array(data.prefix(TXTRecord.maximumSize + 1))
        if isAdded { records[type, default: RecordSet()].add(kept) } else { records[type]?.remove(kept) }
    }

    /// Discards the addresses, which belong to another host.
    mutating func moved(to host: String) {
        self.host = host
        records[.v4Address] = nil
        records[.v6Address] = nil
    }

    /// Host and port, according to the latest record.
    var location: ServiceLocation? { records[.location]?.latest.flatMap(ServiceLocation.init(parsing:)) }

    /// Returns the service to report now; nil if it is too early. `previous` is the last report, whose values replace missing
    /// ones.
    func service(_ identity: Service.Identity, previous: Service?, at now: Duration) -> Service? {
        let isOver = now >= began + Self.timeout
        let text = records[.text]?.latest.map(TXTRecord.init(parsing:))
        let addresses = addresses(receivedOn: identity.interface)
        guard let previous else {
            guard let location, !addresses.isEmpty, text != nil || isOver else { return nil }
            return Service(
                identity: identity,
                host: location.host,
                port: location.port,
                addresses: addresses,
                text: text ?? TXTRecord()
            )
        }
        let isComplete = location != nil && text != nil && records[.v4Address] != nil && records[.v6Address] != nil
        guard hasAnnounced || isComplete || isOver else { return nil }
        // Host, port and addresses belong together.
        let isReachable = location != nil && !addresses.isEmpty
        return Service(
            identity: identity,
            host: isReachable ? location!.host : previous.host,
            port: isReachable ? location!.port : previous.port,
            addresses: isReachable ? addresses : previous.addresses,
            text: text ?? previous.text
        )
    }

    private func addresses(receivedOn interface: UInt32) -> [HostAddress] {
        let v4 = records[.v4Address]?.all.compactMap { HostAddress(v4: $0) } ?? []
        let v6 = records[.v6Address]?.all.compactMap { HostAddress(v6: $0, interface: interface) } ?? []
        return (v4 + v6).sorted()
    }
}

/// The different records of one type for a name, with the number of protocols that announce each. Pure.
struct RecordSet: Hashable {
    static let limit = 16

    private struct Counted: Hashable {
        let data: [UInt8]
        var count: Int
    }

    private var records: [Counted] = []

    /// The records, in the order in which they were last added.
    var all: [[UInt8]] { records.map(\.data) }

    /// The record that was added last.
    var latest: [UInt8]? { records.last?.data }

    /// Adds a record; beyond the limit the oldest is dropped.
    mutating func add(_ data: [UInt8]) {
        var record = Counted(data: data, count: 1)
        if let index = records.firstIndex(where: { $0.data == data }) { record.count += records.remove(at: index).count }
        records.append(record)
        if records.count > Self.limit { records.removeFirst() }
    }

    mutating func remove(_ data: [UInt8]) {
        guard let index = records.firstIndex(where: { $0.data == data }) else { return }
        records[index].count -= 1
        if records[index].count == 0 { records.remove(at: index) }
    }
}
