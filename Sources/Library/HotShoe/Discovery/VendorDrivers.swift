import CameraModel
import DriverCanon
import DriverNikon
import DriverPTP
import PTPVendors

/// The drivers of the vendors in `Vendor.all`.
enum VendorDrivers {
    /// The dialect of each family whose vendor has an extension of PTP. A test compares it with the table.
    static let byFamily: [CameraFamily: CameraDialect] = [
        .canon: .canonEOS, .nikon: .nikon,
    ]

    /// The dialects in the order of the table.
    static let dialects = Vendor.all.compactMap { byFamily[$0.family] }
}
