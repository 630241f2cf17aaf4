import Exposure
import Testing

@testable import CameraModel

/// Conversions between values and text.
@Suite struct CommonValueTests {
    private typealias Row = (property: PropertyIdentifier, values: [CommonValue])

    private static func all<Choice: PropertyChoice>(_ wrap: (Choice) -> CommonValue) -> [CommonValue] {
        Choice.allCases.map(wrap)
    }

    private static let table: [Row] = [
        (.batteryLevel, all(CommonValue.batteryLevel)), (.powerSource, all(CommonValue.powerSource)),
        (.autoFocusSystem, all(CommonValue.autoFocusSystem)), (.focusMode, all(CommonValue.focusMode)),
        (.driveMode, all(CommonValue.driveMode)), (.exposureMode, all(CommonValue.exposureMode)),
        (.mirrorLockupStage, all(CommonValue.mirrorLockupStage)), (.whiteBalance, all(CommonValue.whiteBalance)),
        (.lightMeterStatus, all(CommonValue.lightMeterStatus)), (.imageDestination, all(CommonValue.imageDestination)),
        (.flashMode, all(CommonValue.flashMode)),
        (.bracketing, [.boolean(true), .boolean(false)]),
        (.shotsAvailable, [.integer(0), .integer(.max), .integer(.min), .integer(-1)]),
        (.whiteBalanceTemperature, [.integer(5200)]),
        (.liveViewZoom, [1, 2, 10, 1000].map { .zoom(ZoomLevel(factor: $0)) }),
        (.aperture, ([.f1_4, .f2_8, .f22, .automatic] as [Aperture]).map(CommonValue.aperture)),
        (.shutterSpeed, ([.s1_250, .s1, .bulb, .time, .automatic, .flashSync] as [ShutterSpeed]).map(CommonValue.shutterSpeed)),
        (.isoSpeed, ([.iso100, .iso6400, .automatic] as [ISOSpeed]).map(CommonValue.isoSpeed)),
        (
            .exposureCompensation,
            [.zero, .unknown, ExposureCompensation(Stops(thirds: 4)), ExposureCompensation(Stops(thirds: -1))]
                .map(CommonValue.exposureCompensation)
        ),
    ]

    @Test func `every value of every kind is read back from its description`() {
        for (property, values) in Self.table {
            for value in values { #expect(CommonValue(value.description, for: property) == value, "\(property) \(value)") }
        }
    }

    @Test func `every property whose values are choices parses them`() {
        let choices = PropertyIdentifier.known.filter { $0.kind == .choice }
        #expect(Set(choices) == Set(Self.table.map(\.property).filter { $0.kind == .choice }))
    }

    @Test func `choices are read in either case, with hyphens, underscores and without commas`() {
        #expect(CommonValue("CONTINUOUS-HIGH", for: .driveMode) == .driveMode(.continuousHigh))
        #expect(CommonValue("single electronic", for: .driveMode) == .driveMode(.singleElectronic))
        #expect(CommonValue("red_eye reduction", for: .flashMode) == .flashMode(.redEyeReduction))
        #expect(CommonValue("m", for: .exposureMode) == .exposureMode(.manual))
    }

    @Test(arguments: [
        ("on", true), ("YES", true), ("True", true), ("1", true), ("off", false), ("no", false), ("false", false), ("0", false),
    ]) func `a switch is on or off in several words`(text: String, value: Bool) {
        #expect(CommonValue(text, for: .bracketing) == .boolean(value))
    }

    @Test func `a temperature may have its unit, an enlargement its sign`() {
        for text in ["5200", "5200K", "5200 k", " 5200 "] {
            #expect(CommonValue(text, for: .whiteBalanceTemperature) == .integer(5200), "\(text)")
        }
        for text in ["10×", "10x", "10 X", "10"] {
            #expect(CommonValue(text, for: .liveViewZoom) == .zoom(ZoomLevel(factor: 10)))
        }
        for text in ["0", "-1", "1001", "×", "1e1"] { #expect(CommonValue(text, for: .liveViewZoom) == nil, "\(text)") }
    }

    @Test func `text that is no value of the property is refused, however long`() {
        for property in PropertyIdentifier.known + [.vendor(code: 1)] {
            for text in [
                "", "\0", "nonsense", "½½", String(repeating: "9", count: 300), String(repeating: "\u{301}", count: 200),
            ] {
                #expect(CommonValue(text, for: property) == nil, "\(property)")
            }
        }
    }

    @Test func `a value of another property's kind is refused`() {
        #expect(CommonValue("daylight", for: .flashMode) == nil)
        #expect(CommonValue("f/2.8", for: .shutterSpeed) == nil)
        #expect(CommonValue("full", for: .imageQuality) == nil, "only the camera knows these values")
    }

    @Test func `a video format is described by size, rate and compression`() {
        let size = PixelSize(width: 1920, height: 1080)
        let table: [(Int, VideoFormat.Compression, String)] = [
            (25_000, .unknown, "1920×1080 25p"), (29_970, .normal, "1920×1080 29.97p IPB"),
            (23_976, .editing, "1920×1080 23.97p ALL-I"),
            (59_040, .raw, "1920×1080 59.04p RAW"),
        ]
        for (rate, compression, text) in table {
            #expect(VideoFormat(milliframesPerSecond: rate, size: size, compression: compression).description == text)
        }
    }

    @Test func `values match by meaning, and where they have none by code`() {
        let mine = PropertyValue(.whiteBalance(.daylight), code: 4, label: "Daylight")
        #expect(mine.matches(PropertyValue(.whiteBalance(.daylight))))
        #expect(!mine.matches(PropertyValue(.whiteBalance(.shade), code: 4)), "the same code of another camera")
        #expect(mine.matches(PropertyValue(code: 4, label: "?")))
        #expect(!PropertyValue(.boolean(true)).matches(PropertyValue(code: 1, label: "one")))
        #expect(PropertyValue(code: 0xA0, label: "").label == "0xA0")
    }
}
