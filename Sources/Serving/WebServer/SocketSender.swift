private import Glibc
internal import HotShoeSupport

/// Sends pieces on a socket of another owner, without blocking. **Thread-safe.**
///
///     idle ──send(_:), the system accepts all──► idle
///       │ the system accepts a part, or nothing          ▲
///       ▼                                                │ the rest is accepted
///     waiting: the rest is a copy ──canSend()───────────┘
///     every state ──close(), or an error of the socket──► closed
///
/// Bytes that a piece borrows are sent from where they are. They are copied only when the system does not accept them at once, so that a client
/// that reads slowly does not keep the memory of a frame.
final class SocketSender: Sendable {
    private struct State {
        /// Bytes that wait, from `offset`: the rest of a piece, and answers after it.
        var rest: [UInt8] = []
        var offset = 0
        /// Number of bytes of answers in `rest`.
        var answers = 0
        /// The task whose piece waits.
        var waiter: CheckedContinuation<Void, Never>?
        var isWatched = false
        /// Whether no further piece is accepted.
        var isEnding = false
        var isClosed = false

        var isIdle: Bool { offset == rest.count }
        var isSettled: Bool { isIdle || isClosed }
    }

    /// Maximum number of bytes of answers that wait: for a client that sends and does not receive.
    private static let answerLimit = 8192

    private let descriptor: Int32
    private let watch: @Sendable (_ toSend: Bool) -> Void
    /// Guards what waits, and the socket: after `close()` the descriptor may be another's.
    private let state = Guarded(State())

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - descriptor: The socket, which exists until `close()`.
    ///   - watch: Watches the socket for space for output, or no more; then `canSend()` is called. Called by any thread.
    init(_ descriptor: Int32, watch: @escaping @Sendable (_ toSend: Bool) -> Void) {
        (self.descriptor, self.watch) = (descriptor, watch)
    }

    /// Whether nothing waits: the system has accepted everything, or the socket has failed.
    var isSettled: Bool { state.withLock { $0.isSettled } }

    /// Sends a piece, as far as the system accepts it; the rest waits. Follow it with ``wait()``. One task at a time.
    func send(_ piece: WebPiece) {
        state.withLock { state in if !state.isClosed, !state.isEnding { begin(piece, &state) } }
    }

    /// Waits until the system has accepted everything.
    ///
    /// - Returns: Whether a further piece can be sent: false after ``close()``, ``end(with:)``, or an error of the socket.
    func wait() async -> Bool {
        if !state.withLock({ $0.isSettled }) {
            await withCheckedContinuation { continuation in
                let isSettled = state.withLock { state in
                    if !state.isSettled { state.waiter = continuation }
                    return state.isSettled
                }
                if isSettled { continuation.resume() }
            }
        }
        return state.withLock { !$0.isClosed && !$0.isEnding }
    }

    /// Sends bytes after what waits, between two pieces. Returns false if too many wait: the client does not receive.
    func answer(_ bytes: [UInt8]) -> Bool {
        let isAccepted = state.withLock { state in
            guard state.answers <= Self.answerLimit else { return false }
            state.answers += bytes.count
            state.rest += bytes
            return true
        }
        canSend()
        return isAccepted
    }

    /// Sends bytes after what waits, and accepts no further piece.
    func end(with bytes: [UInt8]) {
        state.withLock { state in
            state.isEnding = true
            state.rest += bytes
        }
        canSend()
    }

    /// Sends what waits, as far as the system accepts it.
    func canSend() {
        let waiter = state.withLock { state in
            if !state.isClosed { flush(&state) }
            return state.isSettled ? takeWaiter(&state) : nil
        }
        waiter?.resume()
    }

    /// Forgets what waits. The socket is not used afterwards.
    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            (state.rest, state.offset) = ([], 0)
            return takeWaiter(&state)
        }
        waiter?.resume()
    }

    private func takeWaiter(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        defer { state.waiter = nil }
        return state.waiter
    }

    private func begin(_ piece: WebPiece, _ state: inout State) {
        guard state.isIdle else { return piece.append(to: &state.rest) }
        switch unsafe piece.withVectors({ unsafe transmit($0) }) {
        case piece.count: break
        case let count?:
            (state.rest, state.offset) = ([], count)
            piece.append(to: &state.rest)
            watch(&state)
        case nil: state.isClosed = true
        }
    }

    private func flush(_ state: inout State) {
        while !state.isIdle {
            let offset = state.offset
            let accepted = unsafe state.rest.withUnsafeBytes { bytes in
                var vector = unsafe iovec(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
                return unsafe withUnsafeMutablePointer(to: &vector) { vector in
                    unsafe transmit(UnsafeMutableBufferPointer(start: vector, count: 1))
                }
            }
            guard let accepted else {
                state.isClosed = true
                return
            }
            guard accepted > 0 else { return watch(&state) }
            state.offset += accepted
        }
        (state.rest, state.offset, state.answers) = ([], 0, 0)
        watch(&state)
    }

    /// Watches for space while something waits.
    private func watch(_ state: inout State) {
        guard state.isWatched == state.isIdle else { return }
        state.isWatched.toggle()
        watch(state.isWatched)
    }

    /// Returns the number of bytes that the system has accepted; nil after an error.
    private func transmit(_ vectors: UnsafeMutableBufferPointer<iovec>) -> Int? {
        var message = unsafe msghdr()
        unsafe message.msg_iov = vectors.baseAddress
        unsafe message.msg_iovlen = vectors.count
        let count = unsafe sendmsg(descriptor, &message, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }
}

extension WebPiece {
    /// Calls a function with the memory of the parts.
    fileprivate func withVectors<Result>(_ body: (UnsafeMutableBufferPointer<iovec>) -> Result) -> Result {
        unsafe head.withUnsafeBytes { head in
            unsafe tail.withUnsafeBytes { tail in
                func call(_ content: UnsafeRawBufferPointer) -> Result {
                    unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: 3) { vectors in
                        unsafe _ = vectors.initialize(from: [iovec(head), iovec(content), iovec(tail)])
                        return unsafe body(vectors)
                    }
                }
                return unsafe content?.withUnsafeBytes(call) ?? call(UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }
    }
}

extension iovec {
    fileprivate init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }
}
