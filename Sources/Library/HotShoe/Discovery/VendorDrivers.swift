package import CameraModel
import DriverCanon
import DriverFujifilm
import DriverNikon
package import DriverPTP
import DriverOlympus
import DriverPanasonic
import DriverSony
import PTP
package import PTPProperties

/// The vendors that discovery recognises, and the drivers that it offers to their cameras.
package struct VendorDrivers: Sendable {
    /// One row for each vendor with a driver. The first dialect that recognises a camera is used.
    package static let rows: [CameraDialect] = [
        .canonEOS,
        .fujifilm,
        .nikon,
        .olympus,
        .panasonic,
        .sony,
    ]

    /// The dialects of cameras on networks with a protocol of their vendor's own, one for each vendor: containers over TCP. An address
    /// with the name of the vendor's family selects it.
    package static let onOwnNetworks: [CameraDialect] = [.fujifilmOnNetwork]

    /// The first words of such addresses, such as "fujifilm".
    package static var networkSchemes: [String] { onOwnNetworks.compactMap(\.vendor?.family.name) }

    /// The dialect for an address with this first word; nil if there is none.
    static func dialect(onNetworkOf scheme: String) -> CameraDialect? {
        onOwnNetworks.first { $0.vendor?.family.name == scheme }
    }

    /// All vendors: those of the rows, and those whose cameras are used by the standard alone.
    package static let all = VendorDrivers(rows)

    /// The family of the cameras of a manufacturer, by the name that they report; nil if it is not known.
    package static func family(ofMaker name: String) -> CameraFamily? { all.vendors.vendor(maker: name)?.family }

    /// The numbers by which cameras are recognised.
    package let vendors: VendorTable
    /// The dialects of all cameras, before the standard.
    let dialects: [CameraDialect]

    init(_ rows: [CameraDialect]) {
        let vendors = VendorTable(rows.compactMap(\.vendor) + Vendor.ofStandardCameras)
        self.vendors = vendors
        // The standard, for devices that are cameras by their maker although they look like phones and media players.
        let filesOfCameras = CameraDialect {
            vendors.makesCameras($0.manufacturer)
        } connect: {
            StandardConnection($0, $1, host: $2, time: $3, StandardExtension(isCamera: true))
        }
        dialects = rows + [filesOfCameras]
    }
}

/// The names that vendors give to properties.
package enum VendorPropertyNames {
    /// The names, in alphabetical order: a property's name is one of them, unless it is one of a plugin's camera.
    package static let all: [String] =
        Set(VendorDrivers.all.vendors.vendors.flatMap { $0.names().properties.all } + DevicePropCode.names.values).sorted()

    /// Names of properties that have a name in the camera model too, with the vendors' numbers: "FilmSimulation" of Fujifilm is `color-tone`.
    package static let ofCameraModel: [(name: String, property: PropertyIdentifier)] = VendorDrivers.all.vendors.vendors.flatMap {
        vendor in
        vendor.properties().rows.compactMap { row in row.code.name(by: vendor.names()).map { ($0, row.property) } }
    }
}
