import CameraModel
import HotShoeSupport
import Sockets

/// Listens for connections on several addresses. **Thread-safe.**
final class Listener: Sendable {
    private struct State {
        var sockets: [(socket: Socket, watch: EventLoop.Watch)] = []
        var addresses: [SocketAddress] = []
    }

    /// Guards the sockets.
    private let state = Guarded(State())

    /// Workers of all servers in this process. No work on them blocks for long.
    static let workers = LibraryCallbackQueue(threadName: "hotshoe.ptpip")

    /// Addresses that it listens on; empty before ``start(on:_:)``.
    var addresses: [SocketAddress] { state.withLock { $0.addresses } }

    /// Starts listening; calls `welcome` with each connection, on a worker. With port 0 the system chooses a port, the same for
    /// all addresses.
    ///
    /// - Throws: `SocketError` if the first address cannot be listened on. Failures of further addresses are logged: IPv6 is
    ///   missing on some machines.
    func start(on addresses: [SocketAddress], _ welcome: @escaping @Sendable (Socket) -> Void) throws(SocketError) {
        var sockets: [Socket] = []
        for address in addresses {
            let port = sockets.first?.localAddress?.port ?? address.port
            do throws(SocketError) {
                sockets.append(try Socket.listening(on: address.withPort(port), backlog: 1024))
            } catch {
                if sockets.isEmpty { throw error }
                Log.write(.info, "ptp responder", "\(error)")
            }
        }
        for socket in sockets {
            let work = CallbackWork { [weak self] in self?.accept(from: socket, welcome) }
            let watch: EventLoop.Watch
            do throws(SocketError) { watch = try EventLoop.shared.watch(socket) { Self.workers.enqueue(work) } } catch {
                stop()
                throw error
            }
            state.withLock { state in
                state.sockets.append((socket, watch))
                if let address = socket.localAddress { state.addresses.append(address) }
            }
            watch.arm(.toReceive)
        }
    }

    func stop() {
        let watches = state.withLock { state in
            defer { state = State() }
            return state.sockets.map(\.watch)
        }
        for watch in watches { watch.cancel() }
    }

    private func accept(from listener: Socket, _ welcome: (Socket) -> Void) {
        var pause: Duration = .zero
        for _ in 0..<64 {
            do throws(SocketError) {
                guard let socket = try listener.accept() else { break }
                welcome(socket)
            } catch {
                // Usually a lack of file descriptors: the next attempt follows after a pause.
                Log.write(.warning, "ptp responder", "\(error)")
                pause = .milliseconds(100)
                break
            }
        }
        guard let watch = state.withLock({ state in state.sockets.first { $0.socket === listener }?.watch }) else { return }
        if pause == .zero { return watch.arm(.toReceive) }
        let timer = SystemClock.shared.makeTimer { watch.arm(.toReceive) }
        timer.arm(at: SystemClock.shared.now + pause)
    }
}
