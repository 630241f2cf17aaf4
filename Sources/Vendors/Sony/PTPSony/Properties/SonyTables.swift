import CameraModel
import Exposure
import PTP
package import PTPProperties

/// Meanings of the numbers of Sony's properties (observed behaviour). Numbers that no table has are shown in hexadecimal.
package enum SonyTables {
    /// Values of CompressionSetting (0x5004).
    package static let qualities = ValueTable(
        .uint8,
        labels([
            (1, "JPEG light"), (2, "JPEG standard"), (3, "JPEG fine"), (4, "JPEG extra fine"), (0x10, "RAW"),
            (0x11, "RAW + JPEG light"), (0x12, "RAW + JPEG standard"), (0x13, "RAW + JPEG fine"), (0x14, "RAW + JPEG extra fine"),
            (0x31, "HEIF light"), (0x32, "HEIF standard"), (0x33, "HEIF fine"), (0x34, "HEIF extra fine"),
            (0x41, "RAW + HEIF light"), (0x42, "RAW + HEIF standard"), (0x43, "RAW + HEIF fine"), (0x44, "RAW + HEIF extra fine"),
        ])
    )

    /// Values of CompressionSetting (0xD253) of version 3: the files of a picture.
    package static let fileFormats = ValueTable(.uint8, labels([(1, "RAW"), (2, "RAW + JPEG"), (3, "JPEG")]))
    /// Values of JpegQuality (0xD252).
    package static let jpegQualities = ValueTable(
        .uint8,
        labels([(0, "None"), (1, "Extra fine"), (2, "Fine"), (3, "Standard"), (4, "Light")])
    )

    /// Values of WhiteBalance (0x5005).
    package static let whiteBalances = ValueTable(
        .uint16,
        common(
            [
                (2, .automatic), (4, .daylight), (0x8002, .fluorescent), (5, .fluorescent), (6, .tungsten), (7, .flash),
                (0x8010, .cloudy), (0x8011, .shade), (0x8012, .temperature), (0x8020, .custom1), (0x8021, .custom2),
                (0x8022, .custom3),
            ],
            CommonValue.whiteBalance
        )
            + labels([
                (1, "Manual"), (0x8001, "Fluorescent warm white"), (0x8003, "Fluorescent day white"),
                (0x8004, "Fluorescent daylight"), (0x8023, "Preset"), (0x8030, "Underwater auto"),
            ])
    )

    /// Values of FocusMode (0x500A).
    package static let focusModes = ValueTable(
        .uint16,
        common([(1, .manual), (2, .single), (0x8004, .continuous)], CommonValue.focusMode)
            + labels([
                (3, "Automatic macro"), (0x8005, "AF-A"), (0x8006, "DMF"), (0x8007, "Manual reverse"), (0x8008, "AF-D"),
                (0x8009, "Preset focus"),
            ])
    )

    /// Values of ExposureMeteringMode (0x500B).
    package static let meteringModes = ValueTable(
        .uint16,
        labels([
            (0x8001, "Multi"), (0x8002, "Center"), (0x8003, "Entire screen average"), (0x8004, "Spot (standard)"),
            (0x8005, "Spot (large)"), (0x8006, "Highlight"),
        ])
    )

    /// Values of FlashMode (0x500C).
    package static let flashModes = ValueTable(
        .uint16,
        common(
            [
                (1, .automatic), (2, .off), (3, .fill), (4, .redEyeReduction), (0x8001, .slowSync), (0x8003, .rearSync),
                (0x8022, .highSpeedSync),
            ],
            CommonValue.flashMode
        )
            + labels([
                (5, "Fill, red-eye reduction"), (0x8004, "Wireless"), (0x8021, "High speed, auto"),
                (0x8024, "High speed, wireless"),
                (0x8031, "Slow sync, red-eye reduction"), (0x8032, "Slow sync, no red-eye reduction"),
                (0x8041, "Slow sync, wireless"), (0x8042, "Rear sync, wireless"),
            ])
    )

    /// Values of FocusArea (0xD22C).
    package static let focusAreas = ValueTable(
        .uint16,
        common(
            [(1, .multipleAreas), (3, .singleArea), (0x102, .singlePoint), (0x205, .tracking)],
            CommonValue.autoFocusSystem
        )
            + labels([
                (2, "Zone"), (0x101, "Flexible spot: S"), (0x103, "Flexible spot: L"), (0x104, "Expanded flexible spot"),
                (0x201, "Lock-on: wide"), (0x202, "Lock-on: zone"), (0x203, "Lock-on: center"),
                (0x204, "Lock-on: flexible spot: S"),
                (0x206, "Lock-on: flexible spot: L"), (0x207, "Lock-on: expanded flexible spot"),
            ])
    )

    /// Values of StillImageStoreDestination (0xD222).
    package static let destinations = ValueTable(
        .uint16,
        common([(1, .host), (0x10, .camera), (0x11, .cameraAndHost)], CommonValue.imageDestination)
    )

    /// Values of ISO (0xD21E): the speed in the lower 24 bits, multi-frame noise reduction in the next 4, 1 in the highest 4 for an
    /// extended speed.
    package static let isoSpeeds: ValueTable = {
        let normal =
            [(Int64(0xFF_FFFF), ISOSpeed.automatic)]
            + speeds.compactMap { speed in
                ISOSpeed(speed).map { (Int64(speed), $0) }
            }
        let reduced = [(Int64(0x100_0000), "Multi-frame NR"), (0x200_0000, "Multi-frame NR high")].flatMap { mode, name in
            normal.map { ($0 | mode, "\(name), \($1)") }
        }
        let extended = normal.dropFirst().map { ($0 | 0x1000_0000, $1) }
        return ValueTable(.uint32, common(normal + extended, CommonValue.isoSpeed) + labels(reduced))
    }()

    /// ISO speeds that bodies list, in thirds of a stop.
    private static let speeds = [
        25, 32, 40, 50, 64, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 1000, 1250, 1600, 2000, 2500, 3200, 4000, 5000,
        6400, 8000, 10_000, 12_800, 16_000, 20_000, 25_600, 32_000, 40_000, 51_200, 64_000, 80_000, 102_400, 128_000, 160_000,
        204_800, 256_000, 320_000, 409_600,
    ]

    /// Values of FocusMagnifierSetting (0xD254), at any place.
    package static let magnifiers = ValueTable(
        .uint64,
        [(0, 1, "1×"), (0x0A, 1, "1× (magnifier)"), (0x37, 5, "5.5×"), (0x6E, 11, "11×")].map { tenths, factor, label in
            PropertyValue(
                .zoom(ZoomLevel(factor: factor)),
                code: Int64(SonyMagnifier(tenths: tenths).number),
                label: label
            )
        }
    )

    /// Values of ImageSize (0xD203).
    package static let imageSizes = ValueTable(.uint8, labels([(1, "Large"), (2, "Medium"), (3, "Small")]))
    /// Values of AspectRatio (0xD211).
    package static let aspectRatios = ValueTable(.uint8, labels([(1, "3:2"), (2, "16:9"), (3, "4:3"), (4, "1:1")]))
    /// Values of FocusFound (0xD213).
    package static let focusResults = ValueTable(
        .uint8,
        labels([
            (1, "Unlocked"), (2, "Focused"), (3, "Not focused"), (5, "Tracking"), (6, "Tracking, focused"),
            (7, "Tracking, not focused"), (8, "Unpaused"), (9, "Paused"),
        ])
    )
    /// Values of the status of a card slot (0xD248, 0xD256).
    package static let slotStatuses = ValueTable(.uint8, labels([(1, "Card"), (2, "No card")]))
    /// Values of PcSaveImageSize (0xD268).
    package static let savedSizes = ValueTable(.uint8, labels([(1, "Original"), (2, "2M")]))
    /// Values of PcSaveImageFormat (0xD269): the files of a picture that are for the computer.
    package static let savedFormats = ValueTable(
        .uint8,
        labels([
            (0, "Disabled"), (1, "RAW and JPEG"), (2, "JPEG only"), (3, "RAW only"), (4, "RAW and HEIF"), (5, "HEIF only"),
        ])
    )
    /// Values of PriorityMode (0xD25A).
    package static let priorities = ValueTable(.uint8, labels([(0, "Camera"), (1, "Computer")]))
    /// Values of ShutterType (0xD0DF).
    package static let shutterTypes = ValueTable(.uint8, labels([(1, "Auto"), (2, "Mechanical"), (3, "Electronic")]))

    static func common<Choice>(_ rows: [(Int64, Choice)], _ wrap: (Choice) -> CommonValue) -> [PropertyValue] {
        rows.map { PropertyValue(wrap($1), code: $0) }
    }

    static func labels(_ rows: [(Int64, String)]) -> [PropertyValue] { rows.map { PropertyValue(code: $0, label: $1) } }
}
