package import CameraModel
package import PTP

/// Capabilities with the operations that each requires. Several entries with the same capability are alternatives.
package typealias CapabilityTable = [(CameraCapabilities, [OperationCode])]

extension CameraCapabilities {
    /// Creates the capabilities of a device from the operations that it supports.
    package init(_ table: CapabilityTable, of device: DeviceInfo) {
        let operations = Set(device.operations)
        self = []
        for (capability, required) in table where operations.isSuperset(of: required) { insert(capability) }
    }

    /// Capabilities of the standard's operations.
    static let standard: CapabilityTable = [
        (.shutterControl, [.initiateCapture]),
        (.fileAccess, [.getObjectHandles, .getObjectInfo, .getObject]),
        (.fileDeletion, [.deleteObject]),
        (.fileRating, [.setObjectPropValue]),
        (.fileProtection, [.setObjectProtection]),
        (.fileUpload, [.sendObjectInfo, .sendObject]),
        (.folderCreation, [.sendObjectInfo]),
        (.fileMoving, [.moveObject]),
        (.fileCopying, [.copyObject]),
        (.formatting, [.formatStore]),
        (.powerOff, [.powerDown]),
    ]
}
