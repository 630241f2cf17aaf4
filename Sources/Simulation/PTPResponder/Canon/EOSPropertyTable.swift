import CameraModel
import PTP
import PTPCanon
import PTPProperties

// The properties of the EOS bodies.

extension VendorPropertyTable<EOSBody> {
    /// Creates the table of a body.
    init(_ model: EOSModel) { self.init(VendorProperty.ofEvery + (model.hasMirror ? VendorProperty.ofMirror : [])) }
}

extension VendorProperty<EOSBody> {
    fileprivate static let ofEvery: [VendorProperty] = [
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
        .number(.eosAvailableShots) { body, session in body.availableShots(session) },
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
        .number(.eosCameraTime) { _, session in session.clock?.local },
        .number(.eosUTCTime) { _, session in session.clock?.utc },
        .own(.eosEVFMode, [0, 1], initially: 1),
        .number(.eosEVFOutputDevice, offered: [0, 1, 2, 3]) { _, session in session.output },
        .number(.eosEVFRecordStatus, offered: [0, 4]) { body, _ in body.camera.recording.isRecording ? 4 : 0 },
        .reading(.eosFocusInfoEx) { body, _ in body.camera.focusInfo.map { .focusInfo(FocusInfoEx($0)) } },
        text(.eosOwner), text(.eosArtist), text(.eosCopyright),
        .reading(.eosSerialNumber, isOnRequest: true) { body, _ in
            .text(EOSBody.ascii(body.camera.info?.serialNumber ?? body.camera.description.serialNumber ?? ""))
        },
    ]

    /// Mirror lock-up, and the switch to video.
    fileprivate static let ofMirror: [VendorProperty] = [
        .camera(.eosMirrorUpSetting, .mirrorLockup, .boolean(off: 0, on: 1)),
        .camera(
            .eosMirrorLockupState,
            .mirrorLockupStage,
            .choice([.mirrorLockupStage(.disabled): 0, .mirrorLockupStage(.ready): 1, .mirrorLockupStage(.mirrorUp): 2])
        ),
        .number(.eosFixedMovie) { _, session in session.isMovieSwitchOn ? 1 : 0 },
    ]

    /// Creates a text that may have any value.
    private static func text(_ code: DevicePropCode) -> VendorProperty {
        VendorProperty(code: code, source: .own(.text(""), offered: []), isOnRequest: true)
    }

    private static func numbers(_ values: [PropertyValue]) -> [Int64] { values.compactMap(\.code) }
}
