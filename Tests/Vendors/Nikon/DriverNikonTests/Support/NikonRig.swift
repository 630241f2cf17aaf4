import BodyRig
import CameraModel
import DriverPTP
import HotShoeSupport
import IPTransport
import PTP
import PTPSession
import SimulatedCamera
import Testing

@testable import DriverNikon
@testable import PTPResponder

/// Simulated Nikon bodies behind a real socket, and the driver for them.
enum NikonRig {
    static let bodies: [Personality] = [.nikonZ6II, .nikonD850]

    /// Connects the driver to a body, and calls `use`.
    static func withBody(
        _ personality: Personality,
        _ simulator: CameraSimulator = BodyRig.simulator(),
        faults: [String] = [],
        link: @escaping @Sendable (IPConnection) -> any Link = { $0 },
        _ use: (Camera) async throws -> Void
    ) async throws {
        let faults = try faults.map { try #require(ResponderFault($0)) }
        try await BodyRig.serve(simulator, BodyRig.serving(personality, faults: faults), .nikon, link: link, use)
    }

    /// The error of a call; nil if it succeeds.
    static func error(_ work: () async throws(CameraError) -> Void) async -> CameraError? {
        do throws(CameraError) {
            try await work()
            return nil
        } catch { return error }
    }

    /// The error of starting live view; nil if there is a frame.
    static func viewError(_ camera: Camera) async -> CameraError? {
        do throws(CameraError) {
            for try await _ in camera.liveView().prefix(1) {}
            return nil
        } catch { return error }
    }
}

extension Personality {
    /// This body without some operations.
    func without(_ codes: OperationCode...) -> Personality {
        var personality = self
        for code in codes { personality.operations[code] = nil }
        return personality
    }
}
