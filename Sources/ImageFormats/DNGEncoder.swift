/// Writes raw files: a DNG with the samples of an RGGB sensor, 12 bits each, packed and uncompressed.
///
/// A value: what the file says is set once, the samples are asked for row by row.
public struct DNGEncoder: Sendable {
    /// The size of the sensor.
    public var size: ImageSize
    /// The sample that means no light.
    public var blackLevel: UInt16 = 256
    /// The sample that means a full sensor.
    public var whiteLevel: UInt16 = 4095
    /// The camera's values for a neutral colour in the light that it assumes: the white balance as shot.
    public var asShotNeutral: SIMD3<Double> = SIMD3(1, 1, 1)
    /// From CIE XYZ to the camera's colours in daylight (D65), row by row.
    public var colorMatrix: [Double] = DNGEncoder.xyzToLinearRGB
    /// A name for this model that no other has, in plain letters; make and model otherwise.
    public var uniqueCameraModel: String?
    /// How the picture was taken.
    public var metadata: EXIFMetadata
    /// A JPEG of the picture with its size, for those who cannot develop it.
    public var preview: (jpeg: [UInt8], size: ImageSize)?

    /// The largest sample that 12 bits hold.
    public static let maximumSample: UInt16 = 4095

    /// From CIE XYZ to linear sRGB: the colour matrix of a camera whose colours are those of a screen.
    public static let xyzToLinearRGB = [
        3.2404542, -1.5371385, -0.4985314, -0.9692660, 1.8760108, 0.0415560, 0.0556434, -0.2040259, 1.0572252,
    ]

    /// A file of `size` samples with that metadata.
    public init(size: ImageSize, metadata: EXIFMetadata) {
        self.size = size
        self.metadata = metadata
    }

    /// The whole file.
    ///
    /// - Parameter rows: fills one row of samples, red and green alternating in even rows, green and blue in odd ones;
    ///   what is above 4095 is cut to it.
    ///
    /// Memory: the file, in one allocation, and one row. **Errors**: `.invalidArgument` for a size or matrix that makes
    /// no sense, `.tooLarge` if the file would pass the 4 GB that TIFF can address.
    public func encode(rows: (_ row: Int, _ samples: inout MutableSpan<UInt16>) -> Void) throws(ImageFormatError) -> [UInt8] {
        let layout = try DNGLayout(self)
        var file: [UInt8] = []
        file.reserveCapacity(layout.byteCount)
        file += layout.header
        if let preview { file += preview.jpeg }
        // The raw data begins at an even byte, as everything in a TIFF does.
        file += [UInt8](repeating: 0, count: layout.rawStart - file.count)
        var samples = [UInt16](repeating: 0, count: size.width)
        for row in 0..<size.height {
            var span = samples.mutableSpan
            rows(row, &span)
            Self.pack(samples, width: size.width, into: &file)
        }
        return file
    }

    /// Two samples in three bytes, the highest bits first, each row ending at a byte.
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
