/// An object: the data of GetObjectInfo and SendObjectInfo (ISO 15740 § 5.5.2).
public struct ObjectInfo: Dataset {
    /// What may not be done with an object; numbers that nobody explains are kept.
    public struct ProtectionStatus: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let none = ProtectionStatus(rawValue: 0)
        public static let readOnly = ProtectionStatus(rawValue: 1)
        /// MTP 1.1 § 5.3.1.3.
        public static let readOnlyData = ProtectionStatus(rawValue: 0x8002)
        /// MTP 1.1 § 5.3.1.3.
        public static let nonTransferable = ProtectionStatus(rawValue: 0x8003)
    }

    /// What an association stands for (ISO 15740 § 6.5).
    public struct AssociationType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let none = AssociationType(rawValue: 0)
        public static let genericFolder = AssociationType(rawValue: 1)
        public static let album = AssociationType(rawValue: 2)
        public static let timeSequence = AssociationType(rawValue: 3)
        /// Objects that belong to one shot.
        public static let ancillaryData = AssociationType(rawValue: 7)
    }

    public var storage: StorageID
    public var format: ObjectFormatCode
    public var protection: ProtectionStatus
    /// In bytes. 0xFFFFFFFF on the wire, for 4 GiB and more, is nil: ask for the size in 64 bits.
    public var compressedSize: UInt64?
    public var thumbFormat: ObjectFormatCode
    /// In bytes.
    public var thumbCompressedSize: UInt32
    /// In pixels, as are the next three.
    public var thumbPixelWidth: UInt32
    public var thumbPixelHeight: UInt32
    public var imagePixelWidth: UInt32
    public var imagePixelHeight: UInt32
    public var imageBitDepth: UInt32
    /// The folder that it is in; `.none` at the top of its storage.
    public var parent: ObjectHandle
    public var associationType: AssociationType
    public var associationDesc: UInt32
    public var sequenceNumber: UInt32
    public var filename: String
    /// As the device wrote it: see ``DateTime``.
    public var captureDate: String
    public var modificationDate: String
    public var keywords: String

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

    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        let start = reader.offset
        do throws(DatasetError) {
            try self.init(&reader, sizeIs64Bits: Self.sizeIs64Bits(reader, start))
        } catch {
            // A name that begins where the wide form would have it may belong to the usual one after all.
            reader.rewind(to: start)
            try self.init(&reader, sizeIs64Bits: false)
        }
    }

    /// Where the file name begins in the standard's form.
    private static let nameOffset = 52

    /// Whether the size takes 8 bytes, as some Samsung bodies have it (observed behaviour): then what should be the name's length
    /// is half of the sequence number, zero, and a length stands four bytes on.
    private static func sizeIs64Bits(_ reader: borrowing DatasetReader, _ start: Int) -> Bool {
        guard reader.peek(at: start + nameOffset) == 0, let length = reader.peek(at: start + nameOffset + 4), length > 1,
            reader.peek(at: start + nameOffset + 4 + Int(length) * 2) != nil
        else { return false }
        // A UTF-16 letter of a file name, and not the middle of the dates that follow an empty name.
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
        // Devices leave the rest out (observed behaviour).
        captureDate = reader.remaining > 0 ? try reader.string("ObjectInfo.CaptureDate") : ""
        modificationDate = reader.remaining > 0 ? try reader.string("ObjectInfo.ModificationDate") : ""
        keywords = reader.remaining > 0 ? try reader.string("ObjectInfo.Keywords") : ""
    }

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
