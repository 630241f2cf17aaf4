import CameraModel
import IPTransport
import PTP
import PTPProperties
import ServiceDiscovery
import Sockets

/// The cameras that are announced on the network, each once, even if several interfaces or names announce it. Pure.
struct NetworkSightings {
    /// A camera and its addresses.
    struct Camera: Hashable {
        let identifier: CameraIdentifier
        var description: CameraDescription
        /// Addresses in the order in which they should be tried; not empty.
        var addresses: [SocketAddress]
    }

    /// A change to report.
    enum Change: Hashable {
        /// A camera appeared, or its description changed.
        case found(Camera)
        case lost(CameraIdentifier)
    }

    private let vendors: VendorTable
    private var services: [Service.Identity: Service] = [:]
    private var identifiers: [Service.Identity: CameraIdentifier] = [:]
    private var shown: [CameraIdentifier: Camera] = [:]

    init(_ vendors: VendorTable = VendorDrivers.all.vendors) { self.vendors = vendors }

    /// Applies an event, and returns the resulting changes.
    mutating func apply(_ event: ServiceEvent) -> [Change] {
        switch event {
        case .found(let service), .updated(let service):
            let identifier = Self.identifier(service)
            let before = identifiers.updateValue(identifier, forKey: service.identity)
            services[service.identity] = service
            // The same service may now announce another camera.
            return (before.map { $0 == identifier ? [] : refresh($0) } ?? []) + refresh(identifier)
        case .lost(let identity):
            services[identity] = nil
            return identifiers.removeValue(forKey: identity).map { refresh($0) } ?? []
        case .unavailable, .availableAgain: return []
        }
    }

    private mutating func refresh(_ identifier: CameraIdentifier) -> [Change] {
        // Port 0 cannot be connected to (RFC 6335 § 6): such an announcement is ignored.
        let announced = identifiers.filter { $0.value == identifier }.keys.compactMap { services[$0] }.filter { $0.port != 0 }
            .sorted { ($0.identity.interface, $0.name) < ($1.identity.interface, $1.name) }
        guard let first = announced.first else {
            return shown.removeValue(forKey: identifier).map { [.lost($0.identifier)] } ?? []
        }
        var addresses: [SocketAddress] = []
        for service in announced {
            for address in service.addresses {
                let scope = address.isLinkLocal ? service.identity.interface : 0
                guard let socket = SocketAddress(bytes: address.bytes, port: service.port, scope: scope),
                    !addresses.contains(socket)
                else { continue }
                addresses.append(socket)
            }
        }
        guard !addresses.isEmpty else { return shown.removeValue(forKey: identifier).map { [.lost($0.identifier)] } ?? [] }
        let camera = Camera(
            identifier: identifier,
            description: description(first, identifier, addresses[0]),
            addresses: addresses
        )
        if shown[identifier] == camera { return [] }
        shown[identifier] = camera
        return [.found(camera)]
    }

    /// The responder's GUID if it is announced, else the service's name and address.
    private static func identifier(_ service: Service) -> CameraIdentifier {
        if let guid = service.text.text("guid").flatMap({ IPIdentifier($0) }) { return CameraIdentifier("ptpip-\(guid)") }
        return CameraIdentifier("ptpip-\(service.name)@\(service.host):\(service.port)")
    }

    private func description(
        _ service: Service,
        _ identifier: CameraIdentifier,
        _ address: SocketAddress
    ) -> CameraDescription {
        CameraDescription(
            identifier: identifier,
            family: family(service),
            transport: .network,
            name: service.name,
            model: service.text.text("model"),
            serialNumber: service.text.text("seq"),
            address: .network(host: address.host, port: service.port)
        )
    }

    /// The family for the vendor extension that the camera announces: the extension's number in hexadecimal (observed behaviour
    /// of cameras that announce `_ptp._tcp`).
    private func family(_ service: Service) -> CameraFamily {
        guard let number = service.text.text("vid").flatMap({ UInt32($0, radix: 16) }) else { return .generic }
        return vendors.vendor(VendorExtension(rawValue: number))?.family ?? .generic
    }
}
