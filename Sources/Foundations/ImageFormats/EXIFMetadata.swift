/// The fields of a picture's EXIF block.
///
/// A field is nil if the block has no such tag or an invalid one; `entries` contains all entries that were read, valid or not.
public struct EXIFMetadata: Sendable, Hashable {
    /// The vendor of the camera.
    public var make: String?
    /// The model of the camera.
    public var model: String?
    /// The serial number of the camera body.
    public var bodySerialNumber: String?
    /// The model of the lens.
    public var lensModel: String?
    /// The firmware version, or the software that wrote the file.
    public var software: String?
    /// The date and time at which the picture was taken, by the camera's clock: `2024:05:17 16:20:09`. A camera whose clock is
    /// not set writes zeros or blanks.
    public var dateTimeOriginal: String?
    /// The digits after the decimal point of the second.
    public var subSecTimeOriginal: String?
    /// The offset of the camera's clock from UTC: `+02:00`; nil in most files.
    public var offsetTimeOriginal: String?
    /// The exposure time in seconds.
    public var exposureTime: EXIFRational?
    /// The aperture as an f-number.
    public var fNumber: EXIFRational?
    /// The ISO speed, also if it exceeds 16 bits.
    public var isoSpeed: UInt32?
    /// The exposure compensation in stops.
    public var exposureBias: EXIFSignedRational?
    /// Exposure program.
    public var exposureProgram: EXIFExposureProgram?
    /// Metering mode.
    public var meteringMode: EXIFMeteringMode?
    /// Whether and how the flash fired.
    public var flash: EXIFFlash?
    /// The focal length in millimetres.
    public var focalLength: EXIFRational?
    /// Whether the white balance was set manually.
    public var whiteBalance: EXIFWhiteBalance?
    /// Orientation of the stored pixels.
    public var orientation: EXIFOrientation?
    /// The size of the picture in pixels according to the camera; for a JPEG, the frame header is authoritative.
    public var pixelSize: ImageSize?
    /// The title.
    public var imageDescription: String?
    /// The photographer.
    public var artist: String?
    /// The copyright notice.
    public var copyright: String?
    /// All entries that were read, as text; not written by `encoded(thumbnail:)`.
    public var entries: [EXIFEntry] = []

    /// Creates metadata without any field.
    public init() {}

    /// The six bytes at the start of the contents of an EXIF segment: "Exif" and two zeros.
    public static let signature: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

    /// Parses the EXIF block of a JPEG file.
    ///
    /// **Errors**: those of `JPEGSegments`; `.unsupported` if the file has no EXIF; those of `init(exifSegment:)`.
    public init(jpeg: Span<UInt8>) throws(ImageFormatError) {
        guard let range = try JPEGSegments(jpeg).exif else {
            throw ImageFormatError(.unsupported, in: .exif, "the file has no EXIF segment")
        }
        try self.init(exifSegment: jpeg.extracting(range))
    }

    /// Parses the contents of an EXIF segment, starting with its signature.
    ///
    /// Of a block that is damaged after its header, the readable fields are returned. **Errors**: `.truncated` or `.malformed`
    /// if none is readable.
    public init(exifSegment bytes: Span<UInt8>) throws(ImageFormatError) {
        self.init(try EXIFBlock.parsing(bytes))
    }

    /// Encodes these fields as the contents of an EXIF segment, for `JPEGSegments.inserting(exif:into:)`.
    ///
    /// - Parameter thumbnail: a JPEG to embed; nil for none. The standard recommends 160×120 pixels.
    /// - Returns: the contents, which begin with ``signature``.
    /// - Throws: `.tooLarge` if the contents do not fit into a segment or the thumbnail
    ///   is empty, `.library` if there is no memory.
    public func encoded(thumbnail: [UInt8]? = nil) throws(ImageFormatError) -> [UInt8] {
        let block = try EXIFBlock()
        try write(to: block)
        if let thumbnail { try block.setThumbnail(thumbnail) }
        return try block.saved()
    }
}
