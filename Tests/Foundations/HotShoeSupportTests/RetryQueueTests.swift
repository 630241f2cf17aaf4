import Testing

@testable import HotShoeSupport

@Suite struct RetryQueueTests {
    private func queue() -> RetryQueue<Int> { RetryQueue(limit: .seconds(60)) }

    @Test func `new keys are due in their order, and a key stays until it is removed`() {
        var queue = queue()
        for key in [3, 1, 2] { #expect(queue.add(key, at: .zero) == true) }
        #expect(queue.add(1, at: .zero) == false)
        var order: [Int] = []
        while let key = queue.due(at: .zero) {
            #expect(queue.due(at: .zero) == key)
            order.append(key)
            queue.remove(key)
        }
        #expect(order == [3, 1, 2])
        #expect(queue.nextDue() == nil)
    }

    @Test func `pauses double up to five seconds, and the last attempt follows the limit`() {
        var (queue, now, times) = (queue(), Duration.zero, [Duration]())
        queue.add(1, at: now)
        repeat {
            now = queue.nextDue()!
            #expect(queue.due(at: now) == 1)
            times.append(now)
        } while queue.failed(1, at: now)
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(pauses.prefix(8) == [50, 100, 200, 400, 800, 1600, 3200, 5000].map { .milliseconds($0) }[...])
        #expect(pauses.dropFirst(8).allSatisfy { $0 == .seconds(5) })
        #expect((60...65).contains(now / .seconds(1)))
        #expect(queue.count == 0)
        #expect(queue.due(at: .seconds(1000)) == nil)
    }

    @Test func `a key that failed does not delay new ones`() {
        var queue = queue()
        queue.add(1, at: .zero)
        #expect(queue.failed(1, at: .zero) == true)
        queue.add(2, at: .zero)
        #expect(queue.due(at: .zero) == 2)
        #expect(queue.keys == [1, 2])
    }

    @Test func `a report makes keys due before their time, each once and a few at a time`() {
        var queue = queue()
        for key in 0..<100 {
            queue.add(key, at: .zero)
            #expect(queue.failed(key, at: .zero) == true)
        }
        #expect(queue.due(at: .zero) == nil)
        queue.hurry()
        var hurried: Set<Int> = []
        while let key = queue.due(at: .zero) {
            hurried.insert(key)
            #expect(queue.failed(key, at: .zero) == true)
        }
        #expect(hurried.count == 16)
    }

    @Test func `removed keys, and keys that are added again, do not disturb others`() {
        var queue = queue()
        for key in 0..<1000 { queue.add(key, at: .zero) }
        for key in 0..<999 { queue.remove(key) }
        #expect(queue.due(at: .zero) == 999)
        queue.add(0, at: .zero)
        #expect(queue.failed(999, at: .zero) == true)
        #expect(queue.due(at: .zero) == 0)
        queue.removeAll()
        #expect(queue.count == 0)
        #expect(queue.due(at: .seconds(9)) == nil)
    }

    @Test func `a device that announces very many keys costs constant time for each`() {
        var queue = queue()
        for key in 0..<200_000 { queue.add(key, at: .zero) }
        for _ in 0..<400_000 {
            guard let key = queue.due(at: .seconds(1)) else { break }
            #expect(queue.failed(key, at: .zero) == true)
        }
        #expect(queue.count == 200_000)
    }
}
