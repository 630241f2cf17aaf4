import CameraModel

/// A file that the device keeps in memory until the initiator has fetched it, such as a picture taken for the initiator.
struct HeldFile: Sendable {
    var name: String
    var created: CameraDate?
    var bytes: [UInt8]
}
