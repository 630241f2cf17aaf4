/// Every object of a storage at once: the data of GetFilesystemManifest (ISO 15740:2013 § 5.5.7).
public struct FilesystemManifest: Dataset {
    /// What is said of one object.
    public struct Entry: Hashable, Sendable {
        public var handle: ObjectHandle
        public var storage: StorageID
        public var format: ObjectFormatCode
        public var protection: ObjectInfo.ProtectionStatus
        /// In bytes.
        public var compressedSize: UInt64
        public var parent: ObjectHandle
        public var associationType: ObjectInfo.AssociationType
        public var associationDesc: UInt32
        public var sequenceNumber: UInt32
        public var filename: String
        public var modificationDate: String

        public init(handle: ObjectHandle, storage: StorageID, format: ObjectFormatCode, compressedSize: UInt64, filename: String)
        {
            self.handle = handle
            self.storage = storage
            self.format = format
            protection = .none
            self.compressedSize = compressedSize
            parent = .none
            associationType = .none
            (associationDesc, sequenceNumber) = (0, 0)
            self.filename = filename
            modificationDate = ""
        }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// The bytes that an entry without any text takes.
    private static let smallestEntry = 36

    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        let count = try reader.count("FilesystemManifest.Count", as: UInt64.self, elementSize: Self.smallestEntry)
        entries = []
        entries.reserveCapacity(count)
        for _ in 0..<count { entries.append(try Entry(&reader)) }
    }

    public func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(UInt64(entries.count))
        for entry in entries { try entry.write(to: &writer) }
    }
}

extension FilesystemManifest.Entry {
    fileprivate init(_ reader: inout DatasetReader) throws(DatasetError) {
        handle = ObjectHandle(rawValue: try reader.integer("FilesystemManifest.ObjectHandle"))
        storage = StorageID(rawValue: try reader.integer("FilesystemManifest.StorageID"))
        format = try reader.code("FilesystemManifest.ObjectFormat")
        protection = ObjectInfo.ProtectionStatus(rawValue: try reader.integer("FilesystemManifest.ProtectionStatus"))
        compressedSize = try reader.integer("FilesystemManifest.ObjectCompressedSize")
        parent = ObjectHandle(rawValue: try reader.integer("FilesystemManifest.ParentObject"))
        associationType = ObjectInfo.AssociationType(rawValue: try reader.integer("FilesystemManifest.AssociationType"))
        associationDesc = try reader.integer("FilesystemManifest.AssociationDesc")
        sequenceNumber = try reader.integer("FilesystemManifest.SequenceNumber")
        filename = try reader.string("FilesystemManifest.Filename")
        modificationDate = try reader.string("FilesystemManifest.ModificationDate")
    }

    fileprivate func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(handle.rawValue)
        writer.integer(storage.rawValue)
        writer.code(format)
        writer.integer(protection.rawValue)
        writer.integer(compressedSize)
        writer.integer(parent.rawValue)
        writer.integer(associationType.rawValue)
        writer.integer(associationDesc)
        writer.integer(sequenceNumber)
        try writer.string(filename, "FilesystemManifest.Filename")
        try writer.string(modificationDate, "FilesystemManifest.ModificationDate")
    }
}
