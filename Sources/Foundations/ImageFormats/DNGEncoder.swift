/// Encodes raw files: a DNG with the samples of an RGGB sensor, 12 bits each, packed and uncompressed.
///
/// A value: the description is set once, the samples are requested row by row.
public struct DNGEncoder: Sendable {
    /// The size of the sensor in pixels.
    public var size: ImageSize
    /// The sample value for no light.
    public var blackLevel: UInt16 = 256
    /// The sample value for a saturated sensor.
    public var whiteLevel: UInt16 = 4095
    /// The camera's values for a neutral colour in the assumed light: the white balance as shot.
    public var asShotNeutral: SIMD3<Double> = SIMD3(1, 1, 1)
    /// Matrix from CIE XYZ to the camera's colours in daylight (D65), row by row.
    public var colorMatrix: [Double] = DNGEncoder.xyzToLinearRGB
    /// A unique name of this camera model, in ASCII; by default make and model.
    public var uniqueCameraModel: String?
    /// EXIF metadata of the picture.
    public var metadata: EXIFMetadata
    /// A JPEG of the picture with its size, for programs that cannot develop the raw data.
    public var preview: (jpeg: [UInt8], size: ImageSize)?

    /// The largest sample that fits into 12 bits.
    public static let maximumSample: UInt16 = 4095

    /// Matrix from CIE XYZ to linear sRGB, for a camera with the colours of a display.
    public static let xyzToLinearRGB = [
        3.2404542, -1.5371385, -0.4985314, -0.9692660, 1.8760108, 0.0415560, 0.0556434, -0.2040259, 1.0572252,
    ]

    /// Creates an encoder for a file of `size` samples.
    public init(size: ImageSize, metadata: EXIFMetadata) {
        self.size = size
        self.metadata = metadata
    }

    /// Encodes the whole file. Memory: the file, in one allocation, and one row.
    ///
    /// - Parameter rows: fills one row of samples, red and green alternating in even rows, green and blue in odd ones; values
    ///   above 4095 are limited to it.
    /// - Returns: the file.
    /// - Throws: `.invalidArgument` for an invalid size or matrix, `.tooLarge` if the file would exceed the 4 GB that TIFF
    ///   can address.
    public func encode(rows: (_ row: Int, _ samples: inout MutableSpan<UInt16>) -> Void) throws(ImageFormatError) -> [UInt8] {
        let layout = try DNGLayout(self)
        var file: [UInt8] = []
        file.reserveCapacity(layout.byteCount)
        file += layout.header
        if let preview { file += preview.jpeg }
        // In a TIFF everything starts at an even offset.
        file += [UInt8](repeating: 0, count: layout.rawStart - file.count)
        var samples = [UInt16](repeating: 0, count: size.width)
        for row in 0..<size.height {
            var span = samples.mutableSpan
            rows(row, &span)
            Self.pack(samples, width: size.width, into: &file)
        }
        return file
    }

    /// Packs two samples into three bytes, the highest bits first; each row ends at a byte.
    private static func pack(_ samples: [UInt16], width: Int, into file: inout [UInt8]) {
        for column in stride(from: 0, to: width, by: 2) {
            let first = min(samples[column], maximumSample)
            let second = column + 1 < width ? min(samples[column + 1], maximumSample) : 0
            file.append(UInt8(truncatingIfNeeded: first >> 4))
            file.append(UInt8(truncatingIfNeeded: first << 4 | second >> 8))
            if column + 1 < width { file.append(UInt8(truncatingIfNeeded: second)) }
        }
    }
}
