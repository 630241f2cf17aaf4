/// A storage: the data of GetStorageInfo (ISO 15740 § 5.5.3).
public struct StorageInfo: Dataset {
    /// What a storage is made of; numbers that nobody explains are kept.
    public struct StorageType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let fixedROM = StorageType(rawValue: 1)
        public static let removableROM = StorageType(rawValue: 2)
        public static let fixedRAM = StorageType(rawValue: 3)
        public static let removableRAM = StorageType(rawValue: 4)
    }

    /// How a storage is ordered.
    public struct FilesystemType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let flat = FilesystemType(rawValue: 1)
        public static let hierarchical = FilesystemType(rawValue: 2)
        /// As cameras do it: "DCIM" and folders in it.
        public static let dcf = FilesystemType(rawValue: 3)
    }

    /// What may be done with a storage.
    public struct AccessCapability: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public static let readWrite = AccessCapability(rawValue: 0)
        public static let readOnly = AccessCapability(rawValue: 1)
        public static let readOnlyWithDeletion = AccessCapability(rawValue: 2)
    }

    public var storageType: StorageType
    public var filesystemType: FilesystemType
    public var accessCapability: AccessCapability
    /// In bytes.
    public var maximumCapacity: UInt64
    /// In bytes; all ones where the device does not know.
    public var freeSpaceBytes: UInt64
    /// How many pictures fit; all ones where the device does not know.
    public var freeSpaceImages: UInt32
    public var storageDescription: String
    public var volumeLabel: String

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
