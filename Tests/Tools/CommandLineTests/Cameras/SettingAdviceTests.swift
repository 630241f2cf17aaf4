import CameraModel
import Testing

@testable import hotshoe

@Suite struct SettingAdviceTests {
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
                "The camera does not allow the battery level to be set now. `hotshoe get` shows what is read only."
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
        #expect(SettingAdvice.text(property, mode: mode, settableModes: modes) == text)
    }
}
