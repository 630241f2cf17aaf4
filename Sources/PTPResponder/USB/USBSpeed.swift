/// How fast a USB device is connected.
public enum USBSpeed: String, Sendable, Hashable, CaseIterable {
    case full
    case high
    case `super`

    /// The largest packet of its bulk endpoints, in bytes (USB 2.0 § 5.8.3, USB 3.2 § 8.12.1).
    public var bulkPacketSize: Int {
        switch self {
        case .full: 64
        case .high: 512
        case .super: 1024
        }
    }

    /// The largest packet of the interrupt endpoint, in bytes: one that every event fits into.
    var interruptPacketSize: Int { 64 }

    /// The release of USB that a device says it keeps to, in binary-coded decimal.
    var release: UInt16 { self == .super ? 0x0300 : 0x0200 }
}
