import HotShoe
import WebServer

/// The part of a file that a request selects (RFC 9110, section 14). Pure.
enum ByteRange: Hashable {
    /// The whole file: no range, several, or one that is not valid, which a server ignores.
    case all
    case part(Range<UInt64>)
    /// The range begins after the end of the file.
    case outside

    static func parse(_ text: String, size: UInt64) -> ByteRange {
        guard text.hasPrefix("bytes="), !text.contains(",") else { return .all }
        let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return .all }
        switch (UInt64(parts[0]), UInt64(parts[1])) {
        case (nil, let count?) where parts[0].isEmpty:
            return count == 0 || size == 0 ? .outside : .part(size - min(count, size)..<size)
        case (let first?, nil) where parts[1].isEmpty: return first < size ? .part(first..<size) : .outside
        case (let first?, let last?):
            if last < first { return .all }
            return first < size ? .part(first..<min(last, size - 1) + 1) : .outside
        default: return .all
        }
    }
}

/// The bytes of a file for one client. **Thread-safe**; one task at a time requests a piece.
///
/// Each piece is a separate download, which ends when the piece is full: between two pieces, while the client reads, the link to the camera
/// is free for other requests.
final class FilePieces: WebStream {
    private static let pieceSize = 1 << 20
    private let file: RemoteFile
    /// Guards the rest of the range.
    private let rest: Guarded<Range<UInt64>>

    init(_ file: RemoteFile, _ range: Range<UInt64>) {
        self.file = file
        rest = Guarded(range)
    }

    func next() async throws -> [UInt8]? {
        let range = rest.withLock { $0 }
        guard !range.isEmpty else { return nil }
        let limit = Int(min(UInt64(Self.pieceSize), range.upperBound - range.lowerBound))
        let piece = Guarded<[UInt8]>([])
        try await file.download(from: range.lowerBound) { chunk throws(CameraError) in
            piece.withLock { piece in
                let count = min(chunk.byteCount, limit - piece.count)
                unsafe chunk.withUnsafeBytes { unsafe piece.append(contentsOf: $0.prefix(count)) }
                return piece.count < limit ? .proceed : .stop
            }
        }
        let bytes = piece.withLock { $0 }
        rest.withLock { $0 = min(range.lowerBound + UInt64(bytes.count), range.upperBound)..<range.upperBound }
        return bytes.isEmpty ? nil : bytes
    }
}
