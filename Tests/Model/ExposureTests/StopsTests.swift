import Exposure
import Testing

/// The laws of stops, for all of ±8 stops and at the limits of `Int`.
@Suite struct StopsTests {
    static let world = (-48...48).map(Stops.init(sixths:))
    static let extremes = [Int.min, -Int.max, -Int.max + 1, -1, 0, 1, Int.max - 1, Int.max].map(Stops.init(sixths:))

    @Test func thirdsAndHalvesAreExact() {
        #expect(Stops(thirds: 3) == Stops(whole: 1))
        #expect(Stops(halves: 2) == Stops(whole: 1))
        #expect(Stops(thirds: 1) + Stops(thirds: 1) + Stops(thirds: 1) == .one)
        #expect(Stops(thirds: 2).sixths == 4)
        #expect(Stops.half.doubleValue == 0.5)
        #expect(StopFraction.allCases.map(\.stops) == [.third, .half, .one])
    }

    @Test(arguments: [
        (0.3, 2), (0.33, 2), (0.7, 4), (0.67, 4), (0.5, 3), (1.3, 8), (-0.7, -4), (-1.5, -9), (0.08, 0), (0.09, 1), (0.0, 0),
        (-0.0, 0), (-0.05, 0), (1e300, Int.max), (-1e300, -Int.max), (.infinity, Int.max), (-.infinity, -Int.max), (.nan, 0),
        (1.6e18, Int.max),
    ])
    func aDecimalBecomesTheNearestSixthAndSaturates(decimal: Double, sixths: Int) {
        #expect(Stops(nearest: decimal).sixths == sixths)
    }

    @Test func negativeZeroIsZero() {
        #expect(Stops(nearest: -0.0) == .zero)
        #expect(-Stops.zero == .zero)
        #expect(Stops("-0") == .zero)
        #expect(Stops("-0")?.hashValue == Stops.zero.hashValue)
        #expect(Stops("-0.0")?.description == "0")
    }

    @Test func additionIsAGroupOnASmallWorld() {
        var violations: [String] = []
        for a in Self.world {
            if a + .zero != a || a + -a != .zero || -(-a) != a { violations.append("\(a)") }
            for b in Self.world {
                if a + b != b + a || (a + b) - b != a || a - b != -(b - a) { violations.append("\(a), \(b)") }
            }
        }
        #expect(violations.isEmpty)
    }

    @Test func theOrderIsThatOfTheNumbers() {
        for (index, a) in Self.world.enumerated() {
            for (other, b) in Self.world.enumerated() where (a < b) != (index < other) {
                Issue.record("\(a) < \(b)")
            }
        }
    }

    @Test func overflowSaturatesAndNeverTraps() {
        for a in Self.extremes {
            #expect(-(-a) == a)
            #expect(a.magnitude >= .zero)
            for b in Self.extremes {
                func clamped(_ exact: Int128) -> Int { Int(max(-Int128(Int.max), min(Int128(Int.max), exact))) }
                #expect((a + b).sixths == clamped(Int128(a.sixths) + Int128(b.sixths)))
                #expect((a - b).sixths == clamped(Int128(a.sixths) - Int128(b.sixths)))
                #expect((a * b.sixths).sixths == clamped(Int128(a.sixths) * Int128(b.sixths)))
            }
            for step in StopFraction.allCases { _ = a.rounded(to: step) }
        }
        #expect(Stops(whole: .max).sixths == .max)
        #expect(Stops(thirds: .min).sixths == -.max)
        #expect(Stops(sixths: .min) == Stops(sixths: -.max))
        #expect(Stops(sixths: .max) * -2 == Stops(sixths: -.max))
        #expect(-2 * Stops(sixths: -.max) == Stops(sixths: .max))
    }

    @Test func multiplyingIsRepeatedAdding() {
        for a in Self.world {
            #expect(a * 3 == a + a + a)
            #expect(-1 * a == -a)
        }
    }

    @Test(arguments: [
        (7, 6, 6, 6), (8, 8, 9, 6), (9, 8, 9, 6), (10, 10, 9, 12), (-7, -6, -6, -6), (-8, -8, -9, -6), (-10, -10, -9, -12),
        (1, 0, 0, 0), (2, 2, 3, 0), (5, 4, 6, 6), (3, 2, 3, 0),
    ])
    func roundingGoesToTheNearestStepAndTowardsZeroBetweenTwo(sixths: Int, third: Int, half: Int, whole: Int) {
        let stops = Stops(sixths: sixths)
        #expect(stops.rounded(to: .third).sixths == third)
        #expect(stops.rounded(to: .half).sixths == half)
        #expect(stops.rounded(to: .whole).sixths == whole)
    }
}

@Suite struct StopsTextTests {
    @Test(arguments: [
        (0, "0"), (1, "+⅙"), (2, "+⅓"), (3, "+½"), (4, "+⅔"), (5, "+⅚"), (6, "+1"), (8, "+1⅓"), (-4, "-⅔"), (-9, "-1½"),
        (-60, "-10"),
    ])
    func descriptionsAreWhatDisplaysShow(sixths: Int, text: String) {
        #expect(Stops(sixths: sixths).description == text)
    }

    @Test func everyDescriptionParsesBack() {
        for stops in StopsTests.world + StopsTests.extremes {
            #expect(Stops(stops.description) == stops)
        }
    }

    @Test(arguments: [
        ("+1⅓", 8), ("1⅓", 8), ("+1 1/3", 8), ("1 ⅓", 8), ("1.3", 8), ("1,3", 8), ("+1.33", 8), ("4/3", 8), ("1/3", 2),
        ("0.3", 2), ("⅓", 2), ("-0.7", -4), ("-2/3", -4), ("−⅔", -4), ("–⅔", -4), ("−0,7", -4), ("+½", 3), ("2/4", 3),
        ("+0.5", 3), ("±0", 0), ("+0", 0), ("0", 0), ("0/1", 0), ("  +2  ", 12), ("-3", -18), ("1\u{2044}6", 1), ("+12", 72),
        ("5/6", 5),
    ])
    func whatPhotographersWriteParses(text: String, sixths: Int) {
        #expect(Stops(text)?.sixths == sixths)
    }

    @Test(arguments: [
        "", " ", "+", "-", "+-1", "--1", "±1", "1/0", "1/4", "1/7", "1 4/3", "1 1/0", "1/3/3", "1.3.3", "1.", ".5", "⅓⅓",
        "⅓1", "1⅓½", "1 2", "1 1/3 x", "nan", "inf", "infinity", "0x10", "1e3", "١", "１", "1\0", "\0", "+1⅓ EV", "EV",
        "1\n1/3", "99999999999999999999", "9223372036854775807", "-9223372036854775807", "1537228672809129302",
        "9223372036854775807/2", "1.99999999999999999999999", "f",
    ])
    func whatIsNoNumberOfStopsIsRefused(text: String) {
        #expect(Stops(text) == nil)
    }
}
