public import CameraModel
public import HotShoeSupport
import PTP
public import Sockets

/// Serves cameras as USB devices over USB/IP, so that other computers or this one can attach them; each camera to one host at
/// a time. **Thread-safe.**
///
/// A camera is connected when a host attaches it, and disconnected when the host detaches it. End with ``stop()``.
public final class USBResponder: Sendable {
    /// Settings of a responder.
    public struct Configuration: Sendable {
        /// Addresses to listen on. With port 0 the system chooses a port, the same for all addresses.
        public var addresses: [SocketAddress]
        /// Speed of the USB devices.
        public var speed = USBSpeed.high
        /// Answers a camera's authentication requests while it is attached. Without a handler, the responder waits for a
        /// confirmation on the camera and cancels all other requests.
        public var authenticate: AuthenticationHandler?
        /// The device that each camera is presented as.
        public var personality = Personality.generic
        /// Time that the response to InitiateCapture waits for the camera to refuse.
        public var captureRefusal: Duration = .seconds(1)
        /// Faults that are pending at the start, for each camera.
        public var faults: [ResponderFault] = []
        /// Time limit for a host's first request.
        public var introductionLimit: Duration = .seconds(10)
        /// Longest time without progress within the bytes of a transfer.
        public var stallLimit: Duration = .seconds(30)

        /// Creates a configuration; by default for this machine's loopback address at USB/IP's port, because the protocol has
        /// neither authentication nor encryption.
        public init(addresses: [SocketAddress] = [.loopback(port: USBIP.standardPort)]) { self.addresses = addresses }
    }

    /// Change in the hosts of a camera.
    public enum HostChange: Sendable, Hashable {
        /// A host has attached the camera.
        case attached(busID: String)
        /// The host has detached the camera or disconnected.
        case detached(busID: String)
        /// A host was refused.
        case refused(busID: String)
    }

    /// A camera as a USB/IP device.
    public struct Device: Sendable {
        /// The camera that is served.
        public let camera: Camera
        /// Bus ID by which hosts attach the device, such as "1-1".
        public let busID: String
        /// USB IDs and strings of the device.
        public let identity: USBIdentity
    }

    /// Settings of the responder.
    public let configuration: Configuration
    private let exports: [USBExport]
    private let time: any TimeSource
    private let changes = Broadcast<HostChange>()
    private let listener = Listener()

    private struct State {
        var isStopped = false
        var nextLink = 1
        /// Connections that have not sent a request, oldest first.
        var unidentified: [USBIPLink] = []
    }

    /// Guards the connections.
    private let state = Guarded(State())
    private static let unidentifiedLimit = 32

    /// Creates a responder that does not listen yet.
    ///
    /// - Parameters:
    ///   - cameras: The cameras to serve.
    ///   - configuration: Settings of the responder.
    ///   - time: Clock for all time limits.
    public init(cameras: [Camera], configuration: Configuration = Configuration(), time: any TimeSource = SystemClock.shared) {
        self.configuration = configuration
        self.time = time
        let changes = changes
        exports = cameras.enumerated().map { index, camera in
            USBExport(camera, number: UInt32(index + 1), configuration, time, changes)
        }
    }

    deinit { listener.stop() }

    /// The cameras as devices, in the order of the initialiser.
    public var devices: [Device] {
        exports.map { Device(camera: $0.camera, busID: $0.device.busID, identity: $0.device.identity) }
    }

    /// Addresses that the responder listens on; empty before ``start()``.
    public var addresses: [SocketAddress] { listener.addresses }

    /// Bus IDs of the cameras that are not attached to a host.
    public var freeBusIDs: [String] { exports.filter(\.isFree).map(\.device.busID) }

    /// Changes in the hosts from now on.
    public var hostChanges: EventStream<HostChange> { changes.stream { $0 } }

    /// Adds a fault to a camera; to all cameras without a bus ID.
    public func inject(_ fault: ResponderFault, busID: String? = nil) {
        for export in exports where busID == nil || busID == export.device.busID { export.faults.withLock { $0.add(fault) } }
    }

    // MARK: Listening

    /// Starts listening.
    ///
    /// - Throws: `SocketError` if the first address cannot be listened on. Failures of further addresses are ignored: IPv6
    ///   is missing on some machines.
    public func start() throws(SocketError) {
        try listener.start(on: configuration.addresses) { [weak self] in self?.welcome($0) }
    }

    private func welcome(_ socket: Socket) {
        let (link, surplus) = state.withLock { state -> (USBIPLink?, USBIPLink?) in
            if state.isStopped { return (nil, nil) }
            let link = USBIPLink(
                state.nextLink,
                socket,
                workers: Listener.workers,
                time: time,
                timeout: configuration.stallLimit
            )
            state.nextLink += 1
            state.unidentified.append(link)
            return (link, state.unidentified.count > Self.unidentifiedLimit ? state.unidentified.removeFirst() : nil)
        }
        link?.start(self, limit: configuration.introductionLimit)
        surplus?.close()
    }

    /// Stops listening, detaches every camera, and returns when all have been left.
    public func stop() async {
        let unidentified = state.withLock { state in
            state.isStopped = true
            defer { state.unidentified = [] }
            return state.unidentified
        }
        listener.stop()
        for link in unidentified { link.close() }
        await withTaskGroup(of: Void.self) { group in
            for export in exports { group.addTask { await export.stop() } }
        }
    }
}

// Handling of connections that have no camera.
extension USBResponder: USBIPHandler {
    func listDevices(on link: USBIPLink) {
        guard removeUnidentified(link) else { return link.close() }
        link.postLast(USBIPReply.deviceList(exports.filter(\.isFree).map(\.device)))
    }

    func importDevice(_ busID: String, on link: USBIPLink) {
        guard removeUnidentified(link) else { return link.close() }
        guard let export = exports.first(where: { $0.device.busID == busID }) else {
            return link.postLast(USBIPReply.notImported(.noDevice))
        }
        export.attachRequested(by: link)
    }

    private func removeUnidentified(_ link: USBIPLink) -> Bool {
        state.withLock { state in
            guard let index = state.unidentified.firstIndex(where: { $0 === link }) else { return false }
            state.unidentified.remove(at: index)
            return true
        }
    }

    // Transfers are not allowed before a camera is attached.

    func submit(_ submission: USBIPParser.Submission, _ data: [UInt8], on link: USBIPLink) { link.close() }

    func unlink(_ number: UInt32, by request: UInt32, device: UInt32, on link: USBIPLink) { link.close() }

    func ended(_ link: USBIPLink) {
        _ = removeUnidentified(link)
        for export in exports { export.waitingEnded(link) }
    }
}
