import CameraModel
import Exposure
import PTP
import PTPNikon
import PTPProperties
import Testing

/// The tables, compared number by number with a second list, so that no entry is exchanged or lost unnoticed.
@Suite struct TableTests {
    private typealias Row = (name: String, table: ValueTable, meanings: [Int64: CommonValue], others: [Int64: String])

    private static let rows: [Row] = [
        (
            "exposure modes", NikonTables.exposureModes,
            [
                1: .exposureMode(.manual), 2: .exposureMode(.program), 3: .exposureMode(.aperturePriority),
                4: .exposureMode(.shutterPriority), 0x8010: .exposureMode(.fullyAutomatic),
            ],
            [
                5: "Creative", 6: "Action", 7: "Portrait", 0x8011: "Portrait scene", 0x8012: "Landscape", 0x8013: "Macro",
                0x8014: "Sports", 0x8015: "Night portrait", 0x8016: "Night landscape", 0x8017: "Children",
                0x8018: "Auto without flash", 0x8050: "U1", 0x8051: "U2", 0x8052: "U3",
            ]
        ),
        (
            "white balances", NikonTables.whiteBalances,
            [
                2: .whiteBalance(.automatic), 4: .whiteBalance(.daylight), 5: .whiteBalance(.fluorescent),
                6: .whiteBalance(.tungsten), 7: .whiteBalance(.flash), 0x8010: .whiteBalance(.cloudy),
                0x8011: .whiteBalance(.shade), 0x8012: .whiteBalance(.temperature), 0x8013: .whiteBalance(.custom1),
                0x8015: .whiteBalance(.flash),
            ],
            [1: "Manual", 3: "One-push automatic", 0x8014: "Off", 0x8016: "Natural light auto"]
        ),
        (
            "autofocus modes", NikonTables.afModes,
            [0: .focusMode(.single), 1: .focusMode(.continuous), 3: .focusMode(.manual), 4: .focusMode(.manual)], [2: "AF-A"]
        ),
        (
            "autofocus modes of live view", NikonTables.liveViewAFModes,
            [0: .focusMode(.single), 1: .focusMode(.continuous), 3: .focusMode(.manual), 4: .focusMode(.manual)], [2: "AF-F"]
        ),
        (
            "focus modes", NikonTables.focusModes,
            [0x8010: .focusMode(.single), 0x8011: .focusMode(.continuous), 1: .focusMode(.manual)],
            [0: "Undefined", 2: "Automatic", 3: "Automatic macro", 0x8012: "AF-A", 0x8013: "AF-F"]
        ),
        (
            "focus areas", NikonTables.focusAreas,
            [
                0x8010: .autoFocusSystem(.singlePoint), 0x8011: .autoFocusSystem(.multipleAreas),
                0x8012: .autoFocusSystem(.tracking),
            ],
            [
                1: "Center spot", 2: "Dynamic area (small)", 0x8013: "Dynamic area (medium)",
                0x8014: "Dynamic area (large)", 0x8015: "Group area", 0x8016: "Dynamic area (9 points)",
                0x8017: "Pinpoint", 0x8018: "Wide area (S)", 0x8019: "Wide area (L)", 0x801E: "Wide area (C1)",
                0x801F: "Wide area (C2)",
            ]
        ),
        (
            "focus areas of live view", NikonTables.liveViewAreas,
            [
                0: .autoFocusSystem(.faceDetection), 2: .autoFocusSystem(.singleArea), 3: .autoFocusSystem(.tracking),
                4: .autoFocusSystem(.singlePoint),
            ], [1: "Wide area"]
        ),
        (
            "drive modes", NikonTables.driveModes,
            [
                1: .driveMode(.single), 2: .driveMode(.continuousHigh), 0x8010: .driveMode(.continuousLow),
                0x8011: .driveMode(.timerCustom),
            ],
            [
                3: "Time lapse", 0x8012: "Mirror up", 0x8013: "Remote", 0x8014: "Quick remote", 0x8015: "Delayed remote",
                0x8016: "Quiet", 0x8018: "Quiet continuous",
            ]
        ),
        (
            "metering modes", NikonTables.meteringModes, [:],
            [1: "Average", 2: "Center-weighted", 3: "Matrix", 4: "Spot", 0x8010: "Highlight-weighted"]
        ),
        (
            "flash modes", NikonTables.flashModes,
            [
                1: .flashMode(.automatic), 2: .flashMode(.off), 3: .flashMode(.fill), 5: .flashMode(.redEyeReduction),
                0x8010: .flashMode(.automatic), 0x8011: .flashMode(.slowSync), 0x8012: .flashMode(.rearSync),
            ], [4: "Automatic, red-eye", 6: "External", 0x8013: "Red-eye, slow sync"]
        ),
        (
            "qualities", NikonTables.qualities, [:],
            [
                0: "JPEG Basic", 1: "JPEG Basic*", 2: "JPEG Normal", 3: "JPEG Normal*", 4: "JPEG Fine", 5: "JPEG Fine*",
                6: "TIFF", 7: "RAW", 8: "RAW + JPEG Basic", 9: "RAW + JPEG Basic*", 10: "RAW + JPEG Normal",
                11: "RAW + JPEG Normal*", 12: "RAW + JPEG Fine", 13: "RAW + JPEG Fine*",
            ]
        ),
        (
            "earlier qualities", NikonTables.earlierQualities, [:],
            [
                0: "JPEG Basic", 1: "JPEG Normal", 2: "JPEG Fine", 4: "RAW", 5: "RAW + JPEG Basic", 6: "RAW + JPEG Normal",
                7: "RAW + JPEG Fine",
            ]
        ),
        (
            "destinations", NikonTables.destinations,
            [0: .imageDestination(.camera), 1: .imageDestination(.host), 2: .imageDestination(.cameraAndHost)], [:]
        ),
        (
            "picture controls", NikonTables.pictureControls, [:],
            [
                1: "Standard", 2: "Neutral", 3: "Vivid", 4: "Monochrome", 5: "Portrait", 6: "Landscape", 7: "Flat", 8: "Auto",
                201: "Custom 1", 202: "Custom 2", 203: "Custom 3", 204: "Custom 4", 205: "Custom 5", 206: "Custom 6",
                207: "Custom 7", 208: "Custom 8", 209: "Custom 9",
            ]
        ),
        ("zooms", NikonTables.zooms, zooms([0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 8, 6: 16]), [:]),
        ("later zooms", NikonTables.laterZooms, zooms([0: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 16]), [:]),
        ("application modes", NikonTables.applicationModes, [:], [0: "Off", 1: "On"]),
        ("selectors", NikonTables.selectors, [:], [0: "Photo", 1: "Video"]),
        ("sizes", NikonTables.liveViewSizes, [:], [1: "QVGA", 2: "VGA", 3: "XGA"]),
        ("orientations", NikonTables.orientations, [:], [0: "0°", 1: "270°", 2: "90°", 3: "180°"]),
        ("shutter modes", NikonTables.shutterModes, [:], [1: "Speed", 2: "Angle"]),
        ("base sensitivities", NikonTables.baseSensitivities, [:], [1: "Low", 2: "High"]),
    ]

    private static func zooms(_ factors: [Int64: Int]) -> [Int64: CommonValue] {
        factors.mapValues { .zoom(ZoomLevel(factor: $0)) }
    }

    @Test(arguments: rows.indices) func `every number means what it should, and no other has a meaning`(_ index: Int) {
        let (name, table, meanings, others) = Self.rows[index]
        #expect(Set(table.values.compactMap(\.code)) == Set(meanings.keys).union(others.keys), "\(name)")
        for (number, common) in meanings { #expect(table[number]?.common == common, "\(name) \(number)") }
        for (number, label) in others {
            #expect(table[number]?.label == label && table[number]?.common == nil, "\(name) \(number)")
        }
    }

    @Test func `every table of the properties is compared here`() {
        let compared = Set(Self.rows.map { Set($0.table.values.compactMap(\.code)) })
        for (name, table) in PropertyTests.tables {
            #expect(compared.contains(Set(table.values.compactMap(\.code))), "\(name)")
        }
    }

    // MARK: Zoom

    private static func desc(_ form: PropForm) -> DevicePropDesc {
        DevicePropDesc(.nikonLiveViewImageZoomRatio, isSettable: true, current: number(0), form: form)
    }

    private static func number(_ number: Int64) -> DataValue { .integer(number, as: .uint8)! }

    private static let forms: [(PropForm, isLater: Bool)] = [
        (.none, false), (.enumeration((0...6).map(number)), false), (.enumeration((0...7).map(number)), true),
        (.enumeration([number(7), number(0)]), true), (.enumeration([]), false),
        (.range(minimum: number(0), maximum: number(6), step: number(1)), false),
        (.range(minimum: number(0), maximum: number(7), step: number(1)), true),
        (.range(minimum: number(7), maximum: number(0), step: number(0)), true),
        (.range(minimum: .string("a"), maximum: .string("b"), step: .string("")), false),
    ]

    @Test(arguments: forms.indices) func `a body that has the magnification 7 counts from 25 % at 2`(_ index: Int) throws {
        let (form, isLater) = Self.forms[index]
        let row = try #require(NikonProperties.table[.nikonLiveViewImageZoomRatio])
        let coding = row.variant(Self.desc(form)) ?? row.coding
        #expect(coding.decode(Self.number(5)) == .zoom(ZoomLevel(factor: isLater ? 5 : 8)))
        #expect(coding.decode(Self.number(7)) == (isLater ? .zoom(ZoomLevel(factor: 16)) : nil))
        // A number without a meaning survives.
        let unknown: Int64 = isLater ? 1 : 7
        let table = isLater ? NikonTables.laterZooms : NikonTables.zooms
        #expect(coding.encode(table.value(unknown)) == Self.number(unknown))
    }

    // MARK: Units

    @Test func `shutter speeds are fractions, and their special numbers are names`() throws {
        let row = try #require(NikonProperties.table[.nikonExposureTime])
        func value(_ number: UInt32) -> DataValue { .integer(number, as: .uint32)! }
        let speeds: [(UInt32, ShutterSpeed)] = [
            (1 << 16 | 250, .s1_250), (1 << 16 | 60, .s1_60), (0xFFFF_FFFF, .bulb), (0xFFFF_FFFD, .time),
        ]
        for (number, speed) in speeds {
            #expect(row.coding.decode(value(number)) == .shutterSpeed(speed), "\(number)")
            #expect(row.coding.encode(PropertyValue(.shutterSpeed(speed))) == value(number), "\(speed)")
        }
        #expect(row.coding.decode(value(0xFFFF_FFFE)) == nil && row.coding.label(0xFFFF_FFFE) == "flash sync")
        // A denominator of 0 is no speed.
        #expect(row.coding.decode(value(1 << 16)) == nil)
    }
}
