import BodyRig
import CameraModel
import DriverPTP
import HotShoeSupport
import IPTransport
import PTP
import PTPSession
import SimulatedCamera
import Testing

@testable import DriverOlympus
@testable import PTPResponder

/// Simulated Olympus and OM System bodies behind a real socket, and the driver for them.
enum OlympusRig {
    static let bodies: [Personality] = [.om1, .olympusEM1II]

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
        try await BodyRig.serve(simulator, BodyRig.serving(personality, faults: faults), .olympus, link: link, use)
    }

    /// The error of a call; nil if it succeeds.
    static func error(_ work: () async throws -> Void) async -> CameraError? {
        do {
            try await work()
            return nil
        } catch { return error as? CameraError }
    }
}
