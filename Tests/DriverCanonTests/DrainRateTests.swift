import DriverCanon
import Testing

@Suite struct DrainRateTests {
    @Test func `a quiet body is asked ever less often, once a second at the least`() {
        var rate = DrainRate()
        let pauses = (0..<8).map { _ in rate.pause(at: .zero, foundSomething: false) }
        #expect(pauses == [20, 40, 80, 160, 320, 640, 1000, 1000].map { .milliseconds($0) })
    }

    @Test func `a body that says something is asked again at once`() {
        var rate = DrainRate()
        for _ in 0..<8 { _ = rate.pause(at: .zero, foundSomething: false) }
        #expect(rate.pause(at: .zero, foundSomething: true) == .zero)
        #expect(rate.pause(at: .zero, foundSomething: false) == DrainRate.fast)
    }

    @Test func `while something is expected it is asked often, until it has come or was not to come`() {
        var rate = DrainRate()
        rate.hurry(until: .seconds(2))
        for _ in 0..<8 { #expect(rate.pause(at: .seconds(1), foundSomething: false) == DrainRate.fast) }
        #expect(rate.pause(at: .seconds(2), foundSomething: false) == DrainRate.fast)
        #expect(rate.pause(at: .seconds(2), foundSomething: false) == .milliseconds(40))
        rate.hurry(until: .seconds(9))
        // Who expects something sooner does not shorten it.
        rate.hurry(until: .seconds(3))
        #expect(rate.pause(at: .seconds(8), foundSomething: false) == DrainRate.fast)
        rate.calm()
        #expect(rate.pause(at: .seconds(8), foundSomething: false) == DrainRate.fast)
        #expect(rate.pause(at: .seconds(8), foundSomething: false) == .milliseconds(40))
    }
}
