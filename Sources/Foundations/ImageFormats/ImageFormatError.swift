/// An error in reading or writing an image file.
public struct ImageFormatError: Error, Sendable, Hashable {
    /// The kind of failure, by what the caller can do about it.
    public enum Code: Sendable, Hashable, CaseIterable {
        /// The input ends before its announced length; fetching it again may help.
        case truncated
        /// The input contradicts itself or its format.
        case malformed
        /// The input is valid, but of a kind that is not supported.
        case unsupported
        /// A dimension or length exceeds the limit of the caller or of the format.
        case tooLarge
        /// The caller's buffer is too small for the result.
        case bufferTooSmall
        /// An argument is invalid: a programming error of the caller, reported instead of trapping.
        case invalidArgument
        /// The underlying library failed, for example because it is out of memory.
        case library
    }

    /// The format that was read or written.
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
    /// The format that was read or written.
    public let format: Format
    /// Error message: the failure, and its remedy if one is known.
    public let message: String
    /// Offset of the input byte at which it failed; nil if there is none.
    public let offset: Int?

    /// Creates an error in `format`, at byte `offset` of the input if it has a position.
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
