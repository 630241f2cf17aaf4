import CameraModel
import CameraRecords
import Testing

@testable import hotshoe

@Suite struct SettingAdviceTests {
    @Test(arguments: [
        (
            "M",
            "In mode M there is no exposure compensation, unless the camera chooses the ISO speed: the settings are the exposure. First: `hotshoe set exposure-mode A` (or P)."
        ),
        ("bulb", "In mode bulb the exposure lasts as long as the shutter is held: `hotshoe shoot --bulb SECONDS`."),
        ("auto", "In mode auto the camera chooses the exposure, and accepts no compensation."),
        ("Sports", "The mode of the camera does not allow the exposure compensation to be set."),
    ])
    func `no mode is said to choose what it does not choose`(mode: String, text: String) {
        let advice = SettingAdvice.text(.exposureCompensation, .init(mode: mode, settableModes: ["A", "P", "M"]))
        #expect(advice.hasPrefix(text))
    }

    @Test func `in mode M with automatic ISO there is exposure compensation`() {
        var situation = SettingAdvice.Situation(mode: "M", settableModes: ["A", "M"])
        situation.isISOAutomatic = true
        let advice = SettingAdvice.text(.exposureCompensation, situation)
        #expect(advice.hasPrefix("The camera does not allow the exposure compensation to be set now."), "\(advice)")
    }

    @Test func `a setting that depends on another names that one`() {
        var situation = SettingAdvice.Situation(mode: "A")
        situation.hasTemperature = false
        situation.whiteBalances = ["auto", "color temperature"]
        #expect(
            SettingAdvice.text(.whiteBalanceTemperature, situation)
                == "The white balance is not a color temperature. First: `hotshoe set white-balance \"color temperature\"`."
        )
        situation.isFlashOff = true
        situation.flashModes = ["off", "fill"]
        #expect(
            SettingAdvice.text(.flashExposureCompensation, situation)
                == "The flash is off. First: `hotshoe set flash-mode fill`."
        )
        situation.isRecording = true
        #expect(SettingAdvice.text(.isoSpeed, situation).contains("recording"))
    }

    @Test(
        arguments: [
            (
                PropertyIdentifier.shutterSpeed, "A", ["P", "S", "A", "M"],
                "In mode A the camera chooses the shutter speed. First: `hotshoe set exposure-mode S` (or M)."
            ),
            (.aperture, "S", ["A"], "In mode S the camera chooses the aperture. First: `hotshoe set exposure-mode A`."),
            (.aperture, "P", [], "In mode P the camera chooses the aperture. Turn its mode dial to A or M."),
            (
                .batteryLevel, "P", ["A"],
                "The battery level is a reading: no camera lets it be set."
            ),
            (
                .lightMeterReading, "P", ["A"],
                "The light meter reading is a reading: no camera lets it be set."
            ),
            (
                .aperture, "M", ["A"],
                "The camera does not allow the aperture to be set now. `hotshoe get` shows what is read only."
            ),
        ] as [(PropertyIdentifier, String, [String], String)]
    )
    func `an error for a property that cannot be set names the first step`(
        property: PropertyIdentifier,
        mode: String,
        modes: [String],
        text: String
    ) {
        #expect(SettingAdvice.text(property, .init(mode: mode, settableModes: modes)) == text)
    }
}
