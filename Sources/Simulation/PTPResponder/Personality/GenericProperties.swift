import CameraModel
import PTP
import PTPProperties

// Properties of the generic personality: the standard's, then its own. The numbers from 0x8010 are those that several vendors
// use (observed behaviour).

extension Personality {
    static let genericProperties: [PropertyRow] = [
        StandardProperties.batteryLevel,
        StandardProperties.compressionSetting,
        StandardProperties.whiteBalance.with([
            .whiteBalance(.cloudy): 0x8010, .whiteBalance(.shade): 0x8011, .whiteBalance(.temperature): 0x8012,
            .whiteBalance(.custom1): 0x8013, .whiteBalance(.custom2): 0x8014, .whiteBalance(.custom3): 0x8015,
        ]),
        StandardProperties.fNumber,
        StandardProperties.focusMode.with([.focusMode(.continuous): 0x8011]),
        StandardProperties.exposureMeteringMode,
        StandardProperties.flashMode.with([
            .flashMode(.slowSync): 0x8011, .flashMode(.rearSync): 0x8012, .flashMode(.highSpeedSync): 0x8014,
        ]),
        StandardProperties.exposureTime,
        StandardProperties.exposureProgramMode.with([
            .exposureMode(.fullyAutomatic): 0x8010, .exposureMode(.bulb): 0x8020, .exposureMode(.flexiblePriority): 0x8021,
        ]),
        StandardProperties.exposureIndex,
        StandardProperties.exposureBiasCompensation,
        // CaptureDelay in milliseconds, 0 without a timer.
        PropertyRow(
            0x5012,
            .driveMode,
            .choice(.uint32, [.driveMode(.single): 0, .driveMode(.timerShort): 2000, .driveMode(.timerLong): 10_000])
        ),
        StandardProperties.stillCaptureMode.with([
            .driveMode(.continuousLow): 0x8010, .driveMode(.timerShort): 0x8011, .driveMode(.continuousMedium): 0x8015,
            .driveMode(.continuousHigh): 0x8016, .driveMode(.timerLong): 0x8017, .driveMode(.timerCustom): 0x8018,
            .driveMode(.timerBurst): 0x8019, .driveMode(.singleElectronicFirstCurtain): 0x8020,
            .driveMode(.singleElectronic): 0x8021, .driveMode(.continuousElectronicFirstCurtain): 0x8022,
            .driveMode(.continuousElectronic): 0x8023,
        ]),
        // DigitalZoom in tenths.
        PropertyRow(0x5016, .digitalZoom, .choice(.uint8, [.boolean(false): 10, .boolean(true): 20])),

        PropertyRow(0xD001, .powerSource, .choice(.uint8, [.powerSource(.battery): 1, .powerSource(.mains): 2])),
        PropertyRow(
            0xD002,
            .autoFocusSystem,
            .choice(
                .uint8,
                [
                    .autoFocusSystem(.viewfinderPoints): 1, .autoFocusSystem(.singleArea): 2, .autoFocusSystem(.multipleAreas): 3,
                    .autoFocusSystem(.faceDetection): 4, .autoFocusSystem(.singlePoint): 5, .autoFocusSystem(.tracking): 6,
                ]
            )
        ),
        PropertyRow(0xD003, .bracketing, .boolean),
        PropertyRow(0xD004, .mirrorLockup, .boolean),
        PropertyRow(
            0xD005,
            .mirrorLockupStage,
            .choice(
                .uint8,
                [.mirrorLockupStage(.disabled): 0, .mirrorLockupStage(.ready): 1, .mirrorLockupStage(.mirrorUp): 2]
            )
        ),
        PropertyRow(0xD006, .depthOfFieldPreview, .boolean),
        PropertyRow(0xD007, .shotsAvailable, .integer(.uint32)),
        PropertyRow(0xD008, .lensStatus, .boolean),
        PropertyRow(0xD009, .colorTone, .code(.uint16)),
        PropertyRow(0xD00A, .artFilter, .code(.uint16)),
        PropertyRow(0xD00B, .noiseReduction, .code(.uint16)),
        PropertyRow(
            0xD00C,
            .lightMeterStatus,
            .choice(
                .uint8,
                [.lightMeterStatus(.notInUse): 0, .lightMeterStatus(.valid): 1, .lightMeterStatus(.beyondBounds): 2]
            )
        ),
        PropertyRow(0xD00D, .lightMeterReading, .compensation),
        PropertyRow(0xD00E, .readyForCapture, .boolean),
        PropertyRow(
            0xD00F,
            .imageDestination,
            .choice(.uint8, [.imageDestination(.camera): 1, .imageDestination(.host): 2, .imageDestination(.cameraAndHost): 3])
        ),
        PropertyRow(0xD010, .videoFormat, .text),
        PropertyRow(0xD011, .liveViewZoom, .zoom),
        PropertyRow(0xD012, .videoISOSpeed, .isoSpeed(.uint32)),
        PropertyRow(0xD013, .videoShutterSpeed, .fraction),
        PropertyRow(0xD014, .videoAperture, .fNumber),
        PropertyRow(0xD015, .videoExposureCompensation, .compensation),
        PropertyRow(0xD016, .flashAvailable, .boolean),
        PropertyRow(0xD017, .flashExposureCompensation, .compensation),
        PropertyRow(0xD018, .whiteBalanceTemperature, .integer(.uint16)),
        // Shutter speed and ISO again: the units of the standard's properties are too coarse or too narrow.
        PropertyRow(0xD019, .shutterSpeed, .fraction),
        PropertyRow(0xD01A, .isoSpeed, .isoSpeed(.uint32)),
    ]
}
