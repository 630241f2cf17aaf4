import Synchronization

/// Shows on a terminal how far something is; shows nothing elsewhere.
///
///     let progress = ProgressBar("IMG_0001.JPG", unit: .bytes, total: size, on: context.output, clock: ContinuousClock())
///     try await file.write(to: path) { progress.advance(to: $0.bytesDone) }
///     progress.finish()
///
/// **Thread-safe.** `advance` may be called as often as bytes arrive: it draws once in a tenth of a second.
final class ProgressBar: Sendable {
    private let output: Output
    private let elapsed: @Sendable () -> Duration
    /// Guards the meter.
    private let meter: Mutex<ProgressMeter>

    init<C: Clock>(_ label: String, unit: ProgressMeter.Unit, total: Int64?, on output: Output, clock: C)
    where C.Duration == Duration {
        let start = clock.now
        self.output = output
        elapsed = { start.duration(to: clock.now) }
        meter = Mutex(ProgressMeter(label: label, unit: unit, total: total))
    }

    /// So much is done. The total may become known, or change, on the way.
    func advance(to done: Int64, total: Int64? = nil) {
        let now = elapsed()
        let due = meter.withLock { meter in meter.advance(to: done, total: total, at: now) ? meter : nil }
        guard let due, output.showsStatus else { return }
        // The last column stays free: some terminals wrap when it is filled.
        output.show(status: [due.line(width: output.talkTerminal.width - 1).rendered(output.talkTerminal.colors)])
    }

    /// Takes the bar away. What was achieved is for the command to tell.
    func finish() { output.clearStatus() }
}
