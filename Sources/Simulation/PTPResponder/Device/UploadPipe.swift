import CameraModel
import HotShoeSupport

/// Queue of limited size for the data of an upload, from the link to the camera. **Thread-safe**; one reader.
///
/// The link appends pieces and is notified when it can continue; the reader removes them on a thread that may block.
package final class UploadPipe: Sendable {
    /// Size of the queue, in bytes, at which the link pauses.
    static let window = 1 << 20

    private struct State {
        var pieces: [[UInt8]] = []
        var waitingBytes = 0
        var isFinished = false
        var failure: CameraError?
        /// The reader ignores the rest of the data.
        var isDiscarded = false
        /// Called when there is space again.
        var onSpace: (@Sendable () -> Void)?
    }

    /// Guards the queue; the condition wakes the reader.
    private let monitor = Monitor(State())

    /// Appends a piece.
    ///
    /// - Returns: Whether the link may continue immediately; otherwise `onSpace` is called once when there is space.
    func append(_ piece: [UInt8], onSpace: @escaping @Sendable () -> Void) -> Bool {
        monitor.withLock { state, condition in
            if state.isDiscarded || state.failure != nil { return true }
            state.pieces.append(piece)
            state.waitingBytes += piece.count
            condition.signal()
            if state.waitingBytes < Self.window { return true }
            state.onSpace = onSpace
            return false
        }
    }

    /// Marks the end of the data.
    func finish() {
        monitor.withLock { state, condition in
            state.isFinished = true
            condition.broadcast()
        }
    }

    /// Ends the data with an error for the reader.
    func fail(_ error: CameraError) {
        monitor.withLock { state, condition in
            if state.failure == nil && !state.isFinished { state.failure = error }
            condition.broadcast()
        }
    }

    /// Discards the queued data and all that follows.
    func discard() {
        let onSpace = monitor.withLock { state, _ in
            state.isDiscarded = true
            state.pieces = []
            state.waitingBytes = 0
            return Self.popContinuation(&state)
        }
        onSpace?()
    }

    /// Waits for the next piece and returns it; nil at the end of the data.
    func next() throws(CameraError) -> [UInt8]? {
        let (result, onSpace) = monitor.wait { state -> (Result<[UInt8]?, CameraError>, (@Sendable () -> Void)?)? in
            if let failure = state.failure { return (.failure(failure), nil) }
            if !state.pieces.isEmpty {
                let piece = state.pieces.removeFirst()
                state.waitingBytes -= piece.count
                return (.success(piece), state.waitingBytes < Self.window / 2 ? Self.popContinuation(&state) : nil)
            }
            return state.isFinished ? (.success(nil), nil) : nil
        }!
        onSpace?()
        return try result.get()
    }

    private static func popContinuation(_ state: inout State) -> (@Sendable () -> Void)? {
        defer { state.onSpace = nil }
        return state.onSpace
    }
}

/// Data of a request.
package enum RequestData: Sendable {
    case none
    /// All data in memory.
    case bytes([UInt8])
    /// Data of an upload, while it arrives. The size is nil if the initiator announced none.
    case stream(UploadPipe, byteCount: UInt64?)

    /// The data in memory; empty for other cases.
    package var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}
