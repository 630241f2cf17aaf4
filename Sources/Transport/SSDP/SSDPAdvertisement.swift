public import HotShoeSupport
public import Sockets

/// Announces a device of this program by SSDP and serves its description. **Thread-safe.**
public final class SSDPAdvertisement: Sendable {
    /// The device.
    public struct Device: Sendable {
        /// UUID, without "uuid:".
        public var uuid: String
        /// Types of the device and its services, as in ST and NT.
        public var types: [String]
        /// System and product (SERVER).
        public var server: String
        /// Path of the description, from its "/" on.
        public var path: String
        /// Port of the description's server; 0 for one that the system chooses.
        public var port: UInt16
        /// The description, an XML document.
        public var description: String

        /// Creates a device.
        public init(uuid: String, types: [String], server: String, path: String, port: UInt16 = 0, description: String) {
            (self.uuid, self.types, self.server) = (uuid, types, server)
            (self.path, self.port, self.description) = (path, port, description)
        }
    }

    private let device: Device
    private let network: SSDPNetwork
    private let time: any TimeSource
    private let boot: Int

    private struct Running {
        let channel: MulticastChannel
        let timer: any TimeSourceTimer
        let server: DescriptionServer
    }

    /// Guards what runs, from ``start()`` to ``stop()``, and the rate of answers.
    private let state = Guarded<(running: Running?, rate: AnswerRate, notifications: Int)>((nil, AnswerRate(), 0))

    /// Validity of the announcements, in seconds.
    private static let age = 1800
    /// Pause between the first two notifications, and between all later ones.
    private static let firstPause: Duration = .milliseconds(500)
    private static let pause: Duration = .seconds(age / 2)

    /// Creates an announcement, which does not start yet.
    public init(_ device: Device, network: SSDPNetwork = .standard, time: any TimeSource = SystemClock.shared) {
        (self.device, self.network, self.time) = (device, network, time)
        boot = Int(time.now.wholeMilliseconds % 1_000_000_000)
    }

    deinit { stop() }

    /// Starts to announce the device.
    ///
    /// - Throws: `SocketError` if the port of the description cannot be used.
    public func start() throws(SocketError) {
        let address = network.descriptions.withPort(device.port)
        let server = try DescriptionServer(address: address, path: device.path, document: Array(device.description.utf8))
        let channel = MulticastChannel(network) { [weak self] in self?.received($0, from: $1) }
        let timer = time.makeTimer { [weak self] in self?.notify() }
        state.withLock { $0.running = Running(channel: channel, timer: timer, server: server) }
        notify()
    }

    /// Announces that the device leaves, and ends.
    public func stop() {
        let running = state.withLock { state in
            defer { state.running = nil }
            return state.running
        }
        guard let running else { return }
        running.timer.disarm()
        running.channel.close(
            sending: device.types.map {
                SSDPMessage.goodbye(uniqueName: uniqueName($0)).bytes(group: network.group.description)
            }
        )
        running.server.close()
    }

    private func uniqueName(_ type: String) -> String { "uuid:\(device.uuid)::\(type)" }

    /// Sends a notification of each type by each interface, with a location that can be reached there.
    private func notify() {
        let (running, count) = state.withLock { state in
            state.notifications += 1
            return (state.running, state.notifications)
        }
        guard let running else { return }
        running.channel.refresh()
        for type in device.types {
            running.channel.send { interface in
                SSDPMessage.alive(self.announcement(type, interface.host, running.server.port)).bytes(
                    group: self.network.group.description
                )
            }
        }
        running.timer.arm(at: time.now + (count == 1 ? Self.firstPause : Self.pause))
    }

    private func received(_ bytes: [UInt8], from source: SocketAddress) {
        guard case .search(let target)? = SSDPMessage(bytes) else { return }
        let types = device.types.filter { target == $0 || target == "ssdp:all" }
        let now = time.now
        let running = state.withLock { state -> Running? in
            if types.isEmpty || !state.rate.allows(source.bytes, at: now) { return nil }
            return state.running
        }
        // The address of the interface by which the source is reached.
        guard let running, let own = DatagramSocket.localAddress(towards: source) else { return }
        for type in types {
            let answer = announcement(type, own.host, running.server.port)
            running.channel.send(SSDPMessage.response(answer).bytes(group: network.group.description), to: source)
        }
    }

    private func announcement(_ type: String, _ host: String, _ port: UInt16) -> SSDPAnnouncement {
        SSDPAnnouncement(
            type: type,
            uniqueName: uniqueName(type),
            location: "http://\(host):\(port)\(device.path)",
            server: device.server,
            boot: boot,
            maximumAge: Self.age
        )
    }
}

/// Limits the answers to each source. Pure.
struct AnswerRate {
    /// Maximum number of answers to one source in a second.
    static let limit = 10
    /// Maximum number of sources in a second; further ones receive no answer.
    static let sourceLimit = 1000

    private var second: Int64 = -1
    private var counts: [[UInt8]: Int] = [:]

    mutating func allows(_ source: [UInt8], at now: Duration) -> Bool {
        let present = now.wholeMilliseconds / 1000
        if present != second { (second, counts) = (present, [:]) }
        guard counts.count < Self.sourceLimit || counts[source] != nil else { return false }
        counts[source, default: 0] += 1
        return counts[source]! <= Self.limit
    }
}
