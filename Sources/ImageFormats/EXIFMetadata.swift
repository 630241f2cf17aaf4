/// What a picture's EXIF block says of how it was taken.
///
/// A field is nil where the block has no such tag or one that makes no sense; `entries` has everything that was read, sense or not.
public struct EXIFMetadata: Sendable, Hashable {
    /// The maker of the camera.
    public var make: String?
    /// The model of the camera.
    public var model: String?
    /// The serial number of the body.
    public var bodySerialNumber: String?
    /// The lens.
    public var lensModel: String?
    /// The firmware.
    public var software: String?
    /// When the picture was taken.
    public var dateTimeOriginal: EXIFDateTime?
    /// The shutter speed in seconds.
    public var exposureTime: EXIFRational?
    /// The aperture.
    public var fNumber: EXIFRational?
    /// The sensitivity, also where it is above what 16 bits hold.
    public var isoSpeed: UInt32?
    /// The exposure compensation in stops.
    public var exposureBias: EXIFSignedRational?
    /// How the exposure was chosen.
    public var exposureProgram: EXIFExposureProgram?
    /// How the light was metered.
    public var meteringMode: EXIFMeteringMode?
    /// What the flash did.
    public var flash: EXIFFlash?
    /// The focal length in millimetres.
    public var focalLength: EXIFRational?
    /// Whether the white balance was set by hand.
    public var whiteBalance: EXIFWhiteBalance?
    /// How the pixels lie.
    public var orientation: EXIFOrientation?
    /// The size of the picture, as the camera says; the frame header of a JPEG is the truth.
    public var pixelSize: ImageSize?
    /// A title.
    public var imageDescription: String?
    /// Who took it.
    public var artist: String?
    /// Whose it is.
    public var copyright: String?
    /// Everything that was read, as text; not written by `encoded(thumbnail:)`.
    public var entries: [EXIFEntry] = []

    /// Metadata without any field.
    public init() {}

    /// The six bytes with which the contents of an EXIF segment begin: "Exif" and two zeros.
    public static let signature: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

    /// Reads the EXIF block of a JPEG file.
    ///
    /// **Errors**: those of `JPEGSegments`; `.unsupported` if the file has no EXIF; those of `init(exifSegment:)`.
    public init(jpeg: Span<UInt8>) throws(ImageFormatError) {
        guard let range = try JPEGSegments(jpeg).exif else {
            throw ImageFormatError(.unsupported, in: .exif, "the file has no EXIF segment")
        }
        try self.init(exifSegment: jpeg.extracting(range))
    }

    /// Reads the contents of an EXIF segment, from its signature on.
    ///
    /// A block that is damaged further in gives the fields that can be read. **Errors**: `.truncated` or `.malformed` if nothing can.
    public init(exifSegment bytes: Span<UInt8>) throws(ImageFormatError) {
        self.init(try EXIFBlock.parsing(bytes))
    }

    /// The contents of an EXIF segment with these fields: what `JPEGSegments.inserting(exif:into:)` takes.
    ///
    /// - Parameter thumbnail: a JPEG to embed; the standard asks for 160×120 pixels.
    ///
    /// **Errors**: `.tooLarge` if it does not fit into a segment, `.library` if there is no memory.
    public func encoded(thumbnail: [UInt8]? = nil) throws(ImageFormatError) -> [UInt8] {
        let block = try EXIFBlock()
        try write(to: block)
        if let thumbnail { try block.setThumbnail(thumbnail) }
        return try block.saved()
    }
}
