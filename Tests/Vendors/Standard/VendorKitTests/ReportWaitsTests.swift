import HotShoeSupport
import Testing
import VendorKit

@Suite(.timeLimit(.minutes(5))) struct ReportWaitsTests {
    private typealias Waits = ReportWaits<String, Int>

    private static func text(_ outcome: Waits.Outcome) -> String {
        switch outcome {
        case .reported(let report): "\(report)"
        case .notReported: "none"
        case .cancelled: "cancelled"
        }
    }

    private let clock = VirtualClock()

    private func start(_ waits: Waits, _ wait: Waits.Wait, _ key: String, _ limit: Duration = .seconds(3)) -> Task<String, Never>
    {
        Task { Self.text(await waits.outcome(of: wait, for: key, within: limit)) }
    }

    @Test func `a report before, during or after the start of the wait is returned`() async {
        let waits = Waits(clock)
        let early = waits.expect("a")
        waits.report(1, for: "a")
        #expect(await start(waits, early, "a").value == "1")
        let late = waits.expect("a")
        let call = start(waits, late, "a")
        await clock.waitForTimers()
        waits.report(7, for: "b")
        waits.report(2, for: "a")
        #expect(await call.value == "2")
    }

    @Test func `a wait ends with its time, and a later report belongs to no wait`() async {
        let waits = Waits(clock)
        let call = start(waits, waits.expect("a"), "a")
        await clock.waitForTimers()
        clock.advance(by: .seconds(3))
        #expect(await call.value == "none")
        waits.report(1, for: "a")
        let next = start(waits, waits.join("a"), "a")
        await clock.waitForTimers()
        clock.advance(by: .seconds(3))
        #expect(await next.value == "none")
    }

    @Test func `a new wait for the same key replaces the earlier one, a joined one shares it`() async {
        let waits = Waits(clock)
        let replaced = start(waits, waits.expect("a"), "a")
        let first = waits.expect("a")
        #expect(await replaced.value == "none")
        let shared = waits.join("a")
        #expect(first === shared)
        waits.report(3, for: "a")
        #expect(await start(waits, first, "a").value == "3")
        #expect(await start(waits, shared, "a").value == "3")
    }

    @Test func `cancelling the caller ends its wait alone`() async {
        let waits = Waits(clock)
        let wait = waits.expect("a")
        let (cancelled, other) = (start(waits, wait, "a"), start(waits, wait, "a"))
        cancelled.cancel()
        #expect(await cancelled.value == "cancelled")
        waits.report(4, for: "a")
        #expect(await other.value == "4")
    }

    @Test func `the end of the connection ends all waits`() async {
        let waits = Waits(clock)
        let calls = ["a", "b"].map { start(waits, waits.expect($0), $0) }
        waits.endAll()
        for call in calls { #expect(await call.value == "none") }
    }
}
