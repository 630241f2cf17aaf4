import Glibc

/// FNV-1a, 64 bits, over blocks of eight bytes. Detects damage, but not deliberate changes.
struct FileChecksum: Equatable, Sendable {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325
    /// Bytes that do not fill a block yet.
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        for index in 0..<bytes.count {
            pending = unsafe pending << 8 | UInt64(bytes[index])
            pendingCount += 1
            guard pendingCount == 8 else { continue }
            value = (value ^ pending) &* 0x100_0000_01B3
            (pending, pendingCount) = (0, 0)
        }
    }

    /// Returns the checksum and the size of a file on this computer; nil if it cannot be read.
    static func ofFile(_ path: String) -> (FileChecksum, UInt64)? {
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var (checksum, size) = (FileChecksum(), UInt64(0))
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return (checksum, size) }
            unsafe buffer.withUnsafeBytes { unsafe checksum.add(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
            size += UInt64(count)
        }
    }
}
