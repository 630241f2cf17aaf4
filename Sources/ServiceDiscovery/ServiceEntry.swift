/// What a browser keeps of one service. Pure.
struct ServiceEntry {
    /// Grows from service to service.
    let arrival: Int
    /// By how many protocols it is heard.
    var references = 1
    /// Set while it is looked at.
    var look: ServiceLook?
    /// Before this it is not looked at again.
    var restsUntil: Duration = .zero
    /// Lookups that failed since it was last told of.
    var failures = 0
    /// What was last told of it.
    var announced: Service?

    init(arrival: Int) { self.arrival = arrival }
}

/// What is learned about a service in one turn. Pure.
struct ServiceLook {
    /// How long a first look waits for a TXT record, and a later one for what was known before.
    static let patience: Duration = .seconds(1)

    let began: Duration
    /// The lookups that are open.
    var keys: [DNSRecordType: OperationKey] = [:]
    /// Whose addresses are looked up.
    var host: String?
    /// Whether what was learned has been told, or is what was told before.
    var hasAnnounced = false
    private var records: [DNSRecordType: RecordSet] = [:]

    init(began: Duration) { self.began = began }

    mutating func note(_ data: [UInt8], of type: DNSRecordType, isAdded: Bool) {
        let kept = Array(data.prefix(TXTRecord.maximumSize + 1))
        if isAdded { records[type, default: RecordSet()].add(kept) } else { records[type]?.remove(kept) }
    }

    /// Forgets the addresses: they are another host's.
    mutating func moved(to host: String) {
        self.host = host
        records[.v4Address] = nil
        records[.v6Address] = nil
    }

    /// Host and port, as they were last said.
    var location: ServiceLocation? { records[.location]?.latest.flatMap(ServiceLocation.init(parsing:)) }

    /// What is to be told of the service now; nil if it is too early.
    ///
    /// - Parameter previous: what was told before. Where something is missing now it stays as it was there.
    func service(_ identity: Service.Identity, previous: Service?, at now: Duration) -> Service? {
        let isOver = now >= began + Self.patience
        let text = records[.text]?.latest.map(TXTRecord.init(parsing:))
        let addresses = addresses(heardOn: identity.interface)
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

    private func addresses(heardOn interface: UInt32) -> [HostAddress] {
        let v4 = records[.v4Address]?.all.compactMap { HostAddress(v4: $0) } ?? []
        let v6 = records[.v6Address]?.all.compactMap { HostAddress(v6: $0, interface: interface) } ?? []
        return (v4 + v6).sorted()
    }
}

/// The different records of one kind that a name has, and by how many protocols each is heard. Pure.
struct RecordSet: Hashable {
    static let limit = 16

    private struct Counted: Hashable {
        let data: [UInt8]
        var count: Int
    }

    private var records: [Counted] = []

    /// In the order in which they were last added.
    var all: [[UInt8]] { records.map(\.data) }

    /// The one that was added last.
    var latest: [UInt8]? { records.last?.data }

    /// Beyond the limit the oldest is forgotten.
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
