internal import Glibc
package import HotShoeSupport
private import Sockets

/// An HTTP server for one handler, by libmicrohttpd. **Thread-safe.**
///
/// One thread, `hotshoe.web`, receives and sends for all connections; handlers are `async`. Releasing the last reference stops nothing:
/// call ``stop()``.
package final class WebServer: Sendable {
    /// Options of a server.
    package struct Options: Sendable {
        /// Name or numeric address to listen at.
        package var host = "127.0.0.1"
        /// TCP port; 0 for one that the system chooses.
        package var port: UInt16 = 0
        /// A listening socket that the server becomes the owner of, in place of `host` and `port`; nil for one that it makes.
        package var listeningDescriptor: Int32?
        /// The certificate of the server; nil for HTTP without encryption.
        package var certificate: ServerCertificate?
        /// Maximum number of connections. Others wait in the queue of the system.
        package var connectionLimit = 1024
        /// Maximum number of connections from one address.
        package var connectionsPerAddress = 512
        /// Memory of a connection in bytes. A request whose head needs more is refused with 431.
        package var connectionMemory = 16 * 1024
        /// Memory of the bodies of all requests together, in bytes. The connection of one that needs more is closed.
        package var bodyMemory = 512 << 20
        /// Time in which a request must arrive completely, counted from the start of the connection, or the end of the request before it.
        package var requestTimeLimit: Duration = .seconds(30)
        /// The clock of that time.
        package var time: any TimeSource = SystemClock.shared

        package init() {}
    }

    /// Address at which the server listens, as text without the port.
    package let host: String
    /// TCP port at which the server listens.
    package let port: UInt16
    private let loop: WebLoop

    /// Starts a server.
    ///
    /// - Throws: ``WebServerError`` if the address cannot be used, or the certificate.
    package init(_ options: Options, handler: any WebHandler) throws(WebServerError) {
        let socket = try Self.socket(options)
        guard let bound = socket.localAddress else { throw WebServerError(.address, "The socket has no address.") }
        (host, port) = (bound.host, bound.port)
        // The daemon closes its descriptor.
        loop = try WebLoop(options, listening: socket.descriptor, handler)
        loop.start()
    }

    /// Whether only programs of this computer reach a listening socket.
    package static func isLoopback(_ descriptor: Int32) -> Bool {
        guard let host = SocketAddress.local(of: descriptor)?.host else { return false }
        return host == "::1" || host.hasPrefix("127.")
    }

    private static func socket(_ options: Options) throws(WebServerError) -> Socket {
        if let descriptor = options.listeningDescriptor {
            guard let socket = Socket.listening(inherited: descriptor) else {
                throw WebServerError(.address, "Descriptor \(descriptor) is not a listening TCP socket.")
            }
            return socket
        }
        let addresses = SocketAddress.resolve(options.host, port: options.port)
        guard let address = addresses.first else {
            throw WebServerError(.address, "\(options.host) is not an address of this computer.")
        }
        do throws(SocketError) { return try Socket.listening(on: address, backlog: 511) } catch {
            switch error.code {
            case EADDRINUSE:
                throw WebServerError(
                    .address,
                    "Another program uses the port \(address.port). Choose another one; 0 is a free one."
                )
            case EACCES:
                throw WebServerError(.address, "This user may not use the port \(address.port). Choose one from 1024 on.")
            case EADDRNOTAVAIL: throw WebServerError(.address, "\(address.host) is not an address of this computer.")
            default: throw WebServerError(.address, "\(address) cannot be used: \(error).")
            }
        }
    }

    /// Number of connections, WebSockets included.
    package var connectionCount: Int { loop.connectionCount.current }

    /// Closes all connections, cancels the handlers that run, and returns when the thread has ended. Safe to repeat.
    package func stop() async {
        loop.stop()
        _ = await loop.ended.result()
    }
}

/// The failure of starting a server.
package struct WebServerError: Error, Hashable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The address is not one of this computer, is in use, or this user may not use it.
        case address
        /// The certificate or its key cannot be used.
        case certificate
        /// The system has no resources left: descriptors, memory or threads.
        case resources
    }

    package let kind: Kind
    /// One sentence for display.
    package let description: String

    init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }
}
