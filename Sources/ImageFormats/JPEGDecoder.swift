internal import CTurboJPEG

/// What a JPEG file says about itself before it is decoded.
public struct JPEGHeader: Sendable, Hashable {
    /// The size of the picture.
    public let size: ImageSize
    /// How its colours are stored; nil for the rare kinds without a name here.
    public let subsampling: ChromaSubsampling?
}

/// The fractions of its size at which a JPEG can be decoded for less work than the whole.
public enum JPEGScale: Int, Sendable, Hashable, CaseIterable {
    /// 1/1.
    case full = 1
    /// 1/2.
    case half = 2
    /// 1/4.
    case quarter = 4
    /// 1/8.
    case eighth = 8

    /// The largest scale at which a picture of `size` fits within `limit`, or 1/8 if none does.
    public init(of size: ImageSize, fitting limit: ImageSize) {
        let fits = Self.allCases.first { scale in
            let scaled = scale.apply(to: size)
            return scaled.width <= limit.width && scaled.height <= limit.height
        }
        self = fits ?? .eighth
    }

    /// The size that a picture of `size` has when it is decoded at this scale: rounded up.
    public func apply(to size: ImageSize) -> ImageSize {
        func scaled(_ length: Int) -> Int { length / rawValue + (length % rawValue == 0 ? 0 : 1) }
        return ImageSize(width: scaled(size.width), height: scaled(size.height))
    }
}

/// What came of decoding a JPEG.
public struct DecodedPicture: Sendable, Hashable {
    /// The size of the decoded pixels.
    public let size: ImageSize
    /// What the decoder complained about, truncated data for example, while it still gave a picture; nil if nothing.
    public let warning: String?
}

// SAFETY: as for JPEGEncoder, the handle is owned by this value alone and is not bound to a thread.
/// Turns JPEG files into RGB pixels, again and again.
///
/// Single-owner: it wraps one library handle. Corrupt input throws, it never traps.
@safe
public struct JPEGDecoder: ~Copyable, @unchecked Sendable {
    /// How large a picture may be; checked before anything is allocated for it.
    public struct Limits: Sendable, Hashable {
        /// The most pixels a picture may have.
        public var maximumPixelCount = 512_000_000

        /// The limits that hold unless they are changed.
        public init() {}
    }

    private let handle: tjhandle
    private let limits: Limits

    /// A decoder that refuses pictures beyond `limits`. **Errors**: `.library` if the library has no memory for one.
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

    /// Reads what the file says of its size and colours.
    ///
    /// **Errors**: `.malformed` if it is not a JPEG, `.tooLarge` if it is beyond the limits.
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
        // A warning still leaves a header that can be used.
        let readable = unsafe status == 0 || tjGetErrorCode(handle) == Int32(bitPattern: TJERR_WARNING.rawValue)
        guard readable, let pixelCount = size.pixelCount else {
            throw ImageFormatError(.malformed, in: .jpeg, "the header cannot be read: \(unsafe libraryMessage(of: handle))")
        }
        guard pixelCount <= limits.maximumPixelCount else {
            throw ImageFormatError(
                .tooLarge,
                in: .jpeg,
                "the picture is \(size) pixels; at most \(limits.maximumPixelCount) are allowed"
            )
        }
        return JPEGHeader(size: size, subsampling: ChromaSubsampling(libraryValue: subsampling))
    }

    /// Decodes a picture into `buffer`: RGB, three bytes a pixel, rows from the top without padding.
    ///
    /// - Parameter buffer: at least as many bytes as `scale.apply(to: header.size)` takes.
    /// - Returns: the size of the decoded pixels, with a warning if the file is damaged.
    ///
    /// **Errors**: `.malformed`, `.tooLarge`, `.bufferTooSmall`.
    public mutating func decode(
        _ jpeg: Span<UInt8>,
        scale: JPEGScale = .full,
        into buffer: inout MutableSpan<UInt8>
    ) throws(ImageFormatError) -> DecodedPicture {
        let size = scale.apply(to: try header(of: jpeg).size)
        guard let needed = size.rgbByteCount, buffer.count >= needed else {
            throw ImageFormatError(
                .bufferTooSmall,
                in: .jpeg,
                "the buffer has \(buffer.count) bytes, too few for \(size) RGB pixels"
            )
        }
        let status = unsafe jpeg.withUnsafeBufferPointer { source in
            unsafe buffer.withUnsafeMutableBufferPointer { target in
                // TJFLAG_LIMITSCANS: a small progressive file must not cost minutes.
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
