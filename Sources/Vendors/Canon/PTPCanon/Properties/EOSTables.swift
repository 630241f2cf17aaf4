import CameraModel
package import PTP
package import PTPProperties

/// Meanings of the property values of EOS bodies (observed behaviour).
package enum EOSTables {
    /// Values of AutoExposureMode (0xD105) and AEModeDial (0xD138).
    package static let exposureModes = ValueTable(
        .uint16,
        common(
            [
                (0x00, .program), (0x01, .shutterPriority), (0x02, .aperturePriority), (0x03, .manual), (0x04, .bulb),
                (0x16, .fullyAutomatic), (0x09, .fullyAutomatic), (0x37, .flexiblePriority),
            ],
            CommonValue.exposureMode
        )
            + labels([
                (0x05, "A-DEP"), (0x06, "DEP"), (0x07, "C1"), (0x08, "Locked"), (0x0A, "Night portrait"), (0x0B, "Sports"),
                (0x0C, "Portrait"), (0x0D, "Landscape"), (0x0E, "Close-up"), (0x0F, "Flash off"), (0x10, "C2"), (0x11, "C3"),
                (0x13, "Creative auto"), (0x14, "Movie"), (0x17, "Handheld night scene"), (0x18, "HDR backlight control"),
                (0x19, "Scene"), (0x1B, "Food"), (0x1E, "Grainy black and white"), (0x1F, "Soft focus"),
                (0x20, "Toy camera"), (0x21, "Fish-eye"), (0x22, "Water painting"), (0x23, "Miniature"),
                (0x24, "HDR art standard"), (0x25, "HDR art vivid"), (0x26, "HDR art bold"), (0x27, "HDR art embossed"),
                (0x2D, "Panning"), (0x31, "HDR"), (0x32, "Self-portrait"), (0x33, "Hybrid auto"), (0x34, "Smooth skin"),
            ])
    )

    /// Values of DriveMode (0xD106).
    package static let driveModes = ValueTable(
        .uint16,
        common(
            [
                (0x00, .single), (0x01, .continuous), (0x04, .continuousHigh), (0x05, .continuousLow), (0x07, .timerBurst),
                (0x10, .timerLong), (0x11, .timerShort),
            ],
            CommonValue.driveMode
        )
            + labels([
                (0x02, "Video"), (0x06, "Single, silent shooting"), (0x12, "Continuous super high"), (0x13, "Single silent"),
                (0x14, "Continuous silent"), (0x15, "Continuous high silent"), (0x16, "Continuous low silent"),
            ])
    )

    /// Values of WhiteBalance (0xD109) and, in 32 bits, EVFWBMode (0xD1B4).
    package static func whiteBalances(_ type: IntegerDataType) -> ValueTable {
        ValueTable(
            type,
            common(
                [
                    (0, .automatic), (1, .daylight), (2, .cloudy), (3, .tungsten), (4, .fluorescent), (5, .flash),
                    (6, .custom1), (8, .shade), (9, .temperature), (15, .custom2), (16, .custom3),
                ],
                CommonValue.whiteBalance
            )
                + labels([
                    (10, "PC 1"), (11, "PC 2"), (12, "PC 3"), (18, "Custom 4"), (19, "Custom 5"), (20, "PC 4"), (21, "PC 5"),
                    (23, "Auto, white priority"),
                ])
        )
    }

    /// Values of MeteringMode (0xD107).
    package static let meteringModes = ValueTable(
        .uint8,
        labels([
            (3, "Evaluative"), (4, "Partial"), (1, "Spot"), (5, "Center-weighted average"), (0, "Center-weighted"),
            (2, "Average"), (6, "Spot at the focus point"), (7, "Multi-spot"),
        ])
    )

    /// Values of FocusMode (0xD108); AI Focus switches between single and continuous.
    package static let focusModes = ValueTable(
        .uint32,
        common([(0, .single), (1, .continuous), (3, .manual)], CommonValue.focusMode) + labels([(2, "AI Focus")])
    )

    /// Values of LvAfSystem (0xD1BA).
    package static let autoFocusSystems = ValueTable(
        .uint32,
        common(
            [(0, .viewfinderPoints), (1, .singlePoint), (2, .faceDetection), (3, .multipleAreas), (9, .tracking)],
            CommonValue.autoFocusSystem
        )
            + labels([
                (4, "Zone"), (5, "Expanded area, cross"), (6, "Expanded area, around"), (7, "Large zone, horizontal"),
                (8, "Large zone, vertical"), (10, "Spot"), (11, "Flexible zone 1"), (12, "Flexible zone 2"),
                (13, "Flexible zone 3"), (14, "Whole area"),
            ])
    )

    /// Values of PictureStyle (0xD110).
    package static let pictureStyles = ValueTable(
        .uint8,
        labels([
            (0x87, "Auto"), (0x81, "Standard"), (0x82, "Portrait"), (0x83, "Landscape"), (0x84, "Neutral"), (0x85, "Faithful"),
            (0x86, "Monochrome"), (0x88, "Fine detail"), (0x21, "User defined 1"), (0x22, "User defined 2"),
            (0x23, "User defined 3"),
        ])
    )

    /// Values of ColorSpace (0xD10F).
    package static let colorSpaces = ValueTable(.uint16, labels([(1, "sRGB"), (2, "Adobe RGB")]))

    /// Values of MultiAspect (0xD194).
    package static let aspectRatios = ValueTable(
        .uint32,
        labels([(0, "3:2"), (1, "1:1"), (2, "4:3"), (7, "16:9"), (0xD, "1.6×")])
    )

    /// Values of EVFOutputDevice (0xD1B0): 1 for the body's screen, 2 the host, 4 and 8 phones.
    package static let outputs = ValueTable(
        .uint32,
        labels(
            (0...11).map { (number: Int64) in
                let names = ["Camera", "Computer", "Phone", "Phone 2"].enumerated().filter { number >> Int64($0.offset) & 1 == 1 }
                return (number, number == 0 ? "Off" : names.map(\.element).joined(separator: " + "))
            }
        )
    )

    /// Values of EVFRecordStatus (0xD1B8): the destination of a movie.
    package static let recordTargets = ValueTable(.uint16, labels([(0, "None"), (3, "Memory"), (4, "Card")]))

    /// Values of AloMode (0xD1C1), the Auto Lighting Optimizer. Bit 16 is set if it also applies in manual exposure.
    package static let lightingOptimizers = ValueTable(
        .uint32,
        labels([
            (0x10000, "Standard"), (0x00000, "Standard, not in manual exposure"), (0x10101, "Low"),
            (0x00101, "Low, not in manual exposure"), (0x10202, "High"), (0x00202, "High, not in manual exposure"),
            (0x10303, "Off"), (0x00303, "Off, not in manual exposure"), (0x1, "1"), (0x2, "2"), (0x3, "3"),
        ])
    )

    /// Values of HighISONoiseReduction (0xD178).
    package static let noiseReductions = ValueTable(
        .uint16,
        labels([(0, "Off"), (1, "Low"), (2, "Normal"), (3, "High"), (4, "Multi-shot")])
    )

    /// Values of BatteryPower (0xD111).
    package static let batteryLevels = ValueTable(
        .uint16,
        common([(0, .empty), (5, .quarter), (1, .half), (4, .threeQuarters), (2, .full)], CommonValue.batteryLevel)
    )

    /// Values of CaptureDestination (0xD11C): bit 2 for the host, bit 1 for a card.
    package static let destinations = ValueTable(
        .uint32,
        common([(2, .camera), (4, .host), (6, .cameraAndHost)], CommonValue.imageDestination)
    )

    private static func common<Choice>(_ rows: [(Int64, Choice)], _ wrap: (Choice) -> CommonValue) -> [PropertyValue] {
        rows.map { PropertyValue(wrap($1), code: $0) }
    }

    private static func labels(_ rows: [(Int64, String)]) -> [PropertyValue] {
        rows.map { PropertyValue(code: $0, label: $1) }
    }
}
