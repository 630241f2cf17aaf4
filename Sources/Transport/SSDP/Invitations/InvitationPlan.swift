import Sockets

/// Decides when to invite, and which devices are there. Pure.
struct InvitationPlan {
    private struct Entry {
        var device: InvitedDevice
        /// Time at which the device is lost without a further answer.
        var expiry: Duration
    }

    /// Pauses after the first invitations, which may get lost, and after later ones.
    private static let (firstPause, pause) = (Duration.milliseconds(500), Duration.seconds(10))
    /// Number of first invitations.
    private static let firstCount = 3
    /// Time after an answer in which a device is there: three invitations may get lost.
    static let life = Duration.seconds(35)
    /// Time for which a device is there after it was accepted: while it is used it answers no invitation.
    static let usedLife = Duration.seconds(24 * 3600)
    /// Maximum number of devices.
    static let limit = 64

    private var devices: [SocketAddress: Entry] = [:]
    private var rate = EventRate(limitOfOneSource: 10, limit: 100, span: .seconds(10))
    private var count = 0
    private var nextInvitation: Duration
    /// The devices whose next answer is accepted: the program wants to connect to them.
    private var wanted: Set<SocketAddress> = []

    init(now: Duration) { nextInvitation = now }

    /// The time at which ``timePassed(_:)`` is called next.
    var nextDeadline: Duration { devices.values.map(\.expiry).min().map { min($0, nextInvitation) } ?? nextInvitation }

    /// Handles an answer. Returns what is reported, and whether the answer is accepted; nil if it is ignored.
    mutating func received(_ device: InvitedDevice, at now: Duration) -> (events: [InvitationEvent], isAccepted: Bool)? {
        let address = device.address
        guard rate.allows(address.bytes, at: now), devices[address] != nil || devices.count < Self.limit else { return nil }
        let isAccepted = wanted.remove(address) != nil
        let known = devices.updateValue(
            Entry(device: device, expiry: now + (isAccepted ? Self.usedLife : Self.life)),
            forKey: address
        )
        return (known?.device == device ? [] : [.found(device)], isAccepted)
    }

    /// Accepts the next answer of a device; invites immediately.
    mutating func want(_ device: SocketAddress, at now: Duration) {
        wanted.insert(device)
        nextInvitation = now
    }

    /// Accepts no further answer of a device, and keeps it: it is being used.
    mutating func use(_ device: SocketAddress, at now: Duration) {
        wanted.remove(device)
        devices[device]?.expiry = now + Self.usedLife
    }

    /// Returns the devices that are lost, and whether to invite now.
    mutating func timePassed(_ now: Duration) -> (events: [InvitationEvent], invites: Bool) {
        let lost = devices.filter { $0.value.expiry <= now }.keys
        for address in lost { devices[address] = nil }
        let events = lost.sorted { $0.description < $1.description }.map { InvitationEvent.lost($0) }
        guard now >= nextInvitation else { return (events, false) }
        count += 1
        nextInvitation = now + (count < Self.firstCount ? Self.firstPause : Self.pause)
        return (events, true)
    }
}
