import CameraModel
import PTP
import PTPCanon
import PTPProperties

/// The properties of a body, in the order in which it reports them.
struct EOSPropertyTable: Sendable {
    let rows: [EOSPropertyRow]
    private let byCode: [DevicePropCode: EOSPropertyRow]
    private let byProperty: [PropertyIdentifier: [EOSPropertyRow]]

    init(_ model: EOSModel) {
        rows = Self.ofEvery + (model.hasMirror ? Self.ofMirror : [])
        byCode = Dictionary(uniqueKeysWithValues: rows.map { ($0.code, $0) })
        byProperty = Dictionary(grouping: rows) { row in
            if case .camera(let property, _) = row.source {
                property
            } else {
                PropertyIdentifier.vendor(code: UInt32(row.code.rawValue))
            }
        }
    }

    subscript(code: DevicePropCode) -> EOSPropertyRow? { byCode[code] }

    /// The rows that depend on a property of the camera.
    func rows(of property: PropertyIdentifier) -> [EOSPropertyRow] { byProperty[property] ?? [] }

    private static let ofEvery: [EOSPropertyRow] = [
        .number(.eosModelID) { body, _ in Int64(body.model.modelID) },
        .number(.eosOLCInfoVersion) { body, _ in Int64(body.model.olcVersion) },
        .number(.eosPTPExtensionVersion) { _, _ in 1 },
        .number(.eosCurrentStorage) { body, _ in
            body.camera.storages.first.map { Int64(PTPDevice.identifier(of: $0.info).rawValue) } ?? 0
        },
        .camera(.eosAutoExposureMode, .exposureMode, .table(EOSTables.exposureModes)),
        .camera(.eosAEModeDial, .exposureMode, .table(EOSTables.exposureModes)),
        .camera(.eosAperture, .aperture, .table(EOSTables.apertures)),
        .camera(.eosShutterSpeed, .shutterSpeed, .table(EOSTables.shutterSpeeds)),
        .camera(.eosISOSpeed, .isoSpeed, .table(EOSTables.isoSpeeds)),
        .camera(.eosExpCompensation, .exposureCompensation, .table(EOSTables.compensations)),
        .camera(.eosDriveMode, .driveMode, .table(EOSTables.driveModes)),
        .camera(.eosMeteringMode, .meteringMode, .table(EOSTables.meteringModes)),
        .camera(.eosFocusMode, .focusMode, .table(EOSTables.focusModes)),
        .camera(.eosLvAfSystem, .autoFocusSystem, .table(EOSTables.autoFocusSystems)),
        .camera(.eosWhiteBalance, .whiteBalance, .table(EOSTables.whiteBalances(.uint8))),
        .camera(.eosColorTemperature, .whiteBalanceTemperature, .number),
        // The camera's brackets are one stop to either side.
        .camera(.eosAEB, .bracketing, .boolean(off: 0, on: 8)),
        .camera(
            .eosHighISONoiseReduction,
            .noiseReduction,
            .table(EOSTables.noiseReductions, also: ["standard": 2, "strong": 3])
        ),
        .camera(
            .eosImageFormat,
            .imageQuality,
            .imageFormats([
                "jpeg fine": ImageFormat(.jpeg(0)), "jpeg normal": ImageFormat(.jpeg(0, compression: 2)),
                "raw": ImageFormat(.raw(0)),
                "raw + jpeg": ImageFormat(.raw(0), .jpeg(0)),
            ])
        ),
        .camera(.eosCaptureDestination, .imageDestination, .table(EOSTables.destinations)),
        .camera(.eosBatteryPower, .batteryLevel, .table(EOSTables.batteryLevels)),
        .camera(.eosLensStatus, .lensStatus, .boolean(off: 0, on: 1)),
        .camera(.eosDepthOfFieldPreview, .depthOfFieldPreview, .boolean(off: 0, on: 1)),
        .number(.eosAvailableShots) { body, state in body.availableShots(state) },
        .reading(.eosLensName) { body, _ in
            .text(body.camera.property(.lensStatus).value?.boolean == false ? "" : body.model.lensName)
        },
        .own(.eosPictureStyle, numbers(EOSTables.pictureStyles.values)),
        .own(.eosColorSpace, numbers(EOSTables.colorSpaces.values)),
        .own(.eosMultiAspect, numbers(EOSTables.aspectRatios.values)),
        .own(.eosAloMode, [0x10000, 0x10101, 0x10202, 0x10303]),
        .own(.eosWhiteBalanceAdjustA, Array(-9...9), initially: 0),
        .own(.eosWhiteBalanceAdjustB, Array(-9...9), initially: 0),
        .own(.eosAutoPowerOff, [0, 60, 180, 600, 1800], initially: 60),
        .own(.eosQuickReviewTime, [0, 2, 4, 8], initially: 2),
        .own(.eosBracketMode, [], initially: 0),
        .own(.eosTempStatus, [], initially: 0),
        .own(.eosMovieServoAF, [0, 1]),
        .own(.eosContinuousAFMode, [0, 1]),
        .reading(.eosCameraTime) { _, state in state.clock.flatMap { PropertyContent(number: $0.local, of: .eosCameraTime) } },
        .reading(.eosUTCTime) { _, state in state.clock.flatMap { PropertyContent(number: $0.utc, of: .eosUTCTime) } },
        .own(.eosEVFMode, [0, 1], initially: 1),
        .reading(.eosEVFOutputDevice) { _, state in PropertyContent(number: state.output, of: .eosEVFOutputDevice) },
        .number(.eosEVFRecordStatus) { body, _ in body.camera.recording.isRecording ? 4 : 0 },
        .reading(.eosFocusInfoEx) { body, _ in body.camera.focusInfo.map { .focusInfo(FocusInfoEx($0)) } },
        .text(.eosOwner), .text(.eosArtist), .text(.eosCopyright),
        .reading(.eosSerialNumber, isOnRequest: true) { body, _ in
            .text(EOSBody.ascii(body.camera.info?.serialNumber ?? body.camera.description.serialNumber ?? ""))
        },
    ]

    /// Mirror lock-up, and the switch to video.
    private static let ofMirror: [EOSPropertyRow] = [
        .camera(.eosMirrorUpSetting, .mirrorLockup, .boolean(off: 0, on: 1)),
        .camera(
            .eosMirrorLockupState,
            .mirrorLockupStage,
            .choice([.mirrorLockupStage(.disabled): 0, .mirrorLockupStage(.ready): 1, .mirrorLockupStage(.mirrorUp): 2])
        ),
        .number(.eosFixedMovie) { _, state in state.isMovieSwitchOn ? 1 : 0 },
    ]

    private static func numbers(_ values: [PropertyValue]) -> [Int64] { values.compactMap(\.code) }
}
