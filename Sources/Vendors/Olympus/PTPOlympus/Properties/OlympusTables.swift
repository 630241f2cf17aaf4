import CameraModel
import PTP
package import PTPProperties

/// Meanings of the numbers of the properties of Olympus and OM System bodies (observed behaviour). Numbers that no table has are shown as numbers.
package enum OlympusTables {
    /// Focus mode (0xD003). The number 0x8004 is named differently by two observers.
    package static let focusModes = ValueTable(
        .uint16,
        common([(1, .manual), (2, .single), (0x8002, .continuous)], CommonValue.focusMode)
            + labels([(0x8001, "S-AF + MF"), (0x8004, "Preset MF"), (0x8007, "Starry sky AF")])
    )

    /// Metering (0xD004).
    package static let meteringModes = ValueTable(
        .uint16,
        labels([(0x8001, "ESP"), (2, "Center-weighted"), (4, "Spot"), (0x8011, "Spot highlight"), (0x8012, "Spot shadow")])
    )

    /// Flash (0xD005); the standard's numbers.
    package static let flashModes = ValueTable(
        .uint16,
        common([(1, .automatic), (2, .off), (3, .fill), (4, .redEyeReduction)], CommonValue.flashMode)
    )

    /// Mode dial (0xD006).
    package static let modes = ValueTable(
        .uint16,
        common(
            [(1, .manual), (2, .program), (3, .aperturePriority), (4, .shutterPriority), (11, .bulb)],
            CommonValue.exposureMode
        ) + labels([(8, "Movie")])
    )

    /// Drive mode (0xD009): 0x20 is the electronic shutter, 0x40 Pro Capture. 2 and 3, and those with these lower digits, are inferred from the order
    /// in which an E-M1 Mark II lists them, which is that of its menu; the others were observed.
    package static let driveModes = ValueTable(
        .uint16,
        common(
            [
                (1, .single), (0x21, .singleElectronic), (7, .continuous), (0x27, .continuousElectronic), (2, .continuousLow),
                (3, .continuousHigh), (4, .timerLong), (5, .timerShort), (6, .timerCustom),
            ],
            CommonValue.driveMode
        )
            + labels([
                (0x22, "Silent continuous low"), (0x23, "Silent continuous high"), (0x30, "High res shot"),
                (0x41, "Pro Capture high"),
                (0x42, "Pro Capture low"), (0x24, "Silent timer short"), (0x28, "Silent SH1"), (0x29, "Silent SH2"),
                (0x43, "Pro Capture"), (0x48, "Pro Capture SH1"),
                (0x49, "Pro Capture SH2"),
            ])
    )

    /// Pictures or movies (0xD00C).
    package static let captureFamilies = ValueTable(
        .uint16,
        labels([(0x8100, "Still, electronic shutter"), (0x8801, "Still, custom mode"), (0x8802, "Still"), (0x8804, "Movie")])
    )

    /// Format of pictures (0xD00D).
    package static let qualities = ValueTable(
        .uint16,
        labels([
            (0x20, "RAW"), (0x101, "JPEG super fine"), (0x102, "JPEG fine"), (0x103, "JPEG normal"), (0x104, "JPEG basic"),
            (0x121, "RAW + JPEG super fine"), (0x122, "RAW + JPEG fine"), (0x123, "RAW + JPEG normal"),
            (0x124, "RAW + JPEG basic"),
        ])
    )

    /// Aspect ratio (0xD01B): the width in the upper half.
    package static let aspectRatios = ValueTable(
        .uint32,
        labels([(0x4_0003, "4:3"), (0x10_0009, "16:9"), (0x3_0002, "3:2"), (0x1_0001, "1:1"), (0x3_0004, "3:4")])
    )

    /// White balance (0xD01E).
    package static let whiteBalances = ValueTable(
        .uint16,
        common(
            [
                (1, .automatic), (2, .daylight), (3, .shade), (4, .cloudy), (5, .tungsten), (6, .fluorescent), (8, .flash),
                (9, .custom1),
                (10, .custom2), (11, .custom3), (13, .temperature),
            ],
            CommonValue.whiteBalance
        ) + labels([(7, "Underwater"), (12, "Custom 4")])
    )

    /// Control mode (0xD052).
    package static let controlModes = ValueTable(.uint16, labels([(1, "Computer"), (2, "Camera")]))

    /// Size of live view (0xD06D): the width in the upper half.
    package static let liveViewModes = ValueTable(
        .uint32,
        labels(
            [(0, "Off")]
                + [(320, 240), (640, 480), (800, 600), (1024, 768), (1280, 960)].map {
                    (Int64($0) << 16 | Int64($1), "\($0) × \($1)")
                }
        )
    )

    /// Destination of pictures (0xD0DC).
    package static let destinations = ValueTable(
        .uint16,
        common([(1, .host), (2, .camera), (3, .cameraAndHost)], CommonValue.imageDestination)
    )

    /// Shift of the white balance (0xD161, 0xD162), INT16 in a property of type UINT16.
    package static let shifts = ValueTable(
        .uint16,
        (-7...7).map { PropertyValue(.integer($0), code: Int64(UInt16(bitPattern: Int16($0)))) }
    )

    static func common<Choice>(_ rows: [(Int64, Choice)], _ wrap: (Choice) -> CommonValue) -> [PropertyValue] {
        rows.map { PropertyValue(wrap($1), code: $0) }
    }

    static func labels(_ rows: [(Int64, String)]) -> [PropertyValue] { rows.map { PropertyValue(code: $0, label: $1) } }
}
