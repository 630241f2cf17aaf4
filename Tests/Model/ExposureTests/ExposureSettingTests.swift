import Exposure
import Testing

/// The laws that all settings share, tested with all values of each setting.
@Suite struct ExposureSettingTests {
    static let settings: [any SettingWorld.Type] = [Aperture.self, ShutterSpeed.self, ISOSpeed.self, ExposureCompensation.self]

    @Test(arguments: settings.indices)
    func theOrderIsTotalStrictAndAgreesWithEquality(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            // If every pair is ordered by its positions in one list, the order is also transitive.
            let ranked = Setting.world.sorted()
            #expect(Set(ranked).count == ranked.count)
            var violations: [String] = []
            for (left, a) in ranked.enumerated() {
                for (right, b) in ranked.enumerated() {
                    let holds = (a < b) == (left < right) && (a > b) == (left > right) && (a == b) == (left == right)
                    if !holds || (a == b && a.hashValue != b.hashValue) { violations.append("\(a) \(b)") }
                }
            }
            #expect(violations.isEmpty)
        }
        check(Self.settings[index])
    }

    @Test(arguments: settings.indices)
    func aSpecialValueEqualsNoOrdinaryOneInEitherDirection(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            for special in Setting.specials {
                #expect(!special.isOrdinary)
                #expect(special.relativeLight == nil)
                #expect(!Setting.ordinaries.contains { $0 == special || special == $0 })
                #expect(Setting.specials.filter { $0 == special }.count == 1)
            }
            #expect(Setting.ordinaries.allSatisfy { $0.isOrdinary && $0.relativeLight != nil })
        }
        check(Self.settings[index])
    }

    @Test(arguments: settings.indices)
    func arithmeticOnSpecialValuesGivesNil(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            for special in Setting.specials {
                #expect(special.adding(.zero) == nil)
                #expect(special.adding(.third) == nil)
                #expect(special.rounded(to: .third) == special)
                for other in Setting.world {
                    #expect(special.stops(from: other) == nil)
                    #expect(other.stops(from: special) == nil)
                }
            }
        }
        check(Self.settings[index])
    }

    @Test(arguments: settings.indices)
    func everyDescriptionParsesBack(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            for value in Setting.world {
                #expect(Setting(value.description) == value)
                #expect(Setting("  \(value.description.uppercased())\t") == value)
            }
            #expect(Set(Setting.world.map(\.description)).count == Setting.world.count)
        }
        check(Self.settings[index])
    }

    @Test(arguments: settings.indices)
    func aStepUpAndTheSameStepDownEndWhereTheyBegan(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            for (series, steps) in [(StopFraction.third, [1, 2, 3, 4, 7]), (.half, [1, 3, 5]), (.whole, [1, 2, 5])] {
                for value in Setting.nominalSeries(series) {
                    for step in steps.flatMap({ [$0, -$0] }) {
                        guard let there = value.adding(series.stops * step) else { continue }
                        #expect(there != value)
                        #expect(there.adding(series.stops * -step) == value, "\(value) by \(series.stops * step)")
                    }
                }
            }
        }
        check(Self.settings[index])
    }

    @Test(arguments: settings.indices)
    func aSeriesIsItsFirstValueAndOneStepAfterAnother(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            for series in StopFraction.allCases {
                let values = Setting.nominalSeries(series)
                for (lower, upper) in zip(values, values.dropFirst()) {
                    #expect(lower < upper)
                    let step = Setting.self == Aperture.self ? -series.stops : series.stops
                    #expect(lower.adding(step) == upper)
                    #expect(upper.adding(-step) == lower)
                    // Two neighbours among the halves may both be thirds as well; then their difference is counted in thirds.
                    let difference = upper.stops(from: lower) ?? .zero
                    #expect(difference == step || (series == .half && lower.adding(difference) == upper))
                }
            }
        }
        check(Self.settings[index])
    }

    @Test(arguments: settings.indices)
    func aSeriesStaysWithinItsRangeAndKeepsBothEnds(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            for series in StopFraction.allCases {
                let all = Setting.nominalSeries(series)
                for (first, last) in [(0, 0), (0, all.count - 1), (2, 5), (3, all.count - 2)] {
                    #expect(Setting.nominalSeries(series, in: all[first]...all[last]) == Array(all[first...last]))
                }
            }
            let everything = (Setting.world.min() ?? Setting.world[0])...(Setting.world.max() ?? Setting.world[0])
            #expect(Setting.nominalSeries(.third, in: everything) == Setting.nominalSeries(.third))
            #expect(Setting.nominalSeries(.third).first == Setting.nominalRange.lowerBound)
            #expect(Setting.nominalSeries(.third).last == Setting.nominalRange.upperBound)
            #expect(!Setting.specials.contains(where: Setting.nominalRange.contains))
        }
        check(Self.settings[index])
    }

    @Test(arguments: settings.indices)
    func addingZeroGivesTheValueItself(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            for value in Setting.ordinaries { #expect(value.adding(.zero) == value) }
        }
        check(Self.settings[index])
    }

    @Test(arguments: settings.indices)
    func addingFarTooMuchGivesNilAndNeverTraps(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            for value in Setting.ordinaries {
                for stops in [Stops(whole: 1000), Stops(whole: -1000), Stops(sixths: .max), Stops(sixths: .min)] {
                    #expect(value.adding(stops) == nil)
                }
            }
        }
        check(Self.settings[index])
    }

    @Test(arguments: settings.indices)
    func differencesAreAntisymmetricAndZeroOnlyWhereTheyMayBe(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            let sign = Setting.self == Aperture.self ? -1 : 1
            var violations: [String] = []
            for a in Setting.ordinaries {
                for b in Setting.ordinaries {
                    guard let there = a.stops(from: b), let back = b.stops(from: a) else {
                        violations.append("\(a) \(b) nil")
                        continue
                    }
                    if there != -back { violations.append("\(a) \(b) \(there) \(back)") }
                    // More light never results in less.
                    if a > b, there * sign < .zero { violations.append("\(a) \(b) \(there)") }
                }
            }
            #expect(violations.isEmpty)
        }
        check(Self.settings[index])
    }

    @Test(arguments: settings.indices)
    func lightRisesOrFallsWithEveryOrdinaryValue(index: Int) {
        func check<Setting: SettingWorld>(_: Setting.Type) {
            let light = Setting.ordinaries.sorted().compactMap(\.relativeLight)
            let pairs = zip(light, light.dropFirst())
            #expect(Setting.self == Aperture.self ? pairs.allSatisfy { $0 > $1 } : pairs.allSatisfy { $0 < $1 })
        }
        check(Self.settings[index])
    }
}
