import CameraModel
import PTP
import PTPNikon

// Table of the Nikon operations of a body.

extension OperationRow {
    fileprivate static func nikon(
        _ code: OperationCode,
        _ dataPhase: DataPhase = .none,
        requires: CameraCapabilities = [],
        _ perform: @escaping @Sendable (NikonBody, PTPDevice, OperationRequest) async throws(Refusal) -> Answer
    ) -> OperationRow {
        vendor(NikonBody.self, code, dataPhase, requires: requires) { body, device, request, _ throws(Refusal) in
            try await perform(body, device, request)
        }
    }
}

extension NikonModel {
    /// All operations beyond the standard.
    var operations: [OperationRow] { Self.ofEvery + (isNew ? Self.ofNew : []) }

    private static let ofEvery: [OperationRow] = [
        .nikon(.nikonGetEvent, .dataIn) { body, _, _ in body.events(isWide: false) },
        .nikon(.nikonDeviceReady) { body, _, _ in body.ready() },
        .nikon(.nikonGetVendorPropCodes, .dataIn) { _, device, _ in
            var writer = DatasetWriter()
            writer.codes(device.propertyCodes.filter { $0.isVendor && !$0.isWide })
            return .data(writer.bytes)
        },
        .nikon(.nikonChangeCameraMode) { body, _, request in body.changeCameraMode(request) },
        .nikon(.nikonInitiateCaptureRecInSDRAM, requires: .shutterControl) { body, device, request throws(Refusal) in
            try body.capture(focusing: request.parameters[0] != .max, to: .host, device)
        },
        .nikon(.nikonAfCaptureSDRAM, requires: .shutterControl) { body, device, _ throws(Refusal) in
            try body.capture(focusing: true, to: .host, device)
        },
        .nikon(.nikonInitiateCaptureRecInMedia, requires: .shutterControl) { body, device, request throws(Refusal) in
            try body.capture(request, device)
        },
        .nikon(.getObject, .dataIn, requires: .fileAccess) { body, device, request throws(Refusal) in
            try await body.object(request, device)
        },
        // Also with the standard's operation, DeviceReady reports the end.
        .nikon(.initiateCapture, requires: .shutterControl) { body, device, _ throws(Refusal) in
            try body.capture(focusing: true, to: nil, device)
        },
        .nikon(.nikonTerminateCapture, requires: .shutterControl) { body, _, _ throws(Refusal) in try await body.terminate() },
        .nikon(.nikonDelImageSDRAM) { body, device, request throws(Refusal) in try body.deletePicture(request, device) },
        .nikon(.nikonAfDrive, requires: .halfPress) { body, _, _ throws(Refusal) in try body.focus() },
        .nikon(.nikonAfDriveCancel, requires: .halfPress) { body, _, _ in await body.endFocus() },
        .nikon(.nikonMfDrive, requires: [.liveView, .focusDrive]) { body, _, request throws(Refusal) in
            try body.driveFocus(request)
        },
        .nikon(.nikonChangeAfArea, requires: [.liveView, .touchFocus]) { body, _, request throws(Refusal) in
            try await body.moveArea(request)
        },
        .nikon(.nikonStartLiveView, requires: .liveView) { body, _, _ throws(Refusal) in try body.startLiveView() },
        .nikon(.nikonEndLiveView, requires: .liveView) { body, _, _ in
            body.endLiveView()
            return .ok
        },
        .nikon(.nikonGetLiveViewImg, .dataIn, requires: .liveView) { body, _, _ throws(Refusal) in try await body.frame() },
        .nikon(.nikonStartMovieRecInCard, requires: .videoRecording) { body, _, _ throws(Refusal) in try body.startMovie() },
        .nikon(.nikonEndMovieRec, requires: .videoRecording) { body, _, _ throws(Refusal) in try body.endMovie() },
        .nikon(OperationCode(rawValue: 0x90C4), .dataIn, requires: .fileAccess) { _, device, request throws(Refusal) in
            try await device.thumbnail(request)
        },
        .nikon(.nikonGetObjectSize, .dataIn, requires: .fileAccess) { _, device, request throws(Refusal) in
            try await device.objectSize(request)
        },
        .nikon(.nikonGetPartialObjectEx, .dataIn, requires: .fileAccess) { _, device, request throws(Refusal) in
            let parameters = request.parameters
            let offset = UInt64(parameters[1]) | UInt64(parameters[2]) << 32
            return try await device.partialObject(request, from: offset, count: parameters[4] == 0 ? parameters[3] : .max)
        },
    ]

    private static let ofNew: [OperationRow] = [
        .nikon(.nikonGetEventEx, .dataIn) { body, _, _ in body.events(isWide: true) },
        .nikon(.nikonGetLiveViewImageEx, .dataIn, requires: .liveView) { body, _, _ throws(Refusal) in try await body.frame() },
        .nikon(.nikonGetVendorCodes, .dataIn) { _, device, request throws(Refusal) in
            guard request.parameters[0] == 0xD else { throw Refusal(.invalidParameter) }
            return .data(PTPDevice.array(device.propertyCodes.filter(\.isVendor).map(\.rawValue)))
        },
        .nikon(.nikonGetDevicePropDescEx, .dataIn) { _, device, request throws(Refusal) in
            try await device.propDesc(request, isWide: true)
        },
        .nikon(.nikonGetDevicePropValueEx, .dataIn) { _, device, request throws(Refusal) in try await device.propValue(request) },
        .vendor(NikonBody.self, .nikonSetDevicePropValueEx, .dataOut) { _, device, request, data throws(Refusal) in
            guard DevicePropCode(rawValue: request.parameters[0]).isWide else { throw Refusal(.devicePropNotSupported) }
            return try await device.setPropValue(request, data.bytes)
        },
        .nikon(.nikonStartPairing, .dataIn) { body, _, _ throws(Refusal) in try body.startPairing() },
        .nikon(.nikonEndPairing) { body, device, request throws(Refusal) in try body.endPairing(request, device) },
        .nikon(.nikonChangeApplicationMode) { body, _, request in body.changeApplicationMode(request) },
    ]
}
