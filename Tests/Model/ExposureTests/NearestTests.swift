import Exposure
import Testing

/// Selection of the nearest value among those that a camera offers.
@Suite struct NearestTests {
    @Test func theNearestIsMeasuredInStopsAndNotInNumbers() {
        // By number, f/8 is nearer to f/4 and 1 s to 1/30 s.
        #expect(Aperture.f8.nearest(in: [.f4, Aperture(fNumber: 13) ?? .f32]) == Aperture(fNumber: 13))
        #expect(ShutterSpeed.s1.nearest(in: [.s1_30, .s4]) == .s4)
        #expect(ShutterSpeed("1/100")?.nearest(in: [.s1_60, .s1_125]) == .s1_125)
        #expect(ISOSpeed(140)?.nearest(in: [.iso50, .iso200]) == .iso200)
        #expect(ISOSpeed(450)?.nearest(in: [.iso400, .iso800]) == .iso400)
        #expect(ISOSpeed(110)?.nearest(in: ISOSpeed.nominalSeries(.third)) == .iso100)
        // As a nominal half, f/3.3 is exactly between f/3.2 and f/3.5.
        #expect(Aperture(fNumber: 3.3)?.nearest(in: Aperture.nominalSeries(.third)) == .f3_5)
        #expect(Aperture(fNumber: 3.25)?.nearest(in: Aperture.nominalSeries(.third)) == Aperture(fNumber: 3.2))
        #expect(Aperture(fNumber: 90)?.nearest(in: Aperture.nominalSeries(.third)) == Aperture(fNumber: 64))
    }

    @Test func ofTwoEquallyNearTheOneWithLessLightIsChosen() {
        let aperture = [Aperture.f5_6, .f8]
        #expect(Aperture(fNumber: 6.7)?.nearest(in: aperture) == .f8)
        #expect(Aperture(fNumber: 6.7)?.nearest(in: aperture.reversed()) == .f8)
        #expect(ShutterSpeed("1/90")?.nearest(in: [.s1_60, .s1_125]) == .s1_125)
        #expect(ShutterSpeed("1/90")?.nearest(in: [.s1_125, .s1_60]) == .s1_125)
        #expect(ISOSpeed(140)?.nearest(in: [.iso200, .iso100]) == .iso100)
        #expect(ExposureCompensation.zero.nearest(in: [.init(.third), .init(-.third)]) == .init(-.third))
    }

    @Test func anEqualValueIsFoundBeforeAnyOther() {
        for value in ShutterSpeed.world {
            #expect(value.nearest(in: ShutterSpeed.world) == value)
            #expect(value.nearest(in: ShutterSpeed.world.reversed()) == value)
        }
    }

    @Test func specialValuesAreNeverChosenForOrdinaryOnes() {
        #expect(ShutterSpeed.s30.nearest(in: [.bulb, .time, .automatic, .flashSync]) == nil)
        #expect(ShutterSpeed.s30.nearest(in: [.bulb, .s1_8000]) == .s1_8000)
        #expect(Aperture.f8.nearest(in: [.automatic]) == nil)
        #expect(ISOSpeed.iso100.nearest(in: [.automatic, .iso12800]) == .iso12800)
        #expect(ExposureCompensation.zero.nearest(in: [.unknown]) == nil)
    }

    @Test func aSpecialValueMatchesOnlyItself() {
        #expect(ShutterSpeed.bulb.nearest(in: [.s30, .time, .bulb]) == .bulb)
        #expect(ShutterSpeed.bulb.nearest(in: [.s30, .time]) == nil)
        #expect(Aperture.automatic.nearest(in: Aperture.nominalSeries(.third)) == nil)
    }

    @Test func aListInHalvesCorrectsASumThatWasCountedInThirds() {
        let sum = Aperture.f1_2.adding(-.one)
        #expect(sum == .f1_8)
        #expect(sum?.nearest(in: Aperture.nominalSeries(.half)) == Aperture(fNumber: 1.7))
    }

    @Test func nothingIsNearestInNothing() {
        #expect(Aperture.f8.nearest(in: []) == nil)
    }

    @Test(arguments: [(2.83, "f/2.8"), (1.75, "f/1.8"), (5.657, "f/5.6"), (0.6, "f/0.95"), (100.0, "f/64")])
    func roundingFindsTheNominalValueOfASeries(fNumber: Double, text: String) {
        #expect(Aperture(fNumber: fNumber)?.rounded(to: .third).description == text)
    }

    @Test func roundingKnowsTheSeries() {
        #expect(ShutterSpeed("1/1.3")?.rounded(to: .third).description == "0.8 s")
        #expect(ShutterSpeed("1/1.6")?.rounded(to: .third).description == "0.6 s")
        #expect(ShutterSpeed("1/64")?.rounded(to: .third) == .s1_60)
        #expect(ShutterSpeed("1/256")?.rounded(to: .whole) == .s1_250)
        #expect(ShutterSpeed("1/48")?.rounded(to: .half).description == "1/45")
        #expect(ShutterSpeed("1/48")?.rounded(to: .third).description == "1/50")
        #expect(ISOSpeed(450)?.rounded(to: .half).description == "ISO 400")
        #expect(ISOSpeed(450)?.rounded(to: .third).description == "ISO 500")
    }
}
