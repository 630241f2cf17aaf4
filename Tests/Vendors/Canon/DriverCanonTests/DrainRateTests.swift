import DriverCanon
import Testing

@Suite struct DrainRateTests {
    private static func pauses(_ rate: inout DrainRate, _ count: Int, at now: Duration = .zero) -> [Int] {
        (0..<count).map { _ in Int(rate.pause(at: now, foundSomething: false) / .milliseconds(1)) }
    }

    @Test func `a quiet body is asked ever less often, once a second at the least`() {
        var rate = DrainRate()
        #expect(Self.pauses(&rate, 11) == [2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 1000])
    }

    @Test func `a body that says something is asked again at once, and soon after`() {
        var rate = DrainRate()
        _ = Self.pauses(&rate, 11)
        #expect(rate.pause(at: .zero, foundSomething: true) == .zero)
        #expect(Self.pauses(&rate, 2) == [2, 4])
    }

    @Test func `while something is expected it is asked often, until it has come or was not to come`() {
        var rate = DrainRate()
        _ = Self.pauses(&rate, 11)
        rate.shortenPauses(until: .seconds(2))
        #expect(Self.pauses(&rate, 7, at: .seconds(1)) == [2, 4, 8, 16, 20, 20, 20])
        #expect(Self.pauses(&rate, 2, at: .seconds(2)) == [20, 40])
        rate.shortenPauses(until: .seconds(9))
        // An earlier deadline does not shorten the current one.
        rate.shortenPauses(until: .seconds(3))
        #expect(Self.pauses(&rate, 7, at: .seconds(8)).last == 20)
        rate.calm()
        #expect(Self.pauses(&rate, 2, at: .seconds(8)) == [20, 40])
    }
}
