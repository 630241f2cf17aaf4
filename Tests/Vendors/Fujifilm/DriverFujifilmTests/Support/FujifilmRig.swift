import BodyRig
import CameraModel
import DriverPTP
import HotShoeSupport
import IPTransport
import PTP
import PTPSession
import SimulatedCamera
import Testing

@testable import DriverFujifilm
@testable import PTPResponder

/// Simulated Fujifilm bodies behind a real socket, and the driver for them.
enum FujifilmRig {
    static let bodies: [Personality] = [.fujifilmXT4, .fujifilmXT3, .fujifilmGFX100S]

    /// Connects the driver to a body in the manual mode, and calls `use`.
    static func withBody(
        _ personality: Personality,
        _ simulator: CameraSimulator = BodyRig.simulator(),
        mode: String = "M",
        faults: [String] = [],
        link: @escaping @Sendable (IPConnection) -> any Link = { $0 },
        _ use: (Camera) async throws -> Void
    ) async throws {
        simulator.turn(.exposureMode, to: mode)
        let faults = try faults.map { try #require(ResponderFault($0)) }
        try await BodyRig.serve(simulator, BodyRig.serving(personality, faults: faults), .fujifilm, link: link, use)
    }

    /// The error of a call; nil if it succeeds.
    static func error(_ work: () async throws -> Void) async -> CameraError? {
        do {
            try await work()
            return nil
        } catch { return error as? CameraError }
    }
}
