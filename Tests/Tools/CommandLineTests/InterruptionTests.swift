import HotShoeSupport
import Testing

@testable import hotshoe

@Suite struct InterruptionTests {
    enum Event {
        case signal(Signal)
        case wait
    }

    static let cases: [([Event], [Interruption.Action])] = [
        ([.wait], [.none]),
        ([.signal(.interrupt)], [.cancel]),
        ([.wait, .signal(.terminate)], [.none, .cancel]),
        ([.signal(.interrupt), .signal(.interrupt)], [.cancel, .exit(.interrupted)]),
        ([.signal(.terminate), .signal(.interrupt)], [.cancel, .exit(.terminated)]),
        ([.signal(.interrupt), .wait], [.cancel, .announce]),
        ([.signal(.hangup), .wait, .signal(.terminate)], [.cancel, .announce, .exit(.hangup)]),
        ([.signal(.interrupt), .wait, .wait], [.cancel, .announce, .exit(.interrupted)]),
    ]

    @Test(arguments: cases)
    func `the first signal cancels, the second or too long a wait ends`(events: [Event], actions: [Interruption.Action]) {
        var interruption = Interruption()
        let performed = events.map { event in
            switch event {
            case .signal(let signal): interruption.received(signal)
            case .wait: interruption.waited()
            }
        }
        #expect(performed == actions)
    }

    @Test func `the wait is limited only after a signal`() {
        var interruption = Interruption()
        #expect(interruption.timeout == nil)
        _ = interruption.received(.interrupt)
        #expect(interruption.timeout == .milliseconds(500))
        _ = interruption.waited()
        #expect(interruption.timeout == .milliseconds(4500))
    }

    /// A scripted source of signals; nil means no signal within the patience. Returns nothing after the end of the list.
    final class Script: SignalSource {
        private var events: [Signal?]
        private(set) var timeouts: [Duration?] = []

        init(_ events: [Signal?]) {
            self.events = events
        }

        func next(within timeout: Duration?) -> Signal? {
            timeouts.append(timeout)
            return events.isEmpty ? nil : events.removeFirst()
        }
    }

    private func watch(_ events: [Signal?]) -> (log: [String], code: ExitCode, patiences: [Duration?]) {
        let (supervision, script) = (Supervision(), Script(events))
        var log: [String] = []
        supervision.watch(
            script,
            cancel: { log.append("cancel") },
            announce: { log.append("announce") },
            exit: { log.append("exit \($0.rawValue)") }
        )
        return (log, supervision.exitCode(after: .success), script.timeouts)
    }

    @Test func `without a signal the command's code stands`() {
        #expect(watch([]).log == [])
        #expect(watch([]).code == .success)
    }

    @Test func `a second signal ends the program immediately`() {
        let (log, code, _) = watch([.interrupt, .interrupt])
        #expect(log == ["cancel", "exit 130"])
        #expect(code == .interrupted)
    }

    @Test func `tidying up has five seconds, and is announced`() {
        let (log, code, patiences) = watch([.terminate, nil, nil])
        #expect(log == ["cancel", "announce", "exit 143"])
        #expect(code == .terminated)
        #expect(patiences == [nil, .milliseconds(500), .milliseconds(4500)])
    }

    @Test func `cancelling reaches the task of a running command`() async throws {
        let supervision = Supervision()
        let task = Task { await Promise<Void, Never>().resultUnlessCancelled() == nil }
        supervision.watch(Script([.hangup, .hangup]), cancel: { task.cancel() }, announce: {}, exit: { _ in })
        try #require(task.isCancelled)
        #expect(await task.value)
        #expect(supervision.exitCode(after: .failure) == .hangup)
    }
}
