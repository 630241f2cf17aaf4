import CameraModel
import PTP
import Testing

/// A call of the driver, with the operations that it performs.
struct DriverCall: Sendable, CustomTestStringConvertible {
    let name: String
    let operations: [OperationCode]
    let run: @Sendable (Camera, StoredItem) async throws -> Void

    var testDescription: String { name }

    static let all: [DriverCall] = [
        .init(
            "connect",
            [.getDeviceInfo, .openSession, .getDevicePropDesc, .getStorageIDs, .getStorageInfo]
        ) { camera, _ in
            await camera.disconnect()
            try await camera.connect()
        },
        .init("set", [.setDevicePropValue, .getDevicePropDesc]) { camera, _ in
            for identifier in camera.knownProperties {
                let property = camera.property(identifier)
                guard property.settable.values.count > 1, let value = property.settable.values.last else { continue }
                return try await property.set(value)
            }
        },
        .init("list", [.getObjectHandles, .getObjectInfo]) { camera, _ in
            for storage in camera.storages { _ = try await storage.items() }
        },
        .init("thumbnail", [.getThumb]) { _, file in _ = try await file.thumbnail() },
        .init("download", [.getObjectInfo, .getPartialObject, .getPartialObject64]) { _, file in
            _ = try await file.file.contents(limit: 1 << 20)
        },
        .init("upload", [.sendObjectInfo, .sendObject, .getObjectInfo]) { camera, _ in _ = try await upload(camera) },
        .init("protect", [.setObjectProtection]) { _, file in
            try await file.setProtected(true)
            try await file.setProtected(false)
        },
        .init("delete", [.deleteObject]) { camera, _ in try await upload(camera).delete() },
        .init("shoot", [.initiateCapture, .getObjectInfo]) { camera, _ in try await camera.shoot() },
        .init("press and release", [.initiateOpenCapture, .terminateOpenCapture]) { camera, _ in
            try await camera.pressShutter()
            try await camera.releaseShutter()
        },
        .init("disconnect", [.closeSession]) { camera, _ in await camera.disconnect() },
    ]

    private init(
        _ name: String,
        _ operations: [OperationCode],
        _ run: @escaping @Sendable (Camera, StoredItem) async throws -> Void
    ) {
        (self.name, self.operations, self.run) = (name, operations, run)
    }

    private static func upload(_ camera: Camera) async throws -> StoredItem {
        guard let card = camera.storages.first else { throw CameraError(.cardError, "there is no card") }
        let name = "UP\(UInt32.random(in: 0...UInt32.max)).JPG"
        return try await card.upload(name, size: 4) { _ in [1, 2, 3, 4] }
    }
}

extension Camera {
    /// Returns the first file that was not uploaded, in any folder.
    func firstFile() async throws -> StoredItem? {
        for storage in storages {
            var folders = try await storage.items()
            // A camera may have an endless chain of folders.
            for _ in 0..<16 {
                if let file = folders.first(where: { !$0.isFolder && !$0.name.hasPrefix("UP") }) { return file }
                guard let folder = folders.first(where: \.isFolder) else { break }
                folders = try await folder.items()
            }
        }
        return nil
    }
}
