import Exposure

/// The values of a setting with which the laws are tested: every nominal one, some that are not, and the special ones.
protocol SettingWorld: ExposureSetting {
    static var specials: [Self] { get }
    static var oddities: [Self] { get }
}

extension SettingWorld {
    static var nominals: [Self] { Set(nominalSeries(.third) + nominalSeries(.half)).sorted() }
    static var ordinaries: [Self] { nominals + oddities }
    static var world: [Self] { ordinaries + specials }
}

extension Aperture: SettingWorld {
    static let specials: [Aperture] = [.automatic]
    static let oddities = [0.5, 0.7, 0.85, 0.97, 1.05, 1.19, 1.75, 2.1, 3.31, 3.4, 5.7, 7.5, 65, 90, 127.99, 128].compactMap(
        Aperture.init(fNumber:)
    )
}

extension ShutterSpeed: SettingWorld {
    static let specials: [ShutterSpeed] = [.automatic, .flashSync, .time, .bulb]
    static let oddities: [ShutterSpeed] = [
        (1, 1_000_000), (1, 64000), (1, 48), (1, 24), (1, 70), (10, 13), (10, 16), (2, 3), (167, 500), (31, 1), (119, 1),
        (721, 1), (7200, 1), (86_400, 1), (86_399, 1), (1001, 30000), (6_172_839, 5000), (4_294_967_295, 4_294_967_294),
    ].compactMap { ShutterSpeed(numerator: $0.0, denominator: $0.1) }
}

extension ISOSpeed: SettingWorld {
    static let specials: [ISOSpeed] = [.automatic]
    static let oddities = [1, 6, 12, 25, 31, 110, 180, 220, 450, 900, 1800, 12801, 500_000, 819_200, 3_276_800, 9_999_999]
        .compactMap {
            ISOSpeed($0)
        }
}

extension ExposureCompensation: SettingWorld {
    static let specials: [ExposureCompensation] = [.unknown]
    static let oddities = [-48, -31, -7, -1, 1, 5, 31, 600].map { ExposureCompensation(Stops(sixths: $0)) }
}
