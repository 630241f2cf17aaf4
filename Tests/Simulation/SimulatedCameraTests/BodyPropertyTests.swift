import CameraModel
import Exposure
import Testing

@testable import SimulatedCamera

@Suite("Body: properties")
struct BodyPropertyTests {
    static let modes: [(ExposureMode, aperture: Bool, shutter: Bool, iso: Bool, compensation: Bool)] = [
        (.fullyAutomatic, false, false, false, false),
        (.program, false, false, true, true),
        (.shutterPriority, false, true, true, true),
        (.aperturePriority, true, false, true, true),
        (.manual, true, true, true, false),
        (.bulb, true, false, true, false),
        (.flexiblePriority, false, false, true, true),
    ]

    @Test("the exposure mode determines the settable properties", arguments: modes)
    func modeDecides(mode: ExposureMode, aperture: Bool, shutter: Bool, iso: Bool, compensation: Bool) {
        var body = makeBody()
        body.reflect(.exposureMode, PropertyValue(.exposureMode(mode)))
        #expect(body.settable(.aperture).isSettable == aperture)
        #expect(body.settable(.shutterSpeed).isSettable == shutter)
        #expect(body.settable(.isoSpeed).isSettable == iso)
        #expect(body.settable(.exposureCompensation).isSettable == compensation)
    }

    @Test(
        "every known property has a state, and every value that can be set is shown once it was",
        arguments: PropertyIdentifier.known
    )
    func everyValue(property: PropertyIdentifier) {
        for mode in [ExposureMode.manual, .aperturePriority] {
            var body = makeBody()
            body.reflect(.exposureMode, PropertyValue(.exposureMode(mode)))
            body.reflect(.flashMode, PropertyValue(.flashMode(.fill)))
            body.reflect(.whiteBalance, PropertyValue(.whiteBalance(.temperature)))
            let settable = body.settable(property)
            let numbers = settable.range.map { range in [0, 1, range.count - 1].compactMap { range.number(at: $0) } } ?? []
            for value in settable.values + numbers.map({ PropertyValue(.integer($0)) }) {
                var changed = body
                let (result, _) = changed.obey(.setProperty(property, value))
                #expect((try? result?.get()) != nil)
                #expect(changed.state(of: property).value?.matches(value) == true, "\(property) \(value) in \(mode)")
            }
        }
    }

    @Test("a value that is not on the list is refused, and one that cannot be set now, each for its reason")
    func refused() {
        var body = makeBody()
        #expect(body.error(of: .setProperty(.aperture, PropertyValue(.aperture(.f4)))) == .notAvailable)
        body.reflect(.exposureMode, PropertyValue(.exposureMode(.manual)))
        #expect(body.error(of: .setProperty(.aperture, PropertyValue(.aperture(.f0_95)))) == .invalidValue)
        #expect(body.error(of: .setProperty(.batteryLevel, PropertyValue(.batteryLevel(.full)))) == .notAvailable)
    }

    @Test("an accepted value is shown later")
    func acceptedThenShown() {
        var body = makeBody { $0.speed = .slow }
        body.reflect(.exposureMode, PropertyValue(.exposureMode(.manual)))
        body.perform(.setProperty(.aperture, PropertyValue(.aperture(.f8))), token: 1)
        body.advance(to: body.now + .milliseconds(100))
        let accepted = body.drainOutputs().contains { if case .finished(1, .success) = $0 { true } else { false } }
        #expect(accepted)
        #expect(body.state(of: .aperture).value?.aperture == .f5_6)
        body.advance(to: body.now + .milliseconds(200))
        #expect(body.state(of: .aperture).value?.aperture == .f8)
    }

    @Test("the battery is known when the camera is connected")
    func batteryIsKnown() {
        var body = CameraBody(CameraSimulator.Configuration())
        body.connected()
        #expect(body.state(of: .batteryLevel).value?.common == .batteryLevel(.full))
    }

    @Test("without a lens there is no aperture, and no list of apertures")
    func noLens() {
        var body = makeBody()
        body.reflect(.exposureMode, PropertyValue(.exposureMode(.aperturePriority)))
        body.lens.isAttached = false
        #expect(body.state(of: .aperture).value == nil)
        #expect(body.state(of: .aperture).settable == .none)
        #expect(body.error(of: .engageAutoFocus) == .notAvailable)
    }

    @Test("the destination outlasts a connection, and a picture without a computer is stored on the card")
    func destinationStays() {
        var body = makeBody()
        body.reflect(.imageDestination, PropertyValue(.imageDestination(.host)))
        #expect(!body.writesToCard)
        body.disconnected()
        #expect(body.writesToCard)
        body.connected()
        #expect(body.state(of: .imageDestination).value?.common == .imageDestination(.host))
        #expect(!body.writesToCard)
    }

    @Test("only changes are reported")
    func onlyChanges() {
        var body = makeBody()
        body.reflect(.exposureMode, PropertyValue(.exposureMode(.manual)))
        body.publish()
        _ = body.drainOutputs()
        body.reflect(.shutterSpeed, PropertyValue(.shutterSpeed(.s1_250)))
        body.publish()
        let reported = body.drainOutputs().compactMap { output -> PropertyIdentifier? in
            if case .update(.property(let state)) = output { state.identifier } else { nil }
        }
        #expect(reported == [.shutterSpeed])
    }

    @Test("while video is recorded only its own exposure can be set")
    func whileRecording() {
        var body = makeBody()
        _ = body.obey(.startRecording)
        for property in PropertyIdentifier.known where body.settable(property).isSettable {
            #expect(property.description.hasPrefix("video-"))
        }
        #expect(body.settable(.videoAperture).isSettable)
    }

    @Test("the time code counts thirtieths of a second from the start of a recording, and begins again after a day")
    func timeCode() {
        var body = makeBody()
        _ = body.obey(.startRecording, for: .zero)
        #expect(body.timeCode.description == "00:00:00:00")
        body.advance(to: body.now + .milliseconds(1_100))
        #expect(body.timeCode.description == "00:00:01:03")
        body.advance(to: body.now + .seconds(3723))
        #expect(body.timeCode.description == "01:02:04:03")
        body.advance(to: body.now + .seconds(23 * 3600))
        #expect(body.timeCode.description == "00:02:04:03")
    }
}
