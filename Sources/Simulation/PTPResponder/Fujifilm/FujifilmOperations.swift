import CameraModel
import PTP
import PTPFujifilm

// Table of the operations of a body that differ from the standard's.

extension OperationRow {
    static func fujifilm(
        _ code: OperationCode,
        _ dataPhase: DataPhase = .none,
        requires: CameraCapabilities = [],
        _ perform: @escaping @Sendable (FujifilmBody, PTPDevice, OperationRequest) async throws(Refusal) -> Answer
    ) -> OperationRow {
        vendor(FujifilmBody.self, code, dataPhase, requires: requires) { body, device, request, _ throws(Refusal) in
            try await perform(body, device, request)
        }
    }
}

extension FujifilmModel {
    /// The operations of the standard that bodies have unchanged.
    static let standard: Set<OperationCode> = [
        .getDeviceInfo, .openSession, .closeSession, .getThumb, .setDevicePropValue, .resetDevicePropValue,
        .getObjectPropsSupported,
        .getObjectPropDesc, .getObjectPropValue, .getObjectPropList,
    ]

    static let operations: [OperationRow] = [
        .fujifilm(.getStorageIDs, .dataIn) { _, _, _ in
            .data(PTPDevice.array([StorageID.fujifilmStill.rawValue, StorageID.fujifilmLive.rawValue]))
        },
        .fujifilm(.getStorageInfo, .dataIn) { body, _, request throws(Refusal) in try body.storageInfo(request) },
        .fujifilm(.getNumObjects) { body, device, request throws(Refusal) in
            Answer(.ok, [UInt32(clamping: try body.handles(request, device).count)])
        },
        .fujifilm(.getObjectHandles, .dataIn) { body, device, request throws(Refusal) in
            .data(PTPDevice.array(try body.handles(request, device).map(\.rawValue)))
        },
        .fujifilm(.getObjectInfo, .dataIn) { body, _, request throws(Refusal) in try await body.objectInfo(request) },
        .fujifilm(.getObject, .dataIn) { body, device, request throws(Refusal) in try await body.object(request, device) },
        .fujifilm(.deleteObject) { body, device, request throws(Refusal) in try body.delete(request, device) },
        // Listed, and of no use in this mode (observed behaviour).
        .fujifilm(.getPartialObject, .dataIn) { _, _, _ throws(Refusal) in throw Refusal(.generalError) },
        .fujifilm(.initiateCapture, requires: .shutterControl) { body, device, _ throws(Refusal) in
            try await body.capture(device)
        },
        .fujifilm(.initiateOpenCapture, requires: .liveView) { body, _, _ throws(Refusal) in try body.startView() },
        .fujifilm(.terminateOpenCapture, requires: .liveView) { body, _, _ throws(Refusal) in try body.endView() },
        .fujifilm(.getDevicePropDesc, .dataIn) { body, device, request throws(Refusal) in
            try await body.propDesc(request, device)
        },
        .fujifilm(.getDevicePropValue, .dataIn) { body, device, request throws(Refusal) in
            try await body.propValue(request, device)
        },
    ]
}
