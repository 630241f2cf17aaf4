import CameraModel
import HotShoeSupport
import PTP
import PTPSony

// Table of the operations of a Sony body.

extension OperationRow {
    fileprivate static func sony(
        _ code: OperationCode,
        _ dataPhase: DataPhase = .none,
        _ perform: @escaping @Sendable (SonyBody, PTPDevice, OperationRequest) async throws(Refusal) -> Answer
    ) -> OperationRow {
        vendor(SonyBody.self, code, dataPhase) { body, device, request, _ throws(Refusal) in
            try await perform(body, device, request)
        }
    }
}

extension SonyModel {
    /// The operations that differ from the standard's, and Sony's.
    static let operations: [OperationRow] = [
        .sony(.sonyConnect, .dataIn) { body, _, request throws(Refusal) in try await body.connect(request) },
        .sony(.sonyGetExtDeviceInfo, .dataIn) { body, _, request throws(Refusal) in try body.extended(request) },
        .sony(.sonyGetAllExtDevicePropInfo, .dataIn) { body, _, request throws(Refusal) in try body.properties(request) },
        .vendor(SonyBody.self, .sonySetExtDevicePropValue, .dataOut) { body, _, request, data throws(Refusal) in
            try await body.set(request, data.bytes)
        },
        .vendor(SonyBody.self, .sonyControlDevice, .dataOut) { body, device, request, data throws(Refusal) in
            try await body.control(request, data.bytes, device)
        },
        .sony(.getObjectInfo, .dataIn) { body, device, request throws(Refusal) in try await body.objectInfo(request, device) },
        .sony(.getObject, .dataIn) { body, device, request throws(Refusal) in try await body.object(request, device) },
        // Real bodies hang when they are asked for their storages under remote control.
        .sony(.getStorageIDs, .dataIn) { body, device, _ throws(Refusal) in
            if body.state.withLock({ $0.session.isRemote }) { throw Refusal(.accessDenied) }
            return device.storageIDs()
        },
        // Before connecting, on networks: accepted and ignored.
        .vendor(SonyBody.self, .sonySendNetworkMode, .dataOut) { _, _, _, _ in .ok },
        .sony(.sonyGetNetworkMode, .dataIn) { _, _, _ in .data([UInt8](repeating: 0, count: 16)) },
    ]

    /// The standard's operations of a body.
    static let standard: Set<OperationCode> = [
        .getDeviceInfo, .openSession, .closeSession, .getNumObjects, .getObjectHandles, .getThumb,
    ]
}
