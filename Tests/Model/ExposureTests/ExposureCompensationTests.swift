import Exposure
import Testing

@Suite struct ExposureCompensationTests {
    @Test func theSeriesIsFiveStopsEitherWay() {
        #expect(ExposureCompensation.nominalSeries(.third).count == 31)
        #expect(ExposureCompensation.nominalSeries(.half).count == 21)
        #expect(ExposureCompensation.nominalSeries(.whole).count == 11)
        let range = ExposureCompensation(-.one)...ExposureCompensation(.one)
        #expect(
            ExposureCompensation.nominalSeries(.third, in: range).map(\.description) == ["-1", "-⅔", "-⅓", "0", "+⅓", "+⅔", "+1"]
        )
        #expect(ExposureCompensation.nominalSeries(.half, in: range).map(\.description) == ["-1", "-½", "0", "+½", "+1"])
    }

    @Test func sumsAreExactToASixth() {
        #expect(ExposureCompensation(.third).adding(.half) == ExposureCompensation(Stops(sixths: 5)))
        #expect(ExposureCompensation(.third).stops(from: ExposureCompensation(-.third)) == Stops(thirds: 2))
        #expect(ExposureCompensation(.third).relativeLight == 1.0 / 3)
    }

    @Test func pastFiveStopsThereIsNothing() {
        #expect(ExposureCompensation(Stops(whole: 5)).adding(.third) == nil)
        #expect(ExposureCompensation(Stops(whole: 5)).adding(.zero) == ExposureCompensation(Stops(whole: 5)))
        #expect(ExposureCompensation(Stops(whole: 6)).adding(-.one) == ExposureCompensation(Stops(whole: 5)))
        #expect(ExposureCompensation(Stops(whole: 6)).adding(-.third) == nil)
    }

    @Test func minusZeroIsZero() {
        #expect(ExposureCompensation("-0") == .zero)
        #expect(ExposureCompensation(Stops(nearest: -0.0)) == .zero)
        #expect(ExposureCompensation("-0 EV")?.description == "0")
    }

    @Test func anUnknownReadingIsNotZero() {
        #expect(ExposureCompensation.unknown != .zero)
        #expect(ExposureCompensation.zero != .unknown)
        #expect(ExposureCompensation.unknown.stops == nil)
        #expect(ExposureCompensation.unknown < ExposureCompensation(Stops(whole: -100)))
        #expect(ExposureCompensation("--") == .unknown)
    }

    @Test(arguments: [("+1⅓ EV", 8), ("+1⅓", 8), ("-0.7ev", -4), ("1 1/3 EV", 8), ("±0 EV", 0), ("−½", -3), ("+7", 42)])
    func whatPhotographersWriteParses(text: String, sixths: Int) {
        #expect(ExposureCompensation(text)?.stops?.sixths == sixths)
    }

    @Test(arguments: ["", "EV", "EV 1", "1 EV EV", "1 EVs", "+", "---", "nan", "inf", "1/0", "0\0", "1 stop", "f/8"])
    func whatIsNoCompensationIsRefused(text: String) {
        #expect(ExposureCompensation(text) == nil)
    }
}
