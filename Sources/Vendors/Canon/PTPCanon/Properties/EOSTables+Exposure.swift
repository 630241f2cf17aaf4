import CameraModel
import Exposure
import PTP
package import PTPProperties

// Codes in eighths of a stop: a third is 3, a half 4, two thirds 5. Their meanings are the displayed values, so a half and a
// third may have the same one; the third, which is the usual setting, is listed first. All of it is observed behaviour.

extension EOSTables {
    /// f-numbers; 8 is one stop, 0x08 is f/1.
    package static let apertures = ValueTable(
        .uint16,
        [0xFFFF, 0x0000, 0x00B0].map { PropertyValue(.aperture(.automatic), code: $0) }
            + table(apertureNumbers) { number in Aperture(fNumber: number).map { .aperture($0) } }
    )

    private static let apertureNumbers: [(Int64, Double)] = [
        (0x08, 1), (0x0B, 1.1), (0x0D, 1.2), (0x0C, 1.2), (0x10, 1.4), (0x13, 1.6), (0x15, 1.8), (0x14, 1.8),
        (0x18, 2), (0x1B, 2.2), (0x1D, 2.5), (0x1C, 2.5), (0x20, 2.8), (0x23, 3.2), (0x25, 3.5), (0x24, 3.5),
        (0x28, 4), (0x2B, 4.5), (0x2C, 4.5), (0x2D, 5), (0x30, 5.6), (0x33, 6.3), (0x34, 6.7), (0x35, 7.1),
        (0x38, 8), (0x3B, 9), (0x3C, 9.5), (0x3D, 10), (0x40, 11), (0x43, 13), (0x44, 13), (0x45, 14),
        (0x48, 16), (0x4B, 18), (0x4C, 19), (0x4D, 20), (0x50, 22), (0x53, 25), (0x54, 27), (0x55, 29),
        (0x58, 32), (0x5B, 36), (0x5C, 38), (0x5D, 40), (0x60, 45), (0x63, 51), (0x64, 54), (0x65, 57),
        (0x68, 64), (0x6B, 72), (0x6C, 76), (0x6D, 81), (0x70, 91),
    ]

    /// Exposure times; 8 is one stop shorter, 0x38 is one second.
    package static let shutterSpeeds = ValueTable(
        .uint16,
        [PropertyValue(.shutterSpeed(.automatic), code: 0)]
            + [0x0C, 0x04].map { PropertyValue(.shutterSpeed(.bulb), code: $0) }
            + table(secondsInTenths) { tenths in ShutterSpeed(numerator: tenths, denominator: 10).map { .shutterSpeed($0) } }
            + table(partsOfSecond) { part in ShutterSpeed(numerator: 1, denominator: part).map { .shutterSpeed($0) } }
    )

    /// A third and a half of a stop may be displayed alike: 20, 10 and 6 seconds.
    private static let secondsInTenths: [(Int64, UInt32)] = [
        (0x10, 300), (0x13, 250), (0x15, 200), (0x14, 200), (0x18, 150), (0x1B, 130), (0x1D, 100), (0x1C, 100),
        (0x20, 80), (0x23, 60), (0x24, 60), (0x25, 50), (0x28, 40), (0x2B, 32), (0x2C, 30), (0x2D, 25),
        (0x30, 20), (0x33, 16), (0x34, 15), (0x35, 13), (0x38, 10), (0x3B, 8), (0x3C, 7), (0x3D, 6),
        (0x40, 5), (0x43, 4), (0x45, 3), (0x44, 3),
    ]

    private static let partsOfSecond: [(Int64, UInt32)] = [
        (0x48, 4), (0x4B, 5), (0x4D, 6), (0x4C, 6), (0x50, 8), (0x53, 10), (0x54, 10), (0x55, 13),
        (0x58, 15), (0x5B, 20), (0x5C, 20), (0x5D, 25), (0x60, 30), (0x63, 40), (0x64, 45), (0x65, 50),
        (0x68, 60), (0x6B, 80), (0x6C, 90), (0x6D, 100), (0x70, 125), (0x73, 160), (0x74, 180), (0x75, 200),
        (0x78, 250), (0x7B, 320), (0x7C, 350), (0x7D, 400), (0x80, 500), (0x83, 640), (0x84, 750), (0x85, 800),
        (0x88, 1000), (0x8B, 1250), (0x8C, 1500), (0x8D, 1600), (0x90, 2000), (0x93, 2500), (0x94, 3000), (0x95, 3200),
        (0x98, 4000), (0x9B, 5000), (0x9C, 6000), (0x9D, 6400), (0xA0, 8000), (0xA8, 16000),
    ]

    /// ISO speeds; 8 is a doubling, 0x48 is ISO 100.
    package static let isoSpeeds = ValueTable(
        .uint16,
        [0, 1].map { PropertyValue(.isoSpeed(.automatic), code: $0) } + [PropertyValue(code: 0xFFFF, label: "Factory default")]
            + table(isoNumbers) { number in ISOSpeed(number).map { .isoSpeed($0) } }
    )

    private static let isoNumbers: [(Int64, Int)] = [
        (0x28, 6), (0x30, 12), (0x38, 25), (0x40, 50), (0x43, 64), (0x45, 80), (0x48, 100), (0x4B, 125),
        (0x4D, 160), (0x50, 200), (0x53, 250), (0x55, 320), (0x58, 400), (0x5B, 500), (0x5D, 640), (0x60, 800),
        (0x63, 1000), (0x65, 1250), (0x68, 1600), (0x6B, 2000), (0x6D, 2500), (0x70, 3200), (0x73, 4000), (0x75, 5000),
        (0x78, 6400), (0x7B, 8000), (0x7D, 10000), (0x80, 12800), (0x83, 16000), (0x85, 20000), (0x88, 25600),
        (0x8B, 32000), (0x8D, 40000), (0x90, 51200), (0x93, 64000), (0x95, 80000), (0x98, 102_400), (0xA0, 204_800),
        (0xA8, 409_600), (0xB0, 819_200),
    ]

    /// Signed eighths of a stop in a UINT8: from -5 to +5 in thirds and halves.
    package static let compensations = ValueTable(
        .uint8,
        (-40...40).compactMap { eighths in
            sixths(ofEighths: eighths).map {
                PropertyValue(
                    .exposureCompensation(ExposureCompensation(Stops(sixths: $0))),
                    code: Int64(UInt8(bitPattern: eighths))
                )
            }
        }
    )

    /// Width of a bracket to either side, in the same eighths.
    package static let brackets = ValueTable(
        .uint16,
        [PropertyValue(.exposureCompensation(ExposureCompensation(.zero)), code: 0, label: "Off")]
            + (1...24).compactMap { eighths in
                sixths(ofEighths: eighths).map {
                    let stops = Stops(sixths: $0)
                    let label = "±" + stops.description.drop { $0 == "+" }
                    return PropertyValue(.exposureCompensation(ExposureCompensation(stops)), code: Int64(eighths), label: label)
                }
            }
    )

    /// Converts eighths into sixths: 3 is a third of a stop, 4 a half, 5 two thirds; nil for other fractions.
    private static func sixths(ofEighths eighths: Int8) -> Int? {
        let (whole, rest) = eighths.quotientAndRemainder(dividingBy: 8)
        let parts: [Int8: Int] = [0: 0, 3: 2, 4: 3, 5: 4]
        guard let part = parts[abs(rest)] else { return nil }
        return Int(whole) * 6 + Int(rest.signum()) * part
    }

    private static func table<Number>(
        _ rows: [(Int64, Number)],
        _ meaning: (Number) -> CommonValue?
    ) -> [PropertyValue] {
        rows.compactMap { code, number in meaning(number).map { PropertyValue($0, code: code) } }
    }
}
