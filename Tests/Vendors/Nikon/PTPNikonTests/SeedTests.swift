import Foundation
import PTP
import PTPNikon
import Testing

/// Seeds for fuzzing, from the samples of the other tests.
@Suite struct SeedTests {
    /// The inputs of each fuzzing target, by name.
    private static var seeds: [String: [String: [UInt8]]] {
        let frames = LiveViewHeader.Layout.all.enumerated().map {
            ("layout-\($0.offset)", LiveViewHeaderTests.frame($0.element).bytes)
        }
        return [
            "nikon-events": [
                "narrow": [0] + NikonEvents.encoded(EventsTests.samples, isWide: false),
                "wide": [1] + NikonEvents.encoded(EventsTests.wide, isWide: true), "empty": [0, 0, 0],
            ],
            "nikon-live-view": Dictionary(uniqueKeysWithValues: frames), "nikon-properties": properties,
        ]
    }

    /// Descriptions in both forms, values, and a number for pairing.
    private static var properties: [String: [UInt8]] {
        func number(_ number: Int64, _ type: IntegerDataType) -> DataValue { .integer(number, as: type)! }
        let zoom = DevicePropDesc(
            .nikonLiveViewImageZoomRatio,
            isSettable: true,
            current: number(0, .uint8),
            form: .enumeration((0...7).map { number($0, .uint8) })
        )
        let mode = DevicePropDesc(
            .nikonMovieShutterMode,
            isSettable: true,
            current: number(1, .uint8),
            form: .range(minimum: number(1, .uint8), maximum: number(2, .uint8), step: number(1, .uint8))
        )
        let sensitivity = DevicePropDesc(
            .nikonMovieISOSensitivity,
            isSettable: false,
            current: number(800, .uint32),
            form: .enumeration([number(800, .uint32), number(6_400, .uint32)])
        )
        return [
            "zoom": [0] + ((try? zoom.encoded()) ?? []), "mode": [1] + ((try? WideDevicePropDesc(mode).encoded()) ?? []),
            "sensitivity": [1] + ((try? WideDevicePropDesc(sensitivity).encoded()) ?? []),
            "value": [2, 0x74, 0xD0, 1, 0, 2], "speed": [2, 0, 0xD1, 0, 0, 250, 0, 1, 0],
            "pairing": [3] + (PairingNumber(1234)?.bytes ?? []),
        ]
    }

    /// Writes the seeds to the folder in `HOTSHOE_FUZZ_SEEDS`; see script/fuzz.
    @Test func `every target has seeds, and few`() throws {
        #expect(Self.seeds.values.allSatisfy { !$0.isEmpty && $0.count < 30 })
        guard let folder = ProcessInfo.processInfo.environment["HOTSHOE_FUZZ_SEEDS"] else { return }
        for (target, inputs) in Self.seeds {
            let place = URL(fileURLWithPath: folder).appendingPathComponent(target)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (name, bytes) in inputs { try Data(bytes).write(to: place.appendingPathComponent(name)) }
        }
    }
}
