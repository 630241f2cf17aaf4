import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

// Table of the Canon operations of an EOS body.

extension OperationRow {
    /// Creates a row whose operation the ``EOSBody`` performs.
    fileprivate static func eos(
        _ code: OperationCode,
        _ dataPhase: DataPhase = .none,
        requires: CameraCapabilities = [],
        _ perform: @escaping @Sendable (EOSBody, PTPDevice, OperationRequest, RequestData) async throws(Refusal) -> Answer
    ) -> OperationRow {
        vendor(EOSBody.self, code, dataPhase, requires: requires, perform)
    }

    /// Creates a row for an operation that the body accepts without effect.
    fileprivate static func accepted(_ code: OperationCode) -> OperationRow {
        eos(code) { body, _, _, _ throws(Refusal) in
            try body.checkRemote()
            return .ok
        }
    }
}

extension EOSModel {
    /// All operations beyond the standard.
    var operations: [OperationRow] {
        Self.modes + Self.files + Self.shooting + Self.viewing + (hasMirror ? Self.ofMirror : [])
            + (hasWideOffsets ? Self.wideFiles : [])
    }

    private static let modes: [OperationRow] = [
        .eos(.eosGetDeviceInfoEx, .dataIn) { body, _, _, _ throws(Refusal) in try body.deviceInfoEx() },
        .eos(.eosSetRemoteMode) { body, _, request, _ throws(Refusal) in try await body.setRemoteMode(request) },
        .eos(.eosGetRemoteMode) { body, _, _, _ in Answer(.ok, [body.read { $0.remoteMode }]) },
        .eos(.eosSetEventMode) { body, _, request, _ throws(Refusal) in try await body.setEventMode(request) },
        .eos(.eosGetEvent, .dataIn) { body, _, _, _ throws(Refusal) in try body.getEvent() },
        .eos(.eosSetRequestOLCInfoGroup) { body, _, request, _ throws(Refusal) in try body.setDisplayMask(request) },
        .eos(.eosRequestDevicePropValue) { body, _, request, _ throws(Refusal) in try await body.requestValue(request) },
        .eos(.eosSetDevicePropValueEx, .dataOut) { body, _, _, data throws(Refusal) in try await body.setProperty(data.bytes) },
        .eos(.eosPCHDDCapacity) { body, _, request, _ throws(Refusal) in try body.setHostCapacity(request) },
        .accepted(.eosKeepDeviceOn), .accepted(.eosSetUILock), .accepted(.eosResetUILock),
    ]

    private static let files: [OperationRow] = [
        .eos(.eosGetStorageIDs, .dataIn, requires: .fileAccess) { _, device, _, _ in device.storageIDs() },
        // The layout of Canon's own dataset is unknown; the standard's is used.
        .eos(.eosGetStorageInfo, .dataIn, requires: .fileAccess) { _, device, request, _ throws(Refusal) in
            try device.storageInfo(request)
        },
        .eos(.eosGetObject, .dataIn, requires: .fileAccess) { _, device, request, _ throws(Refusal) in
            try await device.object(request)
        },
        .eos(.eosGetPartialObject, .dataIn, requires: .fileAccess) { _, device, request, _ throws(Refusal) in
            try await device.partialObject(request, from: UInt64(request.parameters[1]), count: request.parameters[2])
        },
        .eos(.eosTransferComplete) { body, device, request, _ throws(Refusal) in try body.transferComplete(request, device) },
        .eos(.eosCancelTransfer) { body, device, request, _ throws(Refusal) in try body.transferComplete(request, device) },
        .eos(.eosResetTransfer) { body, device, _, _ throws(Refusal) in try body.resetTransfer(device) },
    ]

    private static let wideFiles: [OperationRow] = [
        .eos(.eosGetObject64, .dataIn, requires: .fileAccess) { _, device, request, _ throws(Refusal) in
            try await device.object(request)
        },
        .eos(.eosGetPartialObject64, .dataIn, requires: .fileAccess) { _, device, request, _ throws(Refusal) in
            let (offset, count) = EOSBody.wideOffset(request.parameters)
            return try await device.partialObject(request, from: offset, count: count)
        },
    ]

    private static let shooting: [OperationRow] = [
        .eos(.eosRemoteReleaseOn, requires: .shutterControl) { body, _, request, _ throws(Refusal) in
            try await body.releaseOn(request)
        },
        .eos(.eosRemoteReleaseOff, requires: .shutterControl) { body, _, request, _ throws(Refusal) in
            try await body.releaseOff(request)
        },
        .eos(.eosBulbStart, requires: .shutterControl) { body, _, _, _ throws(Refusal) in try await body.bulbStart() },
        .eos(.eosBulbEnd, requires: .shutterControl) { body, _, _, _ throws(Refusal) in try await body.bulbEnd() },
    ]

    private static let viewing: [OperationRow] = [
        .eos(.eosGetViewFinderData, .dataIn, requires: .liveView) { body, _, _, _ throws(Refusal) in
            try await body.viewfinderData()
        },
        .eos(.eosZoom, requires: .liveView) { body, _, request, _ throws(Refusal) in try await body.zoom(request) },
        .eos(.eosZoomPosition, requires: .liveView) { body, _, request, _ throws(Refusal) in
            try await body.zoomPosition(request)
        },
        .eos(.eosDoAf, requires: [.liveView, .halfPress]) { body, _, _, _ throws(Refusal) in try await body.doAutoFocus() },
        .eos(.eosAfCancel, requires: .halfPress) { body, _, _, _ throws(Refusal) in try await body.cancelAutoFocus() },
        .eos(.eosTouchAfPosition, requires: [.liveView, .touchFocus]) { body, _, request, _ throws(Refusal) in
            try await body.touchFocus(request)
        },
        .eos(.eosDepthOfFieldPreview, requires: [.liveView, .depthOfFieldPreview]) { body, _, _, _ throws(Refusal) in
            try await body.depthOfFieldPreview()
        },
        .eos(.eosDriveLens, requires: [.liveView, .focusDrive]) { body, _, request, _ throws(Refusal) in
            try await body.driveLens(request)
        },
    ]

    private static let ofMirror: [OperationRow] = [
        .eos(.eosRemoteRelease, requires: .shutterControl) { body, device, _, _ throws(Refusal) in try await body.release(device)
        },
        .eos(.eosResetMirrorLockupState) { body, _, _, _ throws(Refusal) in try await body.resetMirror() },
        .eos(.eosMovieSelectSWOn, requires: .videoRecording) { body, _, _, _ throws(Refusal) in try body.setMovieSwitch(true) },
        .eos(.eosMovieSelectSWOff, requires: .videoRecording) { body, _, _, _ throws(Refusal) in try body.setMovieSwitch(false) },
    ]
}
