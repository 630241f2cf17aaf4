public import CameraModel
public import HotShoeSupport
public import IPTransport
import PTP

/// Serves cameras as USB devices that other computers, or this one, can attach: over USB/IP, each to one host at a time. **Thread-safe.**
///
/// A camera is connected when a host attaches it, and disconnected when that lets it go. End with ``stop()``.
public final class USBResponder: Sendable {
    /// How to serve.
    public struct Configuration: Sendable {
        /// Where to listen; with port 0 the system chooses one, the same for all.
        public var addresses: [SocketAddress]
        public var speed = USBSpeed.high
        /// Answers a camera's questions when it is attached. Without it a confirmation on the camera is waited for, and a camera that asks for
        /// more cannot be attached.
        public var authenticate: AuthenticationHandler?
        public var personality = Personality.generic
        /// How long the response to InitiateCapture waits for the camera to refuse.
        public var captureRefusal: Duration = .seconds(1)
        /// What goes wrong from the start, at each camera.
        public var faults: [ResponderFault] = []
        /// How long a host may take to say what it wants.
        public var introductionLimit: Duration = .seconds(10)
        /// How long nothing may move in the middle of a transfer's bytes.
        public var stallLimit: Duration = .seconds(30)

        /// Listens on these addresses; on this machine, at USB/IP's port, unless told otherwise: the protocol knows no names and no secrets.
        public init(addresses: [SocketAddress] = [.loopback(port: USBIP.standardPort)]) { self.addresses = addresses }
    }

    /// Somebody came, or left.
    public enum HostChange: Sendable, Hashable {
        case attached(busID: String)
        case detached(busID: String)
        case refused(busID: String)
    }

    /// A camera as hosts see it.
    public struct Device: Sendable {
        public let camera: Camera
        /// By which hosts ask for it: "1-1".
        public let busID: String
        public let identity: USBIdentity
    }

    public let configuration: Configuration
    private let exports: [USBExport]
    private let time: any TimeSource
    private let changes = Broadcast<HostChange>()
    private let listener = Listener()

    private struct State {
        var isStopped = false
        var nextLink = 1
        /// Who has not said yet what they want, the oldest first.
        var strangers: [USBIPLink] = []
    }

    /// Guards who is there.
    private let state = Guarded(State())
    private static let strangerLimit = 32

    /// Makes a server that does not listen yet.
    ///
    /// - Parameter time: what limits are measured by.
    public init(cameras: [Camera], configuration: Configuration = Configuration(), time: any TimeSource = SystemClock.shared) {
        self.configuration = configuration
        self.time = time
        let changes = changes
        exports = cameras.enumerated().map { index, camera in
            USBExport(camera, number: UInt32(index + 1), configuration, time, changes)
        }
    }

    deinit { listener.stop() }

    /// The cameras, in the order in which they were given.
    public var devices: [Device] {
        exports.map { Device(camera: $0.camera, busID: $0.device.busID, identity: $0.device.identity) }
    }

    /// Where it listens; empty before ``start()``.
    public var addresses: [SocketAddress] { listener.addresses }

    /// Which cameras are not attached to a host.
    public var freeBusIDs: [String] { exports.filter(\.isFree).map(\.device.busID) }

    /// Who comes and goes, from now on.
    public var hostChanges: EventStream<HostChange> { changes.stream { $0 } }

    /// Lets something go wrong with a camera, from now on; with all of them if none is named.
    public func inject(_ fault: ResponderFault, busID: String? = nil) {
        for export in exports where busID == nil || busID == export.device.busID { export.faults.withLock { $0.add(fault) } }
    }

    // MARK: Listening

    /// Begins to listen.
    ///
    /// - Throws: when the first address cannot be listened on; those after it may be missing, as IPv6 is on some machines.
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
                patience: configuration.stallLimit
            )
            state.nextLink += 1
            state.strangers.append(link)
            return (link, state.strangers.count > Self.strangerLimit ? state.strangers.removeFirst() : nil)
        }
        link?.start(self, limit: configuration.introductionLimit)
        surplus?.close()
    }

    /// Stops listening, detaches every camera, and returns when all have been left.
    public func stop() async {
        let strangers = state.withLock { state in
            state.isStopped = true
            defer { state.strangers = [] }
            return state.strangers
        }
        listener.stop()
        for link in strangers { link.close() }
        await withTaskGroup(of: Void.self) { group in
            for export in exports { group.addTask { await export.stop() } }
        }
    }
}

// Those who have not got a camera.
extension USBResponder: USBIPHandler {
    func listDevices(on link: USBIPLink) {
        guard forget(link) else { return link.close() }
        link.postLast(USBIPReply.deviceList(exports.filter(\.isFree).map(\.device)))
    }

    func importDevice(_ busID: String, on link: USBIPLink) {
        guard forget(link) else { return link.close() }
        guard let export = exports.first(where: { $0.device.busID == busID }) else {
            return link.postLast(USBIPReply.notImported(.noDevice))
        }
        export.asked(by: link)
    }

    private func forget(_ link: USBIPLink) -> Bool {
        state.withLock { state in
            guard let index = state.strangers.firstIndex(where: { $0 === link }) else { return false }
            state.strangers.remove(at: index)
            return true
        }
    }

    // Nothing of that before a camera is attached.

    func submit(_ submission: USBIPParser.Submission, _ data: [UInt8], on link: USBIPLink) { link.close() }

    func unlink(_ number: UInt32, by request: UInt32, device: UInt32, on link: USBIPLink) { link.close() }

    func ended(_ link: USBIPLink) {
        _ = forget(link)
        for export in exports { export.waitingEnded(link) }
    }
}
