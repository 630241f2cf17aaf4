import CameraModel
import IPTransport
import PTP
import PTPProperties
import SSDP
import Sockets

/// The cameras that are announced by SSDP, each once, also if it announces several services. Pure.
struct SSDPSightings {
    /// A change to report.
    enum Change: Hashable {
        /// A camera appeared, or its description changed. The location of its description.
        case found(NetworkSightings.Camera, DescriptionLocation)
        case lost(CameraIdentifier)
    }

    /// Returns a function that finds the reference to a second document, which the descriptions of some vendors have.
    static func furtherDocument(_ vendors: VendorTable) -> @Sendable (DeviceDescription) -> String? {
        let endings = vendors.vendors.flatMap(\.services).compactMap(\.furtherDocument)
        return { description in
            description.elements.first { element in endings.contains { element.text.hasSuffix($0) } }?.text
        }
    }

    private let vendors: VendorTable
    /// Devices by their unique service names.
    private var devices: [String: SSDPDevice] = [:]
    private var shown: [CameraIdentifier: NetworkSightings.Camera] = [:]

    init(_ vendors: VendorTable = VendorDrivers.all.vendors) { self.vendors = vendors }

    /// Applies an event, and returns the resulting changes.
    mutating func apply(_ event: SSDPEvent) -> [Change] {
        switch event {
        case .found(let device):
            devices[device.announcement.uniqueName] = device
            return refresh(Self.identifier(device))
        case .lost(let name):
            return devices.removeValue(forKey: name).map { refresh(Self.identifier($0)) } ?? []
        }
    }

    private mutating func refresh(_ identifier: CameraIdentifier) -> [Change] {
        // A service for computers comes first; among equals the order of the names, which does not change.
        let announced = devices.values.filter { Self.identifier($0) == identifier }
            .sorted { (rank($0), $0.announcement.uniqueName) < (rank($1), $1.announcement.uniqueName) }
        guard let device = announced.first, let (vendor, service) = vendors.service(device.announcement.type) else {
            return shown.removeValue(forKey: identifier).map { [.lost($0.identifier)] } ?? []
        }
        let camera = Self.camera(device, identifier, vendor, service)
        if shown[identifier] == camera { return [] }
        shown[identifier] = camera
        return [.found(camera, device.location)]
    }

    private func rank(_ device: SSDPDevice) -> Int {
        vendors.service(device.announcement.type)?.service.purpose == .control ? 0 : 1
    }

    /// The device's UUID, which is the responder's GUID, else its unique name.
    private static func identifier(_ device: SSDPDevice) -> CameraIdentifier {
        if let guid = device.announcement.uuid.flatMap({ IPIdentifier($0) }) { return CameraIdentifier("ptpip-\(guid)") }
        return CameraIdentifier("ssdp-\(device.announcement.uniqueName)")
    }

    private static func camera(
        _ device: SSDPDevice,
        _ identifier: CameraIdentifier,
        _ vendor: Vendor,
        _ service: AnnouncedService
    ) -> NetworkSightings.Camera {
        let elements = device.description
        // Cameras have the standard port; simulated bodies may have another one, and announce it in an element of their own.
        let port = elements["X_PTPIPPort"].flatMap { UInt16($0) }.flatMap { $0 == 0 ? nil : $0 } ?? IPConnector.standardPort
        let description = CameraDescription(
            identifier: identifier,
            family: vendor.family,
            transport: .network,
            name: elements.friendlyName,
            manufacturer: elements.manufacturer,
            model: elements["X_ModelName"] ?? elements.modelName,
            serialNumber: elements.serialNumber,
            address: .network(host: device.source.host, port: port),
            obstacle: obstacle(service, elements)
        )
        let address = SocketAddress(bytes: device.source.bytes, port: port, scope: device.source.scope)
        return NetworkSightings.Camera(identifier: identifier, description: description, addresses: address.map { [$0] } ?? [])
    }

    /// The condition that prevents connecting, from the service and from elements of the description.
    private static func obstacle(_ service: AnnouncedService, _ elements: DeviceDescription) -> CameraObstacle? {
        if service.purpose == .phoneApp {
            return CameraObstacle(
                .wrongMode,
                "The camera waits for the vendor's phone app. Select remote control by a computer in its menu."
            )
        }
        let obstacle = service.obstacles.first { isSet(elements[$0.element]) }
        return obstacle.map { CameraObstacle(.wrongMode, $0.message) }
    }

    private static func isSet(_ flag: String?) -> Bool {
        guard let flag = flag?.lowercased() else { return false }
        return !["", "0", "no", "off", "false", "none"].contains(flag)
    }
}
