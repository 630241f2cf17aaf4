import Exposure
import Testing

@Suite struct ShutterSpeedTests {
    @Test func theSeriesInThirdsIsWhatCamerasShow() {
        let shown = """
            1/32000 1/25600 1/20000 1/16000 1/12800 1/10000 1/8000 1/6400 1/5000 1/4000 1/3200 1/2500 1/2000 1/1600 1/1250 1/1000 1/800 \
            1/640 1/500 1/400 1/320 1/250 1/200 1/160 1/125 1/100 1/80 1/60 1/50 1/40 1/30 1/25 1/20 1/15 1/13 1/10 1/8 1/6 1/5 1/4 \
            0.3_s 0.4_s 0.5_s 0.6_s 0.8_s 1_s 1.3_s 1.6_s 2_s 2.5_s 3.2_s 4_s 5_s 6_s 8_s 10_s 13_s 15_s 20_s 25_s 30_s
            """
        let expected = shown.split(separator: " ").map { String($0.map { $0 == "_" ? " " : $0 }) }
        #expect(ShutterSpeed.nominalSeries(.third, in: .s1_32000 ... .s30).map(\.description) == expected)
    }

    @Test func theSeriesInHalvesIsWhatCamerasShow() {
        let shown = """
            1/32000 1/24000 1/16000 1/12000 1/8000 1/6000 1/4000 1/3000 1/2000 1/1500 1/1000 1/750 1/500 1/350 1/250 1/180 1/125 1/90 1/60 \
            1/45 1/30 1/20 1/15 1/10 1/8 1/6 1/4 1/3 0.5_s 0.7_s 1_s 1.5_s 2_s 3_s 4_s 6_s 8_s 10_s 15_s 20_s 30_s
            """
        let expected = shown.split(separator: " ").map { String($0.map { $0 == "_" ? " " : $0 }) }
        #expect(ShutterSpeed.nominalSeries(.half, in: .s1_32000 ... .s30).map(\.description) == expected)
    }

    @Test func pastThirtySecondsTheNumbersAreThoseOfClocks() {
        let wholeStops = ShutterSpeed.nominalSeries(.whole, in: .s30 ... .s3600).compactMap(\.seconds)
        #expect(wholeStops == [30, 60, 120, 240, 480, 900, 1800, 3600])
        let thirds = Set(ShutterSpeed.nominalSeries(.third).compactMap(\.seconds))
        #expect(thirds.isSuperset(of: [30, 60, 120, 240, 300, 480, 600, 720, 900]))
        let halves = Set(ShutterSpeed.nominalSeries(.half).compactMap(\.seconds))
        #expect(halves.isSuperset(of: [30, 60, 90, 120, 180, 240, 480, 900]))
    }

    @Test(arguments: [120, 900, 60, 90, 180, 240, 300, 480, 600, 720])
    func aLongExposureStaysWhatTheCameraShows(seconds: Int) throws {
        let speed = try #require(ShutterSpeed(seconds: Double(seconds)))
        #expect(speed.description == "\(seconds) s")
        #expect(speed.seconds == Double(seconds))
        let series: StopFraction = [90, 180].contains(seconds) ? .half : .third
        #expect(speed.rounded(to: series) == speed)
        #expect(speed.adding(series.stops)?.adding(-series.stops) == speed)
    }

    @Test func aSeriesIsNotWholeStopsOnlyAndDoesNotOvershoot() {
        let between = ShutterSpeed.nominalSeries(.third, in: .s1_250 ... .s1_60).map(\.description)
        #expect(between == ["1/250", "1/200", "1/160", "1/125", "1/100", "1/80", "1/60"])
        #expect(ShutterSpeed.nominalSeries(.half, in: .s1_250 ... .s1_125).map(\.description) == ["1/250", "1/180", "1/125"])
        // The ends of a range need not be nominal.
        let odd = (ShutterSpeed("1/48") ?? .s1)...(ShutterSpeed("1/24") ?? .s1)
        #expect(ShutterSpeed.nominalSeries(.third, in: odd).map(\.description) == ["1/40", "1/30", "1/25"])
    }

    @Test func moreStopsAreMoreTime() {
        #expect(ShutterSpeed.s1_250.adding(.one) == .s1_125)
        #expect(ShutterSpeed.s1_250.adding(-.third)?.description == "1/320")
        #expect(ShutterSpeed.s1_250.adding(.half)?.description == "1/180")
        #expect(ShutterSpeed.s30.adding(.one) == .s60)
        #expect(ShutterSpeed.s30.adding(Stops(whole: 5)) == .s900)
        #expect(ShutterSpeed.s3600.adding(.third) == nil)
        #expect(ShutterSpeed.s1_32000.adding(-.third) == nil)
        #expect(ShutterSpeed("1/64000")?.adding(.one) == .s1_32000)
    }

    @Test func differencesAreExactBetweenNominalValues() throws {
        #expect(ShutterSpeed.s30.stops(from: .s1_32000) == Stops(whole: 20))
        #expect(ShutterSpeed.s900.stops(from: .s30) == Stops(whole: 5))
        #expect(try #require(ShutterSpeed("1/180")).stops(from: .s1_250) == .half)
        #expect(try #require(ShutterSpeed("0.3 s")).stops(from: #require(ShutterSpeed("1/3"))) == Stops(sixths: -1))
        #expect(try #require(ShutterSpeed("1/48")).stops(from: #require(ShutterSpeed("1/50"))) == .zero)
        #expect(ShutterSpeed.s1_250.relativeLight == -8)
    }

    @Test func fractionsAreReducedAndThenEqual() throws {
        let speed = try #require(ShutterSpeed(numerator: 10, denominator: 2500))
        #expect(speed == .s1_250)
        #expect(speed.hashValue == ShutterSpeed.s1_250.hashValue)
        #expect(speed.numerator == 1)
        #expect(speed.denominator == 250)
        #expect(ShutterSpeed(numerator: 4_294_967_295, denominator: 4_294_967_295) == .s1)
    }

    @Test(
        arguments: [
            (0, 1), (1, 0), (0, 0), (86_401, 1), (1, 1_000_001), (.max, 1), (1, .max), (.max, 49_710),
        ] as [(UInt32, UInt32)]
    )
    func aFractionOutsideAMicrosecondToADayIsRefused(numerator: UInt32, denominator: UInt32) {
        #expect(ShutterSpeed(numerator: numerator, denominator: denominator) == nil)
    }

    @Test(
        arguments: [
            (0.004, "1/250"), (0.0039, "1/256"), (0.00398, "1/250"), (0.0166, "1/60"), (0.0167, "1/60"), (1.0 / 3, "1/3"),
            (0.33, "1/3"), (0.3, "0.3 s"), (0.000125, "1/8000"), (0.00012, "1/8333"), (0.0208333, "1/48"), (0.0208, "1/48"),
            (1.0 / 24, "1/24"), (0.25, "1/4"), (0.5, "0.5 s"), (0.4, "0.4 s"), (0.769231, "0.769231 s"), (0.9999, "1 s"),
            (1.0001, "1 s"), (1.3, "1.3 s"), (2.5, "2.5 s"), (30.000_001, "30 s"), (31, "31 s"), (119, "119 s"),
            (899, "899 s"), (125, "125 s"), (86_400, "86400 s"), (0.000_001, "1/1000000"), (0.65, "0.65 s"),
            (1.234_56, "1.235 s"),
        ] as [(Double, String)]
    )
    func secondsBecomeWhatACameraMeansByThem(seconds: Double, text: String) {
        #expect(ShutterSpeed(seconds: seconds)?.description == text)
    }

    @Test func everyNominalValueIsFoundFromItsRoundedSeconds() throws {
        for speed in ShutterSpeed.nominals {
            let seconds = try #require(speed.seconds)
            #expect(ShutterSpeed(seconds: seconds) == speed)
            #expect(ShutterSpeed(seconds: Double(Float(seconds))) == speed)
            if seconds < 1 {
                // The rounding of a report in microseconds with at least three digits.
                #expect(ShutterSpeed(seconds: seconds * 1.004) == speed)
                #expect(ShutterSpeed(seconds: seconds * 0.996) == speed)
            }
        }
    }

    @Test(
        arguments: [0, -0.0, -1, 0.000_000_9, 86_400.1, 1e300, .infinity, -.infinity, .nan, Double.leastNonzeroMagnitude]
            as [Double]
    )
    func secondsOutsideAMicrosecondToADayAreRefused(seconds: Double) {
        #expect(ShutterSpeed(seconds: seconds) == nil)
    }

    @Test func specialValuesStandAtTheEndsOfTheDial() {
        let dial: [ShutterSpeed] = [.automatic, .flashSync, .s1_32000, .s1, .s3600, .time, .bulb]
        #expect(dial.reversed().sorted() == dial)
        #expect(ShutterSpeed.bulb.seconds == nil)
        #expect(ShutterSpeed.bulb.numerator == nil)
        #expect(ShutterSpeed.time.denominator == nil)
        #expect(ShutterSpeed.s1 != .bulb)
    }

    @Test func durationsAreComparedExactly() throws {
        let shorter = try #require(ShutterSpeed(numerator: 4_294_967_293, denominator: 4_294_967_294))
        let longer = try #require(ShutterSpeed(numerator: 4_294_967_294, denominator: 4_294_967_295))
        #expect(shorter < longer)
        #expect(longer < .s1)
        #expect(shorter != longer)
    }
}
