/// A first-in first-out buffer that drops the oldest element when it is full, and counts dropped elements.
///
/// A ring: allocates no memory once it has grown to its capacity.
@usableFromInline
package struct BoundedBuffer<Element> {
    @usableFromInline var slots: [Element?] = []
    @usableFromInline var head = 0
    @usableFromInline package var count = 0
    @usableFromInline package var droppedCount = 0
    @usableFromInline let capacity: Int

    package init(capacity: Int) {
        precondition(capacity > 0, "a buffer holds at least one element")
        self.capacity = capacity
    }

    /// Appends an element, and returns a dropped one: a caller that holds a lock releases it later, as this may run any
    /// `deinit`.
    @discardableResult
    @inlinable
    package mutating func append(_ element: Element) -> Element? {
        var discarded: Element?
        if count == capacity {
            droppedCount += 1
            discarded = popFirst()
        } else if count == slots.count {
            grow()
        }
        slots[(head + count) % slots.count] = element
        count += 1
        return discarded
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        defer {
            slots[head] = nil
            head = (head + 1) % slots.count
            count -= 1
        }
        return slots[head]
    }

    package mutating func removeAll() {
        slots = []
        head = 0
        count = 0
    }

    @usableFromInline
    mutating func grow() {
        var larger: [Element?] = []
        larger.reserveCapacity(min(capacity, max(4, 2 * slots.count)))
        for index in 0..<count { larger.append(slots[(head + index) % slots.count]) }
        while larger.count < min(capacity, max(4, 2 * slots.count)) { larger.append(nil) }
        slots = larger
        head = 0
    }
}
