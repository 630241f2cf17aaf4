/// Queue of timers: a binary heap by deadline, then by the order of arming. Pure; no clock, no lock.
///
/// Allocates only while it grows, so that repeated arming does not allocate.
package struct TimerQueue<Timer: AnyObject> {
    package struct Entry {
        package let deadline: Duration
        package let order: UInt64
        package let timer: Timer

        func isBefore(_ other: Entry) -> Bool {
            deadline == other.deadline ? order < other.order : deadline < other.deadline
        }
    }

    private var heap: [Entry] = []
    private var nextOrder: UInt64 = 0

    /// Creates an empty queue.
    package init() {}

    package var nextDeadline: Duration? { heap.first?.deadline }

    package var count: Int { heap.count }

    /// Adds a timer, replacing any earlier entry of it.
    package mutating func arm(_ timer: Timer, at deadline: Duration) {
        disarm(timer)
        heap.append(Entry(deadline: deadline, order: nextOrder, timer: timer))
        nextOrder += 1
        siftUp(heap.count - 1)
    }

    package mutating func disarm(_ timer: Timer) {
        guard let index = heap.firstIndex(where: { $0.timer === timer }) else { return }
        remove(at: index)
    }

    /// Removes and returns all entries.
    package mutating func removeAll() -> [Entry] {
        defer { heap = [] }
        return heap
    }

    /// Removes and returns the first timer that is due at `now`.
    package mutating func popDue(at now: Duration) -> Entry? {
        guard let first = heap.first, first.deadline <= now else { return nil }
        remove(at: 0)
        return first
    }

    private mutating func remove(at index: Int) {
        heap.swapAt(index, heap.count - 1)
        heap.removeLast()
        guard index < heap.count else { return }
        siftUp(index)
        siftDown(index)
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in (2 * parent + 1)...(2 * parent + 2) where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
