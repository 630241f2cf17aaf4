import CameraModel
import Exposure
package import PTP
package import PTPProperties

/// Meanings of the numbers of Fujifilm's properties (observed behaviour, and constants of Fujifilm's SDK). Numbers that no table has are
/// shown in hexadecimal.
package enum FujifilmTables {
    /// Values of ExposureProgramMode (0x500E); the program is not the standard's 2.
    package static let exposureModes = ValueTable(
        .uint16,
        common(
            [(1, .manual), (3, .aperturePriority), (4, .shutterPriority), (6, .program)],
            CommonValue.exposureMode
        )
    )

    /// Values of WhiteBalance (0x5005). The names of 0x8020 and 0x8021 are those of the menu of the bodies that list them.
    package static let whiteBalances = ValueTable(
        .uint16,
        common(
            [
                (2, .automatic), (4, .daylight), (6, .tungsten), (0x8001, .fluorescent), (7, .flash), (0x8006, .shade),
                (0x8007, .temperature), (0x8008, .custom1), (0x8009, .custom2), (0x800A, .custom3),
            ],
            CommonValue.whiteBalance
        )
            + labels([
                (5, "Fluorescent"), (8, "Underwater"), (0x8002, "Fluorescent 2"), (0x8003, "Fluorescent 3"),
                (0x8004, "Fluorescent 4"), (0x8005, "Fluorescent 5"), (0x800B, "Custom 4"), (0x800C, "Custom 5"),
                (0x8020, "Auto, white priority"), (0x8021, "Auto, ambience priority"),
            ])
    )

    /// Values of FocusMode (0x500A).
    package static let focusModes = ValueTable(
        .uint16,
        common([(1, .manual), (0x8001, .single), (0x8002, .continuous)], CommonValue.focusMode)
    )

    /// Values of FocusMeteringMode (0x501C).
    package static let focusAreas = ValueTable(
        .uint16,
        common([(0x8001, .singlePoint), (0x8002, .multipleAreas), (0x8003, .tracking)], CommonValue.autoFocusSystem)
            + labels([(0x8004, "Closest subject")])
    )

    /// Values of ExposureMeteringMode (0x500B).
    package static let meteringModes = ValueTable(
        .uint16,
        labels([(3, "Multi"), (2, "Center-weighted"), (1, "Average"), (4, "Spot"), (0x8001, "Spot (linked)")])
    )

    /// Values of FlashMode (0x500C).
    package static let flashModes = ValueTable(
        .uint16,
        common(
            [
                (1, .automatic), (2, .off), (3, .fill), (0x8002, .redEyeReduction), (0x8004, .slowSync), (0x8006, .rearSync),
            ],
            CommonValue.flashMode
        )
            + labels([
                (4, "Automatic, red-eye"), (5, "Fill, red-eye"), (6, "External"), (0x8001, "Front-curtain sync"),
                (0x8003, "Red-eye, slow sync"), (0x8005, "Rear-curtain, slow sync"),
            ])
    )

    /// Values of ReleaseMode (0xD201).
    package static let driveModes = ValueTable(
        .uint16,
        common([(4, .single), (3, .continuousLow), (2, .continuousHigh)], CommonValue.driveMode)
            + labels([
                (5, "Multiple exposure"), (6, "Advanced filter"), (7, "Panorama"), (8, "Movie"), (9, "HDR"),
                (0xA, "Exposure bracket"), (0xB, "ISO bracket"), (0xC, "Film simulation bracket"), (0xD, "White balance bracket"),
                (0xE, "Dynamic range bracket"), (0xF, "Focus bracket"), (0x10, "Pixel shift"), (0x11, "Continuous high, cropped"),
                (0x12, "Pixel shift, few frames"), (0xFFFF, "Invalid"),
            ])
    )

    /// Values of ReleaseMode (0xD201) on earlier bodies, which list 1.
    package static let earlierDriveModes = ValueTable(
        .uint16,
        common([(1, .single), (2, .continuousLow), (3, .continuousHigh), (4, .timerLong)], CommonValue.driveMode)
            + labels([(5, "Mirror up")])
    )

    /// Values of Quality (0xD018).
    package static let qualities = ValueTable(
        .uint16,
        labels([
            (1, "RAW"), (2, "JPEG fine"), (3, "JPEG normal"), (4, "RAW + JPEG fine"), (5, "RAW + JPEG normal"),
            (6, "JPEG super fine"), (7, "RAW + JPEG super fine"),
        ])
    )

    /// Values of MediaRecord (0xD20C): what is written to the card, besides what the computer receives.
    package static let destinations = ValueTable(
        .uint16,
        [
            PropertyValue(.imageDestination(.host), code: 4),
            PropertyValue(.imageDestination(.cameraAndHost), code: 1),
            PropertyValue(.imageDestination(.cameraAndHost), code: 2, label: "host, RAW to camera"),
            PropertyValue(.imageDestination(.cameraAndHost), code: 3, label: "host, JPEG to camera"),
        ]
    )

    // MARK: ISO

    private static let speeds: [Int] = [
        50, 64, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 1000, 1250, 1600, 2000, 2500, 3200, 4000, 5000, 6400, 8000,
        10_000,
        12_800, 16_000, 20_000, 25_600, 32_000, 40_000, 51_200, 64_000, 80_000, 102_400,
    ]

    /// The automatic ISO settings: three to four of the menu, and limits on earlier bodies.
    private static let automatic: [PropertyValue] =
        (1...4).map { PropertyValue(.isoSpeed(.automatic), code: -$0, label: "Auto \($0)") } + [
            PropertyValue(.isoSpeed(.automatic), code: -10)
        ]
        + [400, 800, 1600, 3200, 6400].map { PropertyValue(.isoSpeed(.automatic), code: -$0, label: "Auto (up to \($0))") }

    /// Values of ExposureIndex (0x500F) in 32 bits with sign.
    package static let isoSpeeds = ValueTable(
        .int32,
        automatic + speeds.compactMap { number in ISOSpeed(number).map { PropertyValue(.isoSpeed($0), code: Int64(number)) } }
    )

    /// Values of ExposureIndex in the list of a body, so that unknown speeds are speeds too.
    package static func isoSpeeds(for desc: DevicePropDesc) -> ValueTable {
        var listed: [DataValue] = []
        if case .enumeration(let values) = desc.form { listed = values }
        let further = (listed + [desc.current]).compactMap { value -> PropertyValue? in
            guard let number: Int64 = value.integer(), isoSpeeds[number] == nil else { return nil }
            return Int(exactly: number).flatMap { ISOSpeed($0) }.map { PropertyValue(.isoSpeed($0), code: number) }
        }
        return further.isEmpty ? isoSpeeds : ValueTable(.int32, isoSpeeds.values + further)
    }

    /// Values of ISO on networks (0xD02A, UINT32): 0x8000 in the upper half is automatic up to a speed, 0x4000 an extended speed.
    package static let networkISOSpeeds = ValueTable(
        .uint32,
        [PropertyValue(.isoSpeed(.automatic), code: 0xFFFF_FFFF)]
            + speeds.filter { $0 <= 0xFFFF }
            .flatMap { number -> [PropertyValue] in
                guard let speed = ISOSpeed(number) else { return [] }
                let code = Int64(number)
                return [
                    PropertyValue(.isoSpeed(speed), code: code),
                    PropertyValue(.isoSpeed(.automatic), code: 0x8000_0000 | code, label: "Auto (up to \(number))"),
                    PropertyValue(.isoSpeed(speed), code: 0x4000_0000 | code, label: "\(number) (extended)"),
                ]
            }
    )

    /// Values of BatteryLevel on networks (0xD242): bars of three, from 6 on of five.
    package static let batteryBars = ValueTable(
        .uint16,
        common(
            [
                (1, .quarter), (2, .half), (3, .full), (6, .empty), (7, .quarter), (8, .half), (9, .half), (10, .threeQuarters),
                (11, .full),
            ],
            { .batteryLevel($0) }
        )
    )

    // MARK: Earlier bodies

    /// Values of Aperture (0xD218): half-stops in sixths, from f/1.8.
    package static let apertures = ValueTable(
        .uint16,
        [
            (10, 1.8), (12, 2), (14, 2.2), (16, 2.5), (18, 2.8), (20, 3.2), (22, 3.5), (24, 4), (26, 4.5), (28, 5), (30, 5.6),
            (32, 6.3), (34, 7.1), (36, 8), (38, 9), (40, 10), (42, 11), (44, 13), (46, 14), (48, 16), (50, 18), (52, 20),
            (54, 22), (56, 25), (58, 29), (60, 32), (62, 36),
        ].compactMap { number, fNumber in Aperture(fNumber: fNumber).map { PropertyValue(.aperture($0), code: number) } }
    )

    /// Values of ShutterSpeed (0xD219), and of ExposureTime with 16 bits and sign: sixths of a stop, 0 is a second, −31 is bulb.
    package static let sixths = ValueTable(
        .int16,
        [PropertyValue(.shutterSpeed(.bulb), code: -31)]
            + (-15...48).compactMap { third in
                let series = ShutterSpeed.nominalSeries(.third, in: ShutterSpeed.nominalRange)
                let speed = series.min {
                    abs(($0.relativeLight ?? 0) + Double(third) / 3) < abs(($1.relativeLight ?? 0) + Double(third) / 3)
                }
                return speed.map { PropertyValue(.shutterSpeed($0), code: Int64(third * 2)) }
            }
    )

    static func common<Choice>(_ rows: [(Int64, Choice)], _ wrap: (Choice) -> CommonValue) -> [PropertyValue] {
        rows.map { PropertyValue(wrap($1), code: $0) }
    }

    static func labels(_ rows: [(Int64, String)]) -> [PropertyValue] {
        rows.map { PropertyValue(code: $0, label: $1) }
    }
}
