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
            "this user may not open \(node): install share/udev/70-hotshoe.rules into /etc/udev/rules.d and plug the camera in again"
        case .claimed(let holders) where holders.isEmpty:
            "claimed by another program, which this user cannot see"
        case .claimed(let holders): "claimed by " + holders.map(\.description).joined(separator: ", ")
        case .gone: "the camera was unplugged"
        case .silent: "the camera does not answer, also after a reset: switch it off and on"
        case .refused(let refusal): refusal.description
        case .usb(let error): error.description
        case .cancelled: "This was cancelled."
        }
    }
}
