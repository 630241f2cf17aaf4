import Foundation
import PTP
import PTPPanasonic
import Testing

/// Seeds for fuzzing, from the samples of the other tests.
@Suite struct SeedTests {
    /// The inputs of each fuzzing target, by name. The first byte of the properties chooses the kind.
    private static let seeds: [String: [String: [UInt8]]] = [
        "panasonic-properties": [
            "iso": [0] + PropertyListTests.isoBytes, "compensation": [0] + PropertyListTests.compensationBytes,
            "quality": [0] + PropertyListTests.qualityBytes, "kinds": [0] + PropertyListTests.sample.encoded,
            "values": [1] + PropertyListTests.bytes("31000002 04000000 00127a00 32000002 08000000 401f0000 0024f400"),
            "sizes": [2] + PropertyListTests.bytes("0300 0800 e001 8002 2000 1e00 d002 c003 5e01 1e00 c003 0005 bc02 1e00"),
        ],
        "panasonic-live-view": ["level": LiveViewTests.frame, "histogram": LiveViewTests.withHistogram],
    ]

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
