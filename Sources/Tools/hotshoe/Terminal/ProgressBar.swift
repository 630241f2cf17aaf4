import Synchronization

/// Shows progress on a terminal; shows nothing elsewhere.
///
///     let progress = ProgressBar("IMG_0001.JPG", unit: .bytes, total: size, on: context.output, clock: ContinuousClock())
///     try await file.write(to: path) { progress.advance(to: $0.bytesDone) }
///     progress.finish()
///
/// **Thread-safe.** `advance` may be called for each chunk of bytes: it draws at most once in a tenth of a second.
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

    /// Reports the number of completed units. The total may become known or change later.
    func advance(to done: Int64, total: Int64? = nil) {
        let now = elapsed()
        let due = meter.withLock { meter in meter.advance(to: done, total: total, at: now) ? meter : nil }
        guard let due, output.showsStatus else { return }
        // The last column is left empty, because some terminals wrap when it is filled.
        output.show(status: [due.line(width: output.messageTerminal.width - 1).rendered(output.messageTerminal.colors)])
    }

    /// Removes the bar. The command prints the result.
    func finish() { output.clearStatus() }
}
