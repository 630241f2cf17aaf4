import Testing

@testable import BindingSupport

/// The order of timers, tested exhaustively for small queues.
@Suite struct TimerQueueTests {
    private final class Token {
        let name: Int
        init(_ name: Int) { self.name = name }
    }

    private static func drain(_ queue: inout TimerQueue<Token>, at now: Duration = .seconds(1000)) -> [Int] {
        var names: [Int] = []
        while let entry = queue.popDue(at: now) { names.append(entry.timer.name) }
        return names
    }

    /// All assignments of deadlines 0..<count to `count` timers.
    private static func deadlines(_ count: Int) -> [[Int]] {
        (0..<count).reduce([[]]) { worlds, _ in worlds.flatMap { world in (0..<count).map { world + [$0] } } }
    }

    /// The expected order: by deadline, equal ones in the order of arming.
    private static func expected(_ deadlines: [Int]) -> [Int] {
        deadlines.indices.sorted { (deadlines[$0], $0) < (deadlines[$1], $1) }
    }

    @Test(arguments: 0...5) func `timers fall due by deadline, equal ones in the order of arming`(count: Int) {
        for world in Self.deadlines(count) {
            let timers = world.indices.map(Token.init)
            var queue = TimerQueue<Token>()
            for (timer, deadline) in zip(timers, world) { queue.arm(timer, at: .seconds(deadline)) }
            #expect(queue.nextDeadline == world.min().map { .seconds($0) })
            #expect(Self.drain(&queue) == Self.expected(world), "\(world)")
            #expect(queue.count == 0)
        }
    }

    @Test func `arming again replaces any earlier deadline`() {
        for order in permutations(of: Array(0..<5)) {
            for (rearmed, deadline) in (0..<5).flatMap({ index in [0, 2, 5, 9].map { (index, $0) } }) {
                let timers = (0..<5).map(Token.init)
                var queue = TimerQueue<Token>()
                for name in order { queue.arm(timers[name], at: .seconds(2 * name)) }
                queue.arm(timers[rearmed], at: .seconds(deadline))
                #expect(queue.count == 5)
                let keys = (0..<5).map { $0 == rearmed ? (deadline, 1, $0) : (2 * $0, 0, $0) }
                #expect(Self.drain(&queue) == keys.sorted(by: <).map(\.2))
            }
        }
    }

    @Test func `a disarmed timer is removed and the others keep their order`() {
        // Seven timers are the minimum for a case in which the last element of the heap must move up after a removal.
        for order in permutations(of: Array(1..<7)).map({ [0] + $0 }) {
            for removed in 0..<7 {
                let timers = (0..<7).map(Token.init)
                var queue = TimerQueue<Token>()
                for name in order { queue.arm(timers[name], at: .seconds(name)) }
                queue.disarm(timers[removed])
                queue.disarm(timers[removed])
                #expect(Self.drain(&queue) == (0..<7).filter { $0 != removed })
            }
        }
    }

    @Test func `only timers that are due are removed`() {
        for now in 0...5 {
            let timers = (0..<5).map(Token.init)
            var queue = TimerQueue<Token>()
            for timer in timers { queue.arm(timer, at: .seconds(timer.name)) }
            #expect(Self.drain(&queue, at: .seconds(now)) == Array(0..<min(now + 1, 5)))
            #expect(queue.count == max(4 - now, 0))
        }
    }

    @Test func `a timer is retained while it is armed and released afterwards`() {
        var queue = TimerQueue<Token>()
        weak var armed: Token?
        do {
            let timer = Token(0)
            armed = timer
            queue.arm(timer, at: .zero)
        }
        #expect(armed != nil)
        _ = queue.popDue(at: .zero)
        #expect(armed == nil)
    }
}
