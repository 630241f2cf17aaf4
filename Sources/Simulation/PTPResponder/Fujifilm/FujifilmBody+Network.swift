import CameraModel
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPProperties

// A body on a network with its own protocol. All of it is observed behaviour that open-source programs rely on.

extension FujifilmBody {
    var acceptsSides: Bool { state.withLock { $0.network.acceptsSides } }

    // MARK: State

    /// The properties in the value of 0xD212, each time all of them.
    private static let reported: [DevicePropCode] =
        [
            .fujifilmClientState, .fujifilmObjectCount, .fujifilmObjectCount2, .fujifilmAFStatus, .fujifilmFocusPoint,
            .fujifilmBatteryBars, .fujifilmISO, .fujifilmNetworkShutterSpeed, .fNumber, .exposureBiasCompensation,
            .exposureProgramMode, .whiteBalance, .focusMode, .fujifilmQuality, .fujifilmFilmSimulation,
        ] + [0xD52F, 0xD400, 0xD220].map { DevicePropCode(rawValue: $0) }

    /// The properties that 0x902B describes.
    private static let described: [DevicePropCode] = [
        .fNumber, .fujifilmNetworkShutterSpeed, .fujifilmISO, .exposureBiasCompensation, .exposureProgramMode, .whiteBalance,
        .focusMode, .fujifilmQuality, .fujifilmFilmSimulation, .fujifilmReleaseMode, .fujifilmBatteryBars, .fujifilmFocusPoint,
        .fujifilmAFStatus,
    ]

    /// The value of 0xD212.
    func networkState(_ device: PTPDevice) async -> Answer {
        let isUnpaired = memory.isUnpaired
        // The user confirms: from the next request on the body shows it.
        if state.withLock({ $0.network.polled(isUnpaired: isUnpaired) }) { memory.isUnpaired = false }
        _ = state.withLock { $0.session.popChanges() }
        var values: [FujifilmChanges.Change] = []
        let files = isBrowsing ? (try? await galleryFiles(device).count) : nil
        for code in Self.reported {
            if let files, [.fujifilmObjectCount, .fujifilmObjectCount2].contains(code) {
                values.append(.init(code, UInt32(clamping: files)))
                continue
            }
            guard let value = try? await device.description(code.rawValue).current, let number: Int64 = value.integer() else {
                continue
            }
            values.append(.init(code, UInt32(truncatingIfNeeded: number)))
        }
        return .data(FujifilmChanges.encoded(values))
    }

    /// GetDeviceInfo of Fujifilm (0x902B).
    func descriptions(_ device: PTPDevice) async throws(Refusal) -> Answer {
        var descriptions: [DevicePropDesc] = []
        for code in Self.described {
            if let desc = try? await device.description(code.rawValue) { descriptions.append(desc) }
        }
        do throws(DatasetError) { return .data(try FujifilmDescriptions.encoded(descriptions)) } catch {
            throw Refusal(.generalError)
        }
    }

    /// Sets a property that a body has on networks only. Returns whether it did.
    func setsOnNetwork(_ code: DevicePropCode, to data: [UInt8]) async throws(Refusal) -> Bool {
        switch code {
        case .fujifilmFunctionMode:
            guard data.count == 2 else { throw Refusal(.invalidDevicePropFormat) }
            let (function, isUnpaired) = (UInt16(data[0]) | UInt16(data[1]) << 8, memory.isUnpaired)
            if !model.hasRemoteControl, function == FujifilmFunction.remote { throw Refusal(.invalidDevicePropValue) }
            try state.withLock { shared throws(Refusal) in
                try shared.network.selected(function, isUnpaired: isUnpaired)
            }
            if isControlled { await useDestination() }
            return true
        // Also while files are shown.
        case .fujifilmWholeFiles, .fujifilmRemoteGalleryVersion, .fujifilmGalleryVersion:
            memory[code.rawValue] = data
            return true
        // Clients set the state of remote control before they browse; it is shown already.
        case .fujifilmClientState:
            guard data.count == 2 else { throw Refusal(.invalidDevicePropFormat) }
            return true
        // The computer has the priority by 0xDF01.
        case .fujifilmPriorityMode:
            memory[code.rawValue] = data
            return true
        default: return false
        }
    }

    // MARK: Pictures

    /// Removes the oldest picture if there is no room for another: they are on the card too.
    func makeRoom(_ device: PTPDevice) {
        guard pictures.isFull, let oldest = state.withLock({ $0.pictures.isEmpty ? nil : $0.pictures.removeFirst() }) else {
            return
        }
        _ = pictures.remove(oldest.handle, device)
    }

    /// Announces the preview of the last picture.
    func announcePreview() {
        guard let picture = state.withLock({ $0.pictures.last }) else { return }
        send(.fujifilmPreviewAvailable, [picture.handle.rawValue, UInt32(clamping: picture.size)])
    }

    /// GetCapturePreview (0x9022). The preview is the picture itself.
    func preview(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        guard let picture = state.withLock({ $0.pictures.last }) else { throw Refusal(.invalidObjectHandle) }
        let answer = try await device.object(OperationRequest(.getObject, request.transaction, [picture.handle.rawValue]))
        send(.captureComplete, [0])
        return answer
    }

    // MARK: Focus and steps

    /// LockS1 (0x9026).
    func lockFocus(_ request: OperationRequest) throws(Refusal) -> Answer {
        try checkControlled()
        let point = request.parameters[0]
        memory[DevicePropCode.fujifilmFocusPoint.rawValue] = (0..<4).map { UInt8(truncatingIfNeeded: point >> (8 * UInt32($0))) }
        focus()
        return .ok
    }

    /// UnlockS1 (0x9027).
    func unlockFocus() async -> Answer {
        focusing.forget()
        try? await camera.disengageAutoFocus()
        return .ok
    }

    /// 0x902C, 0x902D and 0x902E: a step of a setting.
    func step(_ property: PropertyIdentifier, _ request: OperationRequest) async throws(Refusal) -> Answer {
        try checkControlled()
        let (setting, step) = (camera.property(property), Int32(bitPattern: request.parameters[0]) < 0 ? -1 : 1)
        let values = setting.settable.values
        guard let index = setting.value.flatMap({ values.firstIndex(of: $0) }), values.indices.contains(index + step) else {
            throw Refusal(.invalidParameter)
        }
        do throws(CameraError) {
            try await setting.set(values[index + step], until: .reflected(timeout: .seconds(1)))
        } catch { throw Refusal(error) }
        return .ok
    }

    /// Level of the battery in bars: 6 is empty, 11 are five bars.
    fileprivate var bars: Int64 { [6, 7, 8, 10, 11][battery] }
}

// MARK: - Tables

extension FujifilmModel {
    /// Versions of an X-T4, and what only networks have. Numbers: observed behaviour (vcam).
    static let networkSettings: [BodySetting] =
        [(0xDF21, 4), (0xDF22, 5), (0xD235, 0), (0xD52F, 1), (0xD400, 1), (0xD220, 1)].map { code, number in
            reading(DevicePropCode(rawValue: code), number)
        } + [
            BodySetting(.fujifilmRemoteVersion, .integer(0x0002_000A, as: .uint32)!, .none),
            BodySetting(.fujifilmRemoteGalleryVersion, .integer(5, as: .uint32)!, .none),
            BodySetting(.fujifilmFunctionMode, .integer(0, as: .uint16)!, .none),
            BodySetting(.fujifilmWholeFiles, .uint16, [0, 1]),
            BodySetting(.fujifilmFocusPoint, .integer(0x0704, as: .uint32)!, .none),
        ]

    /// The versions that a body without remote control answers without bytes.
    static let remoteVersions: Set<DevicePropCode> = [.fujifilmRemoteVersion, .fujifilmRemoteGalleryVersion]

    /// Properties that mean something else on networks than in the dumps, which are of USB.
    static let codesOfNetworks: Set<DevicePropCode> = Set(
        networkSettings.map(\.code) + networkProperties.map(\.code) + [
            .fujifilmClientState, .fujifilmObjectCount, .fujifilmObjectCount2, .fujifilmBatteryBars,
        ]
    )

    private static func reading(_ code: DevicePropCode, _ number: Int64) -> BodySetting {
        BodySetting(code, .integer(number, as: .uint32)!, .none, isSettable: false)
    }

    /// The camera's properties that have other codes on networks.
    static let networkProperties: [PropertyRow] = [
        PropertyRow(.fujifilmNetworkShutterSpeed, .shutterSpeed, .table(FujifilmShutterSpeeds.nearest)),
        PropertyRow(.fujifilmISO, .isoSpeed, .table(FujifilmTables.networkISOSpeeds)),
    ]

    static let networkReadings: [BodyReading] = [
        BodyReading(.fujifilmClientState, .uint32, of: FujifilmBody.self) { body in
            Int64(body.state.withLock { $0.network.phase.number })
        },
        BodyReading(.fujifilmObjectCount, .uint32, of: FujifilmBody.self) { Int64($0.pictures.count) },
        BodyReading(.fujifilmObjectCount2, .uint32, of: FujifilmBody.self) { Int64($0.pictures.count) },
        BodyReading(.fujifilmBatteryBars, .uint16, of: FujifilmBody.self) { $0.bars },
    ]

    static let networkOperations: [OperationRow] = [
        .fujifilm(.fujifilmGetDeviceInfo, .dataIn) { body, device, _ throws(Refusal) in try await body.descriptions(device) },
        .fujifilm(.fujifilmGetCapturePreview, .dataIn) { body, device, request throws(Refusal) in
            try await body.preview(request, device)
        },
        .fujifilm(.getObjectInfo, .dataIn) { body, device, request throws(Refusal) in
            try await body.isBrowsing ? body.galleryInfo(request, device) : body.objectInfo(request)
        },
        .fujifilm(.getObject, .dataIn) { body, device, request throws(Refusal) in
            try await body.isBrowsing
                ? body.galleryPiece(request, device, from: 0, count: .max) : body.object(request, device)
        },
        .fujifilm(.getThumb, .dataIn) { body, device, request throws(Refusal) in
            guard body.isBrowsing else { throw Refusal(.noThumbnailPresent) }
            return try await device.thumbnail(body.request(request, for: body.galleryFile(request, device)))
        },
        .fujifilm(.getPartialObject, .dataIn) { body, device, request throws(Refusal) in
            // A piece of at most 1 MiB, however much is requested.
            let (offset, count) = (UInt64(request.parameters[1]), min(request.parameters[2], 1 << 20))
            return try await body.isBrowsing
                ? body.galleryPiece(request, device, from: offset, count: count)
                : device.partialObject(request, from: offset, count: count)
        },
        .fujifilm(.fujifilmStartMovie, requires: .videoRecording) { body, _, _ throws(Refusal) in try await body.film(true) },
        .fujifilm(.fujifilmStopMovie, requires: .videoRecording) { body, _, _ throws(Refusal) in try await body.film(false) },
        .fujifilm(.fujifilmLockFocus, requires: .halfPress) { body, _, request throws(Refusal) in try body.lockFocus(request) },
        .fujifilm(.fujifilmUnlockFocus) { body, _, _ in await body.unlockFocus() },
        .fujifilm(.fujifilmStepShutterSpeed) { body, _, request throws(Refusal) in try await body.step(.shutterSpeed, request) },
        .fujifilm(.fujifilmStepFNumber) { body, _, request throws(Refusal) in try await body.step(.aperture, request) },
        .fujifilm(.fujifilmStepCompensation) { body, _, request throws(Refusal) in
            try await body.step(.exposureCompensation, request)
        },
    ]
}
