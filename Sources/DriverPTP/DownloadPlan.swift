/// Which piece of a file is asked for next, until all of it is there. Pure.
///
/// A size from a listing saves asking for it, and is not trusted: whole pieces are asked for, so that a file that has grown is seen.
package struct DownloadPlan {
    package enum Step: Equatable {
        /// For so many bytes.
        case ask(UInt64)
        /// How large the file is now.
        case look
        case done
        /// More came than the file has.
        case tooMuch
    }

    /// Where the next piece begins, in bytes.
    package private(set) var offset: UInt64
    /// Of the file, in bytes.
    package private(set) var size: UInt64
    /// Whether the camera has said the size for this download.
    private var isFresh: Bool
    private var wasShort = false

    /// - Parameter isFresh: whether the size was asked for just now, and not when the file was listed.
    package init(from offset: UInt64, size: UInt64, isFresh: Bool) {
        self.offset = offset
        self.size = size
        self.isFresh = isFresh
    }

    /// What is to be done, if so many bytes are asked for at once at the most.
    package func next(_ pieceSize: UInt64) -> Step {
        if offset < size { return .ask(isFresh ? min(pieceSize, size - offset) : pieceSize) }
        if isFresh { return offset == size ? .done : .tooMuch }
        // A piece that was not full was the last one.
        return offset == size && wasShort ? .done : .look
    }

    /// So much came of what was asked for.
    package mutating func received(_ count: UInt64, of asked: UInt64) {
        offset += count
        wasShort = count < asked
    }

    /// The file is so large now.
    package mutating func looked(_ size: UInt64) {
        self.size = size
        isFresh = true
    }
}
