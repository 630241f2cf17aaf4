import CameraModel
import HotShoeSupport
import PTPSession

/// Receives the data of a transaction directly in the memory of a frame. **Thread-safe.**
final class FrameReceiver: DataReceiver {
    private struct State: ~Copyable {
        var frame: LiveViewFrameBuffer?
        /// Capacity of the next frame, in bytes, based on the size of the last.
        var capacity = least
    }

    /// Guards the frame, also while data is written to it.
    private let state = Monitor(State())

    /// Minimum capacity, in bytes.
    private static let least = 256 << 10
    /// Maximum size of a frame, in bytes. Consumers that hold several frames multiply it.
    private static let limit = LiveViewLimits.byteCount

    /// Allocates a frame for the next transaction; returns `false` if none is available.
    func prepare(_ sink: LiveViewSink) -> Bool {
        state.withLock { state, _ in
            state.frame = sink.makeFrame(capacity: state.capacity)
            return state.frame != nil
        }
    }

    func popFrame() -> LiveViewFrameBuffer? {
        state.withLock { state, _ in
            let count = state.frame?.byteCount ?? 0
            state.capacity = max(Self.least, count + count / 8)
            return state.frame.take()
        }
    }

    func drop() { state.withLock { state, _ in state.frame = nil } }

    func dataBegan(announcedBytes: UInt64?) {}

    var lendsMemory: Bool { true }

    func lend(upTo limit: Int) -> LentMemory? {
        state.withLock { state, _ in
            guard let count = state.frame?.byteCount, count < Self.limit else { return nil }
            return state.frame?.lend(upTo: min(limit, Self.limit - count))
        }
    }

    func filled(_ count: Int) { state.withLock { state, _ in state.frame?.filled(count) } }

    func dataReceived(_ bytes: RawSpan) -> Bool {
        state.withLock { state, _ in
            guard let count = state.frame?.byteCount, bytes.byteCount <= Self.limit - count else { return false }
            state.frame?.append(bytes)
            return true
        }
    }
}

/// Receives data that is not used.
final class IgnoredData: DataReceiver {
    func dataBegan(announcedBytes: UInt64?) {}

    func dataReceived(_ bytes: RawSpan) -> Bool { true }
}
