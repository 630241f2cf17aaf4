import CameraModel
import HotShoeSupport

/// Reads a camera's live view, frame by frame, for as long as is wanted.
struct LiveViewReading {
    let camera: Camera
    var options = LiveViewOptions()
    /// Ends after so many frames.
    var frameLimit: Int?
    /// Ends after so long.
    var duration: Duration?
    /// How long it may take until a frame comes that can be used.
    var patience = Duration.seconds(10)

    private enum Ending {
        case timeIsUp
        case nothingCame
    }

    /// Gives out each frame, with what it is good for; ends when `consume` says false, or the task is cancelled.
    ///
    /// - Parameter meter: counts on from where it is.
    /// - Throws: what the camera ends live view for, what `consume` throws, and ``ExitCode/timedOut`` where no usable frame comes.
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
        // A camera that does not answer does not stop its live view either: only the end of the connection ends the waiting.
        let nothingCame = time.makeTimer {
            ending.withLock { $0 = $0 ?? .nothingCame }
            Task { await camera.disconnect() }
        }
        defer {
            timeIsUp.disarm()
            nothingCame.disarm()
        }
        let start = time.now
        if let duration { timeIsUp.arm(at: start + duration) }
        nothingCame.arm(at: start + patience)
        let iterator = camera.liveView(options).makeAsyncIterator()
        let missedBefore = meter.missed
        while meter.frames < frameLimit ?? .max {
            let next: LiveViewFrame?
            do throws(CameraError) { next = try await iterator.next() } catch {
                if ending.withLock({ $0 }) == .nothingCame { throw silence }
                throw error
            }
            guard let frame = next else { break }
            let check = FrameCheck(frame)
            let now = time.now
            if check != .unusable { nothingCame.arm(at: now + patience) }
            meter.add(check, byteCount: frame.byteCount, at: now)
            meter.missed = missedBefore + iterator.missedCount
            if try !consume(frame, check, meter) { return }
        }
        if ending.withLock({ $0 }) == .nothingCame { throw silence }
    }

    private var silence: CommandFailure {
        CommandFailure(
            .timedOut,
            "live view",
            "No usable frame arrived for \(DecimalSeconds.text(patience)) s. Switch the camera off and on, "
                + "or allow more time with --timeout."
        )
    }
}
