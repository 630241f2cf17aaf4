import HotShoeSupport
import PTP
import PTPSession
import Sockets

/// The connection on which a device sends live view frames. **Thread-safe.**
///
/// It is read continuously, because a device stops working properly if it is not. Of the frames that one reading completes only the newest
/// is passed on.
final class FrameChannel: Sendable {
    private struct State {
        /// Received bytes; taken by the thread that reads.
        var received: [UInt8] = []
        var watch: EventLoop.Watch?
        var work: CallbackWork?
        var isOver = false
    }

    private struct Observer { weak var observer: (any FrameObserver)? }

    private let socket: Socket
    private let observer: Guarded<Observer>
    /// Guards the end, and the bytes between two readings.
    private let state = Guarded(State())

    /// Maximum number of bytes of one reading, so that other connections get their turn.
    private static let roundLimit = 1 << 20
    private static let pieceSize = 64 << 10

    init(_ socket: Socket, _ observer: any FrameObserver) throws(SocketError) {
        self.socket = socket
        self.observer = Guarded(Observer(observer: observer))
        let watch = try EventLoop.shared.watch(socket) { [weak self] in self?.enqueue() }
        let work = CallbackWork { [weak self] in self?.read() }
        state.withLock { ($0.watch, $0.work) = (watch, work) }
    }

    deinit { state.withLock { $0.watch }?.cancel() }

    /// Starts to read.
    func start() { state.withLock { $0.watch }?.arm(.toReceive) }

    /// Ends the connection; the observer is not notified.
    func close() {
        let watch = state.withLock { state -> EventLoop.Watch? in
            state.isOver = true
            return state.watch.take()
        }
        socket.shutDown()
        watch?.cancel()
    }

    private func enqueue() {
        if let work = state.withLock({ $0.work }) { IPConnection.threads.enqueue(work) }
    }

    /// Reads what is there. Called by one thread at a time: the watch is armed again at the end.
    private func read() {
        let taken = state.withLock { state -> [UInt8]? in
            if state.isOver { return nil }
            defer { state.received = [] }
            return state.received
        }
        guard var received = taken else { return }
        var failure: LinkFailure?
        do throws(LinkFailure) { try read(&received) } catch { failure = error }
        let watch = state.withLock { state -> EventLoop.Watch? in
            state.received = failure == nil ? received : []
            return state.isOver ? nil : state.watch
        }
        if let failure, watch != nil {
            close()
            observer.withLock { $0.observer }?.framesEnded(failure)
        } else {
            watch?.arm(.toReceive)
        }
    }

    private func read(_ received: inout [UInt8]) throws(LinkFailure) {
        var total = 0
        while total < Self.roundLimit {
            let outcome: Socket.Outcome
            do throws(SocketError) { outcome = try socket.receive(Self.pieceSize, appendingTo: &received) } catch {
                throw .lost(error.description)
            }
            guard case .bytes(let count) = outcome else {
                if case .closed = outcome { throw .closedByDevice }
                break
            }
            total += count
        }
        let (newest, end) = try Self.frames(in: received)
        if let newest {
            let span = received.span
            unsafe observer.withLock { $0.observer }?.frameReceived(span.bytes.extracting(newest))
        }
        received.removeFirst(end)
    }

    /// Returns the place of the newest complete frame, and the end of the last one. Pure.
    static func frames(in bytes: [UInt8]) throws(LinkFailure) -> (newest: Range<Int>?, end: Int) {
        var (newest, end) = (Range<Int>?.none, 0)
        let span = bytes.span
        do throws(ContainerStreamFailure) {
            while let size = try unsafe ContainerFrame.size(in: span.bytes.extracting(end..<bytes.count)),
                size <= bytes.count - end
            {
                newest = end..<end + size
                end += size
            }
        } catch { throw .protocolBroken(error.description) }
        return (newest, end)
    }
}
