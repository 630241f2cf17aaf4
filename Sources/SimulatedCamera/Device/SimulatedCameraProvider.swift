public import CameraModel
import HotShoeSupport

/// Lets a discovery find simulated cameras. **Thread-safe.**
public final class SimulatedCameraProvider: CameraProvider {
    public let identifier = "simulated"

    /// The cameras that can be found, while they are present.
    public let simulators: [CameraSimulator]

    /// Shows these cameras.
    public init(_ simulators: [CameraSimulator]) {
        self.simulators = simulators
    }

    public func discover(_ sink: any DiscoverySink) async throws(CameraError) {
        for simulator in simulators where simulator.isPresent { sink.found(simulator.discovered) }
        sink.caughtUp()
        await withTaskGroup { group in
            for simulator in simulators { group.addTask { await Self.follow(simulator, sink) } }
        }
    }

    private static func follow(_ simulator: CameraSimulator, _ sink: any DiscoverySink) async {
        let changes = simulator.presenceChanges
        // It may have come or gone since it was first looked at.
        tell(sink, simulator)
        for await _ in changes { tell(sink, simulator) }
    }

    private static func tell(_ sink: any DiscoverySink, _ simulator: CameraSimulator) {
        if simulator.isPresent { sink.found(simulator.discovered) } else { sink.lost(simulator.description.identifier, .gone) }
    }

    /// `provider("sim", …)` with a serial number; without one, the first camera.
    public func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? {
        guard case .provider("sim", let serialNumber) = address else { return nil }
        let found = serialNumber.isEmpty ? simulators.first : simulators.first { $0.configuration.serialNumber == serialNumber }
        guard let found else {
            throw CameraError(
                .notFound,
                "There is no simulated camera of this number.",
                operation: .discover,
                subject: serialNumber
            )
        }
        return found.discovered
    }
}

extension CameraSimulator {
    var discovered: DiscoveredCamera {
        DiscoveredCamera(description, time: time) { [self] in SimulatedCameraDriver(self) }
    }
}
