import CameraModel
import Exposure
package import PTP
package import PTPProperties

/// The shutter speeds of 0x500D: microseconds, which are exact powers of two where the dial has a round number. From two minutes on a body
/// has numbers of its own (constants of Fujifilm's SDK; the dumps of real bodies have them too).
package enum FujifilmShutterSpeeds {
    private static let bulb: Int64 = 0xFFFF_FFFF
    /// Minutes, by number.
    private static let minutes: [(Int64, UInt32)] = [
        (64_000_030, 2), (64_000_060, 4), (64_000_090, 8), (64_000_120, 15), (64_000_150, 30), (64_000_180, 60),
    ]
    /// Seconds in tenths, by number, from 0.3 s on.
    private static let tenths: [(Int64, UInt32)] = [
        (396_850, 4), (500_000, 5), (629_960, 6), (793_700, 8), (1_000_000, 10), (1_259_921, 13), (1_587_401, 16),
        (2_000_000, 20),
        (2_519_842, 25), (3_174_802, 30), (4_000_000, 40), (5_039_684, 50), (6_349_604, 60), (8_000_000, 80), (10_079_368, 100),
        (12_699_208, 130), (16_000_000, 150), (20_158_736, 200), (25_398_416, 250), (32_000_000, 300), (40_317_473, 400),
        (50_796_833, 500), (64_000_000, 600),
    ]
    /// Reciprocal seconds, by number.
    private static let reciprocals: [(Int64, UInt32)] = [
        (5, 180_000), (6, 160_000), (7, 128_000), (9, 102_400), (12, 80_000), (15, 64_000), (19, 51_200), (24, 40_000),
        (30, 32_000),
        (38, 25_000), (43, 24_000), (48, 20_000), (61, 16_000), (76, 13_000), (86, 12_000), (96, 10_000), (122, 8000),
        (153, 6400),
        (172, 6000), (193, 5000), (244, 4000), (307, 3200), (345, 3000), (387, 2500), (488, 2000), (615, 1600), (690, 1500),
        (775, 1250), (976, 1000), (1230, 800), (1381, 750), (1550, 640), (1953, 500), (2460, 400), (2762, 350), (3100, 320),
        (3906, 250), (4921, 200), (5524, 180), (6200, 160), (7812, 125), (9843, 100), (11_048, 90), (12_401, 80), (15_625, 60),
        (19_686, 50), (22_097, 45), (24_803, 40), (31_250, 30), (39_372, 25), (44_194, 20), (49_606, 20), (62_500, 15),
        (78_745, 13), (88_388, 10), (99_212, 10), (125_000, 8), (157_490, 6), (176_776, 6), (198_425, 5), (250_000, 4),
        (314_980, 3), (353_553, 3),
    ]

    private static let known: [PropertyValue] =
        reciprocals.compactMap { value($0, ShutterSpeed(numerator: 1, denominator: $1)) }
        + tenths.compactMap { value($0, ShutterSpeed(numerator: $1, denominator: 10)) }
        + minutes.compactMap { value($0, ShutterSpeed(numerator: $1 * 60, denominator: 1)) } + [
            PropertyValue(.shutterSpeed(.bulb), code: bulb)
        ]

    private static func value(_ number: Int64, _ speed: ShutterSpeed?) -> PropertyValue? {
        speed.map { PropertyValue(.shutterSpeed($0), code: number) }
    }

    /// The numbers that bodies are known to have. Of two numbers with the same nominal time, thirds of a stop are before halves.
    package static let table = ValueTable(.uint32, preferred(known))

    /// Puts the numbers of thirds before those of halves, so that they are used where a time has both.
    private static func preferred(_ values: [PropertyValue]) -> [PropertyValue] {
        let halves: Set<Int64> = [44_194, 88_388, 176_776, 353_553]
        return values.filter { !halves.contains($0.code ?? 0) } + values.filter { halves.contains($0.code ?? 0) }
    }

    /// The table with the nominal times of other makers, each with the number of the nearest: 0.3 s is 1/3 s. For encoding.
    package static let nearest = ValueTable(
        .uint32,
        table.values
            + ShutterSpeed.nominalSeries(.third, in: ShutterSpeed.nominalRange).compactMap { speed in
                nearestNumber(speed).flatMap { value($0, speed) }
            }
    )

    /// Returns the number of the known time that is nearest; nil for one that is further away than a sixth of a stop.
    private static func nearestNumber(_ speed: ShutterSpeed) -> Int64? {
        guard let seconds = speed.seconds else { return nil }
        let distances = table.values.compactMap { value -> (Double, Int64)? in
            guard let own = value.shutterSpeed?.seconds, let code = value.code else { return nil }
            return (max(own / seconds, seconds / own), code)
        }
        guard let nearest = distances.min(by: { $0.0 < $1.0 }), nearest.0 < 1.12 else { return nil }
        return nearest.1
    }

    /// Returns the meanings of the numbers that a body lists or shows, so that unknown ones are times too.
    package static func table(for desc: DevicePropDesc) -> ValueTable {
        var listed: [DataValue] = []
        if case .enumeration(let values) = desc.form { listed = values }
        let further = (listed + [desc.current]).compactMap { value -> PropertyValue? in
            guard let number: Int64 = value.integer(), table[number] == nil else { return nil }
            return self.value(number, speed(number))
        }
        return further.isEmpty ? table : ValueTable(.uint32, table.values + further)
    }

    /// The time that a number means which the table lacks: microseconds, or from a thousand seconds on reciprocal seconds in hundredths,
    /// against flicker. Nil for 0, which bodies show in menus.
    private static func speed(_ number: Int64) -> ShutterSpeed? {
        guard number > 0 else { return nil }
        let flicker = number - 1_000_000_000
        if (1_000...2_000_000).contains(flicker) { return ShutterSpeed(numerator: 100, denominator: UInt32(flicker)) }
        return ShutterSpeed(seconds: Double(number) / 1_000_000)
    }
}
