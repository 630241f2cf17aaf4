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
            "nikon-live-view": Dictionary(uniqueKeysWithValues: frames),
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
