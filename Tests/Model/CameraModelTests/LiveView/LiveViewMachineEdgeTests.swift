import Testing

@testable import CameraModel

private typealias Machine = LiveViewMachine<String>

/// Consumers that join and leave while live view starts, stops and ends.
@Suite struct LiveViewMachineEdgeTests {
    private static let format = LiveViewFormat(size: PixelSize(width: 960, height: 640), rate: 25)
    private static let broken = CameraError(.protocolFailure, "broken")
    private static let busy = CameraError(.busy, "busy")

    /// A machine with these waiting streams, whose driver is starting.
    private static func starting(_ streams: String...) -> Machine {
        var machine = Machine()
        for stream in streams {
            machine.join(stream, .stream, LiveViewOptions())
            _ = machine.request(stream, now: .zero)
        }
        return machine
    }

    private static func running(_ streams: String...) -> Machine {
        var machine = starting("a")
        for stream in streams where stream != "a" {
            machine.join(stream, .stream, LiveViewOptions())
            _ = machine.request(stream, now: .zero)
        }
        _ = machine.started(.success(format), now: .zero)
        return machine
    }

    private static func receivers(_ number: UInt64, _ machine: inout Machine, at now: Duration = .zero) -> [String] {
        var receivers: [String] = []
        _ = machine.arrived(number, machine.generation, now: now) { receivers.append($0) }
        return receivers
    }

    private static func isStop(_ step: Machine.Step?) -> Bool { if case .stop? = step { true } else { false } }

    // MARK: Joining and leaving

    @Test func `joining alone starts nothing, in any number`() {
        var machine = Machine()
        for name in ["a", "b", "c"] { machine.join(name, .stream, LiveViewOptions()) }
        #expect(machine.phase == .idle && machine.generation == 0)
        #expect(machine.tick(now: .seconds(1)).step == nil)
    }

    @Test func `a consumer that leaves before the driver has started ends the run when its time is over`() {
        var machine = Self.starting("a")
        #expect(machine.leave("a", now: .zero).actions.lingersUntil == Machine.lingering)
        #expect(machine.lingeringIsOver().step == nil)
        #expect(machine.phase == .starting(attempt: 1, end: .stopped))
        #expect(Self.isStop(machine.started(.success(Self.format), now: .zero).step))
        guard case .finish(.stopped, nil)? = machine.stopped().step else {
            Issue.record("the run ends without an error")
            return
        }
    }

    @Test func `a consumer that returns while live view lingers continues the run`() {
        var machine = Self.running("a")
        let generation = machine.generation
        _ = machine.leave("a", now: .zero)
        machine.join("b", .stream, LiveViewOptions())
        let (answer, actions) = machine.request("b", now: .milliseconds(100))
        #expect(answer == .wait && actions.step == nil && actions.raisesDemand)
        #expect(machine.lingeringIsOver().step == nil)
        #expect(machine.phase == .running && machine.generation == generation)
        #expect(Self.receivers(1, &machine) == ["b"])
    }

    @Test func `a start that fails after it was ended reports the end`() {
        for error in [Self.broken, Self.busy] {
            var machine = Self.starting("a")
            _ = machine.end(.batteryLow)
            _ = machine.end(.overheated)
            let actions = machine.started(.failure(error), now: .zero)
            guard case .finish(.batteryLow, let reported)? = actions.step else {
                Issue.record("the first end counts")
                return
            }
            #expect(reported?.code == LiveViewEnd.batteryLow.error?.code)
            #expect(actions.ended == ["a"] && machine.notify("a") == .batteryLow)
        }
    }

    @Test func `the end of a run with several consumers notifies each, and none twice`() {
        var machine = Self.running("a", "b", "c")
        _ = machine.leave("b", now: .zero)
        #expect(Self.isStop(machine.end(.overheated).step))
        let ended = machine.stopped().ended
        #expect(ended == ["a", "c"])
        #expect(ended.map { machine.notify($0) } == [.overheated, .overheated])
        #expect(machine.end(.stopped).ended == [])
        #expect(machine.finished(now: .zero).step == nil, "no consumer is left that wants frames")
        #expect(machine.phase == .idle)
    }

    @Test func `a consumer that joins while the others are notified starts the next run`() {
        var machine = Self.starting("a")
        _ = machine.started(.failure(Self.broken), now: .zero)
        let generation = machine.generation
        machine.join("b", .stream, LiveViewOptions())
        #expect(machine.request("b", now: .zero).answer == .wait)
        #expect(machine.request("a", now: .zero).answer == .refused)
        guard case .start? = machine.finished(now: .zero).step else {
            Issue.record("the next run starts")
            return
        }
        #expect(machine.generation == generation + 1)
    }

    // MARK: Late calls

    @Test func `late answers of the driver change nothing`() {
        var machine = Self.running("a")
        #expect(machine.started(.success(Self.format), now: .zero).step == nil)
        #expect(machine.stopped().step == nil && machine.finished(now: .zero).step == nil)
        #expect(machine.pauseIsOver(machine.generation).step == nil)
        #expect(machine.phase == .running)
        _ = machine.end(.stopped)
        _ = machine.stopped()
        #expect(machine.stopped().step == nil && machine.started(.failure(Self.broken), now: .zero).step == nil)
        #expect(machine.phase == .finishing)
    }

    @Test func `a frame that arrives while live view stops is dropped, and served to no later request`() {
        var machine = Self.running("a")
        let generation = machine.generation
        _ = machine.end(.stopped)
        #expect(!machine.acceptsFrames)
        for number in [generation, machine.generation] {
            #expect(machine.arrived(1, number, now: .zero) { _ in Issue.record("nothing is delivered") } == nil)
        }
        machine.join("b", .stream, LiveViewOptions())
        #expect(machine.request("b", now: .zero).answer == .wait)
    }

    @Test func `a frame that arrives before the driver has returned is delivered`() {
        var machine = Self.starting("a")
        #expect(Self.receivers(1, &machine) == ["a"])
        #expect(!machine.started(.success(Self.format), now: .zero).raisesDemand, "no consumer waits for a frame")
        #expect(machine.phase == .running)
    }

    @Test func `changed options are not applied while live view stops`() {
        var machine = Machine()
        machine.join("a", .stream, .maximumRate(10))
        _ = machine.request("a", now: .zero)
        _ = machine.started(.success(Self.format), now: .zero)
        machine.join("b", .stream, .maximumRate(20))
        #expect(machine.request("b", now: .zero).actions.applies?.maximumRate == 20)
        _ = machine.end(.stopped)
        #expect(machine.applied().applies == nil)
        #expect(machine.applied().applies == nil)
    }

    // MARK: Demand

    @Test func `a cancelled request ends the demand unless another waits`() {
        var machine = Self.running("a", "b")
        _ = machine.cancelRequest("a", now: .zero)
        #expect(machine.isDemanded)
        _ = machine.cancelRequest("b", now: .zero)
        #expect(!machine.isDemanded)
        #expect(Self.receivers(1, &machine) == [])
        #expect(machine.request("a", now: .zero).answer == .newest, "the frame is still new")
    }

    @Test func `a withdrawn credit of a handler can be granted again`() {
        var machine = Self.running("a")
        machine.join("h", .handler(isRationed: true), LiveViewOptions())
        #expect(Self.receivers(1, &machine) == ["a"])
        #expect(machine.grant(2, to: "h", now: .seconds(1)).actions.raisesDemand)
        #expect(Self.receivers(2, &machine, at: .seconds(1)) == ["h"])
        #expect(Self.receivers(3, &machine, at: .seconds(2)) == [], "its handler has not returned")
        #expect(machine.grant(0, to: "h", handlerReturned: true, now: .seconds(3)).actions.raisesDemand)
        #expect(Self.receivers(4, &machine, at: .seconds(3)) == ["h"])
        #expect(machine.missedCount(of: "h") == 1)
    }

    @Test func `the earliest of several rates decides when the next frame is made`() {
        var machine = Machine()
        for (name, rate) in [("slow", 1.0), ("fast", 10.0)] {
            machine.join(name, .stream, .maximumRate(rate))
            _ = machine.request(name, now: .zero)
        }
        _ = machine.started(.success(Self.format), now: .zero)
        #expect(Self.receivers(1, &machine).sorted() == ["fast", "slow"])
        #expect(machine.request("slow", now: .zero).actions.dueAt == .milliseconds(980))
        #expect(machine.request("fast", now: .zero).actions.dueAt == .milliseconds(80))
        #expect(machine.tick(now: .milliseconds(80)).raisesDemand)
        #expect(Self.receivers(2, &machine, at: .milliseconds(80)) == ["fast"])
        #expect(machine.tick(now: .milliseconds(81)).dueAt == .milliseconds(980))
    }

    @Test func `a rate of any consumer without one is that of the camera`() {
        var machine = Machine()
        machine.join("a", .stream, .maximumRate(5))
        machine.join("b", .stream, .maximumRate(.nan))
        guard case .start(let options)? = machine.request("a", now: .zero).actions.step else {
            Issue.record("live view starts")
            return
        }
        #expect(options.maximumRate == nil)
    }

    @Test func `a camera without a rate has its newest frame for 33 ms`() {
        for (age, isServed) in [(32, true), (33, false)] {
            var machine = Self.starting("a")
            _ = machine.started(.success(LiveViewFormat(size: PixelSize(width: 1, height: 1), rate: nil)), now: .zero)
            #expect(Self.receivers(1, &machine) == ["a"])
            machine.join("b", .stream, LiveViewOptions())
            #expect((machine.request("b", now: .milliseconds(age)).answer == .newest) == isServed, "\(age)")
        }
    }

    @Test func `a pause of an ended run starts nothing`() {
        var machine = Self.starting("a")
        _ = machine.started(.failure(Self.busy), now: .zero)
        let generation = machine.generation
        #expect(machine.phase == .pausing(attempt: 1))
        guard case .finish(.stopped, nil)? = machine.end(.stopped).step else {
            Issue.record("the pause ends immediately")
            return
        }
        #expect(machine.pauseIsOver(generation).step == nil)
        #expect(machine.phase == .finishing)
    }
}
