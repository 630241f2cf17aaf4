package import PTP

/// The vendors that a program recognises, and searches by their numbers.
package struct VendorTable: Sendable {
    /// The vendors; no family and no number is listed twice.
    package let vendors: [Vendor]
    /// Vendor IDs of USB whose devices are examined even if they do not identify themselves as cameras.
    package let examinedUSB: Set<UInt16>
    /// Types of the services that are searched by SSDP. Each is searched separately.
    package let serviceTypes: [String]

    private let byUSB: [UInt16: Vendor]
    private let byExtension: [VendorExtension: Vendor]
    private let byService: [String: (Vendor, AnnouncedService)]
    /// Beginnings of the manufacturer names of devices that are cameras with any protocol: these vendors make no phones and no media
    /// players.
    private let cameraMakers: [String]

    /// Makers of cameras that are no vendors of the table.
    private static let furtherMakers = ["gopro", "ricoh", "hasselblad", "insta360", "arashi vision", "dji"]
    /// Their vendor IDs of USB.
    private static let furtherUSB: Set<UInt16> = [0x2672, 0x2E1A]

    /// Creates a table.
    package init(_ vendors: [Vendor]) {
        self.vendors = vendors
        let usb = vendors.flatMap { vendor in vendor.usb.map { ($0, vendor) } }
        examinedUSB = Set(usb.filter(\.0.isExamined).map(\.0.number))
        byUSB = Dictionary(usb.map { ($0.number, $1) }) { first, _ in first }
        byExtension = Dictionary(vendors.compactMap { vendor in vendor.ptp.map { ($0, vendor) } }) { first, _ in first }
        let services = vendors.flatMap { vendor in vendor.services.map { (vendor, $0) } }
        serviceTypes = services.map(\.1.type)
        byService = Dictionary(services.map { ($1.type, ($0, $1)) }) { first, _ in first }
        cameraMakers = vendors.filter { !$0.otherDevices.contains(.mediaDevices) }.flatMap(\.makers) + Self.furtherMakers
    }

    /// Returns the vendor with a vendor ID of USB; nil if it makes no known cameras.
    package func vendor(usb number: UInt16) -> Vendor? { byUSB[number] }

    /// Returns the vendor with a vendor extension of PTP; nil if it is not a vendor's or not known.
    package func vendor(_ ptp: VendorExtension) -> Vendor? { byExtension[ptp] }

    /// Returns the service of a type, and its vendor; nil for other devices.
    package func service(_ type: String) -> (vendor: Vendor, service: AnnouncedService)? { byService[type] }

    /// Returns the vendor with a manufacturer's name, as a device reports it; nil if it is not known.
    package func vendor(maker: String) -> Vendor? {
        let maker = maker.lowercased()
        return vendors.first { vendor in vendor.makers.contains { maker.hasPrefix($0) } }
    }

    /// Returns whether a manufacturer makes cameras, and no phones or media players.
    package func makesCameras(_ manufacturer: String) -> Bool {
        let maker = manufacturer.lowercased()
        return cameraMakers.contains { maker.hasPrefix($0) }
    }

    /// Returns whether the devices of a USB vendor ID that offer their files are cameras.
    package func makesCameras(usb number: UInt16) -> Bool {
        Self.furtherUSB.contains(number) || vendor(usb: number).map { makesCameras($0.name) } == true
    }
}
