internal import CEventLoop
import Glibc
import HotShoeSupport

/// A non-blocking TCP socket. **Thread-safe**: shutting it down ends its use by other threads.
public final class Socket: Sendable {
    /// File descriptor, valid for the lifetime of this object.
    public let descriptor: Int32

    /// Takes ownership of a descriptor.
    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    // MARK: Creation

    /// Starts connecting. The socket becomes writable when connecting has succeeded or failed: see ``connectionFailure()``.
    ///
    /// - Throws: ``SocketError`` if connecting fails immediately.
    public static func connecting(to address: SocketAddress) throws(SocketError) -> Socket {
        let socket = try make(address)
        let failed = unsafe address.withSocketAddress { pointer, length in unsafe connect(socket.descriptor, pointer, length) }
        if failed != 0, errno != EINPROGRESS { throw SocketError("connect to \(address)") }
        return socket
    }

    /// Creates a listening socket. With port 0 the system chooses one: see ``localAddress``.
    ///
    /// - Throws: ``SocketError`` if the address cannot be used.
    public static func listening(on address: SocketAddress, backlog: Int32 = 64) throws(SocketError) -> Socket {
        let socket = try make(address)
        socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
        if address.isIPv6 { socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        let failed = unsafe address.withSocketAddress { pointer, length in unsafe bind(socket.descriptor, pointer, length) }
        guard failed == 0, listen(socket.descriptor, backlog) == 0 else { throw SocketError("listen on \(address)") }
        return socket
    }

    /// Becomes the owner of a listening TCP socket that another program has opened. Returns nil for any other descriptor, which stays open.
    package static func listening(inherited descriptor: Int32) -> Socket? {
        var (isListening, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0, isListening != 0 else {
            return nil
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return Socket(descriptor)
    }

    private static func make(_ address: SocketAddress) throws(SocketError) -> Socket {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0 else { throw SocketError("make a socket") }
        let made = Socket(descriptor)
        made.prepare()
        return made
    }

    /// Creates an unbound socket for datagrams of IPv4.
    static func datagram() throws(SocketError) -> Socket {
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw SocketError("make a socket") }
        return Socket(descriptor)
    }

    /// Accepts a connection to this listening socket; returns nil if there is none now.
    ///
    /// - Throws: ``SocketError``, for example if file descriptors are exhausted.
    public func accept() throws(SocketError) -> Socket? {
        while true {
            let descriptor = accept4(self.descriptor, nil, nil, Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue))
            if descriptor >= 0 {
                let made = Socket(descriptor)
                made.prepare()
                return made
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return nil
            default: throw SocketError("accept a connection")
            }
        }
    }

    private func prepare() {
        // Without this option each transaction waits for a delayed acknowledgement: 43 ms on loopback (observed behaviour).
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        set(SOL_SOCKET, SO_KEEPALIVE, 1)
        set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 10)
        set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 5)
        set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 4)
    }

    func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        unsafe _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    // MARK: Queries

    /// Address of this end; nil if it cannot be determined.
    public var localAddress: SocketAddress? { SocketAddress.local(of: descriptor) }

    /// Address of the other end; nil if it cannot be determined.
    package var remoteAddress: SocketAddress? { SocketAddress.remote(of: descriptor) }

    /// Returns the error of connecting; nil if it succeeded.
    public func connectionFailure() -> SocketError? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else { return SocketError("connect") }
        return code == 0 ? nil : SocketError("connect", code: code)
    }

    // MARK: Bytes

    /// Result of receiving or sending.
    public enum Outcome: Hashable, Sendable {
        /// Number of bytes transferred, at least 1.
        case bytes(Int)
        /// Nothing can be transferred now.
        case wouldBlock
        /// The other side has closed the connection.
        case closed
    }

    /// Receives bytes, at most as many as `memory` has space for.
    public func receive(into memory: UnsafeMutableRawBufferPointer) throws(SocketError) -> Outcome {
        try unsafe receive(into: memory, UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }

    /// Receives bytes in `first`, and in `second` when `first` is full.
    public func receive(
        into first: UnsafeMutableRawBufferPointer,
        _ second: UnsafeMutableRawBufferPointer
    ) throws(SocketError) -> Outcome {
        while true {
            let count = unsafe Self.receive(descriptor, first, second)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .closed }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            case ECONNRESET, EPIPE: return .closed
            default: throw SocketError("receive")
            }
        }
    }

    private static func receive(
        _ descriptor: Int32,
        _ first: UnsafeMutableRawBufferPointer,
        _ second: UnsafeMutableRawBufferPointer
    ) -> Int {
        if unsafe second.isEmpty { return unsafe recv(descriptor, first.baseAddress, first.count, 0) }
        var pieces = unsafe (
            iovec(iov_base: first.baseAddress, iov_len: first.count), iovec(iov_base: second.baseAddress, iov_len: second.count)
        )
        return unsafe withUnsafeMutableBytes(of: &pieces) { raw in
            var message = unsafe msghdr()
            unsafe message.msg_iov = raw.assumingMemoryBound(to: iovec.self).baseAddress
            unsafe message.msg_iovlen = 2
            return unsafe recvmsg(descriptor, &message, 0)
        }
    }

    /// Sends up to three pieces of memory with one system call, as far as there is space.
    public func send(
        _ first: UnsafeRawBufferPointer,
        _ second: UnsafeRawBufferPointer,
        _ third: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    ) throws(SocketError) -> Outcome {
        var pieces = unsafe (
            iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
            iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count),
            iovec(iov_base: UnsafeMutableRawPointer(mutating: third.baseAddress), iov_len: third.count)
        )
        return try unsafe withUnsafeMutableBytes(of: &pieces) { raw throws(SocketError) -> Outcome in
            var message = unsafe msghdr()
            unsafe message.msg_iov = raw.assumingMemoryBound(to: iovec.self).baseAddress
            unsafe message.msg_iovlen = 3
            while true {
                let count = unsafe sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                if count >= 0 { return .bytes(count) }
                switch errno {
                case EINTR: continue
                case EAGAIN: return .wouldBlock
                case ECONNRESET, EPIPE: return .closed
                default: throw SocketError("send")
                }
            }
        }
    }

    /// Sends bytes as far as there is space.
    public func send(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Outcome {
        let result = unsafe bytes.withUnsafeBytes { memory -> Result<Outcome, SocketError> in
            do throws(SocketError) {
                return .success(try unsafe send(memory, UnsafeRawBufferPointer(start: nil, count: 0)))
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Receives at most `limit` bytes and appends them to `bytes`.
    public func receive(_ limit: Int, appendingTo bytes: inout [UInt8]) throws(SocketError) -> Outcome {
        var buffer = [UInt8](repeating: 0, count: limit)
        let result = unsafe buffer.withUnsafeMutableBytes { memory -> Result<Outcome, SocketError> in
            do throws(SocketError) { return .success(try unsafe receive(into: memory)) } catch { return .failure(error) }
        }
        let outcome = try result.get()
        if case .bytes(let count) = outcome { bytes.append(contentsOf: buffer[..<count]) }
        return outcome
    }

    /// Blocks the calling thread until there is input, or with `toSend` space for output.
    ///
    /// - Returns: `false` if the time limit has passed.
    public func wait(toSend: Bool = false, for limit: Duration) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(toSend ? POLLOUT : POLLIN), revents: 0)
        let milliseconds = Int32(clamping: limit.wholeMilliseconds)
        return unsafe poll(&entry, 1, milliseconds) != 0
    }

    /// Shuts down both directions; the descriptor is closed with the last reference to the socket.
    public func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}

/// Error of a network system call.
public struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Description of the attempted action.
    public let action: String
    /// The system's `errno`.
    public let code: Int32

    /// Creates an error.
    public init(_ action: String, code: Int32) {
        self.action = action
        self.code = code
    }

    /// Creates an error from the current `errno`.
    init(_ action: String) { self.init(action, code: errno) }

    /// Whether the host rejected the connection, or did not answer at all.
    public var isRefusal: Bool { [ECONNREFUSED, EHOSTUNREACH, ETIMEDOUT, EHOSTDOWN].contains(code) }

    /// The action with the system's error message.
    public var description: String { "\(action): \(unsafe String(cString: strerror(code)))" }
}
