/// Speed of a USB connection.
public enum USBSpeed: String, Sendable, Hashable, CaseIterable {
    /// Full speed, 12 Mbit/s.
    case full
    /// High speed, 480 Mbit/s.
    case high
    /// SuperSpeed, 5 Gbit/s.
    case `super`

    /// Maximum packet size of the bulk endpoints, in bytes (USB 2.0 § 5.8.3, USB 3.2 § 8.12.1).
    public var bulkPacketSize: Int {
        switch self {
        case .full: 64
        case .high: 512
        case .super: 1024
        }
    }

    /// Maximum packet size of the interrupt endpoint, in bytes; every event fits.
    var interruptPacketSize: Int { 64 }

    /// USB release that the device announces, in binary-coded decimal.
    var release: UInt16 { self == .super ? 0x0300 : 0x0200 }
}
