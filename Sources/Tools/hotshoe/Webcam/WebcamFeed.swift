import ArgumentParsing
import CameraModel
import HotShoeSupport

/// Live view of one camera that does not end: it is started again, and the camera connected again, as long as that may succeed.
struct WebcamFeed: Sendable {
    /// What happens besides frames.
    enum Event: Sendable {
        /// The connection has ended.
        case lost(any Error)
        /// The camera is connected again, after this time.
        case back(Duration)
        /// Live view has ended, and is started again.
        case ended(any Error)
    }

    let camera: Camera
    let time: any TimeSource
    var options = LiveViewOptions()
    /// Maximum time without a usable frame, after which the connection counts as lost.
    var patience = Duration.seconds(10)
    /// Connects the camera again: one attempt.
    let connect: @Sendable () async throws -> Void
    /// Receives each usable frame, and the number of its bytes. An error ends the feed.
    let send: @Sendable (LiveViewFrame, Int) throws -> Void
    /// Called when live view is about to begin.
    var prepare: @Sendable () async -> Void = {}
    let report: @Sendable (Event) -> Void

    /// Pause before live view is started again on a camera that is connected.
    static let pause = Duration.seconds(1)

    /// An error of `send`.
    private struct Refused: Error { let error: any Error }

    /// Sends frames until the task is cancelled.
    ///
    /// - Throws: the error before the first frame, an error of `send`, and one of connecting that another attempt cannot correct.
    func run() async throws {
        let counter = FrameCounter()
        while true {
            do {
                await prepare()
                try await stream(counter)
                throw CameraError(.notAvailable, "Live view ended.", operation: .liveView)
            } catch {
                try Task.checkCancellation()
                if let refused = error as? Refused { throw refused.error }
                guard counter.hasFrames else { throw counter.isSilent ? silenceError : error }
                if await camera.hasEnded(after: error) || counter.isSilent {
                    report(.lost(counter.isSilent ? silenceError : error))
                    report(.back(try await reconnect()))
                } else {
                    report(.ended(error))
                    await time.sleep(for: Self.pause)
                }
            }
            try Task.checkCancellation()
        }
    }

    private var silenceError: CameraError {
        CameraError(.timedOut, "No usable frame arrived for \(DecimalSeconds.text(patience)) s.", operation: .liveView)
    }

    private func stream(_ counter: FrameCounter) async throws {
        let (camera, tasks) = (camera, OwnedTasks())
        counter.begin()
        // A camera that does not answer does not end its live view either: only disconnecting ends the wait.
        let silence = time.makeTimer {
            counter.silent()
            tasks.start { await camera.disconnect() }
        }
        silence.arm(at: time.now + patience)
        defer { silence.disarm() }
        let iterator = camera.liveView(options).makeAsyncIterator()
        while let frame = try await iterator.next() {
            guard case .jpeg(let count) = FrameCheck(frame) else { continue }
            counter.add()
            // The receiver may take its time, in which no frame is asked for.
            silence.disarm()
            do { try send(frame, count) } catch { throw Refused(error: error) }
            silence.arm(at: time.now + patience)
        }
    }

    private func reconnect() async throws -> Duration {
        let start = time.now
        var pauses = Reconnection.Pauses()
        while true {
            await time.sleep(for: pauses.pop())
            try Task.checkCancellation()
            do {
                try await connect()
                return time.now - start
            } catch {
                try Task.checkCancellation()
                if (error as? CameraError)?.isFinal == true { throw error }
            }
        }
    }
}

/// Whether frames arrive. **Thread-safe.**
private final class FrameCounter: Sendable {
    private struct State {
        var hasFrames = false
        var isSilent = false
    }

    /// Guards what the feed and the timer have seen.
    private let state = Guarded(State())

    var hasFrames: Bool { state.withLock { $0.hasFrames } }
    /// Whether the present live view has sent no frame for too long.
    var isSilent: Bool { state.withLock { $0.isSilent } }

    func begin() { state.withLock { $0.isSilent = false } }
    func add() { state.withLock { $0.hasFrames = true } }
    func silent() { state.withLock { $0.isSilent = true } }
}
