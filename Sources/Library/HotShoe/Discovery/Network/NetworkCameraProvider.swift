public import CameraModel
import HotShoeSupport
import IPTransport
import ServiceDiscovery

/// Discovers cameras that announce themselves on the network (`_ptp._tcp` by mDNS), and connects to any camera by its address.
/// **Thread-safe.**
///
/// A camera keeps its identity when its address changes: it is identified by its own GUID, and connected to at its present
/// address. Without an mDNS daemon no camera is discovered, which is reported once; addresses still work.
public final class NetworkCameraProvider: CameraProvider {
    /// "network".
    public let identifier = "network"

    private let clientName: String
    private let drivers: VendorDrivers
    private let time: any TimeSource
    private let browse: @Sendable () -> ServiceBrowser
    private let known = KnownCameras { NetworkCamera() }

    /// Time for cameras to answer before the first search is complete.
    private static let firstSearch: Duration = .seconds(1)

    /// Creates a provider.
    ///
    /// - Parameter clientName: name that cameras show when they ask whether this program may connect; at most 39 characters are
    ///   sent.
    public convenience init(clientName: String) {
        self.init(clientName: clientName, time: SystemClock.shared)
    }

    init(
        clientName: String,
        time: any TimeSource,
        drivers: VendorDrivers = .all,
        browse: @escaping @Sendable () -> ServiceBrowser = { ServiceBrowser(type: ServiceType("_ptp._tcp")!) }
    ) {
        self.clientName = clientName
        self.time = time
        self.drivers = drivers
        self.browse = browse
    }

    // MARK: Discovery

    /// Reports the cameras that announce themselves, until the task is cancelled.
    public func discover(_ sink: any DiscoverySink) async throws(CameraError) {
        let browser = browse()
        defer { browser.stop() }
        let firstSearch = time.makeTimer { sink.caughtUp() }
        firstSearch.arm(at: time.now + Self.firstSearch)
        defer { firstSearch.disarm() }
        var sightings = NetworkSightings(drivers.vendors)
        var cameras: [CameraIdentifier: NetworkCamera] = [:]
        for await event in browser.events {
            if case .unavailable(let error) = event {
                for identifier in cameras.keys { sink.lost(identifier, .disappeared) }
                throw CameraError(.notAvailable, error.message, operation: .discover)
            }
            for change in sightings.apply(event) {
                switch change {
                case .found(let seen):
                    let camera = cameras[seen.identifier] ?? known.camera(seen.identifier)
                    camera.moved(to: seen.addresses)
                    cameras[seen.identifier] = camera
                    sink.found(camera.discovered(seen.description, clientName: clientName, time: time, drivers: drivers))
                case .lost(let identifier):
                    cameras[identifier] = nil
                    sink.lost(identifier, .disappeared)
                }
            }
        }
    }

    /// Returns a camera at a host and a port, whether it announces itself or not. Does not connect to it.
    public func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? {
        guard case .network(let host, let port) = address else { return nil }
        let camera = NetworkCamera(host: host, port: port ?? IPConnector.standardPort)
        let description = CameraDescription(
            identifier: CameraIdentifier("ptpip-\(address)"),
            family: .generic,
            transport: .network,
            address: address
        )
        return camera.discovered(description, clientName: clientName, time: time, drivers: drivers)
    }
}
