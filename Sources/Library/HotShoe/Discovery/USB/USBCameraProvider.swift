public import CameraModel
import DriverPTP
import HotShoeSupport
import PTPProperties
import PTPSession
import USBTransport

/// Discovers cameras on USB, and reports immediately when one is plugged in or unplugged. **Thread-safe.**
///
/// Discovery opens no device: a camera that another program uses is not disturbed, and is listed with the obstacle. A camera
/// that is plugged in again, at any port, keeps its identity. Without libusb no camera is found, which is reported once.
public final class USBCameraProvider: CameraProvider {
    /// "usb".
    public let identifier = "usb"

    private let options: USBOptions
    private let drivers: VendorDrivers
    private let time: any TimeSource
    /// Guards the identifiers of the devices on the bus.
    private let identities = Guarded(USBIdentities())
    private let known = KnownCameras { USBCamera() }

    /// Creates a provider with four concurrent transfers of 256 KiB.
    public convenience init() { self.init(USBOptions(), time: SystemClock.shared) }

    /// Creates a provider with adapted transfers: smaller ones for many cameras at a time, larger ones for high latency.
    ///
    /// The kernel has 16 MiB for the transfers of all programs and devices together, unless its `usbfs_memory_mb` is set to
    /// another value. When none is left, transfers of 16 KiB are used.
    ///
    /// - Parameters:
    ///   - transferSize: size of a read in bytes; rounded down to a multiple of 1024, and limited to 1024…262,144.
    ///   - transfersInFlight: number of concurrent reads for each camera; limited to 1…32.
    public convenience init(transferSize: Int, transfersInFlight: Int) {
        var options = USBOptions()
        options.transferSize = transferSize
        options.transfersInFlight = transfersInFlight
        self.init(options, time: SystemClock.shared)
    }

    init(_ options: USBOptions, time: any TimeSource, drivers: VendorDrivers = .all) {
        (self.options, self.time, self.drivers) = (options, time, drivers)
    }

    // MARK: Discovery

    /// Reports the cameras on the bus, until the task is cancelled.
    public func discover(_ sink: any DiscoverySink) async throws(CameraError) {
        let bus = try Self.bus(.discover)
        var sightings = USBSightings(drivers.vendors)
        var cameras: [CameraIdentifier: USBCamera] = [:]
        let changes: AsyncStream<Void>
        do throws(USBError) { changes = try bus.changes() } catch { throw CameraError(error, .discover) }
        func enumerate() throws(CameraError) {
            let (devices, identifiers) = try devices(bus, .discover)
            for change in sightings.apply(devices, identifiers, access: { USBAccess(to: $0, $1) }) {
                switch change {
                case .found(let seen):
                    let identifier = seen.description.identifier
                    let camera = cameras[identifier] ?? known.camera(identifier)
                    camera.moved(to: seen.device)
                    cameras[identifier] = camera
                    sink.found(discovered(seen.description, camera))
                case .lost(let identifier):
                    cameras[identifier] = nil
                    sink.lost(identifier, .disappeared)
                }
            }
        }
        try enumerate()
        sink.caughtUp()
        for await _ in changes { try enumerate() }
    }

    /// Returns the camera with a bus and a device number.
    public func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? {
        guard case .usb = address else { return nil }
        let bus = try Self.bus(.connect)
        let (devices, identifiers) = try devices(bus, .connect)
        var sightings = USBSightings(drivers.vendors)
        for change in sightings.apply(devices, identifiers, access: { USBAccess(to: $0, $1) }) {
            guard case .found(let seen) = change, seen.description.address == address else { continue }
            let camera = known.camera(seen.description.identifier)
            camera.moved(to: seen.device)
            return discovered(seen.description, camera)
        }
        throw CameraError(
            .notFound,
            "There is no camera at \(address). Is it switched on, and plugged in?",
            operation: .connect
        )
    }

    /// Returns the devices on the bus and their identifiers, which are the same for all callers.
    private func devices(
        _ bus: USBBus,
        _ operation: CameraOperation
    ) throws(CameraError) -> ([USBDevice], [USBDevice.Location: CameraIdentifier]) {
        do throws(USBError) {
            // The first enumeration takes some time, and is complete before the lock is acquired.
            _ = try bus.devices()
            // Reads the list under the lock: an older list, applied late, would discard the identifier of a new device.
            return try identities.withLock { identities throws(USBError) in
                let devices = try bus.devices()
                return (devices, identities.identifiers(of: devices))
            }
        } catch { throw CameraError(error, operation) }
    }

    private static func bus(_ operation: CameraOperation) throws(CameraError) -> USBBus {
        do throws(USBError) { return try USBBus.shared() } catch { throw CameraError(error, operation) }
    }

    // MARK: Connecting

    private func discovered(_ description: CameraDescription, _ camera: USBCamera) -> DiscoveredCamera {
        let (time, options, drivers) = (time, options, drivers)
        return DiscoveredCamera(description, time: time) {
            @Sendable func open(_ recovering: Bool) async throws(CameraError) -> any Link {
                guard let device = camera.device else {
                    throw CameraError(.notFound, "The camera is not plugged in.", operation: .connect)
                }
                do throws(USBOpenError) {
                    return try await USBConnector(options: options).connect(
                        to: device,
                        vendors: drivers.vendors.examinedUSB,
                        recovering: recovering
                    )
                } catch { throw CameraError(error) }
            }
            return PTPDriver(
                credentialKey: description.identifier.text,
                dialects: drivers.dialects,
                time: time,
                recoverLink: { _ throws(CameraError) in try await open(true) },
                openLink: { _ throws(CameraError) in try await open(false) }
            )
        }
    }
}

/// Present location of a camera on USB. **Thread-safe.**
private final class USBCamera: Sendable {
    /// Guards the device.
    private let known = Guarded<USBDevice?>(nil)

    var device: USBDevice? { known.withLock { $0 } }

    func moved(to device: USBDevice) { known.withLock { $0 = device } }
}

extension CameraError {
    /// Translates a failure to enumerate the bus.
    init(_ error: USBError, _ operation: CameraOperation) {
        self.init(.notAvailable, error.description, operation: operation)
    }

    /// Translates a failure to open a camera.
    init(_ error: USBOpenError) {
        let code: Code =
            switch error {
            case .noPermission: .permissionDenied
            case .claimed: .connectionRefused
            case .noDevice: .connectionLost
            case .silent: .timedOut
            case .refused(.massStorage): .needsPhysicalInteraction
            case .refused: .protocolFailure
            case .usb: .connectionRefused
            case .cancelled: .cancelled
            }
        self.init(code, error.description, operation: .connect)
    }
}
