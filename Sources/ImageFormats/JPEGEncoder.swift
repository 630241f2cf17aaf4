internal import CTurboJPEG

// SAFETY: the handle is owned by this value alone (it is noncopyable and never leaves the type) and libjpeg-turbo keeps
// no thread-bound state in it, so moving the value to another thread moves all of the state.
/// Turns RGB pixels into JPEG files, again and again.
///
/// Single-owner: it wraps one library handle, which is reused from picture to picture. Nothing is kept of what is
/// handed in, and a call allocates nothing on our side once the encoder exists.
@safe
public struct JPEGEncoder: ~Copyable, @unchecked Sendable {
    /// The largest width or height that JPEG can hold with this library.
    public static let maximumDimension = 65_500

    // SAFETY: of its one owner; the library keeps nothing that belongs to a thread.
    private let handle: tjhandle

    /// An encoder. **Errors**: `.library` if the library has no memory for one.
    public init() throws(ImageFormatError) {
        guard let handle = unsafe tjInitCompress() else {
            throw ImageFormatError(.library, in: .jpeg, "the encoder could not be created: out of memory")
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe tjDestroy(handle)
    }

    /// The number of bytes that a buffer must have for `encode` to accept it, whatever the picture shows.
    ///
    /// - Returns: nil if the size is not positive or larger than a JPEG can be.
    public static func maximumByteCount(size: ImageSize, subsampling: ChromaSubsampling) -> Int? {
        guard size.width > 0, size.height > 0, size.width <= maximumDimension, size.height <= maximumDimension else { return nil }
        let count = tjBufSize(Int32(size.width), Int32(size.height), subsampling.libraryValue)
        return Int(exactly: count)
    }

    /// Encodes one picture into `buffer`.
    ///
    /// - Parameters:
    ///   - pixels: RGB, three bytes a pixel, rows from the top without padding: `size.rgbByteCount` bytes.
    ///   - quality: 1 (small) to 100 (good).
    ///   - buffer: at least `maximumByteCount(size:subsampling:)` bytes; its contents beyond the result are undefined.
    /// - Returns: the length of the file, which stands at the start of `buffer`.
    ///
    /// **Errors**: `.invalidArgument` (size, quality, number of pixels), `.bufferTooSmall`, `.library`.
    public mutating func encode(
        _ pixels: Span<UInt8>,
        size: ImageSize,
        quality: Int,
        subsampling: ChromaSubsampling = .yuv420,
        into buffer: inout MutableSpan<UInt8>
    ) throws(ImageFormatError) -> Int {
        guard let needed = Self.maximumByteCount(size: size, subsampling: subsampling), let pixelBytes = size.rgbByteCount else {
            throw ImageFormatError(.invalidArgument, in: .jpeg, "a JPEG cannot be \(size) pixels")
        }
        guard (1...100).contains(quality) else {
            throw ImageFormatError(.invalidArgument, in: .jpeg, "the quality is \(quality), but must be from 1 to 100")
        }
        guard pixels.count == pixelBytes else {
            throw ImageFormatError(
                .invalidArgument,
                in: .jpeg,
                "\(size) RGB pixels take \(pixelBytes) bytes, not \(pixels.count)"
            )
        }
        guard buffer.count >= needed else {
            throw ImageFormatError(
                .bufferTooSmall,
                in: .jpeg,
                "the buffer has \(buffer.count) bytes, but \(needed) may be needed"
            )
        }
        return try compress(pixels, size: size, quality: quality, subsampling: subsampling, into: &buffer)
    }

    /// The call into the library; the arguments have been checked.
    private func compress(
        _ pixels: Span<UInt8>,
        size: ImageSize,
        quality: Int,
        subsampling: ChromaSubsampling,
        into buffer: inout MutableSpan<UInt8>
    ) throws(ImageFormatError) -> Int {
        // With TJFLAG_NOREALLOC the library writes up to tjBufSize() bytes, whatever it is told of the buffer's length:
        // that is why `encode` insists on that much.
        var length: CUnsignedLong = 0
        let status = unsafe pixels.withUnsafeBufferPointer { source in
            unsafe buffer.withUnsafeMutableBufferPointer { target in
                var start = target.baseAddress
                return unsafe tjCompress2(
                    handle,
                    source.baseAddress,
                    Int32(size.width),
                    0,
                    Int32(size.height),
                    TJPF_RGB.rawValue,
                    &start,
                    &length,
                    subsampling.libraryValue,
                    Int32(quality),
                    TJFLAG_NOREALLOC
                )
            }
        }
        guard status == 0, let count = Int(exactly: length), count <= buffer.count else {
            throw ImageFormatError(.library, in: .jpeg, "the picture was not encoded: \(unsafe libraryMessage(of: handle))")
        }
        return count
    }
}

/// What the library says about the last failure of `handle`.
func libraryMessage(of handle: tjhandle) -> String {
    guard let text = unsafe tjGetErrorStr2(handle) else { return "no reason given" }
    return unsafe String(cString: text)
}
