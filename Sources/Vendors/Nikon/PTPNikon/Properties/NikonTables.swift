import CameraModel
import PTP
package import PTPProperties

/// Meanings of the numbers of Nikon properties (observed behaviour). Numbers that no table has are shown in hexadecimal.
package enum NikonTables {
    /// Values of ExposureProgramMode (0x500E).
    package static let exposureModes = ValueTable(
        .uint16,
        common(
            [
                (1, .manual), (2, .program), (3, .aperturePriority), (4, .shutterPriority), (0x8010, .fullyAutomatic),
            ],
            CommonValue.exposureMode
        )
            + labels([
                (5, "Creative"), (6, "Action"), (7, "Portrait"), (0x8011, "Portrait scene"), (0x8012, "Landscape"),
                (0x8013, "Macro"), (0x8014, "Sports"), (0x8015, "Night portrait"), (0x8016, "Night landscape"),
                (0x8017, "Children"), (0x8018, "Auto without flash"), (0x8050, "U1"), (0x8051, "U2"), (0x8052, "U3"),
            ])
    )

    /// Values of WhiteBalance (0x5005).
    package static let whiteBalances = ValueTable(
        .uint16,
        common(
            [
                (2, .automatic), (4, .daylight), (5, .fluorescent), (6, .tungsten), (7, .flash), (0x8010, .cloudy),
                (0x8011, .shade), (0x8012, .temperature), (0x8013, .custom1), (0x8015, .flash),
            ],
            CommonValue.whiteBalance
        )
            + labels([
                (1, "Manual"), (3, "One-push automatic"), (0x8014, "Off"), (0x8016, "Natural light auto"),
            ])
    )

    /// Values of AutofocusMode (0xD161); 3 is manual by the switch of the lens.
    package static let afModes = ValueTable(
        .uint8,
        common([(0, .single), (1, .continuous), (4, .manual), (3, .manual)], CommonValue.focusMode) + labels([(2, "AF-A")])
    )

    /// Values of LiveViewAFFocus (0xD061).
    package static let liveViewAFModes = ValueTable(
        .uint8,
        common([(0, .single), (1, .continuous), (4, .manual), (3, .manual)], CommonValue.focusMode) + labels([(2, "AF-F")])
    )

    /// Values of FocusMode (0x500A).
    package static let focusModes = ValueTable(
        .uint16,
        common([(0x8010, .single), (0x8011, .continuous), (1, .manual)], CommonValue.focusMode)
            + labels([(0, "Undefined"), (2, "Automatic"), (3, "Automatic macro"), (0x8012, "AF-A"), (0x8013, "AF-F")])
    )

    /// Values of FocusMeteringMode (0x501C). The dynamic areas have 25, 72 and 153 points on a D850, 9, 21 and 51 on a D7100.
    /// Early bodies use 0x8011 for the closest subject, and 0x8012 for a group of areas.
    package static let focusAreas = ValueTable(
        .uint16,
        common([(0x8010, .singlePoint), (0x8011, .multipleAreas), (0x8012, .tracking)], CommonValue.autoFocusSystem)
            + labels([
                (1, "Center spot"), (2, "Dynamic area (small)"), (0x8013, "Dynamic area (medium)"),
                (0x8014, "Dynamic area (large)"), (0x8015, "Group area"), (0x8016, "Dynamic area (9 points)"),
                (0x8017, "Pinpoint"), (0x8018, "Wide area (S)"), (0x8019, "Wide area (L)"), (0x801E, "Wide area (C1)"),
                (0x801F, "Wide area (C2)"),
            ])
    )

    /// Values of LiveViewAFArea (0xD05D).
    package static let liveViewAreas = ValueTable(
        .uint8,
        common([(2, .singleArea), (0, .faceDetection), (3, .tracking), (4, .singlePoint)], CommonValue.autoFocusSystem)
            + labels([(1, "Wide area")])
    )

    /// Values of StillCaptureMode (0x5013).
    package static let driveModes = ValueTable(
        .uint16,
        common(
            [(1, .single), (2, .continuousHigh), (0x8010, .continuousLow), (0x8011, .timerCustom)],
            CommonValue.driveMode
        )
            + labels([
                (3, "Time lapse"), (0x8012, "Mirror up"), (0x8013, "Remote"), (0x8014, "Quick remote"),
                (0x8015, "Delayed remote"), (0x8016, "Quiet"), (0x8018, "Quiet continuous"),
            ])
    )

    /// Values of ExposureMeteringMode (0x500B). Bodies use the standard's multi-spot (3) for the matrix of the whole picture
    /// (digiCamControl).
    package static let meteringModes = ValueTable(
        .uint16,
        labels([(1, "Average"), (2, "Center-weighted"), (3, "Matrix"), (4, "Spot"), (0x8010, "Highlight-weighted")])
    )

    /// Values of FlashMode (0x500C).
    package static let flashModes = ValueTable(
        .uint16,
        common(
            [
                (1, .automatic), (2, .off), (3, .fill), (5, .redEyeReduction), (0x8011, .slowSync), (0x8012, .rearSync),
                (0x8010, .automatic),
            ],
            CommonValue.flashMode
        )
            + labels([(4, "Automatic, red-eye"), (6, "External"), (0x8013, "Red-eye, slow sync")])
    )

    /// Values of CompressionSetting (0x5004) on bodies that mark the optimal quality with a star.
    package static let qualities = ValueTable(
        .uint8,
        labels([
            (5, "JPEG Fine*"), (4, "JPEG Fine"), (3, "JPEG Normal*"), (2, "JPEG Normal"), (1, "JPEG Basic*"), (0, "JPEG Basic"),
            (6, "TIFF"), (7, "RAW"), (0xC, "RAW + JPEG Fine"), (0xD, "RAW + JPEG Fine*"), (0xA, "RAW + JPEG Normal"),
            (0xB, "RAW + JPEG Normal*"), (8, "RAW + JPEG Basic"), (9, "RAW + JPEG Basic*"),
        ])
    )

    /// Values of CompressionSetting (0x5004) on earlier bodies, which list no number above 7, and not 3.
    package static let earlierQualities = ValueTable(
        .uint8,
        labels([
            (2, "JPEG Fine"), (1, "JPEG Normal"), (0, "JPEG Basic"), (4, "RAW"), (7, "RAW + JPEG Fine"), (6, "RAW + JPEG Normal"),
            (5, "RAW + JPEG Basic"),
        ])
    )

    /// Values of RecordingMedia (0xD10B). The number for both is an assumption; it is offered only if the body lists it.
    package static let destinations = ValueTable(
        .uint8,
        common([(0, .camera), (1, .host), (2, .cameraAndHost)], CommonValue.imageDestination)
    )

    /// Values of ActivePicCtrlItem (0xD200); those of Flat and Auto are an assumption.
    package static let pictureControls = ValueTable(
        .uint8,
        labels(
            [
                (1, "Standard"), (2, "Neutral"), (3, "Vivid"), (4, "Monochrome"), (5, "Portrait"), (6, "Landscape"),
                (7, "Flat"), (8, "Auto"),
            ] + (1...9).map { (200 + $0, "Custom \($0)") }
        )
    )

    /// Magnifications for 25, 33, 50, 67, 100 and 200 % of the pixels of the picture, on a body with 45 megapixels.
    private static let magnifications = [2, 3, 4, 5, 8, 16]

    /// Values of LiveViewImageZoomRatio (0xD1A3) up to 6: the whole picture, then 25 to 200 % (digiCamControl).
    package static let zooms = zooms(from: 1)
    /// Values of LiveViewImageZoomRatio on bodies that have 7: 25 % is 2 (observed with a D7500; the meaning of 1 is not known).
    package static let laterZooms = zooms(from: 2)

    private static func zooms(from first: Int64) -> ValueTable {
        let numbers = [(0, 1)] + magnifications.enumerated().map { (first + Int64($0), $1) }
        return ValueTable(.uint8, numbers.map { PropertyValue(.zoom(ZoomLevel(factor: $1)), code: $0) })
    }

    /// Values of ApplicationMode (0xD1F0).
    package static let applicationModes = ValueTable(.uint8, labels([(0, "Off"), (1, "On")]))
    /// Values of LiveViewSelector (0xD1A6).
    package static let selectors = ValueTable(.uint8, labels([(0, "Photo"), (1, "Video")]))
    /// Values of LiveViewImageSize (0xD1AC).
    package static let liveViewSizes = ValueTable(.uint8, labels([(1, "QVGA"), (2, "VGA"), (3, "XGA")]))
    /// Values of CameraOrientation (0xD10E), in degrees.
    package static let orientations = ValueTable(.uint8, labels([(0, "0°"), (1, "270°"), (2, "90°"), (3, "180°")]))

    /// Values of MovieShutterMode (0x1D074): whether the shutter speed or the shutter angle is set.
    package static let shutterModes = ValueTable(.uint8, labels([(1, "Speed"), (2, "Angle")]))
    /// Values of MovieBaseISO (0x1D09D).
    package static let baseSensitivities = ValueTable(.uint8, labels([(1, "Low"), (2, "High")]))

    private static func common<Choice>(_ rows: [(Int64, Choice)], _ wrap: (Choice) -> CommonValue) -> [PropertyValue] {
        rows.map { PropertyValue(wrap($1), code: $0) }
    }

    private static func labels(_ rows: [(Int64, String)]) -> [PropertyValue] {
        rows.map { PropertyValue(code: $0, label: $1) }
    }
}
