import FakeCamera
import Exposure
import Testing

@testable import CameraModel

/// Settable values, and the errors for invalid ones.
@Suite struct PropertyStateTests {
    private static let apertures = PropertyState(.aperture, settable: .enumeration(CameraRig.apertures))
    private static let quality = PropertyState(
        .imageQuality,
        settable: .enumeration([PropertyValue(code: 1, label: "Fine"), PropertyValue(code: 2, label: "RAW + Fine")])
    )
    private static let temperature = CameraRig.temperature

    private func failure(_ state: PropertyState, _ text: String) throws -> CameraError {
        try #require(throws: CameraError.self) { try state.settableValue(for: text) }
    }

    @Test func `a vendor's property with a range is set by its number`() throws {
        let range = NumericRange(minimum: 164, maximum: 220, step: 2)!
        let state = PropertyState(.vendor(code: 0xD21C), settable: .numericRange(range))
        #expect(try state.settableValue(for: "192").integer == 192)
        for text in ["193", "222", "x"] { #expect(throws: CameraError.self) { try state.settableValue(for: text) } }
    }

    @Test func `text is understood by the camera's own label first, then by its meaning`() throws {
        #expect(try Self.apertures.settableValue(for: "F2,8") == CameraRig.apertures[0])
        #expect(try Self.quality.settableValue(for: "raw + fine").code == 2)
        #expect(try Self.temperature.settableValue(for: "5300 K").integer == 5300)
    }

    @Test func `a value is resolved to the camera's own of the same meaning`() {
        let own = PropertyValue(.whiteBalance(.shade), code: 77, label: "Schatten")
        let settable = SettableValues.enumeration([own])
        #expect(settable.resolve(PropertyValue(.whiteBalance(.shade))) == own)
        #expect(settable.resolve(PropertyValue(code: 77, label: "x")) == own)
        #expect(settable.resolve(PropertyValue(.whiteBalance(.flash))) == nil)
    }

    @Test func `of several values with one meaning, the one with the same code is the camera's own`() {
        let automatic = (1...3 as ClosedRange<Int64>).map { PropertyValue(.isoSpeed(.automatic), code: -$0, label: "Auto \($0)") }
        let settable = SettableValues.enumeration(automatic)
        for value in automatic { #expect(settable.resolve(value) == value) }
        #expect(settable.resolve(PropertyValue(.isoSpeed(.automatic), code: -3)) == automatic[2])
        for code: Int64? in [nil, 7] {
            #expect(settable.resolve(PropertyValue(.isoSpeed(.automatic), code: code)) == automatic[0])
        }
    }

    @Test func `a range resolves its numbers only, a stepped or fixed property nothing`() {
        let settable = Self.temperature.settable
        #expect(settable.resolve(PropertyValue(.integer(2500)))?.integer == 2500)
        #expect(settable.resolve(PropertyValue(.integer(2550))) == nil)
        #expect(settable.resolve(PropertyValue(code: 2500, label: "x")) == nil)
        #expect(SettableValues.stepping(CameraRig.apertures).resolve(CameraRig.apertures[0]) == nil)
        #expect(SettableValues.none.resolve(CameraRig.apertures[0]) == nil)
    }

    @Test func `an aperture that is not there is answered with the nearest two`() throws {
        let error = try failure(Self.apertures, "f/3.2")
        #expect(error.code == .invalidValue)
        #expect(error.description == "aperture: The camera does not accept f/3.2 now. The nearest values are f/2.8 and f/4.")
    }

    @Test func `a number out of range is answered with the range`() throws {
        let error = try failure(Self.temperature, "5250")
        #expect(error.message == "The camera does not accept 5250 now. It accepts 2500 to 10000 in steps of 100.")
    }

    @Test func `an error for unknown text lists the accepted values`() throws {
        #expect(try failure(Self.quality, "best").message == "Unknown value \"best\". It accepts Fine, RAW + Fine.")
        #expect(try failure(Self.apertures, "open").message.hasSuffix(" It accepts f/2.8, f/4, f/5.6, f/8."))
    }

    @Test func `a long list is cut short, and so is long text`() throws {
        let values = (0..<20).map { PropertyValue(code: $0, label: "v\($0)") }
        let error = try failure(PropertyState(.artFilter, settable: .enumeration(values)), String(repeating: "x", count: 9999))
        #expect(error.message.hasSuffix("v11 and others."))
        #expect(error.message.count < 250)
    }

    @Test func `a property that cannot be set now fails with that error first`() throws {
        #expect(try failure(CameraRig.battery, "full").code == .notAvailable)
        #expect(throws: CameraError.self) { try CameraRig.battery.settableValue(for: PropertyValue(.batteryLevel(.full))) }
    }

    @Test func `a stepped property accepts any value, because its list is unknown`() throws {
        let state = PropertyState(.aperture, settable: .stepping())
        #expect(try state.settableValue(for: "f/3.2").aperture == Aperture("f/3.2"))
    }

    @Test func `a user interface shows the pending value`() {
        var state = CameraRig.aperture
        #expect(state.effectiveValue == CameraRig.apertures[2])
        state.pending = CameraRig.apertures[0]
        #expect(state.effectiveValue == CameraRig.apertures[0])
    }

    @Test func `changes list the aspects that differ`() {
        let old = CameraRig.aperture
        for bits in UInt8(0)..<8 {
            let aspects = PropertyChange.Aspects(rawValue: bits)
            var new = old
            if aspects.contains(.value) { new.value = nil }
            if aspects.contains(.pending) { new.pending = CameraRig.apertures[0] }
            if aspects.contains(.settable) { new.settable = .none }
            #expect(new.changes(since: old) == aspects)
        }
    }
}
