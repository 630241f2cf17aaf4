package import CameraModel

/// Identity and functions of a connected camera, as JSON.
package struct InfoRecord: Encodable {
    package var camera: CameraRecord
    /// The kind, determined by the camera's capabilities; the camera's own record has the kind before a connection.
    package let kind: String?
    package let firmwareVersion: String?
    /// The evidence for the support of this model.
    package let support: String?
    package let categories: [String]
    package let capabilities: [String]
    package let storages: [StorageRecord]
    package let properties: Int
    package let warnings: [String]

    package init(_ camera: Camera) {
        self.camera = CameraRecord(camera.connectedDescription)
        kind = camera.info?.kind.rawValue
        firmwareVersion = camera.info?.firmwareVersion
        support = camera.info?.support?.rawValue
        categories =
            camera.commandCategories.isEmpty
            ? [] : camera.commandCategories.description.split(separator: ",").map { $0.drop { $0 == " " }.description }
        capabilities = camera.capabilities.names
        storages = camera.storages.map { StorageRecord($0.info) }
        properties = camera.knownProperties.count
        warnings = camera.warnings.map(\.message)
    }
}
