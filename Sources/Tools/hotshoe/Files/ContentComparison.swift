import CameraModel
import HotShoeSupport

/// Compares the beginnings of files on a camera and on this computer, where names, sizes and dates do not distinguish them.
enum ContentComparison {
    /// Number of compared bytes: EXIF with its thumbnail, and the beginning of the picture.
    private static let byteCount = 256 << 10

    /// Returns the first bytes of a camera's file.
    static func head(of file: RemoteFile) async throws(CameraError) -> [UInt8] {
        let head = Guarded<[UInt8]>([])
        try await file.download { chunk throws(CameraError) in
            head.withLock { bytes in
                let count = min(chunk.byteCount, byteCount - bytes.count)
                unsafe chunk.extracting(first: count).withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
                return bytes.count < byteCount ? .proceed : .stop
            }
        }
        return head.withLock { $0 }
    }

    /// Whether a file of this computer begins with bytes.
    static func hasHead(_ head: [UInt8], _ path: String) -> Bool {
        guard let source = try? LocalSource(path), let bytes = try? source.read(head.count, progress: { _ in }) else {
            return false
        }
        return bytes == head
    }
}
