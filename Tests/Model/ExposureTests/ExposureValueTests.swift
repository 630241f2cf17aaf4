import Exposure
import Testing

@Suite struct ExposureValueTests {
    @Test(arguments: [
        (Aperture.f1, ShutterSpeed.s1, ISOSpeed.iso100, 0), (.f16, .s1_125, .iso100, 15), (.f5_6, .s1_60, .iso100, 11),
        (.f2_8, .s1_30, .iso1600, 4), (.f1_4, .s30, .iso6400, -10), (.f8, .s900, .iso100, -4), (.f8, .s1_250, .iso50, 15),
    ])
    func nominalSettingsGiveExactValues(aperture: Aperture, speed: ShutterSpeed, iso: ISOSpeed, value: Int) throws {
        let exposure = try #require(ExposureValue(aperture: aperture, shutterSpeed: speed, iso: iso))
        #expect(exposure == ExposureValue(Stops(whole: value)))
        #expect(ExposureTriangle(aperture: aperture, shutterSpeed: speed, iso: iso).exposureValue == exposure)
        #expect(exposure.aperture(at: speed, iso: iso) == aperture)
        #expect(exposure.shutterSpeed(at: aperture, iso: iso) == speed)
        #expect(exposure.iso(at: aperture, shutterSpeed: speed) == iso)
    }

    @Test func specialSettingsHaveNoValue() {
        #expect(ExposureValue(aperture: .automatic, shutterSpeed: .s1) == nil)
        #expect(ExposureValue(aperture: .f8, shutterSpeed: .bulb) == nil)
        #expect(ExposureValue(aperture: .f8, shutterSpeed: .s1, iso: .automatic) == nil)
        #expect(ExposureValue.zero.aperture(at: .bulb) == nil)
        #expect(ExposureValue.zero.iso(at: .automatic, shutterSpeed: .s1) == nil)
    }

    @Test func lightBeyondTheScaleHasNoSetting() {
        #expect(ExposureValue(Stops(whole: 40)).shutterSpeed(at: .f8) == nil)
        #expect(ExposureValue(Stops(whole: -40)).aperture(at: .s1) == nil)
        #expect(ExposureValue(Stops(sixths: .max)).iso(at: .f8, shutterSpeed: .s1) == nil)
        #expect(ExposureValue(Stops(sixths: .min)).shutterSpeed(at: .f8) == nil)
    }

    @Test func metersAreCalibratedAsUsual() throws {
        #expect(ExposureValue.zero.luminance == 0.125)
        #expect(ExposureValue.zero.illuminance == 2.5)
        #expect(ExposureValue(Stops(whole: 15)).luminance == 4096)
        for sixths in -60...120 {
            let value = ExposureValue(Stops(sixths: sixths))
            #expect(ExposureValue(luminance: value.luminance) == value)
            #expect(ExposureValue(illuminance: value.illuminance) == value)
        }
    }

    @Test(arguments: [0, -1, .infinity, -.infinity, .nan] as [Double])
    func lightThatIsNoneHasNoValue(light: Double) {
        #expect(ExposureValue(luminance: light) == nil)
        #expect(ExposureValue(illuminance: light) == nil)
    }

    @Test func brighterScenesAreGreater() {
        let sunny = ExposureValue(Stops(whole: 15))
        #expect(ExposureValue.zero < sunny)
        #expect(sunny - .zero == Stops(whole: 15))
        #expect(ExposureValue.zero + .third == ExposureValue(.third))
        #expect(sunny - Stops.one == ExposureValue(Stops(whole: 14)))
        #expect(sunny.doubleValue == 15)
    }

    @Test func everyDescriptionParsesBack() {
        for stops in StopsTests.world + StopsTests.extremes {
            #expect(ExposureValue(ExposureValue(stops).description) == ExposureValue(stops))
        }
        #expect(ExposureValue(Stops(thirds: 37)).description == "EV 12⅓")
        #expect(ExposureValue(-.half).description == "EV -½")
        #expect(ExposureValue.zero.description == "EV 0")
    }

    @Test(arguments: [
        ("EV 12", 72), ("ev12⅓", 74), ("LV 12", 72), ("12 EV", 72), ("12.3", 74), ("-2 EV", -12), ("EV −2", -12), ("EV +2", 12),
    ])
    func whatPhotographersWriteParses(text: String, sixths: Int) {
        #expect(ExposureValue(text)?.stops.sixths == sixths)
    }

    @Test(arguments: ["", "EV", "EV 1 EV", "EV EV 1", "EV nan", "EV 1/0", "EV 1\0", "12 stops"])
    func whatIsNoValueIsRefused(text: String) {
        #expect(ExposureValue(text) == nil)
    }
}
