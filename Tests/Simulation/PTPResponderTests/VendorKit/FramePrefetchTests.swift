import Testing

@testable import PTPResponder

/// One frame ahead: each event in each state of a viewfinder.
@Suite struct FramePrefetchTests {
    enum State: String, CaseIterable {
        case warmingUp
        case empty
        case sending
        case waiting
        case fresh
        case stale
        case over
    }

    private typealias Machine = FramePrefetch<String, Int>
    private static let now = Duration.seconds(10)

    private static func machine(_ state: State) -> Machine {
        var machine = Machine(freshness: .milliseconds(100))
        if state == .warmingUp { return machine }
        let age: Duration = state == .stale ? .milliseconds(101) : .milliseconds(100)
        _ = machine.received("old", at: now - age)
        switch state {
        case .sending: _ = machine.requested(by: 1, at: now)
        case .empty:
            _ = machine.requested(by: 1, at: now)
            _ = machine.sent()
        case .waiting:
            _ = machine.requested(by: 1, at: now)
            _ = machine.sent()
            _ = machine.requested(by: 2, at: now)
        case .over: _ = machine.ended()
        default: break
        }
        return machine
    }

    private static func words(_ action: Machine.Action) -> String {
        switch action {
        case .nothing: ""
        case .refuse: "refuse"
        case .wait: "wait"
        case .requestAndWait: "request, wait"
        case .request: "request"
        case .answer(let frame): "answer \(frame)"
        case .deliver(let frame, let waiter): "deliver \(frame) to \(waiter)"
        case .end(let waiter): "end \(waiter.map { "\($0)" } ?? "without a request")"
        }
    }

    /// Actions in the order of ``State``.
    private static let table: [(String, @Sendable (inout FramePrefetch<String, Int>) -> String, [String])] = [
        (
            "request", { words($0.requested(by: 3, at: now)) },
            ["refuse", "wait", "request, wait", "wait", "answer old", "request, wait", "refuse"]
        ),
        ("frame", { words($0.received("new", at: now)) }, ["", "", "", "deliver new to 2", "", "", ""]),
        ("sent", { words($0.sent()) }, ["", "", "request", "", "", "", ""]),
        (
            "frame, then sent",
            {
                _ = $0.received("new", at: now)
                return words($0.sent())
            }, ["", "", "", "request", "", "", ""]
        ),
        (
            "end", { words($0.ended()) },
            [
                "end without a request", "end without a request", "end without a request", "end 2", "end without a request",
                "end without a request", "",
            ]
        ),
        (
            "time limit, then frame",
            {
                $0.timedOut(2)
                return words($0.received("new", at: now))
            }, ["", "", "", "", "", "", ""]
        ),
        (
            "another time limit, then frame",
            {
                $0.timedOut(1)
                return words($0.received("new", at: now))
            }, ["", "", "", "deliver new to 2", "", "", ""]
        ),
        (
            "frame, then request",
            {
                _ = $0.received("new", at: now)
                return words($0.requested(by: 3, at: now))
            },
            [
                "answer new", "answer new", "answer new", "request, wait", "answer new", "answer new", "refuse",
            ]
        ),
        (
            "end, then anything",
            {
                _ = $0.ended()
                return words($0.received("new", at: now)) + words($0.requested(by: 3, at: now)) + words($0.ended())
            }, Array(repeating: "refuse", count: 7)
        ),
    ]

    @Test func `each event in each state has its action`() {
        for (name, event, actions) in Self.table {
            for (state, expected) in zip(State.allCases, actions) {
                var machine = Self.machine(state)
                #expect(event(&machine) == expected, "\(name) while \(state.rawValue)")
            }
        }
    }

    @Test func `only the end stops it`() {
        for state in State.allCases { #expect(Self.machine(state).isRunning == (state != .over)) }
    }
}
