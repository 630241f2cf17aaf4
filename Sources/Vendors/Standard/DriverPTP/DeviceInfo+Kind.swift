import HotShoeSupport
import PTP

extension DeviceInfo {
    /// Whether an operation of the standard takes pictures: InitiateCapture (0x100E) or InitiateOpenCapture (0x101C).
    var takesPictures: Bool { operations.contains(.initiateCapture) || operations.contains(.initiateOpenCapture) }

    /// Whether the device is a phone, a media player or a camera in file transfer mode: it supports MTP, has no operation
    /// that takes pictures, and no vendor operations of a camera (0x9000 to 0x97FF).
    var isMediaDevice: Bool {
        guard !takesPictures, !operations.contains(where: { (0x9000..<0x9800).contains($0.rawValue) && !Self.isAndroid($0) })
        else {
            return false
        }
        return vendorExtension == .microsoft || vendorExtension == .mtp || vendorExtensionDescription.includes("microsoft.com")
            || operations.contains { (0x9800..<0x9900).contains($0.rawValue) }
    }

    /// Whether the code is Android's GetPartialObject64 or one of its related operations, 0x95C1 to 0x95C5 (also observed
    /// with umtp-responder).
    private static func isAndroid(_ code: OperationCode) -> Bool { (0x95C1...0x95C5).contains(code.rawValue) }
}
