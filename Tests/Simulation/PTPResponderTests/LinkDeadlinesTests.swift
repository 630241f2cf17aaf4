import Testing

@testable import PTPResponder

@Suite struct LinkDeadlinesTests {
    private static func deadlines() -> LinkDeadlines { LinkDeadlines(timeout: .seconds(30)) }

    @Test func `the earliest deadline counts`() {
        var deadlines = Self.deadlines()
        #expect(deadlines.next == nil)
        deadlines.begin(.output, at: .seconds(1))
        #expect(deadlines.next == .seconds(31))
        deadlines.introduction = .seconds(10)
        #expect(deadlines.next == .seconds(10))
        deadlines.pauseEnd = .seconds(5)
        #expect(deadlines.next == .seconds(5))
    }

    @Test(arguments: [LinkDeadlines.Movement.packet, .data, .output])
    func `a trickle of bytes moves no deadline, enough of them do`(movement: LinkDeadlines.Movement) {
        var deadlines = Self.deadlines()
        deadlines.begin(movement, at: .zero)
        for second in 1...29 { deadlines.moved(movement, byteCount: 1, at: .seconds(second)) }
        deadlines.begin(movement, at: .seconds(29))
        #expect(deadlines.next == .seconds(30))
        deadlines.moved(movement, byteCount: LinkDeadlines.leastProgress, at: .seconds(29))
        #expect(deadlines.next == .seconds(59))
        deadlines.end(movement)
        #expect(deadlines.next == nil)
    }

    @Test func `deadlines of input do not run while this side does not receive, and begin anew after it`() {
        var deadlines = Self.deadlines()
        deadlines.begin(.packet, at: .zero)
        deadlines.begin(.data, at: .zero)
        deadlines.begin(.output, at: .seconds(20))
        deadlines.holdInput()
        #expect(deadlines.next == .seconds(50))
        deadlines.releaseInput(at: .seconds(100))
        deadlines.end(.output)
        #expect(deadlines.next == .seconds(130))
    }

    @Test func `probes are handled in a burst, then at a rate`() {
        var allowance = ProbeAllowance()
        var now = Duration.zero
        for _ in 1..<ProbeAllowance.burst { #expect(allowance.spend(at: now) == nil) }
        var handled = 0
        while now < .seconds(10) {
            if let pauseEnd = allowance.spend(at: now) { now = pauseEnd }
            handled += 1
        }
        #expect((900...1100).contains(handled))
        // Single packets are never delayed.
        for second in 20..<200 { #expect(allowance.spend(at: .seconds(second)) == nil) }
    }
}
