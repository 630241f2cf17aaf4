import Foundation
import PTP
import PTPCanon
import Testing

/// Seeds for fuzzing, from the samples of the other tests.
@Suite struct SeedTests {
    /// The inputs of each fuzzing target, by name.
    private static var seeds: [String: [String: [UInt8]]] {
        get throws {
            var seeds: [String: [String: [UInt8]]] = [:]
            for (index, record) in EventRecord.samples.enumerated() where index % 2 == 0 {
                seeds["canon-events", default: [:]]["record-\(index)"] = try EventReply(records: [record]).encoded()
            }
            seeds["canon-events"]?["all"] = try EventReply(records: EventRecord.samples).encoded()
            for version in OLCInfoTests.sizes.keys {
                let info = OLCInfo(version: version, OLCInfoTests.parts(version))
                seeds["canon-olc", default: [:]]["version-\(version)"] = [UInt8(version)] + (info?.encoded ?? [])
            }
            seeds["canon-olc"]?["unknown-version"] = [0x15] + words(12, 0x1FFF, 1, 2)
            for sample in StructureSample.all {
                let name = String(sample.description.map { $0 == " " ? "-" : $0 })
                let target =
                    switch name {
                    case "one-file", "two-files": "canon-image-format"
                    case "focus-points", "no-focus-points": "canon-focus"
                    default: "canon-settings"
                    }
                let choice: [UInt8] = target != "canon-settings" ? [] : name == "device-info" ? [1] : [0]
                seeds[target, default: [:]][name] = choice + sample.bytes
            }
            seeds["canon-image-format"]?["code"] = [0, 1, 6, 0, 4, 1, 0, 3]
            seeds["canon-live-view"] = [
                "whole": LiveViewTests.whole, "head": Array(LiveViewTests.whole.prefix(120)), "no-length": words(0, 1),
                "no-picture": words(8, 1), "not-jpeg": words(12, 1, 2),
            ]
            return seeds
        }
    }

    /// Writes the seeds to the folder in `HOTSHOE_FUZZ_SEEDS`; see script/fuzz.
    @Test func `every target has seeds, and few`() throws {
        let seeds = try Self.seeds
        #expect(seeds.count == 6 && seeds.values.allSatisfy { !$0.isEmpty && $0.count < 30 })
        guard let folder = ProcessInfo.processInfo.environment["HOTSHOE_FUZZ_SEEDS"] else { return }
        for (target, inputs) in seeds {
            let place = URL(fileURLWithPath: folder).appendingPathComponent(target)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (name, bytes) in inputs { try Data(bytes).write(to: place.appendingPathComponent(name)) }
        }
    }
}
