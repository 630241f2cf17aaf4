import PTP
package import PTPProperties

// The vendor's own settings of pictures and of the body.

extension FujifilmTables {
    /// Values of FilmSimulation (0xD001).
    package static let filmSimulations = ValueTable(
        .uint16,
        labels([
            (1, "PROVIA/Standard"), (2, "Velvia/Vivid"), (3, "ASTIA/Soft"), (4, "PRO Neg. Hi"), (5, "PRO Neg. Std"),
            (6, "Monochrome"), (7, "Monochrome + Ye filter"), (8, "Monochrome + R filter"), (9, "Monochrome + G filter"),
            (0xA, "Sepia"), (0xB, "Classic Chrome"), (0xC, "ACROS"), (0xD, "ACROS + Ye filter"), (0xE, "ACROS + R filter"),
            (0xF, "ACROS + G filter"), (0x10, "ETERNA/Cinema"), (0x11, "Classic Neg."), (0x12, "ETERNA Bleach Bypass"),
            (0x13, "Nostalgic Neg."), (0x14, "REALA ACE"),
        ])
    )

    /// Values of NoiseReduction (0xD01C).
    package static let noiseReductions = ValueTable(
        .uint16,
        labels([
            (0x8000, "-4"), (0x7000, "-3"), (0x4000, "-2"), (0x3000, "-1"), (0x2000, "0"), (0x1000, "+1"), (0, "+2"),
            (0x6000, "+3"), (0x5000, "+4"),
        ])
    )

    /// Values of DRangeMode (0xD007), in percent.
    package static let dynamicRanges = ValueTable(
        .uint16,
        labels([(0xFFFF, "Auto"), (100, "100 %"), (200, "200 %"), (400, "400 %"), (800, "800 %")])
    )

    /// Values of WideDynamicRange (0xD02E).
    package static let wideDynamicRanges = ValueTable(
        .uint16,
        labels([(0, "Off"), (1, "Weak"), (2, "Strong"), (3, "Plus"), (0x8000, "Auto")])
    )

    /// Values of ColorSpace (0xD00A).
    package static let colorSpaces = ValueTable(.uint16, labels([(1, "sRGB"), (2, "Adobe RGB")]))
    /// Values of RawCompression (0xD022).
    package static let rawCompressions = ValueTable(
        .uint16,
        labels([(1, "Uncompressed"), (2, "Lossless"), (3, "Compressed")])
    )
    /// Values of GrainEffect (0xD023) on bodies with two sizes of grain, which list more than 3.
    package static let grainEffects = ValueTable(
        .uint16,
        labels([
            (1, "Off"), (2, "Weak, small"), (3, "Strong, small"), (4, "Weak, large"), (5, "Strong, large"), (6, "Off, small"),
            (7, "Off, large"),
        ])
    )
    /// Values of GrainEffect (0xD023) on bodies with one size.
    package static let earlierGrainEffects = ValueTable(.uint16, labels([(1, "Off"), (2, "Weak"), (3, "Strong")]))
    /// Values of Shadowing (0xD029), the menu's "Color Chrome Effect".
    package static let colorChromes = ValueTable(.uint16, labels([(1, "Off"), (2, "Weak"), (3, "Strong")]))
    /// Values of FocusPoints (0xD025).
    package static let focusPoints = ValueTable(
        .uint16,
        labels([(1, "91 (7 × 13)"), (2, "325 (13 × 25)"), (3, "117 (9 × 13)"), (4, "425 (17 × 25)")])
    )
    /// Values of ThroughImageZoom (0xD01B), the enlargement of live view on the body. Not all are known.
    package static let throughImageZooms = ValueTable(
        .uint16,
        labels([(1, "1×"), (2, "2.5×"), (4, "4×"), (5, "8×"), (6, "16.7×")])
    )
    /// Values of ExposurePreview (0xD359), the menu's "Preview Exp./WB in manual mode".
    package static let exposurePreviews = ValueTable(
        .uint16,
        labels([(1, "Exposure and white balance"), (2, "White balance"), (3, "Off")])
    )
    /// Values of CaptureDelay (0x5012), in milliseconds.
    package static let captureDelays = ValueTable(.uint16, labels([(0, "Off"), (2000, "2 s"), (10_000, "10 s")]))
    /// Values of CropMode (0xD16F).
    package static let cropModes = ValueTable(
        .uint16,
        labels([(0, "Off"), (1, "35 mm"), (2, "Sports finder"), (0x8000, "Auto, off"), (0x8001, "Auto, 35 mm")])
    )
    /// Values of FunctionLock (0xD136).
    package static let functionLocks = ValueTable(.uint16, labels([(1, "Off"), (2, "All"), (3, "Selected")]))
    /// Values of switches: on is 1.
    package static let switches = ValueTable(.uint16, labels([(1, "On"), (2, "Off")]))

    // MARK: Remote control

    /// Values of PriorityMode (0xD207).
    package static let priorities = ValueTable(.uint16, labels([(1, "Camera"), (2, "Computer")]))
    /// Values of AFStatus (0xD209).
    package static let focusStatuses = ValueTable(.uint16, labels([(1, "Busy"), (2, "Focused"), (3, "Not focused")]))
    /// Values of LiveViewImageSize (0xD174).
    package static let liveViewSizes = ValueTable(.uint16, labels([(1, "XGA"), (2, "VGA"), (3, "QVGA")]))
    /// Values of LiveViewImageQuality (0xD173).
    package static let liveViewQualities = ValueTable(.uint16, labels([(1, "Fine"), (2, "Normal"), (3, "Basic")]))
    /// Values of 0xD16E, the mode of the USB connection.
    package static let usbModes = ValueTable(.uint16, labels([(5, "Tether"), (6, "RAW conversion"), (8, "Webcam")]))
    /// Values of 0xD208, what the next InitiateCapture performs.
    package static let releases = ValueTable(
        .uint16,
        labels([
            (0x0104, "Shoot"), (0x0200, "Half-press"), (0x0300, "Full press"), (0x0304, "Full press, release"),
            (0x0004, "Release"), (0x0400, "Bulb"), (0x0500, "Bulb from half-press"), (0x000C, "End bulb"),
            (0x0804, "Start movie"), (0x0080, "Stop movie"), (0x8000, "Custom white balance"), (0x9000, "AE lock"),
            (0x0002, "End AE lock"), (0x9100, "AF-ON"), (0x0001, "End AF-ON"), (0x9200, "White balance lock"),
            (0x0040, "End white balance lock"), (0x9300, "Focus"), (0x0005, "End focus"), (0xA000, "Instant AF"),
            (0x0006, "End instant AF"), (0x000E, "End bulb and AE lock"), (0x4000, "Pixel shift"), (0x0600, "One-push AF"),
        ])
    )
}
