/// Error of opening a USB device.
public enum USBOpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The user has no permission for the device file.
    case noPermission(node: String)
    /// Another process has claimed the device; empty if the processes cannot be determined.
    case claimed(by: [USBHolder])
    /// The device is no longer connected.
    case noDevice
    /// The device does not answer, even after a reset.
    case silent
    /// The device has no usable PTP interface.
    case refused(StillImageInterface.Refusal)
    /// A USB operation failed.
    case usb(USBError)
    /// The task was cancelled.
    case cancelled

    /// Error message in English for users.
    public var description: String {
        switch self {
        case .noPermission(let node):
            "This user may not open \(node). Install share/udev/70-hotshoe.rules into /etc/udev/rules.d and plug the camera in again."
        case .claimed(let holders) where holders.isEmpty:
            "The camera is claimed by another program, which this user cannot see. End that program first."
        case .claimed(let holders):
            "The camera is claimed by \(holders.map(\.description).joined(separator: ", ")). End that program first."
        case .noDevice: "The camera was unplugged."
        case .silent: "The camera does not answer, also after a reset. Switch it off and on."
        case .refused(let refusal): refusal.description
        case .usb(let error): error.description
        case .cancelled: "This was cancelled."
        }
    }
}
