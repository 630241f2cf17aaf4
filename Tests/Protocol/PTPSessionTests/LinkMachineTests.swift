import PTP
import Testing

@testable import PTPSession

/// A link's machine in each state of its driver.
private enum Situation: CaseIterable {
    case parked
    case working
    case workingAgain
    case lingering
    case beginning
    case awaitedBeginning
    case ending
    case ended

    var machine: LinkMachine {
        var machine = LinkMachine()
        switch self {
        case .parked: break
        case .working: _ = machine.wake()
        case .workingAgain: for _ in 0..<2 { _ = machine.wake() }
        case .lingering, .beginning, .awaitedBeginning:
            _ = machine.wake()
            _ = machine.linger()
            if self != .lingering { _ = machine.perform(.sample(), canBeginHere: true) }
            if self == .awaitedBeginning { _ = machine.resume() }
        case .ending, .ended:
            _ = machine.wake()
            _ = machine.fail(.silent)
            _ = machine.beginEnding()
            if self == .ended { machine.end() }
        }
        return machine
    }
}

extension LinkTransaction {
    fileprivate static func sample() -> LinkTransaction { LinkTransaction(.getDeviceInfo) { _ in } }
}

/// Every event in every state of the driver: the next state, and the result.
@Suite struct LinkMachineTableTests {
    /// The states that an event changes, with the next state, and the results; the other states stay as they are, with the result
    /// `otherwise`.
    private func check<Result: Equatable>(
        _ rows: [Situation: (LinkMachine.Driver, Result)],
        otherwise: Result,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ event: (inout LinkMachine) -> Result
    ) {
        for situation in Situation.allCases {
            var machine = situation.machine
            let (driver, expected) = rows[situation] ?? (machine.driver, otherwise)
            let result = event(&machine)
            #expect(result == expected, "\(situation)", sourceLocation: sourceLocation)
            #expect(machine.driver == driver, "\(situation)", sourceLocation: sourceLocation)
        }
    }

    @Test func `the situations are what they are called`() {
        let drivers: [LinkMachine.Driver] = [
            .parked, .working, .workingAgain, .lingering, .beginning(isAwaited: false), .beginning(isAwaited: true), .ending,
            .ended,
        ]
        #expect(Situation.allCases.map(\.machine.driver) == drivers)
    }

    @Test func `a transaction that the caller may begin`() {
        check(
            [
                .parked: (.working, .here), .working: (.workingAgain, .queued(.nothing)),
                .lingering: (.beginning(isAwaited: false), .hereForAnother),
                .ending: (.ending, .failed(.silent)),
                .ended: (.ended, .failed(.silent)),
            ],
            otherwise: .queued(.nothing)
        ) { $0.perform(.sample(), canBeginHere: true) }
    }

    @Test func `a transaction of the working thread, which delivers a result`() {
        for (situation, driver) in [(Situation.working, LinkMachine.Driver.working), (.workingAgain, .workingAgain)] {
            var machine = situation.machine
            let transaction = LinkTransaction.sample()
            #expect(machine.perform(transaction, canBeginHere: true, isWorker: true) == .hereByWorker)
            #expect(machine.driver == driver)
            #expect(machine.popNext() == nil, "it is under way")
            #expect(machine.perform(.sample(), canBeginHere: true, isWorker: true) == .queued(.nothing), "one at a time")
            _ = machine.cancel(transaction)
            #expect(machine.beginTurn() && machine.popCancellation())
            var other = situation.machine
            #expect(other.perform(.sample(), canBeginHere: false, isWorker: true) == .queued(.nothing), "it has data to send")
        }
        for situation in [Situation.ending, .ended] {
            var machine = situation.machine
            #expect(machine.perform(.sample(), canBeginHere: true, isWorker: true) == .failed(.silent))
        }
    }

    @Test func `a transaction that the working thread begins`() {
        check(
            [
                .parked: (.working, .queued(.startsThread)), .working: (.workingAgain, .queued(.nothing)),
                .lingering: (.workingAgain, .queued(.wakesThread)),
                .ending: (.ending, .failed(.silent)),
                .ended: (.ended, .failed(.silent)),
            ],
            otherwise: .queued(.nothing)
        ) { $0.perform(.sample(), canBeginHere: false) }
    }

    @Test func `a caller has begun its transaction`() {
        check([.beginning: (.lingering, false), .awaitedBeginning: (.lingering, true)], otherwise: false) { $0.begun() }
    }

    @Test func `there is work`() {
        check(
            [
                .parked: (.working, .startsThread), .working: (.workingAgain, .nothing),
                .lingering: (.workingAgain, .wakesThread), .ending: (.ending, .wakesThread),
            ],
            otherwise: .nothing
        ) { $0.wake() }
    }

    @Test func `a turn begins`() {
        for situation in Situation.allCases {
            var machine = situation.machine
            let isOver = situation == .ending || situation == .ended
            let begins = machine.beginTurn()
            #expect(begins != isOver && machine.driver == (isOver ? situation.machine.driver : .working), "\(situation)")
        }
    }

    @Test func `the thread lingers or parks when there is no work`() {
        check([.working: (.lingering, true)], otherwise: false) { $0.linger() }
        check([.working: (.parked, true)], otherwise: false) { $0.park() }
    }

    @Test func `the lingering ends`() {
        check(
            [
                .lingering: (.working, .idle), .beginning: (.beginning(isAwaited: true), .wait),
                .awaitedBeginning: (.beginning(isAwaited: true), .wait),
            ],
            otherwise: .work
        ) { $0.resume() }
    }

    @Test func `the working thread waits for its device`() {
        check([.working: (.lingering, 0), .workingAgain: (.lingering, 0)], otherwise: 0) { machine in
            machine.awaitDevice()
            return 0
        }
        check([.lingering: (.workingAgain, 0)], otherwise: 0) { machine in
            machine.endAwaiting()
            return 0
        }
    }

    @Test func `the link fails`() {
        check(
            [
                .parked: (.working, .startsThread), .working: (.workingAgain, .nothing),
                .lingering: (.workingAgain, .wakesThread), .ending: (.ending, LinkMachine.Wake?.none), .ended: (.ended, nil),
            ],
            otherwise: .nothing
        ) { $0.fail(.closedByDevice) }
    }

    @Test func `the end begins once`() {
        for situation in Situation.allCases {
            var machine = situation.machine
            let ending = machine.beginEnding()
            let isOver = situation == .ending || situation == .ended
            #expect((ending == nil) == isOver, "\(situation)")
            #expect(machine.failure == (isOver ? .silent : .closedHere), "\(situation)")
            #expect(machine.beginEnding() == nil)
            machine.end()
            #expect(machine.driver == .ended)
        }
    }
}

/// Courses of several events.
@Suite struct LinkMachineTests {
    @Test func `a queued transaction is begun when the current one has finished`() {
        var machine = LinkMachine()
        let (first, second) = (LinkTransaction.sample(), LinkTransaction.sample())
        #expect(machine.perform(first, canBeginHere: true) == .here)
        #expect(machine.perform(second, canBeginHere: true) == .queued(.nothing))
        #expect(machine.beginTurn() == true)
        #expect(machine.popNext() == nil)
        let waits = (machine.linger(), machine.park())
        #expect(waits == (false, false), "a transaction waits")
        machine.finished(first)
        #expect(machine.popNext() === second)
        #expect(machine.popNext() == nil)
        let lingers = machine.linger()
        #expect(lingers)
    }

    @Test func `the current transaction is cancelled at the next turn`() {
        var machine = LinkMachine()
        let transaction = LinkTransaction.sample()
        _ = machine.perform(transaction, canBeginHere: true)
        #expect(machine.popCancellation() == false)
        #expect(machine.cancel(transaction) == .nothing)
        #expect(machine.driver == .workingAgain)
        let cancels = (machine.popCancellation(), machine.popCancellation())
        #expect(cancels == (true, false))
    }

    @Test func `a transaction that is cancelled before it begins is cancelled when it has begun`() {
        var machine = LinkMachine()
        let (first, second) = (LinkTransaction.sample(), LinkTransaction.sample())
        _ = machine.perform(first, canBeginHere: true)
        _ = machine.perform(second, canBeginHere: true)
        _ = machine.cancel(second)
        #expect(machine.popCancellation() == false, "the first one is not cancelled")
        machine.finished(first)
        #expect(machine.popNext() === second)
        #expect(machine.popCancellation() == true)
    }

    @Test func `cancelling a transaction that is over has no effect`() {
        var machine = LinkMachine()
        let transaction = LinkTransaction.sample()
        _ = machine.perform(transaction, canBeginHere: true)
        _ = machine.cancel(transaction)
        machine.finished(transaction)
        #expect(machine.popCancellation() == false)
        #expect(machine.cancel(transaction) == .nothing)
        #expect(machine.popCancellation() == false)
    }

    @Test func `the first failure counts, and a transaction that was not begun is returned at the end`() {
        var machine = LinkMachine()
        let waiting = LinkTransaction.sample()
        _ = machine.perform(.sample(), canBeginHere: true)
        _ = machine.perform(waiting, canBeginHere: true)
        #expect(machine.fail(.closedByDevice) == .nothing)
        #expect(machine.fail(.silent) == nil)
        #expect(machine.beginTurn() == false)
        let ending = machine.beginEnding()
        #expect(ending?.failure == .closedByDevice && ending?.waiting === waiting)
        #expect(machine.perform(.sample(), canBeginHere: true) == .failed(.closedByDevice))
    }

    @Test func `no work is lost between the last look and parking`() {
        var machine = LinkMachine()
        _ = machine.wake()
        #expect(machine.beginTurn() == true)
        #expect(machine.wake() == .nothing)
        #expect(machine.park() == false, "the thread looks again")
        #expect(machine.beginTurn() == true)
        #expect(machine.park() == true)
        #expect(machine.wake() == .startsThread)
    }

    @Test func `a thread whose lingering ends while a transaction is begun has the channel afterwards, with work`() {
        var machine = LinkMachine()
        _ = machine.wake()
        _ = machine.linger()
        #expect(machine.perform(.sample(), canBeginHere: true) == .hereForAnother)
        #expect(machine.resume() == .wait)
        let isAwaited = machine.begun()
        #expect(isAwaited)
        #expect(machine.resume() == .work)
        #expect(machine.driver == .working)
    }
}
