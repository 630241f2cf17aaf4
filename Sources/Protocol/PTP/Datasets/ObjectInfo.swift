/// Description of an object: the data of GetObjectInfo and SendObjectInfo (ISO 15740 § 5.5.2).
public struct ObjectInfo: Dataset {
    /// Protection status of an object; unknown numbers are preserved.
    public struct ProtectionStatus: RawRepresentable, Hashable, Sendable {
        /// The 16-bit number in the protocol.
        public let rawValue: UInt16
        /// Creates a status from its number.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// No protection.
        public static let none = ProtectionStatus(rawValue: 0)
        /// Read-only.
        public static let readOnly = ProtectionStatus(rawValue: 1)
        /// Read-only data (MTP 1.1 § 5.3.1.3).
        public static let readOnlyData = ProtectionStatus(rawValue: 0x8002)
        /// Not transferable (MTP 1.1 § 5.3.1.3).
        public static let nonTransferable = ProtectionStatus(rawValue: 0x8003)
    }

    /// Type of an association (ISO 15740 § 6.5).
    public struct AssociationType: RawRepresentable, Hashable, Sendable {
        /// The 16-bit number in the protocol.
        public let rawValue: UInt16
        /// Creates a type from its number.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// Not an association, or an undefined type.
        public static let none = AssociationType(rawValue: 0)
        /// A folder.
        public static let genericFolder = AssociationType(rawValue: 1)
        /// An album.
        public static let album = AssociationType(rawValue: 2)
        /// A time sequence.
        public static let timeSequence = AssociationType(rawValue: 3)
        /// Objects that belong to one shot.
        public static let ancillaryData = AssociationType(rawValue: 7)
    }

    /// Storage that contains the object.
    public var storage: StorageID
    /// Format of the object.
    public var format: ObjectFormatCode
    /// Protection status.
    public var protection: ProtectionStatus
    /// Size in bytes; nil for 4 GiB and more (0xFFFFFFFF in the protocol), for which the size must be requested in 64 bits.
    public var compressedSize: UInt64?
    /// Format of the thumbnail.
    public var thumbFormat: ObjectFormatCode
    /// Size of the thumbnail, in bytes.
    public var thumbCompressedSize: UInt32
    /// Width of the thumbnail, in pixels.
    public var thumbPixelWidth: UInt32
    /// Height of the thumbnail, in pixels.
    public var thumbPixelHeight: UInt32
    /// Width of the image, in pixels.
    public var imagePixelWidth: UInt32
    /// Height of the image, in pixels.
    public var imagePixelHeight: UInt32
    /// Bit depth of the image.
    public var imageBitDepth: UInt32
    /// Handle of the folder that contains the object; `.none` at the root of its storage.
    public var parent: ObjectHandle
    /// Type of an association.
    public var associationType: AssociationType
    /// Description of an association, depending on its type.
    public var associationDesc: UInt32
    /// Number of the object in a sequence.
    public var sequenceNumber: UInt32
    /// File name.
    public var filename: String
    /// Date of the capture as received: "YYYYMMDDThhmmss", optionally with tenths of a second and the time zone
    /// (ISO 15740 § 5.3.5).
    public var captureDate: String
    /// Date of the last modification as received, in the same format.
    public var modificationDate: String
    /// Keywords.
    public var keywords: String

    /// Creates a description of an unprotected object without an image, a thumbnail and dates.
    public init(
        storage: StorageID,
        format: ObjectFormatCode,
        filename: String,
        compressedSize: UInt64?,
        parent: ObjectHandle = .none
    ) {
        self.storage = storage
        self.format = format
        protection = .none
        self.compressedSize = compressedSize
        thumbFormat = ObjectFormatCode(rawValue: 0)
        (thumbCompressedSize, thumbPixelWidth, thumbPixelHeight) = (0, 0, 0)
        (imagePixelWidth, imagePixelHeight, imageBitDepth) = (0, 0, 0)
        self.parent = parent
        associationType = .none
        (associationDesc, sequenceNumber) = (0, 0)
        self.filename = filename
        (captureDate, modificationDate, keywords) = ("", "", "")
    }

    /// Reads the dataset, in the standard's form or with a 64-bit size as some Samsung bodies send it (observed behaviour).
    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        let start = reader.offset
        do throws(DatasetError) {
            try self.init(&reader, sizeIs64Bits: Self.sizeIs64Bits(reader, start))
        } catch {
            // The bytes may be in the standard's form nevertheless.
            reader.rewind(to: start)
            try self.init(&reader, sizeIs64Bits: false)
        }
    }

    /// Offset of the file name in the standard's form, in bytes.
    private static let nameOffset = 52

    /// Returns whether the size has 8 bytes, as on some Samsung bodies (observed behaviour): then the byte at the offset of
    /// the name's length is the upper half of the sequence number and 0, and a length follows four bytes later.
    private static func sizeIs64Bits(_ reader: borrowing DatasetReader, _ start: Int) -> Bool {
        guard reader.peek(at: start + nameOffset) == 0, let length = reader.peek(at: start + nameOffset + 4), length > 1,
            reader.peek(at: start + nameOffset + 4 + Int(length) * 2) != nil
        else { return false }
        // Checks for a UTF-16 letter of a file name, to exclude the middle of the dates after an empty name.
        return (1...3).allSatisfy { reader.peek(at: start + nameOffset + $0) == 0 }
    }

    private init(_ reader: inout DatasetReader, sizeIs64Bits: Bool) throws(DatasetError) {
        storage = StorageID(rawValue: try reader.integer("ObjectInfo.StorageID"))
        format = try reader.code("ObjectInfo.ObjectFormat")
        protection = ProtectionStatus(rawValue: try reader.integer("ObjectInfo.ProtectionStatus"))
        if sizeIs64Bits {
            compressedSize = try reader.integer("ObjectInfo.ObjectCompressedSize", as: UInt64.self)
        } else {
            let size = try reader.integer("ObjectInfo.ObjectCompressedSize", as: UInt32.self)
            compressedSize = size == .max ? nil : UInt64(size)
        }
        thumbFormat = try reader.code("ObjectInfo.ThumbFormat")
        thumbCompressedSize = try reader.integer("ObjectInfo.ThumbCompressedSize")
        thumbPixelWidth = try reader.integer("ObjectInfo.ThumbPixWidth")
        thumbPixelHeight = try reader.integer("ObjectInfo.ThumbPixHeight")
        imagePixelWidth = try reader.integer("ObjectInfo.ImagePixWidth")
        imagePixelHeight = try reader.integer("ObjectInfo.ImagePixHeight")
        imageBitDepth = try reader.integer("ObjectInfo.ImageBitDepth")
        parent = ObjectHandle(rawValue: try reader.integer("ObjectInfo.ParentObject"))
        associationType = AssociationType(rawValue: try reader.integer("ObjectInfo.AssociationType"))
        associationDesc = try reader.integer("ObjectInfo.AssociationDesc")
        sequenceNumber = try reader.integer("ObjectInfo.SequenceNumber")
        filename = try reader.string("ObjectInfo.Filename")
        // Some devices omit the remaining fields (observed behaviour).
        captureDate = reader.remaining > 0 ? try reader.string("ObjectInfo.CaptureDate") : ""
        modificationDate = reader.remaining > 0 ? try reader.string("ObjectInfo.ModificationDate") : ""
        keywords = reader.remaining > 0 ? try reader.string("ObjectInfo.Keywords") : ""
    }

    /// Writes the dataset, in the standard's form.
    public func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(storage.rawValue)
        writer.code(format)
        writer.integer(protection.rawValue)
        writer.integer(UInt32(clamping: compressedSize ?? .max))
        writer.code(thumbFormat)
        writer.integer(thumbCompressedSize)
        writer.integer(thumbPixelWidth)
        writer.integer(thumbPixelHeight)
        writer.integer(imagePixelWidth)
        writer.integer(imagePixelHeight)
        writer.integer(imageBitDepth)
        writer.integer(parent.rawValue)
        writer.integer(associationType.rawValue)
        writer.integer(associationDesc)
        writer.integer(sequenceNumber)
        try writer.string(filename, "ObjectInfo.Filename")
        try writer.string(captureDate, "ObjectInfo.CaptureDate")
        try writer.string(modificationDate, "ObjectInfo.ModificationDate")
        try writer.string(keywords, "ObjectInfo.Keywords")
    }
}
