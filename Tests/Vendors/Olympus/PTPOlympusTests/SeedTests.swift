import Foundation
import PTP
import PTPOlympus
import Testing

/// Seeds for fuzzing, from the samples of the other tests.
@Suite struct SeedTests {
    /// The inputs of each fuzzing target, by name.
    private static var seeds: [String: [String: [UInt8]]] {
        let single = ChangesTests.samples.enumerated().map { ("property-\($0.offset)", OlympusChanges.encoded([$0.element])) }
        return [
            "olympus-changes": Dictionary(uniqueKeysWithValues: single).merging([
                "all": OlympusChanges.encoded(ChangesTests.samples), "codes": OlympusChanges.encoded(ChangesTests.codes),
                "none": [0, 0, 0, 0],
            ]) { $1 },
            "olympus-live-view": ["trailer": LiveViewTests.frame, "picture": LiveViewTests.picture],
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
