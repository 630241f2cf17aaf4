import CameraModel
import DriverCanon
import DriverNikon
import DriverPTP
import PTP
import PTPVendors

/// The drivers of the vendors in `Vendor.all`.
enum VendorDrivers {
    /// The dialect of each family whose vendor has an extension of PTP. A test compares it with the table.
    static let byFamily: [CameraFamily: CameraDialect] = [
        .canon: .canonEOS, .nikon: .nikon,
    ]

    /// The dialects in the order of the table.
    static let dialects = Vendor.all.compactMap { byFamily[$0.family] }

    /// The dialects of all cameras, before the standard.
    static let all = dialects + [filesOfCameras]

    /// The standard, for devices that are cameras by their maker although they look like phones and media players.
    private static let filesOfCameras = CameraDialect {
        Vendor.makesCameras($0.manufacturer)
    } connect: {
        StandardConnection($0, $1, host: $2, time: $3, StandardExtension(isCamera: true))
    }
}

/// The names that vendors give to properties which have no name in the camera model.
package enum VendorPropertyNames {
    /// The names, in alphabetical order: a property's name is one of them, unless it is one of a plugin's camera.
    package static let all: [String] = Set(([.standard] + VendorDrivers.dialects).flatMap { $0.propertyNames() }).sorted()
}
