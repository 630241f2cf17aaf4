import CameraModel
import PTP
import PTPProperties
import PTPSony

// The properties that follow the camera behind a body. All others of its dump are settings without effect.

extension VendorPropertyTable<SonyBody> {
    /// The table of a version.
    static func sony(_ version: SonyVersion) -> VendorPropertyTable {
        VendorPropertyTable(VendorProperty.ofEvery + VendorProperty.of(version))
    }
}

extension VendorProperty<SonyBody> {
    fileprivate static func of(_ version: SonyVersion) -> [VendorProperty] {
        let programs = version == .v3 ? SonyTables.programs : SonyTables.earlierPrograms
        return [
            // Bulb is a shutter speed of the manual mode.
            .camera(.exposureProgramMode, .exposureMode, .table(programs, also: ["bulb": 1])),
            .camera(
                .stillCaptureMode,
                .driveMode,
                .table(version == .v3 ? SonyTables.driveModes : SonyTables.earlierDriveModes)
            ),
        ]
    }

    fileprivate static let ofEvery: [VendorProperty] = [
        .camera(
            .compressionSetting,
            .imageQuality,
            .table(SonyTables.qualities, also: ["jpeg normal": 2, "raw + jpeg": 0x13])
        ),
        .camera(
            .sonyFileFormat,
            .imageQuality,
            .table(SonyTables.fileFormats, also: ["jpeg fine": 3, "jpeg normal": 3])
        ),
        .camera(.whiteBalance, .whiteBalance, .table(SonyTables.whiteBalances)),
        .camera(.sonyColorTemperature, .whiteBalanceTemperature, .number),
        .camera(.fNumber, .aperture, .coded(.fNumber)),
        .camera(.focusMode, .focusMode, .table(SonyTables.focusModes)),
        .camera(
            .exposureMeteringMode,
            .meteringMode,
            .table(SonyTables.meteringModes, also: ["evaluative": 0x8001, "center-weighted": 0x8002, "spot": 0x8004])
        ),
        .camera(.flashMode, .flashMode, .table(SonyTables.flashModes)),
        .camera(.exposureBiasCompensation, .exposureCompensation, .coded(.compensation)),
        .camera(.sonyFlashCompensation, .flashExposureCompensation, .coded(.compensation)),
        .camera(.sonyShutterSpeed, .shutterSpeed, .coded(.tenthsFraction)),
        .camera(.sonyISO, .isoSpeed, .table(SonyTables.isoSpeeds)),
        .camera(.sonyFocusArea, .autoFocusSystem, .table(SonyTables.focusAreas)),
        .camera(.sonyBatteryLevel, .batteryLevel, .coded(.batteryPercent)),
        .camera(.sonyStoreDestination, .imageDestination, .table(SonyTables.destinations)),
        .camera(.sonySlot1Shots, .shotsAvailable, .number),
        .number(.sonyFocusFound) { _, session in session.focus },
        .number(.sonyObjectInMemory) { body, _ in SonyBuffer.number(ofReady: body.pictures.count) },
        .number(.sonyMovieRecordingState) { body, _ in body.camera.recording.isRecording ? 1 : 0 },
        .number(.sonyLiveViewStatus) { body, _ in body.camera.capabilities.contains(.liveView) ? 1 : 0 },
        .number(.sonyManualFocusEnabled) { body, _ in
            body.camera.property(.focusMode).value?.common == .focusMode(.manual) ? 1 : 0
        },
        .number(.sonyZoomEnabled) { body, _ in body.model.hasMotorZoom ? 1 : 0 },
        .number(.sonySlot1Status) { body, _ in body.camera.storages.isEmpty ? 2 : 1 },
        .number(.sonySlot2Status) { body, _ in body.camera.storages.count > 1 ? 1 : 2 },
        .number(.sonyFocusMagnifier, offered: [0, 0x0A, 0x37, 0x6E].map { Int64(SonyMagnifier(tenths: $0).number) }) {
            _,
            session in Int64(session.magnifier.number)
        },
    ]
}
