import FakeCamera
import Exposure
import HotShoeSupport
import Testing

@testable import CameraModel

/// Handles to properties whose values have one type. What does not compile cannot be tested here: that
/// `camera.aperture.set(ISOSpeed.iso100)` does not is tested for C++ in `Tests/Bindings/CLibraryTests/typed.cpp`.
@Suite(.timeLimit(.minutes(5))) struct TypedPropertyTests {
    /// A handle without the type of its values.
    private struct Row: Sendable, CustomTestStringConvertible {
        let property: Property
        let kind: PropertyKind
        let shows: @Sendable (CommonValue) -> Bool

        var testDescription: String { property.identifier.description }

        init<Value>(_ typed: TypedProperty<Value>, _ kind: PropertyKind) {
            (property, self.kind) = (typed.property, kind)
            shows = { value in value.payload is Value }
        }

        init(_ property: Property) {
            (self.property, kind, shows) = (property, .opaque, { _ in false })
        }
    }

    private static func rows(_ camera: Camera) -> [Row] {
        [
            Row(camera.iso, .isoSpeed), Row(camera.shutterSpeed, .shutterSpeed), Row(camera.aperture, .aperture),
            Row(camera.exposureCompensation, .exposureCompensation), Row(camera.batteryLevel, .choice),
            Row(camera.powerSource, .choice), Row(camera.autoFocusSystem, .choice), Row(camera.focusMode, .choice),
            Row(camera.driveMode, .choice), Row(camera.exposureMode, .choice), Row(camera.bracketing, .boolean),
            Row(camera.mirrorLockup, .boolean), Row(camera.mirrorLockupStage, .choice), Row(camera.depthOfFieldPreview, .boolean),
            Row(camera.shotsAvailable, .integer), Row(camera.lensStatus, .boolean), Row(camera.colorTone), Row(camera.artFilter),
            Row(camera.digitalZoom, .boolean), Row(camera.whiteBalance, .choice), Row(camera.noiseReduction),
            Row(camera.imageQuality), Row(camera.lightMeterStatus, .choice), Row(camera.lightMeterReading, .exposureCompensation),
            Row(camera.meteringMode), Row(camera.readyForCapture, .boolean), Row(camera.imageDestination, .choice),
            Row(camera.videoFormat, .videoFormat), Row(camera.liveViewZoom, .zoom), Row(camera.videoISO, .isoSpeed),
            Row(camera.videoShutterSpeed, .shutterSpeed), Row(camera.videoAperture, .aperture),
            Row(camera.videoExposureCompensation, .exposureCompensation), Row(camera.flashAvailable, .boolean),
            Row(camera.flashMode, .choice), Row(camera.flashExposureCompensation, .exposureCompensation),
            Row(camera.whiteBalanceTemperature, .integer),
        ]
    }

    @Test func `every named property has a handle of its kind`() {
        let rows = Self.rows(CameraRig().camera)
        #expect(rows.map(\.property.identifier) == PropertyIdentifier.known)
        for row in rows { #expect(row.property.identifier.kind == row.kind, "\(row.testDescription)") }
    }

    @Test func `the first word of a choice is a value of the handle's type`() throws {
        for row in Self.rows(CameraRig().camera) where row.kind == .choice {
            let identifier = row.property.identifier
            let words = ["full", "battery", "single", "single area", "auto", "disabled", "valid", "camera", "off", "P"]
            let value = try #require(words.lazy.compactMap { CommonValue($0, for: identifier) }.first, "\(identifier)")
            #expect(row.shows(value), "\(identifier)")
        }
    }

    // MARK: Reading

    @Test func `value, pending value and choices have the property's type`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        let value: Aperture? = rig.camera.aperture.value
        #expect(value == .f5_6)
        #expect(rig.camera.aperture.choices == [.f2_8, .f4, .f5_6, .f8])
        #expect(rig.camera.batteryLevel.value == .half)
        #expect(rig.camera.whiteBalanceTemperature.value == 5200)
        #expect(rig.camera.whiteBalanceTemperature.range == NumericRange(minimum: 2500, maximum: 10_000, step: 100))
        #expect(rig.camera.whiteBalanceTemperature.choices == [])
        rig.driver.plan(.setProperty, .hold(gate))
        let call = start { () throws(CameraError) in try await rig.camera.aperture.set(.f4) }
        await rig.driver.called(.setProperty)
        #expect(rig.camera.aperture.pendingValue == .f4)
        gate.open()
        #expect(await call.value.code == nil)
    }

    @Test func `a property that the camera does not have has neither value nor choices`() async throws {
        let rig = try await CameraRig.connected()
        #expect(rig.camera.videoFormat.value == nil)
        #expect(rig.camera.videoFormat.choices.isEmpty)
        #expect(rig.camera.shotsAvailable.range == nil)
        let format = VideoFormat(milliframesPerSecond: 25_000, size: PixelSize(width: 1920, height: 1080), compression: .editing)
        #expect(await code { () throws(CameraError) in try await rig.camera.videoFormat.set(format) } == .notAvailable)
        #expect(rig.driver.count(of: .setProperty) == 0)
    }

    @Test func `properties that share a type of value are different properties`() async throws {
        let rig = try await CameraRig.connected()
        rig.show(PropertyState(.videoAperture, value: PropertyValue(.aperture(.f22))))
        rig.show(PropertyState(.lensStatus, value: PropertyValue(.boolean(true))))
        rig.show(PropertyState(.bracketing, value: PropertyValue(.boolean(false))))
        rig.show(PropertyState(.lightMeterReading, value: PropertyValue(.exposureCompensation(.zero))))
        #expect(rig.camera.videoAperture.value == .f22)
        #expect(rig.camera.aperture.value == .f5_6)
        #expect(rig.camera.lensStatus.value == true)
        #expect(rig.camera.bracketing.value == false)
        #expect(rig.camera.lightMeterReading.value == .zero)
        #expect(rig.camera.exposureCompensation.value == nil)
    }

    @Test func `a value of another kind, or without a common meaning, is no value and no choice`() async throws {
        let rig = try await CameraRig.connected()
        let odd = [PropertyValue(.isoSpeed(.iso100)), PropertyValue(code: 9, label: "T-stop"), PropertyValue(.aperture(.f8))]
        for value in odd.prefix(2) {
            rig.show(PropertyState(.aperture, value: value, settable: .enumeration(odd)))
            #expect(rig.camera.aperture.value == nil)
            #expect(rig.camera.aperture.property.value == value)
        }
        #expect(rig.camera.aperture.choices == [.f8])
    }

    @Test func `a camera that answers with a value of another kind ends the call with an error`() async throws {
        let rig = try await CameraRig.connected {
            $0.setting = { identifier, _, host in
                let odd = PropertyValue(.isoSpeed(.iso100))
                host.update([.property(PropertyState(identifier, value: odd, settable: .enumeration(CameraRig.apertures)))])
            }
        }
        let call = start { () throws(CameraError) in
            try await rig.camera.aperture.set(.f4, until: .reflected(timeout: .seconds(1)))
        }
        await rig.clock.waitForTimers(1)
        rig.clock.advance(by: .seconds(2))
        let error = await call.value.error
        #expect(error?.code == .timedOut)
        #expect(error?.message == "The camera chose ISO 100 instead of f/4.")
        let stepped = await code { () throws(CameraError) in _ = try await rig.camera.iso.step(to: .iso200) }
        #expect(stepped == .notAvailable)
    }

    // MARK: Setting

    @Test func `setting sends the camera's own value`() async throws {
        let own = PropertyValue(.whiteBalance(.shade), code: 7, label: "Schatten")
        let rig = try await CameraRig.connected {
            $0.updates.append(.property(PropertyState(.whiteBalance, settable: .enumeration([own]))))
        }
        try await rig.camera.whiteBalance.set(.shade)
        try await rig.camera.whiteBalanceTemperature.set(5300)
        #expect(
            rig.driver.calls.elements.suffix(2).map(\.argument) == ["white-balance Schatten", "white-balance-temperature 5300"]
        )
        // So long the camera may report what it allows after the settings above.
        rig.clock.advance(by: .seconds(1))
        #expect(await code { () throws(CameraError) in try await rig.camera.aperture.set(.f22) } == .invalidValue)
        #expect(await code { () throws(CameraError) in try await rig.camera.batteryLevel.set(.full) } == .notAvailable)
    }

    @Test func `a call can wait until the camera shows the value`() async throws {
        let rig = try await CameraRig.connected()
        let call = start { () throws(CameraError) in
            try await rig.camera.aperture.set(.f4, until: .reflected(timeout: .seconds(1)))
        }
        await rig.clock.waitForTimers(2)
        rig.show(PropertyState(.aperture, value: CameraRig.apertures[1], settable: .enumeration(CameraRig.apertures)))
        #expect(await call.value.code == nil)
        #expect(rig.camera.aperture.value == .f4)
    }

    @Test func `an exposure setting steps to a value`() async throws {
        let rig = try await CameraRig.connected {
            $0.updates.append(.property(PropertyState(.aperture, value: CameraRig.apertures[2], settable: .stepping())))
            $0.stepping = { identifier, direction, host in
                let next = CameraRig.apertures[direction == .decrement ? 1 : 3]
                host.update([.property(PropertyState(identifier, value: next, settable: .stepping()))])
            }
        }
        #expect(try await rig.camera.aperture.step(to: .f4) == .exact)
        #expect(rig.camera.aperture.value == .f4)
    }

    // MARK: Observing

    @Test func `values begin with the one now, and skip what is not a value`() async throws {
        let rig = try await CameraRig.connected()
        let values = rig.camera.aperture.values
        rig.show(PropertyState(.aperture, value: CameraRig.apertures[0]))
        rig.show(PropertyState(.aperture, value: CameraRig.apertures[0], settable: .enumeration(CameraRig.apertures)))
        rig.show(PropertyState(.videoAperture, value: CameraRig.apertures[3]))
        rig.show(PropertyState(.aperture, value: PropertyValue(.isoSpeed(.iso100))))
        rig.show(PropertyState(.aperture))
        rig.show(PropertyState(.aperture, value: CameraRig.apertures[1]))
        #expect((0..<4).map { _ in values.popFirst() } == [.f5_6, .f2_8, .f4, nil])
        #expect(rig.camera.shutterSpeed.values.popFirst() == nil)
    }

    @Test func `values go on after a disconnection`() async throws {
        let rig = try await CameraRig.connected()
        let values = rig.camera.aperture.values
        await rig.camera.disconnect()
        #expect(rig.camera.aperture.value == nil)
        #expect(await code { () throws(CameraError) in try await rig.camera.aperture.set(.f4) } == .notConnected)
        try await rig.camera.connect()
        #expect((0..<3).map { _ in values.popFirst() } == [.f5_6, .f5_6, nil])
    }

    @Test func `an observer receives each change of the value, nil when there is none any more`() async throws {
        let (rig, queue, seen) = (try await CameraRig.connected(), HandQueue(), Recorder<Aperture?>())
        let watching = rig.camera.aperture.observe(queue: queue) { seen.record($0) }
        rig.show(PropertyState(.aperture, value: CameraRig.apertures[0], settable: .enumeration(CameraRig.apertures)))
        rig.show(PropertyState(.aperture, value: CameraRig.apertures[0]))
        rig.show(PropertyState(.isoSpeed, value: PropertyValue(.isoSpeed(.iso200))))
        await rig.camera.disconnect()
        queue.run()
        #expect(seen.elements == [.f2_8, nil])
        watching.cancel()
        try await rig.camera.connect()
        queue.run()
        #expect(seen.count == 2)
    }
}
