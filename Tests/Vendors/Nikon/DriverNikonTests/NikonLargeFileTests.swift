import BodyRig
import CameraModel
import Foundation
import HotShoeSupport
import PTP
import PTPNikon
import SimulatedCamera
import Testing

@testable import DriverNikon
@testable import PTPResponder

/// Files of 4 GiB or more, whose size ObjectInfo cannot contain, and which GetPartialObject cannot address.
@Suite(.timeLimit(.minutes(5))) struct NikonLargeFileTests {
    private static let size: UInt64 = 5 << 30
    private static let traces = URL(filePath: #filePath).deletingLastPathComponent().path + "/Traces"

    private static let rules = Trace.Rules(
        records: { [.getPartialObject, .nikonGetPartialObjectEx, .nikonGetObjectSize, .getObject].contains($0) },
        repeated: [],
        busy: [.deviceBusy],
        name: { $0.description(by: .nikon) },
        response: { $0.description(by: .nikon) }
    )

    /// Connects to a body whose card has a file of 5 GiB, without blocks on the disk except for the last.
    private static func withFile(_ personality: Personality, _ use: (RemoteFile, Trace) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hotshoe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "LONG.MOV")
        try Data().write(to: path)
        let file = try FileHandle(forWritingTo: path)
        try file.seek(toOffset: size - 4)
        try file.write(contentsOf: Data([1, 2, 3, 4]))
        try file.close()
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.cards = [.init(folder: folder.path)]
        let trace = Trace(rules)
        let simulator = CameraSimulator(configuration)
        try await BodyRig.serve(simulator, BodyRig.serving(personality), .nikon, link: { TracedLink($0, trace) }) { camera in
            let storage = try #require(camera.storages.first)
            let item = try #require(try await storage.items().first { $0.info.name == "LONG.MOV" })
            try await use(item.file, trace)
        }
    }

    private static func end(of file: RemoteFile) async throws -> [UInt8] {
        let bytes = Guarded<[UInt8]>([])
        try await file.download(from: size - 10) { chunk in
            unsafe chunk.withUnsafeBytes { memory in bytes.withLock { unsafe $0.append(contentsOf: memory) } }
            return .proceed
        }
        return bytes.withLock { $0 }
    }

    @Test(arguments: NikonRig.bodies) func `the end of a large file is requested with a position of 64 bits`(
        _ personality: Personality
    ) async throws {
        // Otherwise the list of properties contains the size.
        try await Self.withFile(personality.without(.getObjectPropList)) { file, trace in
            #expect(file.size == Self.size)
            let end = try await Self.end(of: file)
            #expect(end == [0, 0, 0, 0, 0, 0, 1, 2, 3, 4])
            var lines = trace.drain()
            // Handles are numbered by the simulator.
            for (index, line) in lines.enumerated() {
                lines[index] = line.replacing(#/\(0x[0-9A-F]{8}/#, with: "(handle", maxReplacements: 1)
            }
            let text = "# the end of a file of 5 GiB\n" + lines.map { $0 + "\n" }.joined()
            let path = Self.traces + "/nikon-large-file.txt"
            #expect(Recording.matches(text, at: path), "see \(path)")
        }
    }

    @Test func `a piece that crosses the first 4 GiB has a position of 64 bits too`() async throws {
        try await Self.withFile(.nikonD850) { file, trace in
            let count = Guarded(0)
            try await file.download(from: 4 << 30 - 4) { chunk in
                count.withLock { $0 += chunk.byteCount }
                return .stop
            }
            #expect(count.withLock { $0 } > 0)
            let pieces = trace.drain().filter { $0.hasPrefix("GetPartial") }
            #expect(pieces.count == 1 && pieces.allSatisfy { $0.hasPrefix("GetPartialObjectEx ") }, "\(pieces)")
        }
    }

    // A size that is refused, too short, too long, the greatest, or less than the file's.
    @Test(arguments: [
        "response=0x2002@0x9421", "data=@0x9421", "data=0102@0x9421", "data=FFFFFFFFFFFFFFFF@0x9421",
        "data=0000000000000000@0x9421",
        "data=0100000000000080@0x9421",
    ]) func `a body that lies about a size ends no download with a trap, and is used on`(_ fault: String) async throws {
        let faults = ["object-size=0xFFFFFFFF@get-object-info", fault]
        let body = Personality.nikonD850.without(.getObjectPropList)
        try await NikonRig.withBody(body, faults: faults) { camera in
            let file = try #require(try await camera.shoot().files.first)
            let error = await NikonRig.error { () throws(CameraError) in
                try await file.download { _ in .proceed }
            }
            #expect(error == nil || error?.code != .internalFailure, "\(String(describing: error))")
            #expect(camera.connectionState == .connected)
            _ = try await camera.shoot()
        }
    }

    @Test func `without the size's operation, the property has the size`() async throws {
        let body = Personality.nikonD850.without(.nikonGetObjectSize, .getObjectPropList)
        try await Self.withFile(body) { file, _ in
            #expect(file.size == Self.size)
            let end = try await Self.end(of: file)
            #expect(end.suffix(4) == [1, 2, 3, 4])
        }
    }
}
