/// Descriptions of all objects of a storage: the data of GetFilesystemManifest (ISO 15740:2013 § 5.5.7).
public struct FilesystemManifest: Dataset {
    /// Description of one object.
    public struct Entry: Hashable, Sendable {
        /// Handle of the object.
        public var handle: ObjectHandle
        /// Storage that contains the object.
        public var storage: StorageID
        /// Format of the object.
        public var format: ObjectFormatCode
        /// Protection status.
        public var protection: ObjectInfo.ProtectionStatus
        /// Size in bytes.
        public var compressedSize: UInt64
        /// Handle of the parent object.
        public var parent: ObjectHandle
        /// Type of an association.
        public var associationType: ObjectInfo.AssociationType
        /// Description of an association, depending on its type.
        public var associationDesc: UInt32
        /// Number of the object in a sequence.
        public var sequenceNumber: UInt32
        /// File name.
        public var filename: String
        /// Date of the last modification, in the format of ``ObjectInfo/captureDate``.
        public var modificationDate: String

        /// Creates an entry for an unprotected object at the root.
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

    /// The objects.
    public var entries: [Entry]

    /// Creates a manifest.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// Size of an entry with empty texts, in bytes.
    private static let smallestEntry = 36

    /// Reads the dataset.
    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        let count = try reader.count("FilesystemManifest.Count", as: UInt64.self, elementSize: Self.smallestEntry)
        entries = []
        entries.reserveCapacity(count)
        for _ in 0..<count { entries.append(try Entry(&reader)) }
    }

    /// Writes the dataset.
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
