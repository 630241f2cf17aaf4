internal import CMicroHTTPD
private import Glibc

/// A WebSocket whose handshake is over. Used by the server's thread only.
///
/// Requests the next message of its stream when the system has accepted the previous one, so it keeps one message at most.
@safe
final class WebSocketConnection {
    let descriptor: Int32
    let key: UInt64
    // SAFETY: libmicrohttpd's handle, which exists until `close()`.
    private let upgrade: OpaquePointer
    private let stream: any WebStream
    private unowned let loop: WebLoop
    private var parser = WebSocketParser()
    /// Bytes to be sent, in pieces: first the answers to control frames, which never stand within a message.
    private var control: [UInt8] = []
    private var outgoing: [[UInt8]] = []
    private var offset = 0
    private var request: Task<Void, Never>?
    private var isWatchedToSend = false
    private var state = State.open

    private enum State {
        case open
        /// The close frame is the last to be sent.
        case closing
        case closed
    }

    /// Maximum number of bytes that answers to a client may occupy before they are sent: a client that sends and does not receive.
    private static let controlLimit = 8192

    init(
        _ descriptor: Int32,
        _ handle: OpaquePointer,
        _ stream: any WebStream,
        _ key: UInt64,
        _ loop: WebLoop
    ) {
        (self.descriptor, self.stream, self.key, self.loop) = (descriptor, stream, key, loop)
        unsafe upgrade = handle
    }

    /// Processes the bytes that arrived with the handshake, and requests the first message.
    func begin(_ early: [UInt8]) {
        received(early)
        send()
    }

    func handle(canReceive: Bool, canSend: Bool) {
        if canReceive { receive() }
        if state != .closed { send() }
    }

    /// Sends a message of the stream; closes after its end.
    func supply(_ message: Result<[UInt8]?, any Error>) {
        request = nil
        guard state == .open else { return }
        switch message {
        case .success(let payload?):
            outgoing = [WebSocketFrame.head(.binary, count: payload.count), payload]
            offset = 0
        case .success(nil): return end(.normal)
        case .failure: return end(.internalError)
        }
        send()
    }

    /// Sends a close frame where the protocol permits one, and then closes.
    func end(_ code: WebSocketFrame.CloseCode) {
        guard state == .open else { return }
        // After a part of a message only the rest of it may follow: then the close frame is left out.
        if outgoing.isEmpty { control += WebSocketFrame.close(code) }
        state = .closing
        send()
    }

    /// Sends a close frame if the system accepts it now, and closes.
    func abort() {
        end(.goingAway)
        close()
    }

    private func close() {
        guard state != .closed else { return }
        state = .closed
        request?.cancel()
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
            case .ping(let payload):
                guard control.count <= Self.controlLimit else { return close() }
                control += WebSocketFrame.frame(.pong, payload)
            case .ignored: break
            case .close: end(.normal)
            case .failed(let code): end(code)
            }
        }
    }

    // MARK: Sending

    private func send() {
        while state != .closed {
            if outgoing.isEmpty || offset == 0 && outgoing.count == 2, !control.isEmpty {
                guard let count = send(control, more: false) else { return }
                control.removeFirst(count)
            } else if let piece = outgoing.first {
                guard let count = send(piece[offset...], more: outgoing.count > 1) else { return }
                offset += count
                if offset == piece.count {
                    outgoing.removeFirst()
                    offset = 0
                }
            } else {
                break
            }
        }
        switch state {
        case .open:
            watchToSend(false)
            requestNext()
        case .closing: close()
        case .closed: break
        }
    }

    /// Sends bytes; returns nil if the rest must wait, or the connection is closed.
    private func send(_ bytes: some RandomAccessCollection<UInt8>, more: Bool) -> Int? {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL) | (more ? Int32(MSG_MORE) : 0)
        let descriptor = descriptor
        let count =
            bytes.withContiguousStorageIfAvailable { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags) } ?? -1
        if count >= 0 { return count }
        if errno == EAGAIN || errno == EINTR { watchToSend(true) } else { close() }
        return nil
    }

    private func watchToSend(_ isWatched: Bool) {
        guard isWatched != isWatchedToSend else { return }
        isWatchedToSend = isWatched
        loop.watch(self, toSend: isWatched)
    }

    private func requestNext() {
        guard request == nil else { return }
        let (stream, loop, key) = (stream, loop, key)
        request = Task {
            let message: Result<[UInt8]?, any Error>
            do { message = .success(try await stream.next()) } catch { message = .failure(error) }
            loop.post(.message(key, message))
        }
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
