import FakeCamera
import Exposure
import HotShoeSupport
import TestSupport
import Testing

@testable import CameraModel

/// Setting a property: the camera accepts a value first, and reports it later.
@Suite(.timeLimit(.minutes(5))) struct SettingTests {
    private static let (f2_8, f4, f8) = (CameraRig.apertures[0], CameraRig.apertures[1], CameraRig.apertures[3])

    private func showing(_ value: PropertyValue) -> PropertyState {
        PropertyState(.aperture, value: value, settable: .enumeration(CameraRig.apertures))
    }

    @Test func `the driver receives the camera's own value for the requested one`() async throws {
        let own = PropertyValue(.whiteBalance(.shade), code: 7, label: "Schatten")
        let rig = try await CameraRig.connected {
            $0.updates.append(.property(PropertyState(.whiteBalance, settable: .enumeration([own]))))
        }
        try await rig.property(.whiteBalance).set(.whiteBalance(.shade))
        try await rig.property(.whiteBalance).set(text: "schatten")
        try await rig.property(.whiteBalance).set(text: "SHADE")
        #expect(rig.driver.calls.elements.suffix(3).map(\.argument) == Array(repeating: "white-balance Schatten", count: 3))
    }

    @Test func `a value that cannot be set does not reach the driver`() async throws {
        let rig = try await CameraRig.connected()
        let table: [(PropertyIdentifier, CommonValue, CameraError.Code)] = [
            (.aperture, .aperture(.f22), .invalidValue), (.aperture, .isoSpeed(.iso100), .invalidValue),
            (.whiteBalanceTemperature, .integer(5250), .invalidValue), (.batteryLevel, .batteryLevel(.full), .notAvailable),
            (.artFilter, .integer(1), .notAvailable),
        ]
        for (identifier, value, expected) in table {
            #expect(await code { () throws(CameraError) in try await rig.property(identifier).set(value) } == expected)
        }
        #expect(rig.driver.count(of: .setProperty) == 0)
    }

    // MARK: Pending

    @Test func `a value is pending from the call until the camera shows it`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        let property = rig.property(.aperture)
        let changes = property.changes
        rig.driver.plan(.setProperty, .hold(gate))
        let call = start { () throws(CameraError) in try await property.set(Self.f4) }
        await rig.driver.called(.setProperty)
        #expect(property.pendingValue == Self.f4)
        #expect(property.state.effectiveValue == Self.f4)
        #expect(property.value == CameraRig.apertures[2])
        gate.open()
        #expect(await call.value.code == nil)
        #expect(property.pendingValue == Self.f4, "accepted, but not shown")
        rig.show(showing(Self.f4))
        #expect(property.pendingValue == nil)
        #expect(property.value == Self.f4)
        let aspects = (0..<3).map { _ in changes.popFirst()?.aspects }
        #expect(aspects == [.pending, [.value, .pending], nil])
    }

    @Test func `a value that the camera adjusts is no longer pending`() async throws {
        let rig = try await CameraRig.connected()
        try await rig.property(.aperture).set(Self.f4)
        rig.show(showing(Self.f2_8))
        #expect(rig.property(.aperture).pendingValue == nil)
    }

    @Test func `a repeated report of the old value leaves the new one pending`() async throws {
        let rig = try await CameraRig.connected()
        try await rig.property(.aperture).set(Self.f4)
        rig.show(CameraRig.aperture)
        #expect(rig.property(.aperture).pendingValue == Self.f4)
    }

    @Test func `a value that the camera refuses is not pending any more`() async throws {
        let rig = try await CameraRig.connected()
        rig.driver.plan(.setProperty, .fail(CameraError(.busy, "in a moment")))
        #expect(await code { () throws(CameraError) in try await rig.property(.aperture).set(Self.f4) } == .busy)
        #expect(rig.property(.aperture).pendingValue == nil)
        #expect(rig.clock.armedTimers == 0)
    }

    @Test func `a value that is accepted but never shown is pending for two seconds`() async throws {
        let rig = try await CameraRig.connected()
        try await rig.property(.aperture).set(Self.f4)
        rig.clock.advance(by: .milliseconds(1999))
        #expect(rig.property(.aperture).pendingValue == Self.f4)
        rig.clock.advance(by: .milliseconds(1))
        #expect(rig.property(.aperture).pendingValue == nil)
        #expect(rig.property(.aperture).value == CameraRig.apertures[2])
    }

    @Test func `the newer of two values is pending, and the older one's end does not clear it`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.setProperty, .hold(gate), .succeed)
        let older = start { () throws(CameraError) in try await rig.property(.aperture).set(Self.f4) }
        await rig.driver.called(.setProperty)
        try await rig.property(.aperture).set(Self.f8)
        #expect(rig.property(.aperture).pendingValue == Self.f8)
        older.cancel()
        _ = await older.value
        #expect(rig.property(.aperture).pendingValue == Self.f8)
        rig.clock.advance(by: .seconds(1))
        try await rig.property(.aperture).set(Self.f2_8)
        rig.clock.advance(by: .seconds(1))
        #expect(rig.property(.aperture).pendingValue == Self.f2_8, "the two seconds of f/8 are not those of f/2.8")
        rig.clock.advance(by: .seconds(1))
        #expect(rig.property(.aperture).pendingValue == nil)
    }

    @Test func `nothing is pending on a camera that is not connected`() async throws {
        let rig = CameraRig()
        _ = rig.camera.beginSetting(.aperture, to: Self.f4)
        #expect(rig.property(.aperture).pendingValue == nil)
        #expect(rig.camera.knownProperties.isEmpty)
        try await rig.camera.connect()
        try await rig.property(.aperture).set(Self.f4)
        await rig.camera.disconnect()
        #expect(rig.property(.aperture).pendingValue == nil)
        rig.clock.advance(by: .seconds(2))
        #expect(rig.camera.knownProperties.isEmpty)
    }

    // MARK: Reflected

    private func setReflected(_ rig: CameraRig, _ value: PropertyValue) -> Task<Result<Void, CameraError>, Never> {
        start { () throws(CameraError) in
            try await rig.property(.aperture).set(value, until: .reflected(timeout: .milliseconds(1500)))
        }
    }

    @Test func `a call can wait until the camera shows the value`() async throws {
        let rig = try await CameraRig.connected()
        let call = setReflected(rig, Self.f4)
        await rig.clock.waitForTimers(2)
        rig.show(showing(Self.f4))
        #expect(await call.value.code == nil)
        #expect(await setReflected(rig, Self.f4).value.code == nil, "it shows it already")
    }

    @Test func `a value that is never shown times out, and the message has both values`() async throws {
        let rig = try await CameraRig.connected()
        let call = setReflected(rig, Self.f4)
        await rig.clock.waitForTimers(2)
        rig.clock.advance(by: .milliseconds(1500))
        let error = await call.value.error
        #expect(error?.code == .timedOut)
        #expect(error?.description == "aperture: The camera accepted f/4, but still shows f/5.6 after 1.5 s.")
    }

    @Test func `a value that the camera adjusted is not the requested one`() async throws {
        let rig = try await CameraRig.connected()
        let call = setReflected(rig, Self.f4)
        await rig.clock.waitForTimers(2)
        rig.show(showing(Self.f2_8))
        rig.clock.advance(by: .seconds(2))
        let error = await call.value.error
        #expect(error?.code == .timedOut)
        #expect(error?.message == "The camera chose f/2.8 instead of f/4.")
    }

    // MARK: Settling

    private static let modes = PropertyState(
        .exposureMode,
        value: PropertyValue(.exposureMode(.program)),
        settable: .enumeration([.program, .aperturePriority].map { PropertyValue(.exposureMode($0)) })
    )

    /// A rig whose aperture cannot be set, and whose exposure mode was set just now.
    private static func settling() async throws -> CameraRig {
        let rig = try await CameraRig.connected { $0.updates.append(.property(modes)) }
        rig.show(PropertyState(.aperture, value: f4, settable: .none))
        try await rig.property(.exposureMode).set(.exposureMode(.aperturePriority))
        return rig
    }

    @Test func `a setting that another one allows waits until the camera reports it`() async throws {
        let rig = try await Self.settling()
        let call = start { () throws(CameraError) in try await rig.property(.aperture).set(Self.f8) }
        await rig.clock.waitForTimers(2)
        rig.show(PropertyState(.aperture, value: Self.f4, settable: .enumeration([Self.f2_8])))
        #expect(rig.driver.count(of: .setProperty) == 1, "the list does not have the value yet")
        rig.show(showing(Self.f4))
        #expect(await call.value.code == nil)
        #expect(rig.driver.calls.elements.last?.argument == "aperture f/8")
    }

    @Test func `a step that another setting allows waits as well`() async throws {
        let rig = try await Self.settling()
        let call = start { () throws(CameraError) in try await rig.property(.aperture).step(.increment) }
        await rig.clock.waitForTimers(2)
        rig.show(showing(Self.f4))
        #expect(await call.value.code == nil)
        #expect(rig.driver.count(of: .stepProperty) == 1)
    }

    @Test func `a second after the other setting the camera's report is final`() async throws {
        let rig = try await Self.settling()
        rig.clock.advance(by: .milliseconds(900))
        let call = start { () throws(CameraError) in try await rig.property(.aperture).set(Self.f8) }
        await rig.clock.waitForTimers(2)
        rig.clock.advance(by: .milliseconds(100))
        #expect(await call.value.code == .notAvailable)
        #expect(await code { () throws(CameraError) in try await rig.property(.aperture).set(Self.f8) } == .notAvailable)
    }

    @Test func `neither a reading nor a value of the property that was set last waits`() async throws {
        let rig = try await Self.settling()
        let reading = await code { () throws(CameraError) in try await rig.property(.batteryLevel).set(.batteryLevel(.full)) }
        #expect(reading == .notAvailable)
        let mode = rig.property(.exposureMode)
        #expect(await code { () throws(CameraError) in try await mode.set(.exposureMode(.manual)) } == .invalidValue)
        #expect(rig.clock.armedTimers == 1, "of the pending value")
    }

    @Test func `the end of the connection ends the wait`() async throws {
        let rig = try await Self.settling()
        let call = start { () throws(CameraError) in try await rig.property(.aperture).set(Self.f8) }
        await rig.clock.waitForTimers(2)
        await rig.camera.disconnect()
        #expect(await call.value.code == .notConnected)
    }

    // MARK: Pictures after settings

    private static let shutterOperations: [CameraOperation] = [.shoot, .pressShutter, .engageAutoFocus, .startRecording]

    /// Performs an operation that a setting affects.
    private static func perform(_ operation: CameraOperation, _ camera: Camera) async throws(CameraError) {
        switch operation {
        case .pressShutter: try await camera.pressShutter()
        case .engageAutoFocus: try await camera.engageAutoFocus()
        case .startRecording: try await camera.startRecording()
        default: try await camera.shoot()
        }
    }

    @Test(arguments: shutterOperations) func `a picture waits until the camera shows what it accepted`(
        _ operation: CameraOperation
    ) async throws {
        let rig = try await CameraRig.connected()
        try await rig.property(.aperture).set(Self.f4)
        let call = start { () throws(CameraError) in try await Self.perform(operation, rig.camera) }
        await rig.clock.waitForTimers(2)
        #expect(rig.driver.count(of: operation) == 0)
        rig.show(showing(Self.f4))
        #expect(await call.value.code == nil)
        #expect(rig.driver.count(of: operation) == 1)
    }

    @Test func `a picture does not wait for a value that was set to what it is`() async throws {
        let rig = try await CameraRig.connected()
        try await rig.property(.aperture).set(CameraRig.apertures[2])
        #expect(rig.property(.aperture).pendingValue == CameraRig.apertures[2])
        #expect(await code { () throws(CameraError) in try await rig.camera.shoot() } == nil)
    }

    @Test func `a picture waits two seconds for a camera that never shows what it accepted`() async throws {
        let rig = try await CameraRig.connected()
        try await rig.property(.aperture).set(Self.f4)
        let call = start { () throws(CameraError) in try await rig.camera.shoot() }
        await rig.clock.waitForTimers(2)
        #expect(await code { () throws(CameraError) in try await rig.camera.shoot() } == .busy, "it is being taken")
        rig.clock.advance(by: .seconds(2))
        #expect(await call.value.code == nil)
    }

    @Test func `a picture that waits for a setting can be cancelled`() async throws {
        let rig = try await CameraRig.connected()
        try await rig.property(.aperture).set(Self.f4)
        let call = start { () throws(CameraError) in try await rig.camera.shoot() }
        await rig.clock.waitForTimers(2)
        call.cancel()
        #expect(await call.value.code == .cancelled)
        try await until("the wait is over") { rig.clock.armedTimers == 1 }
        #expect(rig.driver.count(of: .shoot) == 0)
    }

    // MARK: Waiting

    @Test func `waiting ends when the state is as requested, immediately if it is`() async throws {
        let rig = try await CameraRig.connected()
        let now = try await rig.property(.aperture).wait(timeout: .zero) { $0.value == CameraRig.apertures[2] }
        #expect(now == CameraRig.aperture)
        let call = start { () throws(CameraError) in
            try await rig.property(.aperture).wait(timeout: .seconds(Int64.max)) { $0.value == Self.f8 }
        }
        await rig.clock.waitForTimers()
        for value in [Self.f4, Self.f2_8, Self.f8] { rig.show(showing(value)) }
        #expect(try await call.value.get().value == Self.f8)
        #expect(rig.clock.armedTimers == 0)
    }

    @Test func `waiting can be cancelled`() async throws {
        let rig = try await CameraRig.connected()
        let call = start { () throws(CameraError) in try await rig.property(.aperture).wait(timeout: .seconds(9)) { _ in false } }
        await rig.clock.waitForTimers()
        call.cancel()
        #expect(await call.value.code == .cancelled)
        #expect(rig.clock.armedTimers == 0)
    }

    @Test func `waiting on a camera that is not connected is refused`() async {
        let rig = CameraRig()
        #expect(
            await code { () throws(CameraError) in try await rig.property(.aperture).wait(timeout: .seconds(9)) { _ in true } }
                == .notConnected
        )
    }
}
