import CameraModel
import PTP
package import PTPProperties

// Exposure programs and drive modes, whose numbers have 16 bits in version 2, and a group in the upper half in version 3.

extension SonyTables {
    /// Values of ExposureProgramMode (0x500E) in version 3.
    package static let programs = ValueTable(.uint32, common(basicPrograms, CommonValue.exposureMode) + labels(otherPrograms))
    /// Values of ExposureProgramMode (0x500E) in version 2.
    package static let earlierPrograms = ValueTable(.uint16, lowerHalves(programs.values))

    private static let basicPrograms: [(Int64, ExposureMode)] = [
        (1, .manual), (0x1_0002, .program), (0x2_0003, .aperturePriority), (0x3_0004, .shutterPriority),
        (0x4_8000, .fullyAutomatic),
    ]

    private static let otherPrograms: [(Int64, String)] =
        [
            (5, "Creative"), (6, "Action"), (7, "Portrait"), (0x4_8001, "Superior auto"), (0x8008, "P, aperture"),
            (0x8009, "P, shutter"), (0x5_8011, "Sports"), (0x5_8012, "Sunset"), (0x5_8013, "Night scene"),
            (0x5_8014, "Landscape"),
            (0x5_8015, "Macro"), (0x5_8016, "Handheld twilight"), (0x5_8017, "Night portrait"), (0x5_8018, "Anti motion blur"),
            (0x5_8019, "Pet"), (0x5_801A, "Gourmet"), (0x5_801B, "Fireworks"), (0x5_801C, "High sensitivity"),
            (0x8020, "Memory recall"), (0x8030, "Continuous priority AE"), (0x8031, "Tele-zoom continuous priority AE"),
            (0x8032, "Tele-zoom continuous priority AE 10"), (0x8033, "Continuous priority AE 12"),
            (0x6_8040, "Sweep panorama, 3D"), (0x6_8041, "Sweep panorama"), (0x9_8060, "Intelligent auto, no flash"),
            (0x8060, "No flash"), (0x8070, "Picture effect"), (0xA_8088, "Movie"), (0xA_8089, "Still"),
            (0xB_808A, "Movie or S&Q, flexible"), (0x7_8090, "Movie, flexible"), (0x9_8091, "S&Q, flexible"),
            (0xC_8092, "Interval movie, flexible"), (0xC_8097, "Interval movie, auto"),
        ] + exposures(from: 0x7_8050, "Movie", last: "scene") + exposures(from: 0x9_8059, "S&Q", last: "scene")
        + exposures(from: 0x8_8080, "High frame rate") + exposures(from: 0x8_8084, "S&Q motion")
        + exposures(from: 0xC_8093, "Interval movie")

    /// Four programs in the order of their numbers, and a fifth.
    private static func exposures(from first: Int64, _ name: String, last: String? = nil) -> [(Int64, String)] {
        (["P", "A", "S", "M"] + (last.map { [$0] } ?? [])).enumerated().map { (first + Int64($0), "\(name) \($1)") }
    }

    /// Values of StillCaptureMode (0x5013) in version 3.
    package static let driveModes = ValueTable(
        .uint32,
        common(basicDrives, CommonValue.driveMode) + labels(otherDrives + brackets)
    )
    /// Values of StillCaptureMode (0x5013) in version 2.
    package static let earlierDriveModes = ValueTable(.uint16, lowerHalves(driveModes.values))

    private static let basicDrives: [(Int64, DriveMode)] = [
        (1, .single), (0x1_0002, .continuousHigh), (0x1_8012, .continuousLow), (0x1_8013, .continuous),
        (0x1_8015, .continuousMedium), (0x3_8005, .timerShort), (0x3_8004, .timerLong), (0x8_8008, .timerBurst),
    ]

    private static let otherDrives: [(Int64, String)] =
        [
            (0x1_8010, "Continuous high+"), (0x1_8014, "Continuous, speed priority"), (0x2_0003, "Time lapse"),
            (0x3_8003, "Timer 5 s"), (0x8_8009, "Timer 10 s × 5"), (0x8_800C, "Timer 5 s × 3"), (0x8_800D, "Timer 5 s × 5"),
            (0x8_800E, "Timer 2 s × 3"), (0x8_800F, "Timer 2 s × 5"), (0x6_8018, "White balance bracket low"),
            (0x6_8028, "White balance bracket high"), (0x7_8019, "DRO bracket low"), (0x7_8029, "DRO bracket high"),
            (0x7_801A, "LPF bracket"), (0x7_800A, "Remote commander"), (0x9_8030, "Spot burst low"),
            (0x9_8031, "Spot burst medium"),
            (0x9_8032, "Spot burst high"), (0xA_8040, "Focus bracket"),
        ]

    /// Exposure brackets: a number of pictures and a step; two pictures are to one side of the exposure.
    private static let brackets: [(Int64, String)] = {
        let small: [(Int64, String)] = [(3, "0.3"), (5, "0.5"), (7, "0.7")]
        let large: [(Int64, String)] = [
            (1, "1.0"), (4, "1.3"), (6, "1.5"), (8, "1.7"), (2, "2.0"), (5, "2.3"), (7, "2.5"), (9, "2.7"), (3, "3.0"),
        ]
        var rows: [(Int64, String)] = []
        for (group, kind, ends) in [(Int64(0x4_0000), "continuous", (Int64(7), Int64(1))), (0x5_0000, "single", (6, 0))] {
            for (steps, end) in [(small, ends.0), (large, ends.1)] {
                for (step, stops) in steps {
                    let low = step << 4 | end
                    for count: Int64 in [3, 5, 7, 9] {
                        rows.append((group | 0x8000 | count << 8 | low, "Bracket \(count) × \(stops) EV, \(kind)"))
                    }
                    rows.append((group | 0xC200 | low, "Bracket 2 × +\(stops) EV, \(kind)"))
                    rows.append((group | 0xC200 | low + 8, "Bracket 2 × −\(stops) EV, \(kind)"))
                }
            }
        }
        return rows
    }()

    /// The values with the lower halves of their numbers, each number once.
    private static func lowerHalves(_ values: [PropertyValue]) -> [PropertyValue] {
        var seen: Set<Int64> = []
        return values.compactMap { value in
            guard let code = value.code.map({ $0 & 0xFFFF }), seen.insert(code).inserted else { return nil }
            return value.common.map { PropertyValue($0, code: code) } ?? PropertyValue(code: code, label: value.label)
        }
    }
}
