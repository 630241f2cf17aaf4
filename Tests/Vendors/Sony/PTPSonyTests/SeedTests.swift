import Foundation
import PTP
import PTPSony
import Testing

/// Seeds for fuzzing, from the samples of the other tests.
@Suite struct SeedTests {
    /// The inputs of each fuzzing target, by name. The first byte of the properties chooses the version.
    private static var seeds: [String: [String: [UInt8]]] {
        let records = RecordTests.samples.enumerated().map {
            ("record-\($0.offset)", [UInt8($0.offset & 1)] + SonyPropertyList.encoded([$0.element]))
        }
        let extended = SonyExtension(version: 0x12C, codes: [0x9205, 0xC203], controls: [0xD2C1])
        return [
            "sony-properties": Dictionary(uniqueKeysWithValues: records).merging([
                "all": [1] + SonyPropertyList.encoded(RecordTests.samples), "extension": [2] + ((try? extended.encoded()) ?? []),
                "control": [3, 0xFF, 0],
            ]) { $1 },
            "sony-live-view": ["faces": LiveViewTests.view(), "focus": LiveViewTests.view(version: 100)],
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
