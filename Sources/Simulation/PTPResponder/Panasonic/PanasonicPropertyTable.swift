import CameraModel
import PTP
import PTPPanasonic
import PTPProperties

// The properties that follow the camera behind a body. All others of its dump are settings without effect.

extension VendorPropertyTable<PanasonicBody> {
    static let panasonic = VendorPropertyTable([
        .camera(.panasonicISO, .isoSpeed, .numbers(.formula(PanasonicFormulas.isoSpeed))),
        .camera(.panasonicShutterSpeed, .shutterSpeed, .numbers(.formula(PanasonicFormulas.shutterSpeed))),
        .camera(.panasonicAperture, .aperture, .numbers(.formula(PanasonicFormulas.aperture))),
        .camera(.panasonicCompensation, .exposureCompensation, .numbers(.formula(PanasonicFormulas.compensation))),
        // Bulb is a shutter speed of the manual mode.
        .camera(.panasonicMode, .exposureMode, .table(PanasonicTables.modes, also: ["bulb": 3])),
        .camera(
            .panasonicDriveMode,
            .driveMode,
            .table(PanasonicTables.driveModes, also: ["continuous high": 1, "continuous low": 7, "timer long": 3])
        ),
        .camera(.panasonicFocusMode, .focusMode, .table(PanasonicTables.focusModes)),
        .camera(.panasonicFocusArea, .autoFocusSystem, .table(PanasonicTables.focusAreas)),
        .camera(.panasonicWhiteBalance, .whiteBalance, .table(PanasonicTables.whiteBalances)),
        .camera(.panasonicColorTemperature, .whiteBalanceTemperature, .number),
        .camera(
            .panasonicQuality,
            .imageQuality,
            .table(PanasonicTables.qualities, also: ["jpeg normal": 1, "raw + jpeg": 3])
        ),
        .camera(.panasonicDestination, .imageDestination, .table(PanasonicTables.destinations)),
    ])
}
