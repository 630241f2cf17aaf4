/// Determines which piece of a file a download requests next. Pure.
///
/// A file size from a listing saves a request but may be outdated. Until the size has been confirmed, full pieces are
/// requested, so that a file that has grown is detected.
package struct DownloadPlan {
    package enum Step: Equatable {
        /// Request this number of bytes.
        case request(UInt64)
        /// Request the file's current size.
        case querySize
        /// The download is complete.
        case done
        /// The camera sent more bytes than the file has.
        case tooMuch
    }

    /// Offset of the next piece, in bytes.
    package private(set) var offset: UInt64
    /// File size, in bytes.
    package private(set) var size: UInt64
    /// Whether the camera has reported the size during this download.
    private var isFresh: Bool
    private var wasShort = false

    /// Creates a plan for a file of `size` bytes from `offset` on. `isFresh` is whether the camera has just reported the size;
    /// `false` for a size from an earlier listing.
    package init(from offset: UInt64, size: UInt64, isFresh: Bool) {
        self.offset = offset
        self.size = size
        self.isFresh = isFresh
    }

    /// Returns the next step. `pieceSize` is the maximum number of bytes per request.
    package func next(_ pieceSize: UInt64) -> Step {
        if offset < size { return .request(isFresh ? min(pieceSize, size - offset) : pieceSize) }
        if isFresh { return offset == size ? .done : .tooMuch }
        // A piece that was shorter than requested was the last one.
        return offset == size && wasShort ? .done : .querySize
    }

    /// Records that `count` bytes were received of `requested` requested bytes.
    package mutating func received(_ count: UInt64, of requested: UInt64) {
        offset += count
        wasShort = count < requested
    }

    /// Records the file's current size, in bytes.
    package mutating func sizeReceived(_ size: UInt64) {
        self.size = size
        isFresh = true
    }
}
