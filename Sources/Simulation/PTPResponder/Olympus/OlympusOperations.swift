import CameraModel
import HotShoeSupport
import PTP
import PTPOlympus

// Table of the operations of an Olympus or OM System body.

extension OperationRow {
    fileprivate static func olympus(
        _ code: OperationCode,
        _ dataPhase: DataPhase = .none,
        requires: CameraCapabilities = [],
        _ perform: @escaping @Sendable (OlympusBody, PTPDevice, OperationRequest) async throws(Refusal) -> Answer
    ) -> OperationRow {
        vendor(OlympusBody.self, code, dataPhase, requires: requires) { body, device, request, _ throws(Refusal) in
            try await perform(body, device, request)
        }
    }
}

extension OlympusModel {
    /// The operations that differ from the standard's, and those of Olympus.
    static let operations: [OperationRow] = [
        .olympus(.olympusCapture, requires: .shutterControl) { body, _, request throws(Refusal) in try await body.capture(request)
        },
        .olympus(.olympusGetLiveViewImage, .dataIn, requires: .liveView) { body, _, _ throws(Refusal) in try await body.frame() },
        .olympus(.olympusGetImage, .dataIn) { body, device, request throws(Refusal) in try await body.image(request, device) },
        .olympus(.olympusGetChangedProperties, .dataIn) { body, device, _ throws(Refusal) in try await body.changes(device) },
        .olympus(.olympusDriveFocus, requires: .focusDrive) { body, _, request throws(Refusal) in
            try await body.driveFocus(request)
        },
        // Accepted without effect: all properties are returned.
        .vendor(OlympusBody.self, .olympusSetWatchedProperties, .dataOut) { _, _, _, _ in .ok },
        .olympus(.getStorageIDs, .dataIn, requires: .fileAccess) { body, device, _ in
            body.state.withLock { $0.session.storagesRequested() }
            return device.storageIDs()
        },
        .olympus(.getObjectHandles, .dataIn, requires: .fileAccess) { body, device, request throws(Refusal) in
            body.state.withLock { $0.session.foldersRequested() }
            return .data(PTPDevice.array(try await device.objectHandles(request).map(\.rawValue)))
        },
        .olympus(.getObject, .dataIn, requires: .fileAccess) { body, device, request throws(Refusal) in
            try await body.object(request, device)
        },
    ]

    /// The standard's operations of a body (dumps).
    static let standard: Set<OperationCode> = [
        .getDeviceInfo, .openSession, .closeSession, .getStorageInfo, .getNumObjects, .getObjectInfo, .getThumb, .deleteObject,
        .formatStore, .getDevicePropDesc, .getDevicePropValue, .setDevicePropValue, .getPartialObject, .getObjectPropsSupported,
        .getObjectPropDesc, .getObjectPropValue, .getObjectPropList,
    ]
}
