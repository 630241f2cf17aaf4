/// How much is on its way at a time.
public struct USBOptions: Sendable {
    /// Of data that comes, in bytes; a multiple of 1024, at most 256 KiB.
    public var transferSize = 256 << 10 {
        didSet { transferSize = min(max(1024, transferSize / 1024 * 1024), 256 << 10) }
    }
    /// Of data that comes, 1 to 32. The kernel has 16 MiB for all programs and devices together (`usbfs_memory_mb`).
    public var transfersInFlight = 4 {
        didSet { transfersInFlight = min(max(1, transfersInFlight), 32) }
    }

    public init() {}
}
