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
    ///
    /// - Parameter address: A host with a port, for PTP/IP. For a camera with a protocol of its vendor's own on networks the provider's
    ///   identifier is the vendor's, such as "fujifilm", and the text `HOST`, `HOST:PORT` or `[IPV6]:PORT`.
    /// - Returns: The camera; nil for other addresses.
    /// - Throws: `CameraError.Code.invalidArgument` for a text that is no host.
    public func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? {
        let (camera, scheme, family): (NetworkCamera, String, CameraFamily)
        switch address {
        case .network(let host, let port):
            camera = NetworkCamera(host: host, port: port ?? IPConnector.standardPort)
            (scheme, family) = ("ptpip-", .generic)
        case .provider(let vendor, let text):
            guard let dialect = VendorDrivers.dialect(onNetworkOf: vendor) else { return nil }
            guard let (host, port) = Self.place(text) else {
                throw CameraError(
                    .invalidArgument,
                    "This is no host. Write \(vendor):HOST or \(vendor):HOST:PORT.",
                    operation: .discover,
                    subject: text
                )
            }
            camera = NetworkCamera(host: host, port: port, dialect)
            (scheme, family) = ("", CameraFamily(vendor))
        case .usb: return nil
        }
        let description = CameraDescription(
            identifier: CameraIdentifier(scheme + address.description),
            family: family,
            transport: .network,
            address: address
        )
        return camera.discovered(description, clientName: clientName, time: time, drivers: drivers)
    }

    /// Parses `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`; nil for other text.
    static func place(_ text: String) -> (host: String, port: UInt16?)? {
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
        guard isPlain, !text.isEmpty, text.utf8.count <= 300 else { return nil }
        var (host, port) = (text[...], Substring?.none)
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            (host, port) = (text[..<colon], text[text.index(after: colon)...])
        }
        guard !host.isEmpty else { return nil }
        guard let port else { return (String(host), nil) }
        // The two ports after it are those of events and frames.
        guard let number = UInt16(port), (1...65533).contains(number) else { return nil }
        return (String(host), number)
    }
}
