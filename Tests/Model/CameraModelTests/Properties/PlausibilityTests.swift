import CameraModel
import Exposure
import Testing

@testable import CameraModel

@Suite struct PlausibilityTests {
    private static func raw(_ number: Int64) -> PropertyValue { PropertyValue(code: number, label: String(number)) }

    @Test(
        arguments: [
            (.aperture, PropertyValue(.aperture(.f2_8)), true), (.aperture, PropertyValue(.aperture(.automatic)), true),
            (.aperture, raw(65534), false), (.aperture, PropertyValue(code: 65534, label: "0xFFFE"), false),
            (.isoSpeed, raw(0), false), (.isoSpeed, PropertyValue(.isoSpeed(.automatic)), true),
            (.isoSpeed, PropertyValue(.isoSpeed(ISOSpeed(65534)!)), false),
            (.isoSpeed, PropertyValue(.isoSpeed(ISOSpeed(102_400)!)), true),
            (.isoSpeed, PropertyValue(code: 7, label: "Hi-1"), true),
            (.shutterSpeed, PropertyValue(.shutterSpeed(.bulb)), true),
            (.shutterSpeed, PropertyValue(.shutterSpeed(ShutterSpeed(seconds: 900)!)), true),
            (.shutterSpeed, PropertyValue(.shutterSpeed(ShutterSpeed(seconds: 6400)!)), false),
            (.shutterSpeed, raw(4_294_967_294), false), (.shutterSpeed, PropertyValue(code: 1, label: "flash sync"), true),
            (.exposureCompensation, PropertyValue(.exposureCompensation(ExposureCompensation(Stops(whole: 32)))), false),
            (.exposureCompensation, PropertyValue(.exposureCompensation(ExposureCompensation(Stops(whole: -5)))), true),
            (.whiteBalanceTemperature, PropertyValue(.integer(65535)), false),
            (.whiteBalanceTemperature, PropertyValue(.integer(0)), false),
            (.shotsAvailable, PropertyValue(.integer(0xFFFF_FFFF)), false), (.shotsAvailable, PropertyValue(.integer(0)), true),
            (.liveViewZoom, PropertyValue(.zoom(ZoomLevel(factor: 255))), false),
            (.batteryLevel, raw(170), false), (.batteryLevel, raw(-1), false),
            (.imageQuality, raw(7), true), (.vendor(code: 0xD001), raw(65535), true),
        ] as [(PropertyIdentifier, PropertyValue, Bool)]
    )
    func `a property has no value that its quantity cannot be`(
        property: PropertyIdentifier,
        value: PropertyValue,
        isPossible: Bool
    ) {
        let state = PropertyState(property, value: value, settable: .enumeration([value]))
        #expect((state.plausible.value != nil) == isPossible)
        #expect(state.plausible.settable.isSettable == isPossible)
    }

    private static func card(_ name: String, _ number: UInt32, slot: Int? = nil, label: String? = nil) -> StorageInfo {
        StorageInfo(identifier: .init(number), name: name, label: label, slot: slot, capacityBytes: 1000, freeBytes: 10)
    }

    @Test(
        arguments: [
            (64_000_000_000, 32_000_000_000, 64_000_000_000, 32_000_000_000), (nil, nil, nil, nil),
            (9_223_372_036_854_775_807, 9_223_372_036_854_775_807, nil, nil), (.max, 0xFFFF_FFFF_0000_0000, nil, nil),
            (64_000_000_000, .max, 64_000_000_000, nil), (0, 0, nil, nil), (.max, 1_000_000, nil, 1_000_000),
            (1_000, 2_000, 1_000, nil),
        ] as [(UInt64?, UInt64?, UInt64?, UInt64?)]
    )
    func `no storage has an impossible size`(capacity: UInt64?, free: UInt64?, shown: UInt64?, shownFree: UInt64?) {
        let storage = StorageInfo(identifier: .init(1), name: "Card", capacityBytes: capacity, freeBytes: free)
        let plausible = [storage].plausible[0]
        #expect(plausible.capacityBytes == shown)
        #expect(plausible.freeBytes == shownFree)
    }

    @Test(
        arguments: [
            ([card("SD", 1)], ["SD"]), ([card("SD", 1, slot: 1), card("CF", 2, slot: 2)], ["SD", "CF"]),
            ([card("Card", 1, slot: 1), card("card", 2, slot: 2)], ["Card 1", "card 2"]),
            ([card("Card", 1, slot: 1), card("Card", 2, slot: 1)], ["Card 1", "Card 1-2"]),
            ([card("SD", 1), card("SD", 2), card("SD", 3)], ["SD 1", "SD 2", "SD 3"]),
        ] as [([StorageInfo], [String])]
    )
    func `cards of one name have distinct names`(cards: [StorageInfo], names: [String]) {
        #expect(cards.plausible.map(\.name) == names)
    }

    @Test func `a label that repeats the name is none`() {
        #expect([Self.card("SD1", 1, label: "SD1")].plausible[0].label == nil)
        #expect([Self.card("SD1", 1, label: "HOTSHOE")].plausible[0].label == "HOTSHOE")
    }
}
