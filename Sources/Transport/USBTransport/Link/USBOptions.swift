/// Sizes and number of the transfers of a connection.
public struct USBOptions: Sendable {
    /// Size of a read, in bytes; a multiple of 1024, at most 256 KiB.
    public var transferSize = 256 << 10 {
        didSet { transferSize = min(max(1024, transferSize / 1024 * 1024), 256 << 10) }
    }
    /// Number of pending reads, 1 to 32. The kernel limits the memory of all programs and devices together to 16 MiB by
    /// default (`usbfs_memory_mb`).
    public var transfersInFlight = 4 {
        didSet { transfersInFlight = min(max(1, transfersInFlight), 32) }
    }

    /// Creates the default options.
    public init() {}
}
