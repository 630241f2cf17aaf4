import CameraModel
import HotShoeSupport

/// The data of an upload on its way from the link to the camera: a window of bounded size. **Thread-safe**; one reader.
///
/// The link puts pieces in and is told when to go on; the reader takes them, on a thread that may wait.
final class UploadPipe: Sendable {
    /// How much may wait in between, in bytes.
    static let window = 1 << 20

    private struct State {
        var pieces: [[UInt8]] = []
        var waitingBytes = 0
        var isFinished = false
        var failure: CameraError?
        /// Nobody wants the rest.
        var isDiscarded = false
        /// What to call when there is room again.
        var whenRoom: (@Sendable () -> Void)?
    }

    /// Guards what waits; the condition wakes the reader.
    private let monitor = Monitor(State())

    /// Puts a piece in.
    ///
    /// - Returns: whether to go on at once; otherwise `whenRoom` will be called, once.
    func append(_ piece: [UInt8], whenRoom: @escaping @Sendable () -> Void) -> Bool {
        monitor.withLock { state, condition in
            if state.isDiscarded || state.failure != nil { return true }
            state.pieces.append(piece)
            state.waitingBytes += piece.count
            condition.signal()
            if state.waitingBytes < Self.window { return true }
            state.whenRoom = whenRoom
            return false
        }
    }

    /// All of it has been put in.
    func finish() {
        monitor.withLock { state, condition in
            state.isFinished = true
            condition.broadcast()
        }
    }

    /// No more comes: the reader gets the error.
    func fail(_ error: CameraError) {
        monitor.withLock { state, condition in
            if state.failure == nil && !state.isFinished { state.failure = error }
            condition.broadcast()
        }
    }

    /// The rest is not wanted, and let go as it comes.
    func discard() {
        let whenRoom = monitor.withLock { state, _ in
            state.isDiscarded = true
            state.pieces = []
            state.waitingBytes = 0
            return Self.take(&state)
        }
        whenRoom?()
    }

    /// The next piece; waits for one. Nil at the end.
    func next() throws(CameraError) -> [UInt8]? {
        let (result, whenRoom) = monitor.wait { state -> (Result<[UInt8]?, CameraError>, (@Sendable () -> Void)?)? in
            if let failure = state.failure { return (.failure(failure), nil) }
            if !state.pieces.isEmpty {
                let piece = state.pieces.removeFirst()
                state.waitingBytes -= piece.count
                return (.success(piece), state.waitingBytes < Self.window / 2 ? Self.take(&state) : nil)
            }
            return state.isFinished ? (.success(nil), nil) : nil
        }!
        whenRoom?()
        return try result.get()
    }

    private static func take(_ state: inout State) -> (@Sendable () -> Void)? {
        defer { state.whenRoom = nil }
        return state.whenRoom
    }
}

/// The data that comes with a request.
enum RequestData: Sendable {
    case none
    /// All of it.
    case bytes([UInt8])
    /// Of an upload: as it arrives. Nil where the initiator does not say how much there is.
    case stream(UploadPipe, byteCount: UInt64?)

    /// All of it; none where there is none.
    var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}
