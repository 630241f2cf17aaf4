import CameraModel
import HotShoeSupport
import PTP
import PTPPanasonic

// Table of the operations of a Panasonic body.

extension OperationRow {
    fileprivate static func panasonic(
        _ code: OperationCode,
        _ dataPhase: DataPhase = .none,
        requires: CameraCapabilities = [],
        _ perform: @escaping @Sendable (PanasonicBody, PTPDevice, OperationRequest) async throws(Refusal) -> Answer
    ) -> OperationRow {
        vendor(PanasonicBody.self, code, dataPhase, requires: requires) { body, device, request, _ throws(Refusal) in
            try await perform(body, device, request)
        }
    }

    fileprivate static func panasonic(
        sending code: OperationCode,
        requires: CameraCapabilities = [],
        _ perform: @escaping @Sendable (PanasonicBody, OperationRequest, [UInt8]) async throws(Refusal) -> Answer
    ) -> OperationRow {
        vendor(PanasonicBody.self, code, .dataOut, requires: requires) { body, _, request, data throws(Refusal) in
            try await perform(body, request, data.bytes)
        }
    }
}

extension PanasonicModel {
    /// The operations that differ from the standard's, and Panasonic's.
    static let operations: [OperationRow] = [
        .panasonic(.panasonicOpenSession) { _, _, _ in .ok },
        .panasonic(.panasonicCloseSession) { _, _, _ in .ok },
        // The data of these two is not known.
        .panasonic(.panasonicGetList, .dataIn) { _, _, _ in .data([0, 0, 0, 0]) },
        .panasonic(.panasonicGetEvent, .dataIn) { _, _, _ in .data([0, 0, 0, 0]) },
        .panasonic(.panasonicGetPropertySize, .dataIn) { body, _, request throws(Refusal) in
            .data(try body.list(request).outline)
        },
        .panasonic(.panasonicListProperty, .dataIn) { body, _, request throws(Refusal) in .data(try body.list(request).encoded) },
        .panasonic(.panasonicGetProperty, .dataIn) { body, _, request throws(Refusal) in try body.values(request) },
        .panasonic(sending: .panasonicSetProperty) { body, request, data throws(Refusal) in
            try await body.set(request, data, isMovie: false)
        },
        .panasonic(.panasonicInitiateCapture, requires: .shutterControl) { body, device, request throws(Refusal) in
            try await body.capture(request, device)
        },
        .panasonic(.panasonicControlFocus, requires: .halfPress) { body, _, request throws(Refusal) in
            try await body.controlFocus(request)
        },
        .panasonic(sending: .panasonicSetMovieProperty) { body, request, data throws(Refusal) in
            try await body.set(request, data, isMovie: true)
        },
        .panasonic(.panasonicGetSetup, .dataIn) { body, _, request throws(Refusal) in try body.setup(request) },
        .panasonic(sending: .panasonicSetSetup) { body, _, data throws(Refusal) in try await body.setSetup(data) },
        .panasonic(.panasonicControlMovie, requires: .videoRecording) { body, _, request throws(Refusal) in
            try await body.controlMovie(request)
        },
        .panasonic(.panasonicControlLiveView, requires: .liveView) { body, _, request throws(Refusal) in
            try body.controlLiveView(request)
        },
        .panasonic(.panasonicGetStatus, .dataIn) { body, _, request throws(Refusal) in try body.status(request) },
        .panasonic(sending: .panasonicSetLiveViewSize, requires: .liveView) { body, _, data throws(Refusal) in
            try body.setSize(data)
        },
        .panasonic(sending: .panasonicDriveFocus, requires: .focusDrive) { body, _, data throws(Refusal) in
            try await body.driveFocus(data)
        },
        .panasonic(.panasonicGetLiveViewImage, .dataIn, requires: .liveView) { body, _, _ throws(Refusal) in
            try await body.frame()
        },
        .panasonic(.getObject, .dataIn, requires: .fileAccess) { body, device, request throws(Refusal) in
            try await body.object(request, device)
        },
    ]

    /// The standard's operations of a body (dump of a GH5).
    static let standard: Set<OperationCode> = [
        .getDeviceInfo, .openSession, .closeSession, .getStorageIDs, .getStorageInfo, .getNumObjects, .getObjectHandles,
        .getObjectInfo,
        .getThumb, .deleteObject, .formatStore, .getDevicePropDesc, .getDevicePropValue, .setDevicePropValue, .getPartialObject,
    ]
}
