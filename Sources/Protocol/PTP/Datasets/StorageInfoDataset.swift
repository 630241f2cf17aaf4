/// Description of a storage: the data of GetStorageInfo (ISO 15740 § 5.5.3).
public struct StorageInfoDataset: Dataset {
    /// Type of a storage; unknown numbers are preserved.
    public struct StorageType: RawRepresentable, Hashable, Sendable {
        /// The 16-bit number in the protocol.
        public let rawValue: UInt16
        /// Creates a type from its number.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// Fixed and read-only.
        public static let fixedROM = StorageType(rawValue: 1)
        /// Removable and read-only.
        public static let removableROM = StorageType(rawValue: 2)
        /// Fixed and writable.
        public static let fixedRAM = StorageType(rawValue: 3)
        /// Removable and writable, such as a card.
        public static let removableRAM = StorageType(rawValue: 4)
    }

    /// Type of a file system.
    public struct FilesystemType: RawRepresentable, Hashable, Sendable {
        /// The 16-bit number in the protocol.
        public let rawValue: UInt16
        /// Creates a type from its number.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// Without folders.
        public static let flat = FilesystemType(rawValue: 1)
        /// With folders.
        public static let hierarchical = FilesystemType(rawValue: 2)
        /// Camera file system (DCF): the folder "DCIM" with folders in it.
        public static let dcf = FilesystemType(rawValue: 3)
    }

    /// Permitted access to a storage.
    public struct AccessCapability: RawRepresentable, Hashable, Sendable {
        /// The 16-bit number in the protocol.
        public let rawValue: UInt16
        /// Creates a value from its number.
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// Read and write access.
        public static let readWrite = AccessCapability(rawValue: 0)
        /// Read access.
        public static let readOnly = AccessCapability(rawValue: 1)
        /// Read access and deletion.
        public static let readOnlyWithDeletion = AccessCapability(rawValue: 2)
    }

    /// Type of the storage.
    public var storageType: StorageType
    /// Type of the file system.
    public var filesystemType: FilesystemType
    /// Permitted access.
    public var accessCapability: AccessCapability
    /// Capacity in bytes.
    public var maximumCapacity: UInt64
    /// Free space in bytes; 0xFFFFFFFFFFFFFFFF if unknown.
    public var freeSpaceBytes: UInt64
    /// Free space as a number of images; 0xFFFFFFFF if unknown.
    public var freeSpaceImages: UInt32
    /// Description of the storage.
    public var storageDescription: String
    /// Volume label.
    public var volumeLabel: String

    /// Creates a description; by default of a removable, writable card.
    public init(
        storageType: StorageType = .removableRAM,
        filesystemType: FilesystemType = .dcf,
        accessCapability: AccessCapability = .readWrite,
        maximumCapacity: UInt64,
        freeSpaceBytes: UInt64,
        freeSpaceImages: UInt32 = .max,
        storageDescription: String = "",
        volumeLabel: String = ""
    ) {
        self.storageType = storageType
        self.filesystemType = filesystemType
        self.accessCapability = accessCapability
        self.maximumCapacity = maximumCapacity
        self.freeSpaceBytes = freeSpaceBytes
        self.freeSpaceImages = freeSpaceImages
        self.storageDescription = storageDescription
        self.volumeLabel = volumeLabel
    }

    /// Reads the dataset.
    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        storageType = StorageType(rawValue: try reader.integer("StorageInfo.StorageType"))
        filesystemType = FilesystemType(rawValue: try reader.integer("StorageInfo.FilesystemType"))
        accessCapability = AccessCapability(rawValue: try reader.integer("StorageInfo.AccessCapability"))
        maximumCapacity = try reader.integer("StorageInfo.MaxCapacity")
        freeSpaceBytes = try reader.integer("StorageInfo.FreeSpaceInBytes")
        freeSpaceImages = try reader.integer("StorageInfo.FreeSpaceInImages")
        storageDescription = try reader.string("StorageInfo.StorageDescription")
        volumeLabel = try reader.string("StorageInfo.VolumeLabel")
    }

    /// Writes the dataset.
    public func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(storageType.rawValue)
        writer.integer(filesystemType.rawValue)
        writer.integer(accessCapability.rawValue)
        writer.integer(maximumCapacity)
        writer.integer(freeSpaceBytes)
        writer.integer(freeSpaceImages)
        try writer.string(storageDescription, "StorageInfo.StorageDescription")
        try writer.string(volumeLabel, "StorageInfo.VolumeLabel")
    }
}
