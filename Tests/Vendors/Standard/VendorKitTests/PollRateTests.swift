import Testing
import VendorKit

@Suite struct PollRateTests {
    private static func pauses(_ rate: inout PollRate, _ count: Int, at now: Duration = .zero) -> [Int] {
        (0..<count).map { _ in Int(rate.pause(at: now, foundSomething: false) / .milliseconds(1)) }
    }

    @Test func `a quiet body is queried ever less often, at least once a second`() {
        var rate = PollRate()
        #expect(Self.pauses(&rate, 11) == [2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 1000])
    }

    @Test func `a body that reports events is queried immediately, and soon afterwards`() {
        var rate = PollRate()
        _ = Self.pauses(&rate, 11)
        #expect(rate.pause(at: .zero, foundSomething: true) == .zero)
        #expect(Self.pauses(&rate, 2) == [2, 4])
    }

    @Test func `while an event is expected requests are frequent, until it arrives or the time has passed`() {
        var rate = PollRate()
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
