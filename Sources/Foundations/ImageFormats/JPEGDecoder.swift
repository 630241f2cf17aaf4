internal import CTurboJPEG

/// The header of a JPEG file.
public struct JPEGHeader: Sendable, Hashable {
    /// The size of the picture in pixels.
    public let size: ImageSize
    /// Resolution of its colours; nil for the rare kinds without a name here.
    public let subsampling: ChromaSubsampling?
}

/// Scales at which a JPEG can be decoded faster than at full size.
public enum JPEGScale: Int, Sendable, Hashable, CaseIterable {
    /// 1/1.
    case full = 1
    /// 1/2.
    case half = 2
    /// 1/4.
    case quarter = 4
    /// 1/8.
    case eighth = 8

    /// Selects the largest scale at which a picture of `size` fits within `limit`, or 1/8 if none does.
    public init(of size: ImageSize, fitting limit: ImageSize) {
        let fits = Self.allCases.first { scale in
            let scaled = scale.apply(to: size)
            return scaled.width <= limit.width && scaled.height <= limit.height
        }
        self = fits ?? .eighth
    }

    /// Returns the size of a picture of `size` decoded at this scale, rounded up.
    public func apply(to size: ImageSize) -> ImageSize {
        func scaled(_ length: Int) -> Int { length / rawValue + (length % rawValue == 0 ? 0 : 1) }
        return ImageSize(width: scaled(size.width), height: scaled(size.height))
    }
}

/// Result of decoding a JPEG.
public struct DecodedPicture: Sendable, Hashable {
    /// The size of the decoded picture in pixels.
    public let size: ImageSize
    /// The decoder's warning, for example about truncated data; nil if there was none.
    public let warning: String?
}

// SAFETY: as for JPEGEncoder, the handle is owned by this value alone and is not bound to a thread.
/// Decodes JPEG files to RGB pixels; reusable.
///
/// Single-owner: it wraps one library handle. Corrupt input throws an error and never traps.
@safe
public struct JPEGDecoder: ~Copyable, @unchecked Sendable {
    private let handle: tjhandle
    private let limits: Limits

    /// Creates a decoder that rejects pictures beyond `limits`. **Errors**: `.library` if the library is out of memory.
    public init(limits: Limits = Limits()) throws(ImageFormatError) {
        guard let handle = unsafe tjInitDecompress() else {
            throw ImageFormatError(.library, in: .jpeg, "the decoder could not be created: out of memory")
        }
        unsafe self.handle = handle
        self.limits = limits
    }

    deinit {
        unsafe tjDestroy(handle)
    }

    /// Reads the size and the colour resolution of a file.
    ///
    /// **Errors**: `.malformed` if it is not a JPEG, `.tooLarge` if it exceeds the limits.
    public mutating func header(of jpeg: Span<UInt8>) throws(ImageFormatError) -> JPEGHeader {
        guard jpeg.count > 0 else { throw ImageFormatError(.truncated, in: .jpeg, at: 0, "there is nothing to decode") }
        var (width, height, subsampling, colourSpace): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
        let status = unsafe jpeg.withUnsafeBufferPointer { source in
            unsafe tjDecompressHeader3(
                handle,
                source.baseAddress,
                CUnsignedLong(source.count),
                &width,
                &height,
                &subsampling,
                &colourSpace
            )
        }
        let size = ImageSize(width: Int(width), height: Int(height))
        // After a warning the header is still usable.
        let readable = unsafe status == 0 || tjGetErrorCode(handle) == Int32(bitPattern: TJERR_WARNING.rawValue)
        guard readable, let pixelCount = size.pixelCount else {
            throw ImageFormatError(.malformed, in: .jpeg, "the header cannot be read: \(unsafe libraryMessage(of: handle))")
        }
        try limits.check(size, pixelCount)
        return JPEGHeader(size: size, subsampling: ChromaSubsampling(libraryValue: subsampling))
    }

    /// Decodes a picture into `buffer`: RGB, three bytes for each pixel, rows from the top without padding.
    ///
    /// - Parameters:
    ///   - jpeg: the file.
    ///   - scale: the scale of the decoded picture.
    ///   - buffer: at least `scale.apply(to: header.size).rgbByteCount` bytes, where `header` is the result of ``header(of:)``.
    /// - Returns: the size of the decoded pixels, with a warning if the file is damaged.
    /// - Throws: `.truncated` if `jpeg` is empty, `.malformed` if it cannot be decoded, `.tooLarge` if it exceeds the limits,
    ///   `.bufferTooSmall`.
    public mutating func decode(
        _ jpeg: Span<UInt8>,
        scale: JPEGScale = .full,
        into buffer: inout MutableSpan<UInt8>
    ) throws(ImageFormatError) -> DecodedPicture {
        let whole = try header(of: jpeg).size
        try limits.check(whole, JPEGScans(jpeg))
        let size = scale.apply(to: whole)
        guard let needed = size.rgbByteCount, buffer.count >= needed else {
            throw ImageFormatError(
                .bufferTooSmall,
                in: .jpeg,
                "the buffer has \(buffer.count) bytes, too few for \(size) RGB pixels"
            )
        }
        let status = unsafe jpeg.withUnsafeBufferPointer { source in
            unsafe buffer.withUnsafeMutableBufferPointer { target in
                // TJFLAG_LIMITSCANS: the library counts the scans too.
                unsafe tjDecompress2(
                    handle,
                    source.baseAddress,
                    CUnsignedLong(source.count),
                    target.baseAddress,
                    Int32(size.width),
                    0,
                    Int32(size.height),
                    TJPF_RGB.rawValue,
                    TJFLAG_LIMITSCANS
                )
            }
        }
        if status == 0 { return DecodedPicture(size: size, warning: nil) }
        let message = unsafe libraryMessage(of: handle)
        guard unsafe tjGetErrorCode(handle) == Int32(bitPattern: TJERR_WARNING.rawValue) else {
            throw ImageFormatError(.malformed, in: .jpeg, "the picture cannot be decoded: \(message)")
        }
        return DecodedPicture(size: size, warning: message)
    }
}
