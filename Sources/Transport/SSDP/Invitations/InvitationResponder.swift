public import HotShoeSupport
public import Sockets

/// Answers invitations for a device of this program. **Thread-safe.**
public final class InvitationResponder: Sendable {
    /// Longest time of an answer.
    private static let timeout = Duration.seconds(3)

    private static let threads = LibraryCallbackQueue(threadName: "hotshoe.ssdp", threadLimit: 2)

    private let invitation: Invitation
    private let name: String
    private let port: UInt16
    private let place: SocketAddress
    private let isPublic: Bool
    private let time: any TimeSource
    /// Guards the receivers of invitations, from ``start()`` to ``stop()``.
    private let receivers = Guarded<[DatagramReceiver]>([])
    private struct Rate {
        var rate = AnswerRate()
        /// Sources that are being answered.
        var busy: Set<[UInt8]> = []
    }
    /// Guards the rate of answers.
    private let rate = Guarded(Rate())

    /// Creates a responder, which does not start yet.
    ///
    /// - Parameters:
    ///   - invitation: The service of the device.
    ///   - name: Name of the device.
    ///   - port: Port at which the device waits for a program.
    ///   - isPublic: Whether other computers are answered; otherwise only this one.
    ///   - time: The clock.
    public init(_ invitation: Invitation, name: String, port: UInt16, isPublic: Bool, time: any TimeSource = SystemClock.shared) {
        (self.invitation, self.name, self.port, self.isPublic, self.time) = (invitation, name, port, isPublic, time)
        place = SocketAddress(bytes: isPublic ? [0, 0, 0, 0] : [127, 255, 255, 255], port: invitation.port)!
    }

    deinit { stop() }

    /// Starts to wait for invitations.
    ///
    /// - Throws: `SocketError` if the port cannot be used.
    public func start() throws(SocketError) {
        let socket = try DatagramSocket(bound: place, isShared: true)
        let receiver = try DatagramReceiver(socket, limit: Invitation.byteLimit + 1) { [weak self] in self?.received($0, from: $1)
        }
        receivers.withLock { $0 = [receiver] }
    }

    /// Ends.
    public func stop() {
        let ended = receivers.withLock { receivers in
            defer { receivers = [] }
            return receivers
        }
        for receiver in ended { receiver.close() }
    }

    private func received(_ bytes: [UInt8], from source: SocketAddress) {
        // The sender of a datagram can be forged: a body of this computer alone connects to no other.
        guard invitation.isInvitation(bytes), isPublic || source.bytes.first == 127 else { return }
        let now = time.now
        let isAllowed = rate.withLock { rate in
            rate.rate.allows(source.bytes, at: now) && rate.busy.insert(source.bytes).inserted
        }
        guard isAllowed else { return }
        Self.threads.enqueue(
            CallbackWork { [weak self] in
                self?.answer(source)
                self?.rate.withLock { _ = $0.busy.remove(source.bytes) }
            }
        )
    }

    /// Connects to the program that has sent the invitation, and to no host that the invitation names.
    private func answer(_ source: SocketAddress) {
        let deadline = SystemClock.monotonicTime() + Self.timeout
        guard let own = DatagramSocket.localAddress(towards: source),
            let socket = try? Socket.connecting(to: source.withPort(invitation.answerPort)),
            socket.wait(toSend: true, for: Self.timeout), socket.connectionFailure() == nil
        else { return }
        let device = InvitedDevice(address: own.withPort(port), name: name)
        guard socket.sendAll(device.answer(), until: deadline) else { return }
        // An acceptance has no effect: the simulated body waits for any program.
        _ = socket.receiveLines(limit: Invitation.byteLimit, until: deadline)
    }
}
