public import CameraModel
import HotShoeSupport
import PTPProperties
import SSDP
import Sockets

/// Discovers cameras that announce themselves by SSDP, as Canon's and Sony's do, and connects to them over PTP/IP.
/// **Thread-safe.**
///
/// All interfaces with an IPv4 address are searched. A camera keeps its identity when its address changes, and is the same camera
/// if it also announces itself by mDNS. Its description is requested again before each connection: some EOS bodies accept none
/// before (observed behaviour).
public final class SSDPCameraProvider: CameraProvider {
    /// "ssdp".
    public let identifier = "ssdp"

    private let clientName: String
    private let drivers: VendorDrivers
    private let time: any TimeSource
    private let browse: @Sendable () -> SSDPBrowser
    private let known = KnownCameras { NetworkCamera() }

    /// Time for cameras to answer before the first search is complete; they may wait for a second.
    private static let firstSearch: Duration = .milliseconds(1300)

    /// Creates a provider.
    ///
    /// - Parameter clientName: name that cameras show when they ask whether this program may connect; at most 39 characters are
    ///   sent.
    public convenience init(clientName: String) {
        self.init(
            clientName: clientName,
            time: SystemClock.shared,
            browse: {
                let vendors = VendorDrivers.all.vendors
                return SSDPBrowser(types: vendors.serviceTypes, further: SSDPSightings.furtherDocument(vendors))
            }
        )
    }

    init(
        clientName: String,
        time: any TimeSource,
        drivers: VendorDrivers = .all,
        browse: @escaping @Sendable () -> SSDPBrowser
    ) {
        (self.clientName, self.time, self.drivers, self.browse) = (clientName, time, drivers, browse)
    }

    /// Reports the cameras that announce themselves, until the task is cancelled.
    public func discover(_ sink: any DiscoverySink) async throws(CameraError) {
        let browser = browse()
        defer { browser.stop() }
        let firstSearch = time.makeTimer { sink.caughtUp() }
        firstSearch.arm(at: time.now + Self.firstSearch)
        defer { firstSearch.disarm() }
        let events = browser.events
        browser.start()
        var sightings = SSDPSightings(drivers.vendors)
        for await event in events {
            for change in sightings.apply(event) {
                switch change {
                case .found(let seen, let location): sink.found(discovered(seen, location))
                case .lost(let identifier): sink.lost(identifier, .disappeared)
                }
            }
        }
    }

    private func discovered(_ seen: NetworkSightings.Camera, _ location: DescriptionLocation) -> DiscoveredCamera {
        let camera = known.camera(seen.identifier)
        camera.moved(to: seen.addresses)
        return camera.discovered(seen.description, clientName: clientName, time: time, drivers: drivers) {
            // A body that does not need it may not answer; connecting reports whether it is there.
            await onOwnThread { _ = try? DescriptionRequest.read(location) }
        }
    }
}
