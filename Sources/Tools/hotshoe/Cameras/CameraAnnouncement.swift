import CameraModel
import HotShoe
import HotShoeSupport
import PTP
import PTPResponder
import SSDP
import ServiceDiscovery
import Sockets

/// A served camera's announcement on the network, in the way of its vendor: by mDNS, by SSDP, or by answers to invitations.
enum CameraAnnouncement {
    case mDNS(ServiceAdvertisement)
    case ssdp(SSDPAdvertisement)
    case invited(InvitationResponder)

    /// An announcement for each camera that listens. A camera that only this computer can reach is announced on the loopback
    /// interface, where other computers do not see it.
    static func of(_ responders: [IPResponder], isPublic: Bool) -> [CameraAnnouncement] {
        let interface = isPublic ? nil : NetworkInterfaces.loopback
        if !isPublic && interface == nil { return [] }
        return responders.compactMap { responder in
            if let device = responder.ssdpDevice {
                return .ssdp(SSDPAdvertisement(SSDPAdvertisement.Device(device), network: isPublic ? .standard : .loopback))
            }
            return service(responder, isAlone: responders.count == 1, interface).map { .mDNS(ServiceAdvertisement($0)) }
        }
    }

    /// The answers to invitations of each camera with its vendor's protocol.
    static func of(_ responders: [ContainerResponder], isPublic: Bool) -> [CameraAnnouncement] {
        responders.compactMap { responder in
            guard let service = responder.configuration.personality.invited, let port = responder.addresses.first?.port else {
                return nil
            }
            let name = responder.identity.name
            return .invited(InvitationResponder(Invitation(service), name: name, port: port, isPublic: isPublic))
        }
    }

    private static func service(_ responder: IPResponder, isAlone: Bool, _ interface: UInt32?) -> ServiceRegistration? {
        let (identifier, name) = responder.identity
        guard let port = responder.addresses.first?.port, let type = ServiceType("_ptp._tcp") else { return nil }
        let camera = responder.camera.description
        // Without the suffix, cameras of the same name would each try the names of the other ones.
        let suffix = isAlone ? "" : camera.serialNumber.map { " \($0)" } ?? ""
        let personality = responder.configuration.personality
        let texts = [
            "ver": "1", "guid": identifier.description, "seq": camera.serialNumber ?? "", "model": camera.model ?? "",
            "vid": personality.announcedVendor,
        ]
        let pairs = texts.merging(personality.announcedKeys) { $1 }.sorted { $0.key < $1.key }
        let text = try? TXTRecord(pairs.map { ($0.key, Array($0.value.utf8)) })
        return ServiceRegistration(name: name + suffix, type: type, port: port, text: text ?? TXTRecord(), interface: interface)
    }

    /// Starts the announcements. The first failure is reported once: as an error if other computers are supposed to find the
    /// cameras, otherwise as a detail, because the addresses have been printed.
    static func follow(_ announcements: [CameraAnnouncement], isPublic: Bool, _ context: CommandContext) async {
        func report(_ problem: String) {
            let text: StyledText = "hotshoe: not announced: \(problem); clients need the address"
            if isPublic { context.output.warn(text) } else { context.output.detail(text) }
        }
        var services: [ServiceAdvertisement] = []
        for announcement in announcements {
            switch announcement {
            case .mDNS(let service):
                service.start()
                services.append(service)
            case .ssdp(let device):
                do throws(SocketError) { try device.start() } catch { return report(error.description) }
            case .invited(let device):
                do throws(SocketError) { try device.start() } catch { return report(error.description) }
            }
        }
        guard let first = services.first else { return }
        for await status in first.statuses {
            switch status {
            case .starting: continue
            case .unavailable(let error), .failed(let error): return report(error.message)
            case .registered, .withdrawn: return
            }
        }
    }

    /// Withdraws the announcement.
    func end() async {
        switch self {
        case .mDNS(let service):
            service.withdraw()
            await service.ended()
        case .ssdp(let device): device.stop()
        case .invited(let device): device.stop()
        }
    }
}

extension SSDPAdvertisement.Device {
    fileprivate init(_ device: ServedSSDPDevice) {
        self.init(
            uuid: device.uuid,
            types: device.types,
            server: device.server,
            path: device.path,
            port: device.port,
            description: device.description
        )
    }
}
