import Testing

@testable import BindingSupport

/// The queue of work for a thread.
@Suite struct WorkQueueTests {
    @Test func `the first element added is the first removed, for any sequence of operations`() {
        for bits in 0..<(1 << 12) {
            var (queue, model) = (WorkQueue<Int>(), [Int]())
            for step in 0..<12 {
                if bits & (1 << step) != 0 {
                    queue.append(step)
                    model.append(step)
                } else if queue.popFirst() != (model.isEmpty ? nil : model.removeFirst()) {
                    Issue.record("world \(bits) differs at step \(step)")
                    return
                }
            }
            #expect(queue.count == model.count)
        }
    }

    @Test(arguments: [1, 10, 100, 1000]) func `a queue that is never empty needs no more space than twice its contents`(
        waiting: Int
    ) {
        var queue = WorkQueue<Int>()
        for number in 0..<waiting { queue.append(number) }
        for number in 0..<20_000 {
            queue.append(number + waiting)
            guard queue.popFirst() == number else {
                Issue.record("not \(number)")
                return
            }
        }
        #expect(queue.count == waiting)
        #expect(queue.room <= 2 * waiting + 130)
    }
}
