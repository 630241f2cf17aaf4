import Exposure
import Testing

@Suite struct ApertureTests {
    @Test func theSeriesInThirdsIsWhatCamerasShow() {
        let shown = """
            0.95 1 1.1 1.2 1.4 1.6 1.8 2 2.2 2.5 2.8 3.2 3.5 4 4.5 5 5.6 6.3 7.1 8 9 10 11 13 14 16 18 20 22 25 29 32 36 40 45 51 57 64
            """
        #expect(Aperture.nominalSeries(.third).map(\.description) == shown.split(separator: " ").map { "f/\($0)" })
    }

    @Test func theSeriesInHalvesIsWhatCamerasShow() {
        let shown = "1 1.2 1.4 1.7 2 2.4 2.8 3.3 4 4.8 5.6 6.7 8 9.5 11 13 16 19 22 27 32 38 45 54 64"
        #expect(Aperture.nominalSeries(.half).map(\.description) == shown.split(separator: " ").map { "f/\($0)" })
    }

    @Test func theSeriesInWholeStopsIsWhatLensesAreEngravedWith() {
        let shown = "1 1.4 2 2.8 4 5.6 8 11 16 22 32 45 64"
        #expect(Aperture.nominalSeries(.whole).map(\.description) == shown.split(separator: " ").map { "f/\($0)" })
    }

    @Test(arguments: [0.95, 1.7, 2.4, 3.3, 4.8, 1.2, 1.3, 1.8, 2.5, 3.4, 3.6, 4.5, 5.7, 23])
    func anFNumberStaysWhatItIs(fNumber: Double) throws {
        let aperture = try #require(Aperture(fNumber: fNumber))
        #expect(aperture.fNumber == fNumber)
        #expect(Aperture("f/\(fNumber)") == aperture)
    }

    @Test func fFiveSixPlusAThirdOfAStopIsFFive() {
        #expect(Aperture.f5_6.adding(.third)?.description == "f/5")
        #expect(Aperture.f8.adding(.one) == .f5_6)
        #expect(Aperture.f8.adding(-.one) == .f11)
        #expect(Aperture.f5_6.adding(.half)?.description == "f/4.8")
        #expect(Aperture.f1.adding(.third) == .f0_95)
        #expect(Aperture.f0_95.adding(-.third) == .f1)
    }

    @Test func pastTheEndsOfTheScaleThereIsNothing() {
        #expect(Aperture.f0_95.adding(Stops(sixths: 1)) == nil)
        #expect(Aperture.f1.adding(.half) == nil)
        #expect(Aperture(fNumber: 64)?.adding(Stops(sixths: -1)) == nil)
        #expect(Aperture(fNumber: 128)?.adding(.one) == nil)
        #expect(Aperture(fNumber: 128)?.adding(Stops(whole: 2))?.fNumber == 64)
    }

    @Test func aNumberOfBothSeriesIsTakenForTheOneThatIsAskedFor() throws {
        let oneTwo = Aperture.f1_2
        #expect(oneTwo.adding(.half) == .f1)
        #expect(oneTwo.adding(-.half) == .f1_4)
        #expect(oneTwo.adding(-.third) == .f1_4)
        #expect(oneTwo.adding(.third)?.fNumber == 1.1)
        let thirteen = try #require(Aperture(fNumber: 13))
        #expect(thirteen.adding(.half) == .f11)
        #expect(thirteen.adding(.third) == .f11)
        #expect(thirteen.stops(from: .f11) == -.third)
        #expect(try thirteen.stops(from: #require(Aperture(fNumber: 9.5))) == -.one)
    }

    @Test func aSumThatNoCameraShowsStopsBeforeIt() {
        #expect(Aperture.f4_5.adding(-.half)?.fNumber == 5)
        #expect(Aperture.f4_5.adding(-.half)?.adding(.half) == .f4_5)
        #expect(Aperture.f4.adding(Stops(sixths: 1)) == .f4)
    }

    @Test func differencesAreExactBetweenNominalValues() throws {
        #expect(Aperture.f5_6.stops(from: .f8) == .one)
        #expect(Aperture.f8.stops(from: .f5_6) == -.one)
        #expect(Aperture.f3_5.stops(from: .f2_8) == .third * -2)
        #expect(try #require(Aperture(fNumber: 3.3)).stops(from: .f2_8) == -.half)
        #expect(try #require(Aperture(fNumber: 1.7)).stops(from: #require(Aperture(fNumber: 1.6))) == Stops(sixths: -1))
        #expect(Aperture.f16.relativeLight == -8)
        #expect(Aperture.f22.stops(from: .f0_95) == Stops(thirds: -28))
    }

    @Test(
        arguments: [0.494, 0.0, -0.0, -2.8, 128.01, 1e300, .infinity, -.infinity, .nan, Double.leastNonzeroMagnitude] as [Double]
    )
    func aNumberThatNoLensHasIsRefused(fNumber: Double) {
        #expect(Aperture(fNumber: fNumber) == nil)
    }

    @Test func theWidestAndTheNarrowestAreIncluded() {
        #expect(Aperture(fNumber: 0.5)?.description == "f/0.5")
        #expect(Aperture(fNumber: 128)?.description == "f/128")
        #expect(Aperture(fNumber: 2.804) == .f2_8)
        #expect(Aperture(fNumber: 1.05)?.description == "f/1.05")
    }

    @Test func rangesReadAsTheyAreWritten() {
        #expect((Aperture.f1_4...Aperture.f22).contains(.f8))
        #expect(!(Aperture.f0_95...Aperture.f22).contains(.automatic))
        #expect(Aperture.automatic < .f0_95)
        #expect(Aperture.nominalSeries(.whole, in: .f2_8 ... .f11) == [.f2_8, .f4, .f5_6, .f8, .f11])
    }

    @Test(
        arguments: [
            ("f/2.8", 2.8), ("F2.8", 2.8), ("2.8", 2.8), ("ƒ/2,8", 2.8), ("ƒ2.8", 2.8), ("1:2.8", 2.8), ("f 8", 8),
            ("F/0.95", 0.95), (" 11 ", 11), ("f/2.80", 2.8), ("f/ 4", 4), ("f/16.0", 16),
        ] as [(String, Double)]
    )
    func whatPhotographersWriteParses(text: String, fNumber: Double) {
        #expect(Aperture(text)?.fNumber == fNumber)
    }

    @Test(arguments: ["auto", "AUTO", " Automatic "])
    func automaticParses(text: String) {
        #expect(Aperture(text) == .automatic)
        #expect(Aperture.automatic.fNumber == nil)
    }

    @Test(arguments: [
        "", "f", "f/", "f/-1", "f/0", "f/0.1", "f/129", "f//2", "ff2", "f/2.8.1", "f/2.8x", "2.8f", "1:", "1:f/2", "f/nan",
        "f/inf", "nan", "1/0",
        "f/2.8\0", "\0", "f/1e1", "f/٢", "f/99999999999999999999999", "f/2.", "f/.95", "auto 2", "bulb",
    ])
    func whatIsNoApertureIsRefused(text: String) {
        #expect(Aperture(text) == nil)
    }
}
