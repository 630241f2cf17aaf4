public import CameraModel
import DriverCanon
import DriverPTP
import HotShoeSupport
import PTPSession
import USBTransport

/// Finds cameras on USB, and tells at once when one comes or goes. **Thread-safe.**
///
/// Looking opens nothing: a camera that another program has is not disturbed, and is listed with what stands in the way. One that is plugged
/// in again, at whatever port, is the same camera. Without libusb nothing is found, which is said once.
public final class USBCameraProvider: CameraProvider {
    public let identifier = "usb"

    private let options: USBOptions
    private let time: any TimeSource
    /// Guards how the devices on the bus are called.
    private let identities = Guarded(USBIdentities())
    private let known = KnownCameras { USBCamera() }

    /// Four transfers of 256 KiB are in flight at a time.
    public convenience init() { self.init(USBOptions(), time: SystemClock.shared) }

    /// For those who know their bus: less memory of the kernel's for many cameras at a time, more for long ways.
    ///
    /// The kernel has 16 MiB for the transfers of all programs and devices together, unless its `usbfs_memory_mb` says otherwise; who finds
    /// none left goes on with 16 KiB at a time.
    ///
    /// - Parameters:
    ///   - transferSize: of data that comes, in bytes; taken down to a multiple of 1024, and into 1024…262,144.
    ///   - transfersInFlight: reads of that size at a time, for each camera; taken into 1…32.
    public convenience init(transferSize: Int, transfersInFlight: Int) {
        var options = USBOptions()
        options.transferSize = transferSize
        options.transfersInFlight = transfersInFlight
        self.init(options, time: SystemClock.shared)
    }

    init(_ options: USBOptions, time: any TimeSource) { (self.options, self.time) = (options, time) }

    // MARK: Finding

    public func discover(_ sink: any DiscoverySink) async throws(CameraError) {
        let bus = try Self.bus(.discover)
        var sightings = USBSightings()
        var cameras: [CameraIdentifier: USBCamera] = [:]
        let changes: AsyncStream<Void>
        do throws(USBError) { changes = try bus.changes() } catch { throw CameraError(error, .discover) }
        func look() throws(CameraError) {
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
                    sink.lost(identifier, .gone)
                }
            }
        }
        try look()
        sink.caughtUp()
        for await _ in changes { try look() }
    }

    /// The camera at a bus and a device number.
    public func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? {
        guard case .usb = address else { return nil }
        let bus = try Self.bus(.connect)
        let (devices, identifiers) = try devices(bus, .connect)
        var sightings = USBSightings()
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

    /// What is on the bus, and how each is called: whoever looks, the same.
    private func devices(
        _ bus: USBBus,
        _ operation: CameraOperation
    ) throws(CameraError) -> ([USBDevice], [USBDevice.Location: CameraIdentifier]) {
        do throws(USBError) {
            // The first look takes its time, and is over before the lock is taken.
            _ = try bus.devices()
            // The newest list last, or one that has come would be forgotten by who is late.
            return try identities.withLock { identities throws(USBError) in
                let devices = try bus.devices()
                return (devices, identities.identifiers(of: devices))
            }
        } catch { throw CameraError(error, operation) }
    }

    private static func bus(_ operation: CameraOperation) throws(CameraError) -> USBBus {
        do throws(USBError) { return try USBBus.shared() } catch { throw CameraError(error, operation) }
    }

    // MARK: Reaching

    private func discovered(_ description: CameraDescription, _ camera: USBCamera) -> DiscoveredCamera {
        let (time, options) = (time, options)
        return DiscoveredCamera(description, time: time) {
            @Sendable func open(_ recovering: Bool) async throws(CameraError) -> any Link {
                guard let device = camera.device else {
                    throw CameraError(.notFound, "The camera is not plugged in.", operation: .connect)
                }
                do throws(USBOpenError) {
                    return try await USBConnector(options: options).connect(
                        to: device,
                        makers: USBMakers.vendors,
                        recovering: recovering
                    )
                } catch { throw CameraError(error) }
            }
            return PTPDriver(
                credentialKey: description.identifier.text,
                dialects: [.canonEOS],
                time: time,
                recoverLink: { _ throws(CameraError) in try await open(true) },
                openLink: { _ throws(CameraError) in try await open(false) }
            )
        }
    }
}

/// Where a camera is on USB now. **Thread-safe.**
private final class USBCamera: Sendable {
    /// Guards where it is.
    private let known = Guarded<USBDevice?>(nil)

    var device: USBDevice? { known.withLock { $0 } }

    func moved(to device: USBDevice) { known.withLock { $0 = device } }
}

extension CameraError {
    /// Why the bus cannot be looked at.
    init(_ error: USBError, _ operation: CameraOperation) {
        self.init(.notAvailable, error.description, operation: operation)
    }

    /// Why a camera on USB was not opened.
    init(_ error: USBOpenError) {
        let code: Code =
            switch error {
            case .noPermission: .permissionDenied
            case .claimed: .connectionRefused
            case .gone: .connectionLost
            case .silent: .timedOut
            case .refused(.massStorage): .needsPhysicalInteraction
            case .refused: .protocolFailure
            case .usb: .connectionRefused
            case .cancelled: .cancelled
            }
        self.init(code, error.description, operation: .connect)
    }
}
