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

    private enum Ending {
        case timeIsUp
        case noFrame
    }

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
        let ending = Guarded<Ending?>(nil)
        let camera = camera
        let timeIsUp = time.makeTimer {
            ending.withLock { $0 = $0 ?? .timeIsUp }
            Task { await camera.stopLiveView() }
        }
        // A camera that does not answer does not stop its live view either: only disconnecting ends the wait.
        let noFrameTimer = time.makeTimer {
            ending.withLock { $0 = $0 ?? .noFrame }
            Task { await camera.disconnect() }
        }
        defer {
            timeIsUp.disarm()
            noFrameTimer.disarm()
        }
        let start = time.now
        if let duration { timeIsUp.arm(at: start + duration) }
        noFrameTimer.arm(at: start + timeout)
        let iterator = camera.liveView(options).makeAsyncIterator()
        let missedBefore = meter.missed
        while meter.frames < frameLimit ?? .max {
            let next: LiveViewFrame?
            do throws(CameraError) { next = try await iterator.next() } catch {
                if ending.withLock({ $0 }) == .noFrame { throw silence }
                throw error
            }
            guard let frame = next else { break }
            let check = FrameCheck(frame)
            let now = time.now
            if check != .unusable { noFrameTimer.arm(at: now + timeout) }
            meter.add(check, byteCount: frame.byteCount, at: now)
            meter.missed = missedBefore + iterator.missedCount
            if try !consume(frame, check, meter) { return }
        }
        if ending.withLock({ $0 }) == .noFrame { throw silence }
    }

    private var silence: CommandFailure {
        CommandFailure(
            .timedOut,
            "live view",
            "No usable frame arrived for \(DecimalSeconds.text(timeout)) s. Switch the camera off and on, "
                + "or allow more time with --timeout."
        )
    }
}
