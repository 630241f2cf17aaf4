internal import CTurboJPEG

// SAFETY: the handle is owned by this value alone (it is noncopyable and never leaves the type) and libjpeg-turbo keeps no
// thread-bound state in it, so moving the value to another thread moves all of the state.
/// Encodes RGB pixels as JPEG files; reusable.
///
/// Single-owner: it wraps one library handle, which is reused for each picture. It keeps no reference to its arguments, and a
/// call allocates no memory outside the library.
@safe
public struct JPEGEncoder: ~Copyable, @unchecked Sendable {
    /// Maximum width or height of a JPEG with this library, in pixels.
    public static let maximumDimension = 65_500

    // SAFETY: used by its one owner only; the library keeps no thread-bound state.
    private let handle: tjhandle

    /// Creates an encoder. **Errors**: `.library` if the library is out of memory.
    public init() throws(ImageFormatError) {
        guard let handle = unsafe tjInitCompress() else {
            throw ImageFormatError(.library, in: .jpeg, "the encoder could not be created: out of memory")
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe tjDestroy(handle)
    }

    /// Returns the number of bytes that a buffer for `encode` must have, whatever the picture contains.
    ///
    /// - Returns: nil if the size is not positive or exceeds the maximum of JPEG.
    public static func maximumByteCount(size: ImageSize, subsampling: ChromaSubsampling) -> Int? {
        guard size.width > 0, size.height > 0, size.width <= maximumDimension, size.height <= maximumDimension else { return nil }
        let count = tjBufSize(Int32(size.width), Int32(size.height), subsampling.libraryValue)
        return Int(exactly: count)
    }

    /// Encodes one picture into `buffer`.
    ///
    /// - Parameters:
    ///   - pixels: RGB, three bytes for each pixel, rows from the top without padding: `size.rgbByteCount` bytes.
    ///   - size: the size of the picture; width and height are from 1 to ``maximumDimension``.
    ///   - quality: 1 (smallest file) to 100 (best quality).
    ///   - subsampling: the resolution of the colours in the file.
    ///   - buffer: at least `maximumByteCount(size:subsampling:)` bytes; its contents beyond the result are undefined.
    /// - Returns: the length of the file in bytes; the file is at the start of `buffer`.
    /// - Throws: `.invalidArgument` for an invalid size, quality or number of pixels, `.bufferTooSmall`, or `.library` if
    ///   libjpeg-turbo fails.
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

    /// Calls the library; the arguments have been checked.
    private func compress(
        _ pixels: Span<UInt8>,
        size: ImageSize,
        quality: Int,
        subsampling: ChromaSubsampling,
        into buffer: inout MutableSpan<UInt8>
    ) throws(ImageFormatError) -> Int {
        // With TJFLAG_NOREALLOC the library writes up to tjBufSize() bytes, regardless of the buffer's length. Therefore
        // `encode` requires that many.
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

/// Returns the library's message about the last failure of `handle`.
func libraryMessage(of handle: tjhandle) -> String {
    guard let text = unsafe tjGetErrorStr2(handle) else { return "no reason given" }
    return unsafe String(cString: text)
}
