import CameraModel
import FakeCamera
import Exposure
import HotShoeSupport
import TestSupport
import Testing

/// Properties that can only be changed one step at a time.
@Suite(.timeLimit(.minutes(5))) struct SteppingTests {
    /// A camera whose aperture can only be stepped.
    private func rig() async throws -> CameraRig {
        let index = ListPlace()
        return try await CameraRig.connected { behaviour in
            behaviour.updates.append(.property(Self.state(2)))
            behaviour.stepping = { _, direction, host in
                let place = index.step(direction, in: CameraRig.apertures.indices)
                host.update([.property(Self.state(place))])
            }
        }
    }

    private final class ListPlace: Sendable {
        private let index = Guarded(2)

        func step(_ direction: StepDirection, in indices: Range<Int>) -> Int {
            index.withLock {
                $0 = min(max($0 + (direction == .increment ? 1 : -1), indices.lowerBound), indices.upperBound - 1)
                return $0
            }
        }
    }

    private static func state(_ place: Int) -> PropertyState {
        PropertyState(.aperture, value: CameraRig.apertures[place], settable: .stepping())
    }

    /// Advances the clock during the call, as a step at the end of the list changes nothing.
    private func passingTime<Value: Sendable>(
        _ rig: CameraRig,
        _ body: @escaping @Sendable () async throws(CameraError) -> Value
    ) async throws -> Result<Value, CameraError> {
        try await rig.clock.run(by: .milliseconds(700), until: "stepping is over") { await outcome(body) }
    }

    @Test(arguments: CameraRig.apertures) func `setting a stepped property walks to the value`(value: PropertyValue) async throws
    {
        let rig = try await rig()
        let result = try await passingTime(rig) { () throws(CameraError) in try await rig.property(.aperture).set(value) }
        #expect(result.code == nil)
        #expect(rig.property(.aperture).value == value)
        #expect(rig.driver.count(of: .setProperty) == 0)
    }

    @Test func `setting a stepped property to a value that is not on the list fails with the value that is shown`() async throws {
        for (wanted, shown) in [("f/3.2", "f/2.8"), ("f/22", "f/8")] {
            let rig = try await rig()
            let result = try await passingTime(rig) { () throws(CameraError) in
                try await rig.property(.aperture).set(text: wanted)
            }
            #expect(result.code == .invalidValue)
            #expect(result.error?.message.contains("This camera does not have \(wanted). It shows \(shown)") == true)
        }
    }

    @Test func `stepping to a value reports how close it came`() async throws {
        let table: [(String, SteppedSearch.Outcome)] = [("f/4", .exact), ("f/3.2", .closest), ("f/1.4", .reachedEnd)]
        for (text, expected) in table {
            let rig = try await rig()
            let target = PropertyValue(.aperture(Aperture(text)!))
            let result = try await passingTime(rig) { () throws(CameraError) in try await rig.property(.aperture).step(to: target)
            }
            #expect((try? result.get()) == expected)
        }
    }

    @Test(arguments: [
        PropertyValue(.aperture(.automatic)), PropertyValue(.whiteBalance(.shade)), PropertyValue(code: 1, label: "one"),
    ])
    func `a value without a place in the order cannot be stepped to`(target: PropertyValue) async throws {
        let rig = try await rig()
        #expect(await code { () throws(CameraError) in try await rig.property(.aperture).step(to: target) } == .invalidValue)
        #expect(rig.driver.count(of: .stepProperty) == 0)
    }

    @Test func `one step is one call`() async throws {
        let rig = try await rig()
        try await rig.property(.aperture).step(.decrement)
        #expect(rig.property(.aperture).value == CameraRig.apertures[1])
        #expect(rig.driver.calls.last?.description == "step-property aperture decrement")
    }

    @Test func `a property that is not set by steps or from a list cannot be stepped`() async throws {
        let rig = try await rig()
        for identifier in [PropertyIdentifier.batteryLevel, .whiteBalanceTemperature, .artFilter] {
            #expect(await code { () throws(CameraError) in try await rig.property(identifier).step(.increment) } == .notAvailable)
        }
    }

    @Test func `a camera that shows an inexplicable value fails with that value`() async throws {
        let rig = try await CameraRig.connected { behaviour in
            behaviour.updates.append(
                .property(PropertyState(.aperture, value: PropertyValue(.aperture(.automatic)), settable: .stepping()))
            )
        }
        let target = CameraRig.apertures[0]
        let result = try await passingTime(rig) { () throws(CameraError) in try await rig.property(.aperture).step(to: target) }
        #expect(result.code == .protocolFailure)
        #expect(result.error?.message.contains("could not be stepped to f/2.8") == true)
    }
}
