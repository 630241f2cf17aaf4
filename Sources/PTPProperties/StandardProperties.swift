package import CameraModel
import Exposure
package import PTP

/// The properties of the standard in the words of the camera model (ISO 15740 § 13.5).
package enum StandardProperties {
    /// One property: its name here, and what its numbers mean.
    package struct Row: Sendable {
        package let code: DevicePropCode
        package let identifier: PropertyIdentifier
        /// What a number means; nil for one that means nothing we know.
        package let meaning: @Sendable (Int64) -> CommonValue?
    }

    package static let table: [Row] = [
        Row(code: .batteryLevel, identifier: .batteryLevel) { .batteryLevel(batteryLevel(percent: $0)) },
        Row(code: .compressionSetting, identifier: .imageQuality) { _ in nil },
        Row(code: .whiteBalance, identifier: .whiteBalance) { whiteBalances[$0].map { .whiteBalance($0) } },
        Row(code: .fNumber, identifier: .aperture) { aperture(hundredths: $0).map { .aperture($0) } },
        Row(code: .focusMode, identifier: .focusMode) { focusModes[$0].map { .focusMode($0) } },
        Row(code: .exposureMeteringMode, identifier: .meteringMode) { _ in nil },
        Row(code: .flashMode, identifier: .flashMode) { flashModes[$0].map { .flashMode($0) } },
        Row(code: .exposureTime, identifier: .shutterSpeed) { shutterSpeed(ticks: $0).map { .shutterSpeed($0) } },
        Row(code: .exposureProgramMode, identifier: .exposureMode) { exposureModes[$0].map { .exposureMode($0) } },
        Row(code: .exposureIndex, identifier: .isoSpeed) { isoSpeed($0).map { .isoSpeed($0) } },
        Row(code: .exposureBiasCompensation, identifier: .exposureCompensation) {
            .exposureCompensation(ExposureCompensation(Stops(nearest: Double($0) / 1000)))
        },
        Row(code: .stillCaptureMode, identifier: .driveMode) { driveModes[$0].map { .driveMode($0) } },
        Row(code: .focusMeteringMode, identifier: .autoFocusSystem) { focusMeteringModes[$0].map { .autoFocusSystem($0) } },
    ]

    private static let byCode = Dictionary(uniqueKeysWithValues: table.map { ($0.code, $0) })

    /// What is known of a code; nil for one that is only a number.
    package static subscript(code: DevicePropCode) -> Row? { byCode[code] }

    /// Labels of numbers that have no common meaning.
    package static func label(_ code: DevicePropCode, _ number: Int64) -> String? {
        switch code {
        case .exposureMeteringMode: meteringModes[number]
        default: nil
        }
    }

    // ISO 15740 § 13.5.6.
    private static let whiteBalances: [Int64: WhiteBalance] = [
        1: .custom1, 2: .automatic, 3: .custom2, 4: .daylight, 5: .fluorescent, 6: .tungsten, 7: .flash,
    ]

    // § 13.5.11; 3 is "automatic macro".
    private static let focusModes: [Int64: FocusMode] = [1: .manual, 2: .single]

    // § 13.5.12.
    private static let meteringModes: [Int64: String] = [1: "Average", 2: "Center-weighted", 3: "Multi-spot", 4: "Center spot"]

    // § 13.5.13.
    private static let flashModes: [Int64: FlashMode] = [1: .automatic, 2: .off, 3: .fill, 4: .redEyeReduction]

    // § 13.5.15.
    private static let exposureModes: [Int64: ExposureMode] = [
        1: .manual, 2: .program, 3: .aperturePriority, 4: .shutterPriority,
    ]

    // § 13.5.20; 3 is a time lapse.
    private static let driveModes: [Int64: DriveMode] = [1: .single, 2: .continuous]

    // § 13.5.29.
    private static let focusMeteringModes: [Int64: AutoFocusSystem] = [1: .singlePoint, 2: .multipleAreas]

    private static func batteryLevel(percent: Int64) -> BatteryLevel {
        switch percent {
        case 88...: .full
        case 63...: .threeQuarters
        case 38...: .half
        case 5...: .quarter
        default: .empty
        }
    }

    /// § 13.5.8: the f-number times 100; 0 and the most mean that the camera chooses (observed behaviour).
    private static func aperture(hundredths: Int64) -> Aperture? {
        if hundredths == 0 || hundredths == 0xFFFF { return .automatic }
        return Aperture(fNumber: Double(hundredths) / 100)
    }

    /// § 13.5.16; the most means that the camera chooses.
    private static func isoSpeed(_ number: Int64) -> ISOSpeed? {
        number == 0xFFFF ? .automatic : ISOSpeed(Int(clamping: number))
    }

    /// § 13.5.14: tenths of a millisecond. The two highest numbers are bulb and time (observed behaviour).
    private static func shutterSpeed(ticks: Int64) -> ShutterSpeed? {
        switch ticks {
        case 0xFFFF_FFFF: .bulb
        case 0xFFFF_FFFD: .time
        case 0: .automatic
        default: nominalSpeeds[ticks] ?? ShutterSpeed(seconds: Double(ticks) / 10_000)
        }
    }

    /// What the coarse numbers of short times stand for: the longest nominal time that is rounded or cut to the number.
    private static let nominalSpeeds: [Int64: ShutterSpeed] = {
        var speeds: [Int64: ShutterSpeed] = [:]
        let longest = ShutterSpeed(numerator: 1, denominator: 4)!
        let nominal = ShutterSpeed.nominalSeries(.third, in: ShutterSpeed.nominalRange.lowerBound...longest)
        for rounding in [FloatingPointRoundingRule.toNearestOrAwayFromZero, .down] {
            for speed in nominal.reversed() {
                guard let seconds = speed.seconds else { continue }
                let ticks = Int64((seconds * 10_000).rounded(rounding))
                if ticks > 0, speeds[ticks] == nil { speeds[ticks] = speed }
            }
        }
        return speeds
    }()
}
