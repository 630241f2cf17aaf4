import CameraModel
import Glibc

/// Reads one file from memory or disk. **Single-owner.**
struct FileReader: ~Copyable {
    private let bytes: [UInt8]
    private let descriptor: Int32
    /// Buffer for consecutive pieces of a file.
    private var chunk: [UInt8] = []
    /// Size of the file in bytes.
    let size: UInt64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        descriptor = -1
        size = UInt64(bytes.count)
    }

    /// Opens a file on a card; a symbolic link is not followed.
    init(path: CardPath) throws(CameraError) {
        bytes = []
        let opened = try? path.withParent { folder, name throws(CameraError) in
            unsafe openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
        }
        descriptor = opened ?? -1
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            if descriptor >= 0 { close(descriptor) }
            throw CameraError(.notFound, "The file cannot be read from the card's folder any more.")
        }
        size = UInt64(status.st_size)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Passes at most `count` bytes from `offset` on to `body`; fewer at the end of the file.
    mutating func read(at offset: UInt64, count: Int, _ body: (RawSpan) throws(CameraError) -> TransferDecision)
        throws(CameraError)
        -> TransferDecision
    {
        let available = Int(min(UInt64(count), size > offset ? size - offset : 0))
        if descriptor < 0 {
            let start = Int(min(offset, size))
            return try unsafe body(bytes.span.extracting(start..<start + available).bytes)
        }
        if chunk.count < available { chunk = [UInt8](repeating: 0, count: available) }
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, available, off_t(offset)) }
        guard count >= 0 else {
            throw CameraError(.cardError, "The card's folder could not be read: \(unsafe String(cString: strerror(errno))).")
        }
        return try unsafe body(chunk.span.extracting(0..<count).bytes)
    }

    /// Returns the whole file, if it is not larger than `limit`.
    mutating func readAll(limit: Int) throws(CameraError) -> [UInt8] {
        guard size <= UInt64(limit) else { throw CameraError(.tooLarge, "The file is too large to be examined.") }
        return try readHead(limit: limit)
    }

    /// Returns the first `limit` bytes of the file, or all if it has fewer.
    mutating func readHead(limit: Int) throws(CameraError) -> [UInt8] {
        let wanted = Int(min(size, UInt64(limit)))
        var all: [UInt8] = []
        all.reserveCapacity(wanted)
        while all.count < wanted {
            let before = all.count
            _ = try read(at: UInt64(before), count: min(1 << 20, wanted - before)) { chunk throws(CameraError) in
                unsafe chunk.withUnsafeBytes { unsafe all.append(contentsOf: $0) }
                return .proceed
            }
            if all.count == before { break }
        }
        return all
    }
}
