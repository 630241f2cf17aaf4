import HotShoe
import WebServer

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

    func next() async throws -> WebPiece? {
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
        return bytes.isEmpty ? nil : WebPiece(bytes)
    }
}
