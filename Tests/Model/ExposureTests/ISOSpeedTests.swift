import Exposure
import Testing

@Suite struct ISOSpeedTests {
    @Test func theSeriesInThirdsIsWhatCamerasShow() {
        let shown = """
            32 40 50 64 80 100 125 160 200 250 320 400 500 640 800 1000 1250 1600 2000 2500 3200 4000 5000 6400 8000 10000 12800 16000 20000 \
            25600 32000 40000 51200 64000 80000 102400 128000 160000 204800 256000 320000 409600
            """
        #expect(ISOSpeed.nominalSeries(.third).compactMap(\.speed) == shown.split(separator: " ").compactMap { Int($0) })
    }

    @Test func theSeriesInHalvesIsWhatCamerasShow() {
        let shown = """
            35 50 70 100 140 200 280 400 560 800 1100 1600 2200 3200 4500 6400 9000 12800 18000 25600 36000 51200 72000 102400 144000 204800 \
            288000 409600
            """
        #expect(ISOSpeed.nominalSeries(.half).compactMap(\.speed) == shown.split(separator: " ").compactMap { Int($0) })
    }

    @Test func theSeriesInWholeStopsDoubles() {
        let speeds = ISOSpeed.nominalSeries(.whole).compactMap(\.speed)
        #expect(speeds.first == 50)
        #expect(speeds.last == 409_600)
        #expect(zip(speeds, speeds.dropFirst()).allSatisfy { $0 * 2 == $1 })
    }

    @Test(arguments: [40, 32, 70, 110, 450, 900, 1800, 160_000, 128_000, 64, 50, 136_533, 170_666, 1, 9_999_999])
    func aSpeedStaysWhatItIs(speed: Int) throws {
        let iso = try #require(ISOSpeed(speed))
        #expect(iso.speed == speed)
        #expect(iso.description == "ISO \(speed)")
        #expect(ISOSpeed("ISO \(speed)") == iso)
    }

    @Test(arguments: [40, 32, 160_000, 128_000])
    func theEndsOfTheSeriesInThirdsComeBackAfterAStepUpAndDown(speed: Int) throws {
        let iso = try #require(ISOSpeed(speed))
        #expect(iso.adding(.third)?.adding(-.third) == iso)
        #expect(iso.adding(.one)?.adding(-.one) == iso)
        #expect(iso.adding(.one)?.stops(from: iso) == .one)
    }

    @Test func isoSeventyIsHalfAStopFromFiftyAndFromAHundred() throws {
        let seventy = try #require(ISOSpeed(70))
        #expect(seventy.stops(from: .iso50) == .half)
        #expect(seventy.stops(from: .iso100) == -.half)
        #expect(seventy.adding(.half) == .iso100)
        #expect(ISOSpeed.iso100.adding(-.half) == seventy)
    }

    @Test(arguments: [(110, 100), (450, 400), (900, 800), (1800, 1600)])
    func aSixthOfAStopDoesNotCollapseToTheWholeStop(speed: Int, whole: Int) throws {
        let (iso, below) = try (#require(ISOSpeed(speed)), #require(ISOSpeed(whole)))
        #expect(iso != below)
        #expect(iso.stops(from: below) == Stops(sixths: 1))
        #expect(iso.adding(.third) == below.adding(.half))
    }

    @Test func moreStopsAreBrighter() {
        #expect(ISOSpeed.iso400.adding(.one) == .iso800)
        #expect(ISOSpeed.iso400.adding(-.third)?.speed == 320)
        #expect(ISOSpeed.iso100.adding(.third)?.speed == 125)
        #expect(ISOSpeed(32)?.adding(-.third) == nil)
        #expect(ISOSpeed(409_600)?.adding(.third) == nil)
        #expect(ISOSpeed.iso400.relativeLight == 2)
        #expect(ISOSpeed.iso12800.stops(from: .iso100) == Stops(whole: 7))
    }

    @Test(arguments: [0, -1, -400, 10_000_000, Int.max, Int.min])
    func aSpeedThatNoCameraHasIsRefused(speed: Int) {
        #expect(ISOSpeed(speed) == nil)
    }

    @Test(arguments: ["ISO 400", "400", "iso400", "Iso\u{A0}400", " ISO  400 "])
    func whatPhotographersWriteParses(text: String) {
        #expect(ISOSpeed(text) == .iso400)
    }

    @Test(arguments: ["auto", "ISO auto", "isoauto", "Automatic"])
    func automaticParses(text: String) {
        #expect(ISOSpeed(text) == .automatic)
        #expect(ISOSpeed.automatic < .iso50)
        #expect(ISOSpeed.automatic != .iso100)
    }

    @Test(arguments: [
        "", "iso", "ISO", "ISO 0", "ISO -100", "ISO 100.5", "ISO 12,800", "100 ISO", "ISO 1e3", "nan", "inf", "1/0", "400\0",
        "\0", "ISO 10000000", "99999999999999999999999999", "٤٠٠", "ISO ISO 100", "400 400", "isoautoauto", "f/8",
    ])
    func whatIsNoSpeedIsRefused(text: String) {
        #expect(ISOSpeed(text) == nil)
    }
}
