/// Why a device could not be opened.
public enum USBOpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// This user may not; where the device is.
    case noPermission(node: String)
    /// Somebody else has it; empty where that cannot be seen.
    case claimed(by: [USBHolder])
    /// It is not there any more.
    case gone
    /// It is there, and does not answer, also after it was reset.
    case silent
    case refused(StillImageInterface.Refusal)
    case usb(USBError)
    case cancelled

    public var description: String {
        switch self {
        case .noPermission(let node):
            "This user may not open \(node). Install share/udev/70-hotshoe.rules into /etc/udev/rules.d and plug the camera in again."
        case .claimed(let holders) where holders.isEmpty:
            "The camera is claimed by another program, which this user cannot see. End that program first."
        case .claimed(let holders):
            "The camera is claimed by \(holders.map(\.description).joined(separator: ", ")). End that program first."
        case .gone: "The camera was unplugged."
        case .silent: "The camera does not answer, also after a reset. Switch it off and on."
        case .refused(let refusal): refusal.description
        case .usb(let error): error.description
        case .cancelled: "This was cancelled."
        }
    }
}
