import CameraModel
import PTP

/// Conversion of the standard's properties (ISO 15740 § 13.5) to the camera model.
package enum StandardProperties {
    package static let batteryLevel = PropertyRow(.batteryLevel, .batteryLevel, .batteryPercent) { desc in
        batterySteps(desc.form).map { .batterySteps($0) }
    }

    /// The steps of a battery level whose largest number is not 100 (ISO 15740 § 13.5.2 leaves the numbers to the device); nil for percent.
    private static func batterySteps(_ form: PropForm) -> ClosedRange<Int64>? {
        let numbers: [Int64]
        switch form {
        case .range(let minimum, let maximum, _): numbers = [minimum, maximum].compactMap { $0.integer() }
        case .enumeration(let values): numbers = values.compactMap { $0.integer() }
        default: return nil
        }
        guard let low = numbers.min(), let high = numbers.max(), low >= 0, high > low, high != 100, high <= 0xFF else {
            return nil
        }
        return low...high
    }

    package static let compressionSetting = PropertyRow(.compressionSetting, .imageQuality, .code(.uint8))
    /// Values: § 13.5.6.
    package static let whiteBalance = PropertyRow(
        .whiteBalance,
        .whiteBalance,
        .choice(
            .uint16,
            [
                .whiteBalance(.custom1): 1, .whiteBalance(.automatic): 2, .whiteBalance(.custom2): 3, .whiteBalance(.daylight): 4,
                .whiteBalance(.fluorescent): 5, .whiteBalance(.tungsten): 6, .whiteBalance(.flash): 7,
            ]
        )
    )
    package static let fNumber = PropertyRow(.fNumber, .aperture, .fNumber)
    /// Values: § 13.5.11; 3 is "automatic macro".
    package static let focusMode = PropertyRow(
        .focusMode,
        .focusMode,
        .choice(.uint16, [.focusMode(.manual): 1, .focusMode(.single): 2])
    )
    /// Values: § 13.5.12; the first label of a number is the standard's.
    package static let exposureMeteringMode = PropertyRow(
        .exposureMeteringMode,
        .meteringMode,
        .label(
            .uint16,
            [
                "Average": 1, "Center-weighted": 2, "Multi-spot": 3, "Evaluative": 3, "Matrix": 3, "Multi": 3,
                "Center spot": 4, "Spot": 4,
            ]
        )
    )
    /// Values: § 13.5.13.
    package static let flashMode = PropertyRow(
        .flashMode,
        .flashMode,
        .choice(
            .uint16,
            [.flashMode(.automatic): 1, .flashMode(.off): 2, .flashMode(.fill): 3, .flashMode(.redEyeReduction): 4]
        )
    )
    package static let exposureTime = PropertyRow(.exposureTime, .shutterSpeed, .exposureTime)
    /// Values: § 13.5.15.
    package static let exposureProgramMode = PropertyRow(
        .exposureProgramMode,
        .exposureMode,
        .choice(
            .uint16,
            [
                .exposureMode(.manual): 1, .exposureMode(.program): 2, .exposureMode(.aperturePriority): 3,
                .exposureMode(.shutterPriority): 4,
            ]
        )
    )
    package static let exposureIndex = PropertyRow(.exposureIndex, .isoSpeed, .isoSpeed(.uint16))
    package static let exposureBiasCompensation = PropertyRow(.exposureBiasCompensation, .exposureCompensation, .compensation)
    /// Values: § 13.5.20; 3 is a time lapse.
    package static let stillCaptureMode = PropertyRow(
        .stillCaptureMode,
        .driveMode,
        .choice(.uint16, [.driveMode(.single): 1, .driveMode(.continuous): 2])
    )
    /// Values: § 13.5.29.
    package static let focusMeteringMode = PropertyRow(
        .focusMeteringMode,
        .autoFocusSystem,
        .choice(.uint16, [.autoFocusSystem(.singlePoint): 1, .autoFocusSystem(.multipleAreas): 2])
    )

    /// The properties as a table. The exposure mode determines which exposure settings the user can change.
    package static let table = PropertyTable(
        [
            batteryLevel, compressionSetting, whiteBalance, fNumber, focusMode, exposureMeteringMode, flashMode, exposureTime,
            exposureProgramMode, exposureIndex, exposureBiasCompensation, stillCaptureMode, focusMeteringMode,
        ],
        dependents: [
            .exposureProgramMode: [.fNumber, .exposureTime, .exposureIndex, .exposureBiasCompensation]
        ]
    )
}
