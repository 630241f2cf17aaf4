import CameraModel
import HotShoeSupport
import IPTransport
import PTP
import PTPResponder
import ServiceDiscovery

/// A served camera's announcement on the network, by mDNS.
struct CameraAnnouncement {
    private let advertisement: ServiceAdvertisement

    /// One for each camera that listens.
    static func of(_ responders: [IPResponder]) -> [CameraAnnouncement] {
        responders.compactMap { responder in
            let (identifier, name) = responder.identity
            guard let port = responder.addresses.first?.port, let type = ServiceType("_ptp._tcp") else { return nil }
            let camera = responder.camera.description
            let text = try? TXTRecord(texts: [
                "ver": "1", "guid": identifier.description, "seq": camera.serialNumber ?? "", "model": camera.model ?? "",
                "vid": "6",
            ])
            return CameraAnnouncement(
                advertisement: ServiceAdvertisement(
                    ServiceRegistration(name: name, type: type, port: port, text: text ?? TXTRecord())
                )
            )
        }
    }

    /// Begins to announce. What keeps all of them from it is told once; they can be reached by their addresses all the same.
    static func follow(_ announcements: [CameraAnnouncement], _ context: CommandContext) async {
        for announcement in announcements { announcement.advertisement.start() }
        guard let first = announcements.first else { return }
        for await status in first.advertisement.statuses {
            switch status {
            case .starting: continue
            case .unavailable(let trouble), .failed(let trouble):
                context.output.complain("hotshoe: not announced: \(trouble.message); clients need the address")
                return
            case .registered, .withdrawn: return
            }
        }
    }

    /// Says goodbye.
    func end() async {
        advertisement.withdraw()
        await advertisement.ended()
    }
}
