internal import CMicroHTTPD
private import Glibc

/// A WebSocket whose handshake is over. Used by the server's thread only; a task sends the messages.
@safe
final class WebSocketConnection {
    let descriptor: Int32
    let key: UInt64
    // SAFETY: libmicrohttpd's handle, which exists until `close()`.
    private let upgrade: OpaquePointer
    private let stream: any WebStream
    private unowned let loop: WebLoop
    private let sender: SocketSender
    private var parser = WebSocketParser()
    private var messages: Task<Void, Never>?
    private var state = State.open

    private enum State {
        case open
        /// The close frame is the last to be sent.
        case closing
        case closed
    }

    init(
        _ descriptor: Int32,
        _ handle: OpaquePointer,
        _ stream: any WebStream,
        _ key: UInt64,
        _ loop: WebLoop
    ) {
        (self.descriptor, self.stream, self.key, self.loop) = (descriptor, stream, key, loop)
        unsafe upgrade = handle
        sender = SocketSender(descriptor) { [unowned loop] toSend in loop.watchSocket(descriptor, key, toSend: toSend) }
    }

    /// Processes the bytes that arrived with the handshake, and requests the first message.
    func begin(_ early: [UInt8]) {
        received(early)
        guard state == .open else { return }
        let messages = SocketMessages(key: key, stream: stream, sender: sender, loop: loop)
        self.messages = Task { await messages.send() }
    }

    func handle(canReceive: Bool, canSend: Bool) {
        if canReceive { receive() }
        if canSend, state != .closed { sender.canSend() }
        closeIfSent()
    }

    /// Sends a close frame after the message that is being sent, and then closes.
    func end(_ code: WebSocketFrame.CloseCode) {
        guard state == .open else { return }
        state = .closing
        messages?.cancel()
        sender.end(with: WebSocketFrame.close(code))
        closeIfSent()
    }

    /// Sends a close frame if the system accepts it now, and closes.
    func abort() {
        end(.goingAway)
        close()
    }

    private func closeIfSent() {
        if state == .closing, sender.isSettled { close() }
    }

    private func close() {
        guard state != .closed else { return }
        state = .closed
        sender.close()
        messages?.cancel()
        loop.forget(self)
        unsafe upgraded_close(upgrade)
    }

    // MARK: Receiving

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { return received(buffer.prefix(count)) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        close()
    }

    private func received(_ bytes: some Sequence<UInt8>) {
        for event in parser.parse(bytes) where state == .open {
            switch event {
            case .ping(let payload): if !sender.answer(WebSocketFrame.frame(.pong, payload)) { close() }
            case .ignored: break
            case .close: end(.normal)
            case .failed(let code): end(code)
            }
        }
    }
}

/// The messages of a WebSocket, which one task sends.
private struct SocketMessages: Sendable {
    let key: UInt64
    let stream: any WebStream
    let sender: SocketSender
    let loop: WebLoop

    /// Sends the messages until their end, which the server's thread learns.
    func send() async {
        do {
            while try await sendNext() { guard await sender.wait() else { break } }
            loop.post(.messagesEnded(key, .normal))
        } catch { loop.post(.messagesEnded(key, .internalError)) }
    }

    /// Sends the next message, which is released when this returns. Returns false at the end.
    private func sendNext() async throws -> Bool {
        guard var message = try await stream.next(), message.count > 0 else { return false }
        message.head = WebSocketFrame.head(.binary, count: message.count) + message.head
        sender.send(message)
        return true
    }
}

/// Options of the sockets of clients.
enum WebSocketOptions {
    /// Bytes that the system may keep unsent: a slow client receives the newest frame, not one of many that wait.
    private static let unsentLimit: Int32 = 64 * 1024
    /// Time in milliseconds after which a client that receives nothing is disconnected.
    private static let stallLimit: Int32 = 30_000

    static func apply(to descriptor: Int32) {
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, unsentLimit)
        set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, stallLimit)
        set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        unsafe _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
