package import CameraModel
import DriverPTP
import HotShoeSupport
import IPTransport
package import PTPProperties
package import SSDP
import Sockets

/// Discovers cameras that wait on a network for a program that invites them, as Fujifilm's do for tethered shooting, and connects to them with
/// the protocol that their vendor has on networks. **Thread-safe.**
///
/// An answer to an invitation is accepted only when the program connects: a camera that waits for another program is not taken from it by a
/// search. Never tried on a camera.
package final class InvitedCameraProvider: CameraProvider {
    /// "invitation".
    package let identifier = "invitation"

    private let clientName: String
    private let dialect: CameraDialect
    private let time: any TimeSource
    private let browse: @Sendable () -> InvitationBrowser
    private let known: KnownCameras<NetworkCamera>

    /// Time for cameras to answer before the first search is complete.
    private static let firstSearch: Duration = .milliseconds(1300)
    /// Time to wait for the next answer of a camera before connecting to it.
    private static let acceptanceLimit: Duration = .seconds(2)

    /// Creates the providers of the vendors whose cameras are invited.
    ///
    /// - Parameter clientName: name that cameras show when they ask whether this program may connect.
    /// - Returns: the providers.
    package static func all(clientName: String) -> [InvitedCameraProvider] {
        VendorDrivers.onOwnNetworks.compactMap { dialect in
            guard let service = dialect.vendor?.invited else { return nil }
            return InvitedCameraProvider(clientName: clientName, dialect, time: SystemClock.shared) {
                InvitationBrowser(Invitation(service))
            }
        }
    }

    /// The vendors whose cameras are invited, with the TCP ports of this computer at which they answer.
    package static var answerPorts: [(vendor: String, port: UInt16)] {
        VendorDrivers.onOwnNetworks.compactMap(\.vendor).compactMap { vendor in
            vendor.invited.map { (vendor.name, $0.answerPort) }
        }
    }

    init(
        clientName: String,
        _ dialect: CameraDialect,
        time: any TimeSource,
        browse: @escaping @Sendable () -> InvitationBrowser
    ) {
        (self.clientName, self.dialect, self.time, self.browse) = (clientName, dialect, time, browse)
        known = KnownCameras { NetworkCamera(dialect) }
    }

    /// Reports the cameras that answer, until the task is cancelled.
    package func discover(_ sink: any DiscoverySink) async throws(CameraError) {
        let browser = browse()
        defer { browser.stop() }
        let firstSearch = time.makeTimer { sink.caughtUp() }
        firstSearch.arm(at: time.now + Self.firstSearch)
        defer { firstSearch.disarm() }
        let events = browser.events
        browser.start()
        var identifiers: [SocketAddress: CameraIdentifier] = [:]
        for await event in events {
            switch event {
            case .found(let device):
                let description = description(of: device)
                identifiers[device.address] = description.identifier
                sink.found(discovered(device, description, browser))
            case .lost(let address):
                if let identifier = identifiers.removeValue(forKey: address) { sink.lost(identifier, .disappeared) }
            }
        }
    }

    /// The description: with the address and the identifier that the camera has if the user enters its address.
    private func description(of device: InvitedDevice) -> CameraDescription {
        let family = dialect.vendor?.family ?? .generic
        let address = CameraAddress.provider(identifier: family.name, text: device.address.description)
        return CameraDescription(
            identifier: CameraIdentifier(address.description),
            family: family,
            transport: .network,
            name: device.name,
            manufacturer: dialect.vendor?.name,
            address: address
        )
    }

    private func discovered(
        _ device: InvitedDevice,
        _ description: CameraDescription,
        _ browser: InvitationBrowser
    ) -> DiscoveredCamera {
        let camera = known.camera(description.identifier)
        camera.moved(to: [device.address])
        return camera.discovered(description, clientName: clientName, time: time, drivers: .all) { [weak browser] in
            await browser?.accept(device.address, within: Self.acceptanceLimit)
        }
    }
}

extension Invitation {
    /// The invitation of a vendor's cameras.
    package init(_ service: InvitedService) {
        self.init(service: service.name, port: service.port, answerPort: service.answerPort)
    }
}
