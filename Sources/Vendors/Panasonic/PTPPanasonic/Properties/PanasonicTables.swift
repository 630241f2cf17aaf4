import CameraModel
import PTP
package import PTPProperties

/// Meanings of the numbers of Panasonic's properties: observed behaviour, and the definitions of the maker's development kit. Numbers that no table has
/// are shown in hexadecimal.
package enum PanasonicTables {
    /// White balance (0x02000051).
    package static let whiteBalances = ValueTable(
        .uint16,
        common(
            [
                (2, .automatic), (4, .daylight), (5, .fluorescent), (6, .tungsten), (7, .flash), (0x8008, .cloudy),
                (0x800B, .custom1), (0x800C, .custom2), (0x800D, .custom3), (0x800F, .shade), (0x8010, .temperature),
            ],
            CommonValue.whiteBalance
        )
            + labels([
                (0x8009, "White set"), (0x800A, "Black and white"), (0x800E, "Custom 4"), (0x8011, "Color temperature 2"),
                (0x8012, "Color temperature 3"), (0x8013, "Color temperature 4"), (0x8014, "Auto, cool"), (0x8015, "Auto, warm"),
            ])
    )

    /// Focus mode (0x02000071).
    package static let focusModes = ValueTable(
        .uint16,
        common([(3, .manual), (4, .single), (5, .continuous)], CommonValue.focusMode)
            + labels([(0, "AF"), (1, "AF macro"), (2, "AF macro, digital"), (6, "AF-F")])
    )

    /// Focus area (0x02000072).
    package static let focusAreas = ValueTable(
        .uint16,
        common(
            [(0, .singlePoint), (1, .faceDetection), (2, .tracking), (6, .multipleAreas)],
            CommonValue.autoFocusSystem
        )
            + labels([
                (3, "Pinpoint"), (4, "49 areas"), (5, "Custom multiple"), (7, "9 areas"), (8, "5 areas"),
                (9, "3 areas, high speed"),
                (0xA, "3 areas"), (0xB, "1 area, high speed"), (0xC, "Touch"), (0xD, "Touch, free"),
                (0xE, "1 area and surroundings"),
                (0xF, "Horizontal and vertical"), (0x10, "Square"), (0x11, "Oval"), (0x12, "Custom 1"), (0x13, "Custom 2"),
                (0x14, "Custom 3"),
            ])
    )

    /// Quick AF (0x02000073).
    package static let quickFocus = ValueTable(.uint16, labels([(0, "Off"), (3, "On")]))

    /// Drive mode (0x02000081).
    package static let driveModes = ValueTable(
        .uint16,
        common([(0, .single), (1, .continuous), (3, .timerCustom)], CommonValue.driveMode)
            + labels([
                (2, "Bracket"), (4, "Interval, stop motion"), (5, "4K photo"), (6, "Post focus"), (7, "Burst 1"), (8, "Burst 2"),
            ])
    )

    /// Mode dial (0x02000082).
    package static let modes = ValueTable(
        .uint16,
        common(
            [(0, .program), (1, .aperturePriority), (2, .shutterPriority), (3, .manual), (7, .fullyAutomatic)],
            CommonValue.exposureMode
        )
            + labels([
                (4, "Creative control"), (5, "Movie"), (6, "Scene"), (8, "Custom 1"), (9, "Custom 2"), (0xA, "Custom 3"),
                (0xB, "Panorama"), (0xC, "S&Q"),
            ])
    )

    /// Exposure mode of movies (0x06000011).
    package static let movieModes = ValueTable(.uint16, labels([(0, "P"), (1, "A"), (2, "S"), (3, "M")]))
    /// Output of movies by HDMI (0x06000012): with less resolution.
    package static let movieHDMI = ValueTable(.uint16, labels([(0, "Full"), (1, "1080p"), (2, "Auto")]))
    /// Format of movies (0x06000014).
    package static let movieFormats = ValueTable(
        .uint16,
        labels([(0, "AVCHD"), (1, "Motion JPEG"), (2, "MP4"), (3, "MOV"), (4, "MP4, LPCM"), (5, "MP4, HEVC")])
    )

    /// Filters (0x02000083).
    package static let filters = ValueTable(
        .uint16,
        labels([
            (0, "Expressive"), (1, "Retro"), (2, "High key"), (3, "Low key"), (4, "Sepia"), (5, "High dynamic"),
            (6, "Toy effect"),
            (7, "Miniature effect"), (8, "Soft focus"), (9, "Dynamic monochrome"), (0xA, "Impressive art"), (0xB, "Monochrome"),
            (0xC, "Cross process"), (0xD, "One point color"), (0xE, "Star filter"), (0xF, "Old days"), (0x10, "Sunshine"),
            (0x11, "Bleach bypass"), (0x12, "Toy pop"), (0x13, "Fantasy"), (0x14, "Silky monochrome"), (0x15, "Rough monochrome"),
            (0x16, "Off"), (0x17, "Pinhole"), (0x18, "Pure"), (0x19, "Dynamic art"), (0x1A, "Chic"), (0x1B, "Black and white"),
            (0x1C, "Silhouette"), (0x1D, "Cinema"), (0x1E, "Custom"),
        ])
    )

    /// Intelligent auto (0x02000084).
    package static let intelligentAuto = ValueTable(.uint16, labels([(0, "iA"), (1, "iA+")]))

    /// Format of pictures (0x020000A2).
    package static let qualities = ValueTable(
        .uint16,
        labels([
            (0, "JPEG fine"), (1, "JPEG standard"), (2, "RAW"), (3, "RAW + JPEG fine"), (4, "RAW + JPEG standard"),
        ])
    )

    /// Aspect ratio (0x020000A3).
    package static let aspectRatios = ValueTable(
        .uint16,
        labels([(1, "4:3"), (2, "3:2"), (3, "16:9"), (4, "1:1"), (0xA, "65:24"), (0xB, "2:1")])
    )

    /// Photo style (0x02000011).
    package static let photoStyles = ValueTable(
        .uint16,
        labels([
            (0, "Standard"), (1, "Vivid"), (2, "Natural"), (3, "Monochrome"), (4, "Landscape"), (5, "Portrait"), (0xE, "Like709"),
            (0xF, "L.Monochrome"), (0x11, "L.Monochrome D"), (0x12, "Flat"), (0x13, "My photo style 1"),
            (0x14, "My photo style 2"),
            (0x15, "My photo style 3"), (0x16, "My photo style 4"), (0x28, "V-Log"), (0x29, "Cinelike D2"), (0x2A, "Cinelike V2"),
            (0x2C, "L.Classic Neo"), (0x2D, "L.Monochrome S"), (0x31, "Real time LUT"), (0x32, "LEICA Monochrome"),
        ])
    )

    /// Steps of an adjustment, with a bit for the sign.
    package static func steps(_ range: ClosedRange<Int64>) -> ValueTable {
        ValueTable(
            .uint16,
            range.map { PropertyValue(.integer(Int($0)), code: PanasonicFormulas.signed($0)) }
        )
    }

    /// Steps of which the shift of the white balance has at most 9 in each direction.
    package static let shifts = steps(-9...9)

    /// Destination of pictures (0x08000091).
    package static let destinations = ValueTable(
        .uint16,
        common([(0, .camera), (1, .host), (2, .cameraAndHost)], CommonValue.imageDestination)
    )

    /// State of the body (0x12000013).
    package static let statuses = ValueTable(
        .uint16,
        labels([
            (0, "Standby"), (1, "Recording"), (2, "Playing"), (3, "Busy"), (4, "Other playback"), (5, "Noise reduction"),
            (6, "Menu"),
            (7, "Streaming"),
        ])
    )

    static func common<Choice>(_ rows: [(Int64, Choice)], _ wrap: (Choice) -> CommonValue) -> [PropertyValue] {
        rows.map { PropertyValue(wrap($1), code: $0) }
    }

    static func labels(_ rows: [(Int64, String)]) -> [PropertyValue] { rows.map { PropertyValue(code: $0, label: $1) } }
}
