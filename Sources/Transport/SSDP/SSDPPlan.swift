import Sockets

/// Decides what to search for, which descriptions to read, and which devices are present. Pure; see docs/ssdp.md.
struct SSDPPlan {
    /// Limits on what is kept.
    struct Limits {
        var devices = 256
        var devicesOfOneSource = 32
        var requests = 4
        /// Descriptions and events of one source, and of all, in ten seconds.
        var rateOfOneSource = 10
        var rate = 100
    }

    /// An action that follows from an event.
    enum Action: Hashable {
        /// Sends a search for a type on all interfaces.
        case search(String)
        /// Reads a description; completed by ``described(_:_:_:at:)``.
        case read(uniqueName: String, DescriptionLocation)
        case report(SSDPEvent)
    }

    private enum State: Hashable {
        case waiting
        case reading
        case described(DeviceDescription)
        /// Not read again before this time.
        case refused(until: Duration)
    }

    private struct Entry {
        var announcement: SSDPAnnouncement
        var source: SocketAddress
        var location: DescriptionLocation
        var expiry: Duration
        var state: State
        /// Order of the announcements, for the queue of requests.
        var number: Int
        var isReported = false
    }

    /// A device that has said goodbye.
    private struct Departure {
        var source: SocketAddress
        var boot: Int?
        /// End of the time in which responses of that device are outdated.
        var end: Duration
    }

    /// Pauses after the first searches, and between all later ones.
    private static let firstPauses: [Duration] = [.milliseconds(500), .milliseconds(500)]
    private static let pause: Duration = .seconds(30)
    /// Time before a refused description is read again.
    private static let refusal: Duration = .seconds(60)
    private static let ages = 60...1800
    /// Time for which the rates hold.
    private static let span: Duration = .seconds(10)
    /// Time after a goodbye in which a response to a search is older than it: responses arrive at other sockets than goodbyes, so
    /// that their order is lost. Longer than the time in which devices respond (MX of at most 5 s, UPnP Device Architecture 1.1,
    /// § 1.3.3).
    private static let departure: Duration = .seconds(6)

    private let types: [String]
    private let limits: Limits
    private var entries: [String: Entry] = [:]
    private var departures: [String: Departure] = [:]
    /// Descriptions that were read, and changes that were reported.
    private var work: EventRate
    private var searches = 0
    private var nextSearch: Duration
    private var nextNumber = 0

    /// Creates a plan for devices of some types; the first search is due immediately.
    init(types: [String], limits: Limits = Limits(), now: Duration) {
        (self.types, self.limits, nextSearch) = (types, limits, now)
        work = EventRate(limitOfOneSource: limits.rateOfOneSource, limit: limits.rate, span: Self.span)
    }

    /// Time of the next action without another event: ``timePassed(_:)`` is called then.
    var nextDeadline: Duration {
        let expiry = entries.values.map(\.expiry).min() ?? nextSearch
        let waits = entries.values.contains { $0.state == .waiting } && readingCount < limits.requests
        return min(nextSearch, expiry, waits ? work.nextSpan : nextSearch)
    }

    private var readingCount: Int { entries.values.count { $0.state == .reading } }

    /// Number of devices, described or not.
    var deviceCount: Int { entries.count }

    /// Returns the actions that are due.
    mutating func timePassed(_ now: Duration) -> [Action] {
        var actions: [Action] = []
        for (name, entry) in entries where entry.expiry <= now { actions += remove(name) }
        if nextSearch <= now {
            actions += types.map { .search($0) }
            nextSearch = now + (searches < Self.firstPauses.count ? Self.firstPauses[searches] : Self.pause)
            searches += 1
        }
        return actions + startReading(now)
    }

    /// A datagram has arrived.
    mutating func received(_ message: SSDPMessage, from source: SocketAddress, at now: Duration) -> [Action] {
        switch message {
        case .search: return []
        case .response(let announcement):
            guard types.contains(announcement.type), !isOutdated(announcement, source, now) else { return [] }
            return announced(announcement, source, now) + startReading(now)
        case .alive(let announcement):
            guard types.contains(announcement.type) else { return [] }
            departures[announcement.uniqueName] = nil
            return announced(announcement, source, now) + startReading(now)
        case .goodbye(let name):
            // Only the device itself can leave.
            guard let entry = entries[name], entry.source.bytes == source.bytes else { return [] }
            departures = departures.filter { $0.value.end > now }
            if departures.count < limits.devices {
                departures[name] = Departure(source: source, boot: entry.announcement.boot, end: now + Self.departure)
            }
            return remove(name) + startReading(now)
        }
    }

    /// Whether a response was sent before the goodbye that has arrived.
    private func isOutdated(_ response: SSDPAnnouncement, _ source: SocketAddress, _ now: Duration) -> Bool {
        guard let departure = departures[response.uniqueName], departure.source.bytes == source.bytes else { return false }
        return now < departure.end && response.boot == departure.boot
    }

    private mutating func announced(_ announcement: SSDPAnnouncement, _ source: SocketAddress, _ now: Duration) -> [Action] {
        let name = announcement.uniqueName
        guard let location = DescriptionLocation(announcement.location, announcedBy: source) else { return [] }
        let age = min(max(announcement.maximumAge, Self.ages.lowerBound), Self.ages.upperBound)
        let expiry = now + .seconds(age)
        guard var entry = entries[name] else {
            let ofSource = entries.values.count { $0.source.bytes == source.bytes }
            guard entries.count < limits.devices, ofSource < limits.devicesOfOneSource else { return [] }
            defer { nextNumber += 1 }
            entries[name] = Entry(
                announcement: announcement,
                source: source,
                location: location,
                expiry: expiry,
                state: .waiting,
                number: nextNumber
            )
            return []
        }
        // A device at another address replaces one that has expired, which it has not.
        guard entry.source.bytes == source.bytes else { return [] }
        let isOther = entry.location != location || entry.announcement.boot != announcement.boot
        entry.expiry = expiry
        (entry.announcement, entry.location, entry.source) = (announcement, location, source)
        switch entry.state {
        case .described where isOther: entry.state = .waiting
        case .refused(let end) where isOther || end <= now: entry.state = .waiting
        case .waiting, .reading, .described, .refused: break
        }
        entries[name] = entry
        return []
    }

    /// A description was read, or could not be read (nil).
    mutating func described(
        _ name: String,
        _ location: DescriptionLocation,
        _ description: DeviceDescription?,
        at now: Duration
    ) -> [Action] {
        guard var entry = entries[name], entry.state == .reading else { return startReading(now) }
        // The device has announced another location meanwhile.
        guard entry.location == location else {
            entries[name]?.state = .waiting
            return startReading(now)
        }
        guard let description else {
            entries[name]?.state = .refused(until: now + Self.refusal)
            return startReading(now)
        }
        (entry.state, entry.isReported) = (.described(description), true)
        entries[name] = entry
        let device = SSDPDevice(
            announcement: entry.announcement,
            source: entry.source,
            location: location,
            description: description
        )
        return [.report(.found(device))] + startReading(now)
    }

    /// Begins to read descriptions, as far as the limits allow; the others wait for the next span of the rates.
    private mutating func startReading(_ now: Duration) -> [Action] {
        var reading = readingCount
        var actions: [Action] = []
        for (name, entry) in entries.filter({ $0.value.state == .waiting }).sorted(by: { $0.value.number < $1.value.number }) {
            guard reading < limits.requests else { break }
            guard work.allows(entry.source.bytes, at: now) else { continue }
            entries[name]?.state = .reading
            actions.append(.read(uniqueName: name, entry.location))
            reading += 1
        }
        return actions
    }

    private mutating func remove(_ name: String) -> [Action] {
        entries.removeValue(forKey: name)?.isReported == true ? [.report(.lost(uniqueName: name))] : []
    }
}
