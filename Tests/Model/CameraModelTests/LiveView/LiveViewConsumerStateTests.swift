import Testing

@testable import CameraModel

/// One consumer's credit, rate and count of missed frames.
@Suite struct LiveViewConsumerStateTests {
    private static func state(
        _ kind: LiveViewConsumerState.Kind = .stream,
        rate: Double? = nil
    ) -> LiveViewConsumerState {
        var options = LiveViewOptions()
        options.maximumRate = rate
        return LiveViewConsumerState(kind, options: options)
    }

    /// Requests and receives a frame.
    private static func receive(_ number: UInt64, _ state: inout LiveViewConsumerState, at now: Duration = .zero) {
        state.add(1, at: now, making: nil)
        state.receive(number, at: now, cameraPeriod: .milliseconds(40))
    }

    // MARK: Credit

    @Test func `a stream has credit from its request until its frame, its withdrawal or its end`() {
        var state = Self.state()
        #expect(!state.hasCredit)
        for end in 0..<3 {
            state.add(1, at: .zero, making: nil)
            #expect(state.hasCredit)
            switch end {
            case 0: state.receive(1, at: .zero, cameraPeriod: nil)
            case 1: state.withdraw()
            default: state.finish(.stopped)
            }
            #expect(!state.hasCredit)
        }
    }

    @Test func `a handler has no credit while it runs, regardless of further grants`() {
        var state = Self.state(.handler(isRationed: true))
        state.add(3, at: .zero, making: nil)
        state.receive(1, at: .zero, cameraPeriod: nil)
        #expect(state.credit == 2 && !state.hasCredit)
        state.add(5, at: .zero, making: nil)
        #expect(state.credit == 7 && !state.hasCredit)
        state.add(0, handlerReturned: true, at: .zero, making: nil)
        #expect(state.credit == 7 && state.hasCredit)
    }

    @Test func `the first end counts, and is notified separately`() {
        var state = Self.state()
        state.finish(.batteryLow)
        state.finish(.stopped)
        #expect(state.end == .batteryLow && !state.isNotified)
        state.notify()
        #expect(state.isNotified)
        state.add(1, at: .zero, making: nil)
        #expect(!state.hasCredit && !state.wants(1, at: .zero, cameraPeriod: nil))
    }

    // MARK: Rates

    @Test(arguments: [0, -1, -.infinity, .infinity, .nan, -0.0]) func `a senseless rate is none`(_ rate: Double) {
        let state = Self.state(rate: rate)
        #expect(state.options.maximumRate == nil)
        #expect(state.allowedAt(cameraPeriod: nil) == .zero)
    }

    @Test(arguments: [(1e300, Duration.microseconds(1)), (1e-300, .seconds(1000)), (25, .milliseconds(40))])
    func `a period is limited`(_ rate: Double, _ period: Duration) {
        #expect(Duration.period(ofRate: rate) == period)
    }

    @Test(arguments: [(nil, 75), (.milliseconds(10), 95), (.milliseconds(80), 75)] as [(Duration?, Int)])
    func `a frame is wanted a quarter of the period early, or half of a faster camera's`(
        _ cameraPeriod: Duration?,
        _ allowed: Int
    ) {
        var state = Self.state(rate: 10)
        Self.receive(1, &state)
        state.add(1, at: .zero, making: nil)
        #expect(state.allowedAt(cameraPeriod: cameraPeriod) == .milliseconds(allowed))
        #expect(!state.wants(2, at: .milliseconds(allowed - 1), cameraPeriod: cameraPeriod))
        #expect(state.wants(2, at: .milliseconds(allowed), cameraPeriod: cameraPeriod))
    }

    @Test func `a frame in time keeps the schedule, one after a pause begins a new one`() {
        var state = Self.state(rate: 10)
        for (time, allowed) in [(0, 80), (90, 180), (210, 280), (299, 380), (1000, 1080)] {
            Self.receive(UInt64(time) + 1, &state, at: .milliseconds(time))
            #expect(state.allowedAt(cameraPeriod: .milliseconds(40)) == .milliseconds(allowed), "\(time)")
        }
    }

    @Test func `the same frame is never wanted again, nor an older one`() {
        var state = Self.state()
        Self.receive(7, &state)
        state.add(1, at: .zero, making: nil)
        #expect([6, 7, 8].map { state.wants($0, at: .zero, cameraPeriod: nil) } == [false, false, true])
    }

    // MARK: Missed frames

    @Test(
        arguments: [(nil, [2, 3, 4], 0), (nil, [3, 7], 4), (12.5, [3, 5, 7], 0), (12.5, [4, 6], 1), (100, [2, 5], 2)]
            as [(Double?, [UInt64], Int)]
    )
    func `frames that the rate withholds are not missed`(_ rate: Double?, _ numbers: [UInt64], _ missed: Int) {
        var state = Self.state(rate: rate)
        for number in [1] + numbers { Self.receive(number, &state) }
        #expect(state.missedCount == missed)
    }

    @Test func `numbers that jump do not overflow the count`() {
        var state = Self.state()
        for number in [0, 2, .max - 1, .max] as [UInt64] { Self.receive(number, &state) }
        #expect(state.missedCount == .max)
    }

    // MARK: Prompt consumers

    @Test(arguments: [
        (LiveViewConsumerState.Kind.stream, true, false), (.handler(isRationed: false), true, true),
        (.handler(isRationed: true), false, true),
    ])
    func `a prompt consumer is expected, a rationed handler only with credit`(
        _ kind: LiveViewConsumerState.Kind,
        _ isExpectedWithout: Bool,
        _ isExpectedWith: Bool
    ) {
        for (credit, isExpected) in [(1, isExpectedWithout), (2, isExpectedWith)] {
            var state = Self.state(kind)
            state.add(credit, at: .milliseconds(1), making: .milliseconds(20))
            state.receive(1, at: .milliseconds(1), cameraPeriod: nil)
            // A stream with credit wants the frame itself.
            #expect(state.isExpected(after: 1) == isExpected, "\(kind), credit \(credit)")
            #expect(!state.isExpected(after: 2), "it has not received the newest")
            state.finish(.stopped)
            #expect(!state.isExpected(after: 1))
        }
    }

    @Test func `a consumer is prompt if it returned before the camera could have made a frame, or soon after`() {
        for (pause, making, isPrompt) in [
            (19_000, Duration.milliseconds(20), true), (20_000, .milliseconds(20), false), (79, .microseconds(10), true),
            (80, .microseconds(10), false), (999, .microseconds(900), true), (1000, .microseconds(900), false), (1, nil, false),
        ] as [(Int, Duration?, Bool)] {
            var state = Self.state()
            Self.receive(1, &state, at: .seconds(1))
            state.add(1, at: .seconds(1) + .microseconds(pause), making: making)
            state.receive(2, at: .seconds(2), cameraPeriod: nil)
            #expect(state.isExpected(after: 2) == isPrompt, "\(pause)")
        }
    }
}
