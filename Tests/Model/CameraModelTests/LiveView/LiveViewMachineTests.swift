import Testing

@testable import CameraModel

private typealias Machine = LiveViewMachine<String>

/// A machine with a consumer, in each of its phases.
private enum Situation: String, CaseIterable, CustomTestStringConvertible {
    case idle
    case starting
    case endingStart
    case pausing
    case running
    case stopping
    case finishing

    var testDescription: String { rawValue }

    /// The stream "a" waits in every phase except the idle one, in which it has joined only.
    var machine: Machine {
        var machine = Machine()
        machine.join("a", .stream, LiveViewOptions())
        if self == .idle { return machine }
        _ = machine.request("a", now: .zero)
        switch self {
        case .idle, .starting: break
        case .endingStart: _ = machine.end(.batteryLow)
        case .pausing: _ = machine.started(.failure(.busy), now: .zero)
        case .running: _ = machine.started(.success(.example), now: .zero)
        case .stopping:
            _ = machine.started(.success(.example), now: .zero)
            _ = machine.end(.batteryLow)
        case .finishing: _ = machine.started(.failure(.broken), now: .zero)
        }
        return machine
    }
}

extension CameraError {
    fileprivate static let busy = CameraError(.busy, "busy")
    fileprivate static let broken = CameraError(.protocolFailure, "broken")
}

extension LiveViewFormat {
    /// 25 frames a second.
    fileprivate static let example = LiveViewFormat(size: PixelSize(width: 960, height: 640), rate: 25)
}

extension LiveViewMachine.Step {
    fileprivate var name: String {
        switch self {
        case .start: "start"
        case .pause: "pause"
        case .stop: "stop"
        case .finish(let end, let error): "finish: \(end)\(error.map { ", \($0.message)" } ?? "")"
        }
    }
}

extension LiveViewMachine.Actions {
    /// The actions in words, joined by commas; empty for none.
    fileprivate var summary: String {
        var words = [step?.name, raisesDemand ? "demand" : nil]
        words.append(dueAt.map { "due \(Int($0 / .milliseconds(1)))" })
        words.append(lingersUntil.map { "linger \(Int($0 / .milliseconds(1)))" })
        words.append(applies.map { "apply \($0.maximumRate.map { "\($0)" } ?? "all")" })
        if !ended.isEmpty { words.append("notify \(ended)") }
        return words.compactMap(\.self).joined(separator: ", ")
    }
}

/// Every event in every phase: the next phase and the actions.
@Suite struct LiveViewMachineTableTests {
    private typealias Row = (phase: Machine.Phase, actions: String)

    private func check(
        _ rows: [Situation: Row],
        _ event: (inout Machine) -> Machine.Actions,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(Set(rows.keys) == Set(Situation.allCases), "the table is complete", sourceLocation: sourceLocation)
        for (situation, row) in rows {
            var machine = situation.machine
            let actions = event(&machine)
            #expect(machine.phase == row.phase, "\(situation)", sourceLocation: sourceLocation)
            #expect(actions.summary == row.actions, "\(situation)", sourceLocation: sourceLocation)
        }
    }

    private let starting = Machine.Phase.starting(attempt: 1, end: nil)
    private let endingStart = Machine.Phase.starting(attempt: 1, end: .batteryLow)
    private let pausing = Machine.Phase.pausing(attempt: 1)
    private let stopping = Machine.Phase.stopping(.batteryLow)

    @Test func `a request of another stream`() {
        check([
            .idle: (starting, "start"), .starting: (starting, ""), .endingStart: (endingStart, ""), .pausing: (pausing, ""),
            .running: (.running, ""), .stopping: (stopping, ""), .finishing: (.finishing, ""),
        ]) { machine in
            machine.join("b", .stream, LiveViewOptions())
            return machine.request("b", now: .zero).actions
        }
    }

    @Test func `the driver has started`() {
        check([
            .idle: (.idle, ""), .starting: (.running, "demand"), .endingStart: (stopping, "stop"), .pausing: (pausing, ""),
            .running: (.running, ""), .stopping: (stopping, ""), .finishing: (.finishing, ""),
        ]) { $0.started(.success(.example), now: .zero) }
    }

    @Test func `the driver is busy`() {
        check([
            .idle: (.idle, ""), .starting: (pausing, "pause"),
            .endingStart: (.finishing, "finish: \(LiveViewEnd.batteryLow), \(LiveViewEnd.batteryLow), notify [\"a\"]"),
            .pausing: (pausing, ""), .running: (.running, ""), .stopping: (stopping, ""), .finishing: (.finishing, ""),
        ]) { $0.started(.failure(.busy), now: .zero) }
    }

    @Test func `the driver cannot start`() {
        check([
            .idle: (.idle, ""),
            .starting: (.finishing, "finish: \(LiveViewEnd.failed(.protocolFailure)), broken, notify [\"a\"]"),
            .endingStart: (.finishing, "finish: \(LiveViewEnd.batteryLow), \(LiveViewEnd.batteryLow), notify [\"a\"]"),
            .pausing: (pausing, ""), .running: (.running, ""), .stopping: (stopping, ""), .finishing: (.finishing, ""),
        ]) { $0.started(.failure(.broken), now: .zero) }
    }

    @Test func `a pause is over`() {
        check([
            .idle: (.idle, ""), .starting: (starting, ""), .endingStart: (endingStart, ""),
            .pausing: (.starting(attempt: 2, end: nil), "start"), .running: (.running, ""), .stopping: (stopping, ""),
            .finishing: (.finishing, ""),
        ]) { $0.pauseIsOver($0.generation) }
    }

    @Test func `live view is ended`() {
        check([
            .idle: (.idle, "notify [\"a\"]"), .starting: (.starting(attempt: 1, end: .stopped), ""),
            .endingStart: (endingStart, ""), .pausing: (.finishing, "finish: \(LiveViewEnd.stopped), notify [\"a\"]"),
            .running: (.stopping(.stopped), "stop"), .stopping: (stopping, ""),
            .finishing: (.finishing, "notify [\"a\"]"),
        ]) { $0.end(.stopped) }
    }

    @Test func `the last consumer leaves`() {
        check([
            .idle: (.idle, ""), .starting: (starting, "linger 250"), .endingStart: (endingStart, "linger 250"),
            .pausing: (pausing, "linger 250"), .running: (.running, "linger 250"), .stopping: (stopping, "linger 250"),
            .finishing: (.finishing, "linger 250"),
        ]) { $0.leave("a", now: .zero).actions }
    }

    @Test func `the time without a consumer is over`() {
        check([
            .idle: (.idle, ""), .starting: (.starting(attempt: 1, end: .stopped), ""), .endingStart: (endingStart, ""),
            .pausing: (.finishing, "finish: \(LiveViewEnd.stopped)"), .running: (.stopping(.stopped), "stop"),
            .stopping: (stopping, ""), .finishing: (.finishing, ""),
        ]) { machine in
            _ = machine.leave("a", now: .zero)
            return machine.lingeringIsOver()
        }
    }

    @Test func `the time without a consumer is over, and another has joined`() {
        for situation in Situation.allCases {
            var machine = situation.machine
            let phase = machine.phase
            _ = machine.leave("a", now: .zero)
            machine.join("b", .stream, LiveViewOptions())
            #expect(machine.lingeringIsOver().summary == "")
            #expect(machine.phase == phase)
        }
    }

    @Test func `the driver has stopped`() {
        check([
            .idle: (.idle, ""), .starting: (starting, ""), .endingStart: (endingStart, ""), .pausing: (pausing, ""),
            .running: (.running, ""),
            .stopping: (.finishing, "finish: \(LiveViewEnd.batteryLow), \(LiveViewEnd.batteryLow), notify [\"a\"]"),
            .finishing: (.finishing, ""),
        ]) { $0.stopped() }
    }

    @Test func `the consumers are notified`() {
        check([
            .idle: (.idle, ""), .starting: (starting, ""), .endingStart: (endingStart, ""), .pausing: (pausing, ""),
            .running: (.running, ""), .stopping: (stopping, ""), .finishing: (.idle, ""),
        ]) { $0.finished(now: .zero) }
    }

    @Test func `a frame arrives`() {
        check([
            .idle: (.idle, ""), .starting: (starting, ""), .endingStart: (endingStart, ""), .pausing: (pausing, ""),
            .running: (.running, ""), .stopping: (stopping, ""), .finishing: (.finishing, ""),
        ]) { $0.arrived(1, $0.generation, now: .zero) { _ in } ?? Machine.Actions() }
        let accepting = Situation.allCases.filter { situation in
            var machine = situation.machine
            return machine.arrived(1, machine.generation, now: .zero) { _ in } != nil
        }
        #expect(accepting == [.starting, .endingStart, .running])
    }
}

/// Courses of several events.
@Suite struct LiveViewMachineTests {
    /// A running machine in which the stream "a" waits.
    private func running() -> Machine { Situation.running.machine }

    /// Delivers a frame and returns its receivers.
    private func deliver(_ number: UInt64, to machine: inout Machine, at now: Duration) -> [String] {
        var receivers: [String] = []
        _ = machine.arrived(number, machine.generation, now: now) { receivers.append($0) }
        return receivers
    }

    @Test func `live view is started at most five times on a busy camera`() {
        var machine = Situation.starting.machine
        for attempt in 1..<Machine.startAttempts {
            let now = Duration.seconds(attempt)
            guard case .pause(until: now + Machine.startPause) = machine.started(.failure(.busy), now: now).step else {
                Issue.record("attempt \(attempt) is followed by a pause")
                return
            }
            #expect(machine.pauseIsOver(machine.generation).summary == "start")
        }
        let end = "finish: \(LiveViewEnd.failed(.busy)), busy, notify [\"a\"]"
        #expect(machine.started(.failure(.busy), now: .zero).summary == end)
    }

    @Test func `the end of an earlier run's pause is ignored`() {
        var machine = Situation.pausing.machine
        #expect(machine.pauseIsOver(machine.generation - 1).summary == "")
        #expect(machine.phase == .pausing(attempt: 1))
    }

    @Test func `a frame of an earlier run is dropped`() {
        var machine = running()
        let generation = machine.generation
        _ = machine.end(.stopped)
        _ = machine.stopped()
        _ = machine.notify("a")
        _ = machine.leave("a", now: .zero)
        machine.join("b", .stream, LiveViewOptions())
        _ = machine.request("b", now: .zero)
        #expect(machine.finished(now: .zero).summary == "start")
        #expect(machine.arrived(1, generation, now: .zero) { _ in Issue.record("nothing is delivered") } == nil)
        #expect(deliver(1, to: &machine, at: .zero) == ["b"])
    }

    @Test func `consumers that join while live view stops start the next run; the others are notified`() {
        var machine = Situation.stopping.machine
        machine.join("b", .stream, LiveViewOptions())
        #expect(machine.request("b", now: .zero).answer == .wait)
        let actions = machine.stopped()
        #expect(actions.ended == ["a", "b"], "a low battery ends it for both")

        machine = running()
        _ = machine.leave("a", now: .zero)
        _ = machine.lingeringIsOver()
        machine.join("b", .stream, LiveViewOptions())
        _ = machine.request("b", now: .zero)
        #expect(machine.stopped().ended == [])
        #expect(machine.finished(now: .zero).summary == "start")
    }

    @Test func `a consumer is notified once, with its own reason, and later requests are answered with it`() {
        var machine = running()
        _ = machine.end(.overheated)
        #expect(machine.request("a", now: .zero).answer == .refused, "it waits for the notification")
        _ = machine.end(.batteryLow)
        #expect(machine.stopped().ended == ["a"])
        #expect(machine.notify("a") == .overheated)
        #expect(machine.request("a", now: .zero).answer == .ended(.overheated))
        #expect(machine.end(.stopped).ended == [])
        #expect(machine.notify("nobody") == nil)
    }

    @Test func `an unknown consumer changes nothing`() {
        var machine = running()
        #expect(machine.request("x", now: .zero).answer == .ended(.stopped))
        #expect(machine.cancelRequest("x", now: .zero).summary == "")
        #expect(machine.grant(1, to: "x", now: .zero).actions.summary == "")
        #expect(machine.leave("x", now: .zero).actions.summary == "")
        #expect(machine.missedCount(of: "x") == nil)
    }

    @Test func `a second request of a waiting stream is refused`() {
        var machine = running()
        #expect(machine.request("a", now: .zero).answer == .refused)
        #expect(deliver(1, to: &machine, at: .zero) == ["a"])
    }

    @Test func `demand begins with a request and ends with its frame`() {
        var machine = running()
        #expect(machine.isDemanded)
        #expect(deliver(1, to: &machine, at: .zero) == ["a"])
        #expect(!machine.isDemanded)
        let (answer, actions) = machine.request("a", now: .seconds(1))
        #expect(answer == .wait)
        #expect(actions.summary == "demand")
        #expect(machine.cancelRequest("a", now: .seconds(1)).summary == "")
        #expect(!machine.isDemanded)
    }

    @Test func `a frame is delivered to each consumer that wants it, and counted for the others`() {
        var machine = running()
        machine.join("b", .handler(isRationed: true), LiveViewOptions())
        #expect(deliver(1, to: &machine, at: .zero) == ["a"])
        _ = machine.request("a", now: .seconds(1))
        _ = machine.grant(1, to: "b", now: .seconds(1))
        #expect(deliver(5, to: &machine, at: .seconds(1)) == ["a", "b"])
        #expect(machine.missedCount(of: "a") == 3)
        #expect(machine.missedCount(of: "b") == 0)
        #expect(machine.leave("a", now: .seconds(2)).missedCount == 3)
    }

    @Test(arguments: [(0, true), (39, true), (40, false)])
    func `the newest frame is delivered to a later request for one period`(milliseconds: Int, isServed: Bool) {
        var machine = running()
        _ = deliver(1, to: &machine, at: .zero)
        machine.join("b", .stream, LiveViewOptions())
        #expect((machine.request("b", now: .milliseconds(milliseconds)).answer == .newest) == isServed)
    }

    @Test func `a handler receives the next frame after it has returned`() {
        var machine = running()
        machine.join("h", .handler(isRationed: false), LiveViewOptions())
        _ = machine.grant(1, to: "h", now: .zero)
        #expect(deliver(1, to: &machine, at: .zero) == ["a", "h"])
        _ = machine.grant(5, to: "h", now: .zero)
        #expect(deliver(2, to: &machine, at: .seconds(1)) == [])
        let (receivesNewest, actions) = machine.grant(1, to: "h", handlerReturned: true, now: .seconds(1))
        #expect(receivesNewest)
        #expect(actions.summary == "")
    }

    @Test func `the sum of credits is limited`() {
        var state = LiveViewConsumerState(.handler(isRationed: true), options: LiveViewOptions())
        for _ in 0..<10 { state.add(.max, at: .zero, making: nil) }
        #expect(state.credit <= 2_000_000)
    }

    @Test func `a rate delays the demand until its time`() {
        var machine = Machine()
        machine.join("a", .stream, .maximumRate(10))
        _ = machine.request("a", now: .zero)
        _ = machine.started(.success(.example), now: .zero)
        #expect(deliver(1, to: &machine, at: .zero) == ["a"])
        // A tolerance of half of the camera's period, or a quarter of the wanted one.
        #expect(machine.request("a", now: .milliseconds(40)).actions.summary == "due 80")
        #expect(machine.tick(now: .milliseconds(79)).summary == "due 80")
        #expect(machine.tick(now: .milliseconds(80)).summary == "demand")
    }

    @Test func `a prompt consumer is expected, a slow one is not`() {
        for (pause, isExpected) in [(19, true), (20, false)] {
            var machine = running()
            #expect(deliver(1, to: &machine, at: .milliseconds(20)) == ["a"])
            _ = machine.request("a", now: .milliseconds(20 + pause))
            _ = deliver(2, to: &machine, at: .milliseconds(60 + pause))
            #expect(machine.isDemanded == isExpected, "\(pause) ms after the frame, which took 20 ms")
        }
    }

    private static let demands: [(LiveViewConsumerState.Kind, Int, LiveViewOptions, LiveViewMachine<String>.Demand)] = [
        (.stream, 1, LiveViewOptions(), .consecutiveFrames),
        (.handler(isRationed: false), 1, LiveViewOptions(), .consecutiveFrames),
        (.handler(isRationed: true), 2, LiveViewOptions(), .consecutiveFrames),
        (.handler(isRationed: true), 1, LiveViewOptions(), .oneFrame),
        (.stream, 1, .maximumRate(1000), .oneFrame),
    ]

    @Test(arguments: demands) func `demand is for consecutive frames if a prompt consumer without a rate can receive two`(
        _ kind: LiveViewConsumerState.Kind,
        _ credit: Int,
        _ options: LiveViewOptions,
        _ expected: LiveViewMachine<String>.Demand
    ) {
        for (pause, demand) in [(19, expected), (20, .oneFrame)] {
            var machine = Machine()
            machine.join("a", kind, options)
            _ = machine.grant(1, to: "a", now: .zero)
            _ = machine.started(.success(.example), now: .zero)
            #expect(machine.demand == .oneFrame, "the first frame")
            #expect(deliver(1, to: &machine, at: .milliseconds(20)) == ["a"])
            #expect(machine.demand == .none)
            _ = machine.grant(credit, to: "a", handlerReturned: true, now: .milliseconds(20 + pause))
            #expect(machine.demand == demand, "\(pause) ms after the frame, which took 20 ms")
            #expect(deliver(2, to: &machine, at: .milliseconds(60)) == ["a"])
            #expect(machine.demand == (demand == .consecutiveFrames ? .oneFrame : .none), "while the consumer has the frame")
        }
    }

    @Test func `a consumer that leaves takes the demand for consecutive frames with it`() {
        var machine = running()
        machine.join("b", .handler(isRationed: true), LiveViewOptions())
        #expect(deliver(1, to: &machine, at: .milliseconds(20)) == ["a"])
        _ = machine.grant(1, to: "b", now: .milliseconds(60))
        _ = machine.request("a", now: .milliseconds(21))
        #expect(machine.demand == .consecutiveFrames)
        _ = machine.leave("a", now: .milliseconds(22))
        #expect(machine.demand == .oneFrame)
        _ = machine.end(.stopped)
        #expect(machine.demand == .none)
    }

    @Test func `changed options are applied one after the other`() {
        var machine = Machine()
        machine.join("a", .stream, .maximumRate(10))
        _ = machine.request("a", now: .zero)
        _ = machine.started(.success(.example), now: .zero)
        machine.join("b", .stream, .maximumRate(20))
        #expect(machine.request("b", now: .zero).actions.summary == "apply 20.0")
        machine.join("c", .stream, LiveViewOptions())
        #expect(machine.request("c", now: .zero).actions.summary == "")
        #expect(machine.applied().summary == "apply all")
        #expect(machine.applied().summary == "")
        _ = machine.leave("c", now: .zero)
        #expect(machine.tick(now: .zero).summary == "")
    }
}
