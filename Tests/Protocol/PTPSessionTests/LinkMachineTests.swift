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
        case .lingering:
            _ = machine.wake()
            _ = machine.linger()
        case .beginning, .awaitedBeginning:
            _ = machine.wake()
            _ = machine.linger()
            _ = machine.perform(.sample(), canBeginHere: true)
            if self == .awaitedBeginning { _ = machine.endLingering() }
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
    private func check<Result: Equatable>(
        _ rows: [Situation: (LinkMachine.Driver, Result)],
        sourceLocation: SourceLocation = #_sourceLocation,
        _ event: (inout LinkMachine) -> Result
    ) {
        #expect(Set(rows.keys) == Set(Situation.allCases), "the table is complete", sourceLocation: sourceLocation)
        for (situation, (driver, expected)) in rows {
            var machine = situation.machine
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
        check([
            .parked: (.working, .here), .working: (.workingAgain, .queued(.nothing)),
            .workingAgain: (.workingAgain, .queued(.nothing)), .lingering: (.beginning(isAwaited: false), .hereForLingering),
            .beginning: (.beginning(isAwaited: false), .queued(.nothing)),
            .awaitedBeginning: (.beginning(isAwaited: true), .queued(.nothing)), .ending: (.ending, .failed(.silent)),
            .ended: (.ended, .failed(.silent)),
        ]) { $0.perform(.sample(), canBeginHere: true) }
    }

    @Test func `a transaction that the working thread begins`() {
        check([
            .parked: (.working, .queued(.startsThread)), .working: (.workingAgain, .queued(.nothing)),
            .workingAgain: (.workingAgain, .queued(.nothing)), .lingering: (.workingAgain, .queued(.wakesThread)),
            .beginning: (.beginning(isAwaited: false), .queued(.nothing)),
            .awaitedBeginning: (.beginning(isAwaited: true), .queued(.nothing)), .ending: (.ending, .failed(.silent)),
            .ended: (.ended, .failed(.silent)),
        ]) { $0.perform(.sample(), canBeginHere: false) }
    }

    @Test func `a caller has begun its transaction`() {
        check([
            .parked: (.parked, false), .working: (.working, false), .workingAgain: (.workingAgain, false),
            .lingering: (.lingering, false), .beginning: (.working, false), .awaitedBeginning: (.working, true),
            .ending: (.ending, false), .ended: (.ended, false),
        ]) { $0.begun() }
    }

    @Test func `there is work`() {
        check([
            .parked: (.working, .startsThread), .working: (.workingAgain, .nothing), .workingAgain: (.workingAgain, .nothing),
            .lingering: (.workingAgain, .wakesThread), .beginning: (.beginning(isAwaited: false), .nothing),
            .awaitedBeginning: (.beginning(isAwaited: true), .nothing), .ending: (.ending, .wakesThread),
            .ended: (.ended, .nothing),
        ]) { $0.wake() }
    }

    @Test func `a turn begins`() {
        check([
            .parked: (.working, true), .working: (.working, true), .workingAgain: (.working, true), .lingering: (.working, true),
            .beginning: (.working, true), .awaitedBeginning: (.working, true), .ending: (.ending, false), .ended: (.ended, false),
        ]) { $0.beginTurn() }
    }

    @Test func `the thread lingers, or parks, when there is no work`() {
        let refused: [Situation: (LinkMachine.Driver, Bool)] = [
            .parked: (.parked, false), .workingAgain: (.workingAgain, false), .lingering: (.lingering, false),
            .beginning: (.beginning(isAwaited: false), false), .awaitedBeginning: (.beginning(isAwaited: true), false),
            .ending: (.ending, false), .ended: (.ended, false),
        ]
        check(refused.merging([.working: (.lingering, true)]) { $1 }) { $0.linger() }
        check(refused.merging([.working: (.parked, true)]) { $1 }) { $0.park() }
    }

    @Test func `lingering ends`() {
        check([
            .parked: (.parked, .work), .working: (.working, .work), .workingAgain: (.workingAgain, .work),
            .lingering: (.working, .idle), .beginning: (.beginning(isAwaited: true), .wait),
            .awaitedBeginning: (.beginning(isAwaited: true), .wait), .ending: (.ending, .work), .ended: (.ended, .work),
        ]) { $0.endLingering() }
    }

    @Test func `the working thread waits for its device`() {
        check([
            .parked: (.parked, 0), .working: (.lingering, 0), .workingAgain: (.lingering, 0), .lingering: (.lingering, 0),
            .beginning: (.beginning(isAwaited: false), 0), .awaitedBeginning: (.beginning(isAwaited: true), 0),
            .ending: (.ending, 0), .ended: (.ended, 0),
        ]) { machine in
            machine.awaitDevice()
            return 0
        }
        check([
            .parked: (.parked, 0), .working: (.working, 0), .workingAgain: (.workingAgain, 0), .lingering: (.workingAgain, 0),
            .beginning: (.beginning(isAwaited: false), 0), .awaitedBeginning: (.beginning(isAwaited: true), 0),
            .ending: (.ending, 0), .ended: (.ended, 0),
        ]) { machine in
            machine.endAwaiting()
            return 0
        }
    }

    @Test func `the link fails`() {
        check([
            .parked: (.working, .startsThread), .working: (.workingAgain, .nothing), .workingAgain: (.workingAgain, .nothing),
            .lingering: (.workingAgain, .wakesThread), .beginning: (.beginning(isAwaited: false), .nothing),
            .awaitedBeginning: (.beginning(isAwaited: true), .nothing), .ending: (.ending, LinkMachine.Wake?.none),
            .ended: (.ended, nil),
        ]) { $0.fail(.closedByDevice) }
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
        #expect(machine.linger() == true)
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
}
