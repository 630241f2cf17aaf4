import HotShoeSupport
public import PTP
public import PTPSession
public import Sockets

/// The initiator's side of a link of containers over TCP, the protocol of Fujifilm's bodies on networks. **Thread-safe.**
///
/// The commands are performed as those of PTP/IP ([ip-transport](ip-transport.md)). The connections for events and frames are opened by
/// ``connectSides(_:)``.
public final class ContainerConnection: SideConnections {
    private let core: IPConnection
    private let sides: ContainerConnector.Sides
    private let frames = Guarded<FrameChannel?>(nil)

    init(
        _ command: (socket: Socket, received: [UInt8]),
        _ address: SocketAddress,
        _ acknowledgement: ContainerGreeting.Acknowledgement,
        _ handshake: [HandshakePacket],
        _ lock: CameraLock?,
        _ sides: ContainerConnector.Sides
    ) throws(SocketError) {
        self.sides = sides
        core = try IPConnection(
            .containers,
            command: command,
            event: nil,
            address: address,
            welcome: .init(connection: 0, responder: acknowledgement.responder, name: acknowledgement.name),
            handshake: handshake,
            lock: lock
        )
    }

    deinit { frames.withLock { $0 }?.close() }

    /// Address of the device.
    public var address: SocketAddress { core.address }
    /// Identifier of the device.
    public var identifier: IPIdentifier { core.welcome.responder }
    /// The packets that opened the connection of the commands.
    public var handshake: [HandshakePacket] { core.handshake }
    /// Name of the device, as it introduces itself.
    public var deviceName: String { core.welcome.name }

    /// Starts delivering events to `observer`; see `Link.start(_:)`.
    public func start(_ observer: any LinkObserver) { core.start(observer) }

    /// Performs a transaction; see `Link.perform(_:)`. Data of 4 GiB and more cannot be sent.
    public func perform(_ transaction: LinkTransaction) {
        if case .send(let provider) = transaction.data, provider.byteCount > USBContainer.streamPayloadLimit {
            return transaction.finished(.failure(.providerFailed))
        }
        core.perform(transaction)
    }

    /// Cancels a transaction; see `Link.cancel(_:)`. The device does not learn of it: its answer is awaited, and dropped.
    public func cancel(_ transaction: LinkTransaction) { core.cancel(transaction) }

    /// Has no effect: the protocol has no probes.
    public func probe() {}

    /// Says goodbye, and closes the link; see `Link.close()`.
    public func close() {
        frames.withLock { $0 }?.close()
        core.close()
    }

    /// Opens the connections for events and frames; see `SideConnections`.
    public func connectSides(_ observer: any FrameObserver) async throws(LinkFailure) {
        let (events, pictures): (Socket, Socket)
        do throws(IPConnectError) {
            events = try await sides.open(address, offset: 1)
            pictures = try await sides.open(address, offset: 2)
        } catch {
            if case .cancelled = error { throw .closedHere }
            throw .lost("the connections for events and live view: \(error)")
        }
        try core.attachEvents(events)
        let channel: FrameChannel
        do throws(SocketError) { channel = try FrameChannel(pictures, observer) } catch { throw .lost(error.description) }
        let old = frames.withLock { frames in
            defer { frames = channel }
            return frames
        }
        old?.close()
        // The link may have ended before the channel was stored.
        if let failure = core.state.withLock({ state, _ in state.machine.failure }) {
            channel.close()
            throw failure
        }
        channel.start()
    }
}
