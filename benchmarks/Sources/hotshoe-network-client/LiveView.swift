import CBaseline
import Glibc
import HotShoe

/// Live view of a camera.
enum LiveView {
    /// Uses a `handler`, or a `stream` with a consumer on Swift's shared threads. Prints one line: seconds, bytes, frames,
    /// microseconds of CPU and allocations per frame.
    static func watch(_ place: String, frames: Int, _ way: String) async throws {
        let camera = try await Place.camera(place)
        try await camera.connect()
        let tally = Tally(wanted: frames)
        if way == "stream" {
            for try await frame in camera.liveView() where !tally.record(frame) { break }
        } else {
            let subscription = camera.liveView().subscribe { tally.record($0) }
            await tally.isDone()
            subscription.cancel()
        }
        print(tally.line)
        await camera.disconnect()
    }
}

/// Counts frames, without the first hundred. **Thread-safe** if frames are delivered one after the other.
private final class Tally: @unchecked Sendable {
    // SAFETY: frames are delivered one after the other, and the result is read after the last one.
    private let wanted: Int
    private var count = -100
    private var bytes = 0
    private var before: (allocations: UInt64, cpu: UInt64, time: ContinuousClock.Instant) = (0, 0, .now)
    private(set) var line = ""
    private let done: AsyncStream<Void>
    private let finish: AsyncStream<Void>.Continuation

    init(wanted: Int) {
        self.wanted = wanted
        (done, finish) = AsyncStream.makeStream()
    }

    /// Counts a frame; returns false when there were enough.
    @discardableResult
    func record(_ frame: LiveViewFrame) -> Bool {
        if count == wanted { return false }
        if count == 0 { before = (baseline_allocations(), baseline_cpu(), .now) }
        count += 1
        if count > 0 { bytes += frame.byteCount }
        guard count == wanted else { return true }
        let (seconds, attoseconds) = before.time.duration(to: .now).components
        let cpu = Double(baseline_cpu() - before.cpu) / 1000 / Double(wanted)
        let allocations = Double(baseline_allocations() - before.allocations) / Double(wanted)
        line = "\(Double(seconds) + Double(attoseconds) / 1e18) \(bytes) \(wanted) \(cpu) \(allocations)"
        finish.finish()
        return false
    }

    func isDone() async { for await _ in done {} }
}
