package import CameraModel
package import PTP
package import PTPProperties

/// A vendor's additions to the standard that ``StandardConnection`` applies, as data.
package struct StandardExtension: Sendable {
    /// Meaning of the properties, the standard's and the vendor's.
    package var properties: PropertyTable
    /// Capabilities that the vendor's operations add.
    package var capabilities: CapabilityTable
    /// Capabilities that settable properties add.
    package var propertyCapabilities: [(CameraCapabilities, PropertyIdentifier)]
    /// Capabilities that properties add which can be set to a number.
    package var valueCapabilities: [(CameraCapabilities, PropertyIdentifier, Int64)] = []
    /// Command categories that the vendor adds.
    package var categories: CommandCategories
    /// Operations for properties whose codes have more than 16 bits; nil for a camera that has none.
    package var wideProperties: WidePropertyOperations?
    /// Operations for files of 4 GiB or more, in place of Android's GetPartialObject64; nil for a camera that has none.
    package var largeFiles: LargeFileOperations?

    /// Maximum number of bytes of a piece of a file that is requested; nil for no limit of the vendor's.
    package var largestPiece: UInt64?

    /// Parses an ObjectInfo that deviates from the standard's dataset; nil for the standard's.
    package var objectInfo: (@Sendable ([UInt8]) throws(DatasetError) -> ObjectInfo)?

    /// Whether the device is a camera, also if it offers its files only (MTP).
    package var isCamera = false

    /// A vendor's operations for files of 4 GiB or more.
    package struct LargeFileOperations: Sendable {
        let piece: OperationCode
        let size: OperationCode

        /// Creates the operations.
        ///
        /// - Parameters:
        ///   - piece: Returns a part of an object. Parameters: handle, position and number of bytes, both with the lower half first.
        ///   - size: Returns the size of an object in 8 bytes. Parameter: handle. Used only if the camera has the operation.
        package init(piece: OperationCode, size: OperationCode) { (self.piece, self.size) = (piece, size) }
    }

    /// A vendor's operations for properties whose codes have more than 16 bits. They have the parameters and the data of the standard's,
    /// except for the code in the description, which has 32 bits.
    package struct WidePropertyOperations: Sendable {
        let describe: OperationCode
        let write: OperationCode

        /// Creates the operations in place of GetDevicePropDesc and SetDevicePropValue.
        package init(describe: OperationCode, write: OperationCode) {
            (self.describe, self.write) = (describe, write)
        }
    }

    /// Creates an extension; by default nothing is added.
    package init(
        properties: PropertyTable = StandardProperties.table,
        capabilities: CapabilityTable = [],
        propertyCapabilities: [(CameraCapabilities, PropertyIdentifier)] = [],
        categories: CommandCategories = [],
        wideProperties: WidePropertyOperations? = nil,
        largeFiles: LargeFileOperations? = nil,
        isCamera: Bool = false
    ) {
        self.isCamera = isCamera
        (self.properties, self.capabilities, self.categories) = (properties, capabilities, categories)
        (self.propertyCapabilities, self.wideProperties) = (propertyCapabilities, wideProperties)
        self.largeFiles = largeFiles
    }
}
