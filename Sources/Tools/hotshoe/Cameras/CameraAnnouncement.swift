import CameraModel
import HotShoeSupport
import PTP
import PTPResponder
import ServiceDiscovery
import Sockets

/// A served camera's announcement on the network, by mDNS.
struct CameraAnnouncement {
    private let advertisement: ServiceAdvertisement

    /// An announcement for each camera that listens. A camera that only this computer can reach is announced on the loopback
    /// interface, where other computers do not see it.
    static func of(_ responders: [IPResponder], isPublic: Bool) -> [CameraAnnouncement] {
        let interface = isPublic ? nil : NetworkInterfaces.loopback
        if !isPublic && interface == nil { return [] }
        return responders.compactMap { responder -> CameraAnnouncement? in
            let (identifier, name) = responder.identity
            guard let port = responder.addresses.first?.port, let type = ServiceType("_ptp._tcp") else { return nil }
            let camera = responder.camera.description
            // Without the suffix, cameras of the same name would each try the names of the other ones.
            let suffix = responders.count > 1 ? camera.serialNumber.map { " \($0)" } ?? "" : ""
            let personality = responder.configuration.personality
            let texts = [
                "ver": "1", "guid": identifier.description, "seq": camera.serialNumber ?? "", "model": camera.model ?? "",
                "vid": personality.announcedVendor,
            ]
            let pairs = texts.merging(personality.announcedKeys) { $1 }.sorted { $0.key < $1.key }
            let text = try? TXTRecord(pairs.map { ($0.key, Array($0.value.utf8)) })
            let registration = ServiceRegistration(
                name: name + suffix,
                type: type,
                port: port,
                text: text ?? TXTRecord(),
                interface: interface
            )
            return CameraAnnouncement(advertisement: ServiceAdvertisement(registration))
        }
    }

    /// Starts the announcements. The first failure is reported once: as an error if other computers are supposed to find the
    /// cameras, otherwise as a detail, because the addresses have been printed.
    static func follow(_ announcements: [CameraAnnouncement], isPublic: Bool, _ context: CommandContext) async {
        for announcement in announcements { announcement.advertisement.start() }
        guard let first = announcements.first else { return }
        for await status in first.advertisement.statuses {
            switch status {
            case .starting: continue
            case .unavailable(let error), .failed(let error):
                let text: StyledText = "hotshoe: not announced: \(error.message); clients need the address"
                if isPublic { context.output.warn(text) } else { context.output.detail(text) }
                return
            case .registered, .withdrawn: return
            }
        }
    }

    /// Withdraws the announcement.
    func end() async {
        advertisement.withdraw()
        await advertisement.ended()
    }
}
