/// What went wrong while reading or writing an image file.
public struct ImageFormatError: Error, Sendable, Hashable {
    /// The kind of failure, by what the caller can do about it.
    public enum Code: Sendable, Hashable, CaseIterable {
        /// The input ends before what it announces; fetching it again may help.
        case truncated
        /// The input contradicts itself or its format.
        case malformed
        /// The input is well-formed, but of a kind that is not read here.
        case unsupported
        /// A dimension or length is above the limit that was set, or above what the format can hold.
        case tooLarge
        /// The buffer that was handed in is too small for the result.
        case bufferTooSmall
        /// An argument makes no sense: a programming error of the caller, reported instead of trapping.
        case invalidArgument
        /// The library below refused, out of memory for example.
        case library
    }

    /// The format that was being read or written.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// The picture format.
        case jpeg = "JPEG"
        /// The metadata block.
        case exif = "EXIF"
        /// The raw format.
        case dng = "DNG"
    }

    /// The kind of failure.
    public let code: Code
    /// The format that was being read or written.
    public let format: Format
    /// What failed, and what to do about it where that is known.
    public let message: String
    /// The byte of the input at which it failed, if it was one.
    public let offset: Int?

    /// An error in `format`, at byte `offset` of the input if it has a place.
    public init(_ code: Code, in format: Format, at offset: Int? = nil, _ message: String) {
        self.code = code
        self.format = format
        self.message = message
        self.offset = offset
    }
}

extension ImageFormatError: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        let place = offset.map { " at byte \($0)" } ?? ""
        return "\(format.rawValue)\(place): \(message)"
    }
}
