import CameraModel

/// A file that the device itself keeps until the initiator lets it go: a picture that was taken for it.
struct HeldFile: Sendable {
    var name: String
    var created: CameraDate?
    var bytes: [UInt8]
}
