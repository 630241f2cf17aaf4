import HotShoeSupport
import TestSupport
import Testing

@testable import BindingRuntime

/// Recycled boxes.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct BoxPoolTests {
    private static func address(_ table: HandleTable, _ handle: UInt64) -> UnsafeMutableRawPointer? {
        defer { table.unpin(handle) }
        return unsafe table.pin(handle, 5, 0)
    }

    @Test func `a box releases its value with its last handle, and is used for the next value`() {
        let (table, pool, released) = (HandleTable(), BoxPool<Witness>(), Recorder<Int>())
        let first = table.insert(pool.box(Witness { released.record(1) }), type: 5)
        let place = unsafe Self.address(table, first)
        #expect(table.retain(first, 5, 0) == .ok && table.release(first, 5, 0) == .ok && released.count == 0)
        #expect(table.release(first, 5, 0) == .ok && released.count == 1)
        let second = table.insert(pool.box(Witness { released.record(2) }), type: 5)
        #expect(unsafe Self.address(table, second) == place && second != first)
        #expect(table.release(first, 5, 0) == .invalidHandle && released.count == 1)
        #expect(table.release(second, 5, 0) == .ok && released.count == 2)
    }

    @Test func `a box that a call still uses keeps its value until that ends`() {
        let (table, pool, released) = (HandleTable(), BoxPool<Witness>(), Recorder<Int>())
        let handle = table.insert(pool.box(Witness { released.record(1) }), type: 5)
        let place = unsafe table.pin(handle, 5, 0)
        #expect(table.release(handle, 5, 0) == .ok && released.count == 0)
        let other = table.insert(pool.box(Witness()), type: 5)
        #expect(unsafe Self.address(table, other) != place)
        table.unpin(handle)
        #expect(released.count == 1)
    }

    @Test func `a box with a reference outside the table is not used again`() {
        let (table, pool, released) = (HandleTable(), BoxPool<Witness>(), Recorder<Int>())
        var held: ValueBox<Witness>? = pool.box(Witness { released.record(1) })
        let handle = table.insert(held!, type: 5)
        #expect(table.release(handle, 5, 0) == .ok && released.count == 0)
        withExtendedLifetime(held?.value) {}
        #expect(pool.box(Witness()) !== held)
        held = nil
        #expect(released.count == 1)
    }

    @Test func `a value that is being released may use the pool and the table`() {
        let (table, pool) = (HandleTable(), BoxPool<Witness>())
        let inner = table.insert(pool.box(Witness()), type: 5)
        let outer = table.insert(
            pool.box(
                Witness {
                    _ = table.release(inner, 5, 0)
                    _ = table.release(table.insert(pool.box(Witness()), type: 5), 5, 0)
                }
            ),
            type: 5
        )
        #expect(table.release(outer, 5, 0) == .ok && table.liveCount == 0)
    }

    @Test func `threads receive separate boxes, and every value is released once`() {
        let (table, pool, released) = (HandleTable(), BoxPool<Witness>(), Recorder<Int>())
        onThreads(4) { thread in
            for round in 0..<500 {
                let number = thread * 1000 + round
                let handle = table.insert(pool.box(Witness { released.record(number) }), type: 5)
                let other = table.insert(pool.box(Witness {}), type: 5)
                _ = table.release(handle, 5, 0)
                _ = table.release(other, 5, 0)
            }
        }
        #expect(Set(released.elements).count == 2000 && released.count == 2000 && table.liveCount == 0)
    }

    @Test func `a table releases its remaining contents with itself`() {
        let (pool, released) = (BoxPool<Witness>(), Recorder<Int>())
        var table: HandleTable? = HandleTable()
        _ = table?.insert(pool.box(Witness { released.record(1) }), type: 5)
        table = nil
        #expect(released.count == 1)
    }
}
