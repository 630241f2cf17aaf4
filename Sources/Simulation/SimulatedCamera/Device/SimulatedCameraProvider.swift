public import CameraModel
import HotShoeSupport

/// Makes simulated cameras discoverable. **Thread-safe.**
public final class SimulatedCameraProvider: CameraProvider {
    /// "simulated".
    public let identifier = "simulated"

    /// The cameras that are discovered while they are present.
    public let simulators: [CameraSimulator]

    /// Creates a provider of these cameras.
    public init(_ simulators: [CameraSimulator]) {
        self.simulators = simulators
    }

    /// Reports the cameras that are present, until the task is cancelled.
    public func discover(_ sink: any DiscoverySink) async throws(CameraError) {
        for simulator in simulators where simulator.isPresent { sink.found(simulator.discovered) }
        sink.caughtUp()
        await withTaskGroup { group in
            for simulator in simulators { group.addTask { await Self.follow(simulator, sink) } }
        }
    }

    private static func follow(_ simulator: CameraSimulator, _ sink: any DiscoverySink) async {
        let changes = simulator.presenceChanges
        // The presence may have changed since the first look.
        report(sink, simulator)
        for await _ in changes { report(sink, simulator) }
    }

    private static func report(_ sink: any DiscoverySink, _ simulator: CameraSimulator) {
        if simulator.isPresent {
            sink.found(simulator.discovered)
        } else {
            sink.lost(simulator.description.identifier, .disappeared)
        }
    }

    /// Returns the camera with the serial number of an address of the provider "sim"; without a number, the first camera.
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
