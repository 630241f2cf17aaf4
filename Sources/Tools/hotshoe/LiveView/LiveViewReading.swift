import ArgumentParsing
import CameraModel
import HotShoeSupport

/// Reads a camera's live view frame by frame.
struct LiveViewReading {
    let camera: Camera
    var options = LiveViewOptions()
    /// Maximum number of frames.
    var frameLimit: Int?
    /// Maximum duration.
    var duration: Duration?
    /// Maximum time without a usable frame.
    var timeout = Duration.seconds(10)

    /// Passes each frame with its check to `consume`; ends when `consume` returns false, or the task is cancelled.
    ///
    /// `meter` counts the frames, in addition to its present counts.
    ///
    /// - Throws: the error for which the camera ends live view, the errors of `consume`, and ``ExitCode/timedOut`` if there is
    ///   no usable frame.
    func run(
        _ meter: inout LiveViewMeter,
        _ consume: (LiveViewFrame, FrameCheck, LiveViewMeter) throws -> Bool
    ) async throws {
        let time = SystemClock.shared
        let limits = LiveViewTimeLimits(camera, time, duration: duration, timeout: timeout)
        defer { limits.disarm() }
        let iterator = camera.liveView(options).makeAsyncIterator()
        let missedBefore = meter.missed
        while meter.frames < frameLimit ?? .max {
            let next: LiveViewFrame?
            do throws(CameraError) { next = try await iterator.next() } catch {
                if limits.isSilent { throw silence(meter) }
                throw error
            }
            guard let frame = next else { break }
            let check = FrameCheck(frame)
            let now = time.now
            if check != .unusable { limits.frameArrived(at: now) }
            meter.add(check, byteCount: frame.byteCount, at: now)
            meter.missed = missedBefore + iterator.missedCount
            if try !consume(frame, check, meter) { return }
        }
        if limits.isSilent { throw silence(meter) }
    }

    private func silence(_ meter: LiveViewMeter) -> CommandFailure {
        let unusable = meter.unusable == 0 ? "" : ": \(meter.unusable) were empty, truncated or damaged"
        return CommandFailure(
            .timedOut,
            "live view",
            "No usable frame arrived for \(DecimalSeconds.text(timeout)) s\(unusable). Switch the camera off and on, "
                + "or allow more time with --timeout."
        )
    }
}

/// The time limits of one reading: its maximum duration, and the maximum time without a usable frame. **Thread-safe.**
private struct LiveViewTimeLimits {
    private enum Ending {
        case timeIsUp
        case noFrame
    }

    /// The limit that was reached first.
    private final class Reached: Sendable {
        let ending = Guarded<Ending?>(nil)
    }

    private let reached: Reached
    private let timeout: Duration
    private let timeIsUp: any TimeSourceTimer
    private let noFrame: any TimeSourceTimer
    private let tasks: OwnedTasks

    /// Starts both limits.
    init(_ camera: Camera, _ time: any TimeSource, duration: Duration?, timeout: Duration) {
        let (reached, tasks) = (Reached(), OwnedTasks())
        self.tasks = tasks
        self.reached = reached
        self.timeout = timeout
        timeIsUp = time.makeTimer {
            reached.ending.withLock { $0 = $0 ?? .timeIsUp }
            tasks.start { await camera.stopLiveView() }
        }
        // A camera that does not answer does not stop its live view either: only disconnecting ends the wait.
        noFrame = time.makeTimer {
            reached.ending.withLock { $0 = $0 ?? .noFrame }
            tasks.start { await camera.disconnect() }
        }
        let start = time.now
        if let duration { timeIsUp.arm(at: start + duration) }
        noFrame.arm(at: start + timeout)
    }

    /// Whether there was no usable frame for too long.
    var isSilent: Bool { reached.ending.withLock { $0 } == .noFrame }

    /// Restarts the time without a frame.
    func frameArrived(at now: Duration) { noFrame.arm(at: now + timeout) }

    /// Ends both limits.
    func disarm() {
        timeIsUp.disarm()
        noFrame.disarm()
        tasks.cancel()
    }
}
