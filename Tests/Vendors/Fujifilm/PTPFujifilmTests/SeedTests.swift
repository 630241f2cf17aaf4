import Foundation
import PTP
import PTPFujifilm
import Testing

/// Seeds for fuzzing, from the samples of the other tests.
@Suite struct SeedTests {
    /// The inputs of each fuzzing target, by name. The first byte of the properties chooses the kind of data.
    private static var seeds: [String: [String: [UInt8]]] {
        let descriptions = (try? FujifilmDescriptions.encoded(ChangesTests.descriptions)) ?? []
        let one = ChangesTests.descriptions.enumerated().map { index, desc in
            ("description-\(index)", [2] + ((try? desc.encoded()) ?? []))
        }
        return [
            "fujifilm-properties": Dictionary(uniqueKeysWithValues: one).merging([
                "changes": [0] + FujifilmChanges.encoded(ChangesTests.samples), "descriptions": [1] + descriptions,
                "battery": [3] + Array("53,0,0".utf8),
            ]) { $1 },
            "fujifilm-live-view": [
                "alone": PropertyTests.picture, "header": [UInt8](repeating: 0, count: 14) + PropertyTests.picture,
            ],
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
