import Testing

@testable import BindingSupport

/// A ring that drops the oldest element.
@Suite struct BoundedBufferTests {
    /// A reference implementation.
    private struct Model {
        var elements: [Int] = []
        var dropped = 0
        let capacity: Int

        mutating func append(_ element: Int) {
            elements.append(element)
            if elements.count > capacity {
                elements.removeFirst()
                dropped += 1
            }
        }

        mutating func popFirst() -> Int? { elements.isEmpty ? nil : elements.removeFirst() }
    }

    @Test(arguments: [1, 2, 3, 5]) func `every sequence of appends and pops is that of a list`(capacity: Int) {
        for bits in 0..<(1 << 12) {
            var buffer = BoundedBuffer<Int>(capacity: capacity)
            var model = Model(capacity: capacity)
            for step in 0..<12 {
                if bits & (1 << step) != 0 {
                    buffer.append(step)
                    model.append(step)
                } else if buffer.popFirst() != model.popFirst() {
                    Issue.record("world \(bits) differs at step \(step)")
                    return
                }
            }
            guard buffer.count == model.elements.count, buffer.droppedCount == model.dropped else {
                Issue.record("world \(bits) differs at its end")
                return
            }
        }
    }

    @Test func `a large buffer grows as it is filled`() {
        var buffer = BoundedBuffer<Int>(capacity: 1000)
        for element in 0..<1500 { buffer.append(element) }
        #expect(buffer.count == 1000)
        #expect(buffer.droppedCount == 500)
        #expect((0..<1000).allSatisfy { buffer.popFirst() == $0 + 500 })
        #expect(buffer.popFirst() == nil)
    }

    @Test func `an emptied buffer is empty, and can be filled again`() {
        var buffer = BoundedBuffer<Int>(capacity: 2)
        for element in 0..<3 { buffer.append(element) }
        buffer.removeAll()
        #expect(buffer.count == 0)
        #expect(buffer.popFirst() == nil)
        buffer.append(9)
        #expect(buffer.popFirst() == 9)
    }

    @Test func `removed and discarded elements are released`() {
        let released = Recorder<Int>()
        var buffer = BoundedBuffer<Witness>(capacity: 2)
        for name in 0..<3 { buffer.append(Witness { released.record(name) }) }
        #expect(released.elements == [0])
        _ = buffer.popFirst()
        #expect(released.elements == [0, 1])
        buffer.removeAll()
        #expect(released.elements == [0, 1, 2])
    }
}
