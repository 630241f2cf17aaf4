import CameraModel
import Exposure
import Testing

@testable import SimulatedCamera

@Suite("Body: exposure")
struct BodyOpticsTests {
    @Test(
        "automatic exposure is within a third of a stop of correct in ordinary light",
        arguments: [ExposureMode.fullyAutomatic, .program, .shutterPriority, .aperturePriority, .flexiblePriority],
        [-3.0, -1, 0, 0.5, 2, 4]
    )
    func correct(mode: ExposureMode, light: Double) {
        var settings = BodySettings()
        settings.exposureMode = mode
        settings.isoSpeed = .automatic
        let exposure = BodyOptics.expose(settings, lightOffset: light)
        #expect(abs(exposure.error) < 0.34, "\(exposure)")
    }

    @Test("opening the aperture in aperture priority shortens the exposure by as much")
    func apertureForTime() {
        var settings = BodySettings()
        settings.exposureMode = .aperturePriority
        settings.aperture = .f5_6
        let before = BodyOptics.expose(settings, lightOffset: 0)
        settings.aperture = .f2_8
        let after = BodyOptics.expose(settings, lightOffset: 0)
        #expect(after.shutterSpeed.stops(from: before.shutterSpeed) == Stops(whole: -2))
        #expect(abs(after.stops - before.stops) < 0.2)
    }

    @Test("in manual mode each stop of a setting is a stop in the picture")
    func manual() {
        var settings = BodySettings()
        settings.exposureMode = .manual
        let base = BodyOptics.expose(settings, lightOffset: 0).stops
        settings.aperture = .f8
        #expect(abs(BodyOptics.expose(settings, lightOffset: 0).stops - (base - 1)) < 0.05)
        settings.aperture = .f5_6
        settings.isoSpeed = .iso400
        #expect(abs(BodyOptics.expose(settings, lightOffset: 0).stops - (base + 1)) < 0.05)
        settings.isoSpeed = ISOSpeed(200)!
        settings.shutterSpeed = .s1_250
        #expect(abs(BodyOptics.expose(settings, lightOffset: 0).stops - (base - 1)) < 0.05)
    }

    @Test("exposure compensation makes the picture brighter by as much")
    func compensation() {
        var settings = BodySettings()
        settings.exposureMode = .aperturePriority
        let base = BodyOptics.expose(settings, lightOffset: 0).stops
        settings.exposureCompensation = ExposureCompensation(Stops(whole: 2))
        #expect(abs(BodyOptics.expose(settings, lightOffset: 0).stops - (base + 2)) < 0.2)
    }

    @Test("a value beyond the camera's range is clipped, and reported as such")
    func clipped() {
        var body = makeBody()
        body.reflect(.exposureMode, PropertyValue(.exposureMode(.shutterPriority)))
        body.reflect(.shutterSpeed, PropertyValue(.shutterSpeed(ShutterSpeed(numerator: 30, denominator: 1)!)))
        body.wakeMeter()
        body.publish()
        #expect(body.autoExposure?.isClipped == true)
        #expect(body.meterStatus == .beyondBounds)
    }

    @Test("the light meter is off until a half-press, and turns off again")
    func meterSleeps() {
        var body = makeBody()
        #expect(body.meterStatus == .notInUse)
        #expect(body.state(of: .lightMeterReading).value == nil)
        _ = body.obey(.engageAutoFocus, for: .milliseconds(500))
        #expect(body.meterStatus == .valid)
        _ = body.obey(.disengageAutoFocus, for: .seconds(10))
        #expect(body.meterStatus == .notInUse)
    }

    @Test("white balance follows its setting")
    func whiteBalance() {
        var settings = BodySettings()
        #expect(settings.kelvin(ofScene: 5200) == 5200)
        settings.whiteBalance = .tungsten
        #expect(settings.kelvin(ofScene: 5200) == 3200)
        settings.whiteBalance = .temperature
        settings.whiteBalanceTemperature = 9000
        #expect(settings.kelvin(ofScene: 5200) == 9000)
    }
}
