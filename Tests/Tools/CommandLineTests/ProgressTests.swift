import CameraRecords
import Synchronization
import Testing

@testable import hotshoe

@Suite struct ProgressTests {
    /// A clock that the test advances.
    final class ManualClock: Clock, Sendable {
        struct Instant: InstantProtocol {
            var offset: Duration
            func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
            func duration(to other: Instant) -> Duration { other.offset - offset }
            static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        }

        private let time = Mutex(Instant(offset: .zero))
        var now: Instant { time.withLock { $0 } }
        var minimumResolution: Duration { .nanoseconds(1) }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
        func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
    }

    @Test func `progress is drawn at first and then once an interval`() {
        var meter = ProgressMeter(label: "x", unit: .bytes, total: 100)
        let times = [0, 1, 99, 100, 150, 199, 200, 1000].filter { meter.advance(to: Int64($0), at: .milliseconds($0)) }
        #expect(times == [0, 100, 200, 1000])
    }

    @Test func `a steady rate determines the remaining time`() {
        var meter = ProgressMeter(label: "x", unit: .bytes, total: 10_000_000)
        for second in 0...5 { _ = meter.advance(to: Int64(second) * 1_000_000, at: .seconds(second)) }
        #expect(meter.rate == 1_000_000)
        #expect(meter.remaining == .seconds(5))
        #expect(meter.fraction == 0.5)
    }

    @Test func `a line contains the known values`() {
        var meter = ProgressMeter(label: "IMG_0001.JPG", unit: .bytes, total: 6_100_000)
        for step in 0...2 { _ = meter.advance(to: Int64(step) * 1_500_000, at: .seconds(step)) }
        #expect(
            meter.line(width: 80).plain
                == "IMG_0001.JPG  ████████████─────────────   49 %  3.0 MB of 6.1 MB  1.5 MB/s  0:02"
        )
        #expect(meter.line(width: 60).plain == "IMG_0001.JPG   49 %  3.0 MB of 6.1 MB  1.5 MB/s  0:02")
        #expect(meter.line(width: 30).plain == "IMG_0001.…   49 %  1.5 MB/s")
    }

    @Test func `without a total there is neither bar nor end`() {
        var meter = ProgressMeter(label: "live", unit: .items("frames"), total: nil)
        _ = meter.advance(to: 0, at: .zero)
        _ = meter.advance(to: 90, at: .seconds(3))
        #expect(meter.line(width: 80).plain == "live  90 frames  30.0/s")
    }

    @Test(
        arguments: [(0, 0), (5, 0), (-5, 100), (200, 100), (Int64.max, 1), (Int64.max, Int64.max), (1, Int64.max), (3, -1)]
            as [(Int64, Int64)]
    )
    func `no numbers break a line`(done: Int64, total: Int64) {
        var meter = ProgressMeter(label: "a\u{1B}b", unit: .bytes, total: total)
        for step in 0...3 { _ = meter.advance(to: step == 0 ? 0 : done, at: .nanoseconds(step * 100_000_001)) }
        for width in 1...120 {
            let line = meter.line(width: width)
            #expect(line.displayWidth <= width)
            #expect(!line.plain.contains("\u{1B}"))
        }
    }

    @Test func `a bar is redrawn in place and removed`() {
        let (recorded, clock) = (RecordedOutput(messages: .fake(.none, columns: 41)), ManualClock())
        let bar = ProgressBar("x", unit: .items("pictures"), total: 2, on: recorded.output, clock: clock)
        bar.advance(to: 0)
        clock.advance(by: .milliseconds(10))
        bar.advance(to: 1)
        clock.advance(by: .milliseconds(990))
        bar.advance(to: 2)
        bar.finish()
        let erased = "\u{1B}[1A\r\u{1B}[J"
        let (first, last) = ("x  ─────────────    0 %  0 of 2 pictures", "x  100 %  2 of 2 pictures  2.0/s")
        #expect(recorded.messages.text == "\(first)\n\(erased)\(last)\n\(erased)")
    }

    @Test func `a bar is not drawn without a terminal`() {
        let (recorded, clock) = (RecordedOutput(), ManualClock())
        let bar = ProgressBar("x", unit: .bytes, total: 2, on: recorded.output, clock: clock)
        bar.advance(to: 1)
        bar.finish()
        #expect(recorded.messages.text == "")
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (9949, "9.9 kB"), (9950, "10 kB"), (99_499, "99 kB"),
            (999_499, "999 kB"),
            (999_500, "1.0 MB"), (6_100_000, "6.1 MB"), (48_000_000, "48 MB"), (Int64.max, "9.2 EB"),
        ] as [(Int64, String)]
    )
    func `bytes are shown with the unit that fits`(count: Int64, text: String) {
        #expect(Amounts.bytes(count) == text)
    }

    @Test(arguments: [(0, "0:00"), (9, "0:09"), (754, "12:34"), (3723, "1:02:03"), (-5, "0:00")])
    func `durations are shown as clocks do`(seconds: Int, text: String) {
        #expect(Amounts.clock(.seconds(seconds)) == text)
    }

    @Test(arguments: [
        (0.05, 1, "0.1"), (-1.25, 1, "-1.3"), (12, 0, "12"), (0.007, 2, "0.01"), (.nan, 1, "–"), (.infinity, 0, "–"),
    ])
    func `decimals are rounded`(value: Double, places: Int, text: String) {
        #expect(Amounts.decimal(value, places: places) == text)
    }
}
