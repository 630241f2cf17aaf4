import HotShoeSupport
import Synchronization
import TestSupport
import Testing

@testable import BindingRuntime

/// Numbers for objects, validated at each use.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct HandleTableTests {
    @Test func `an object lives as long as it has a user`() {
        let (table, released) = (HandleTable(), Recorder<Int>())
        let handle = table.insert(Witness { released.record(1) }, type: 5)
        #expect(handle != 0 && table.liveCount == 1)
        #expect(table.retain(handle, 5, 0) == .ok)
        #expect(table.release(handle, 5, 0) == .ok && released.count == 0)
        #expect(table.release(handle, 5, 0) == .ok && released.count == 1)
        #expect(table.liveCount == 0)
    }

    @Test func `a pin returns the object, and keeps it through releases, including superfluous ones`() {
        let (table, released) = (HandleTable(), Recorder<Int>())
        var object: Witness? = Witness { released.record(1) }
        let handle = table.insert(object!, type: 5)
        let address = unsafe Unmanaged.passUnretained(object!).toOpaque()
        object = nil
        #expect(unsafe table.pin(handle, 5, 0) == address)
        #expect(table.release(handle, 5, 0) == .ok)
        #expect(table.release(handle, 5, 0) == .invalidHandle, "a release too many changes nothing")
        #expect(unsafe table.pin(handle, 5, 0) == nil, "a later use is refused")
        #expect(table.retain(handle, 5, 0) == .invalidHandle)
        #expect(released.count == 0 && table.liveCount == 1)
        table.unpin(handle)
        #expect(released.count == 1 && table.liveCount == 0)
    }

    @Test func `only types in the range are accepted`() {
        let table = HandleTable()
        for type in UInt16(0)...4 {
            let handle = table.insert(Witness(), type: type)
            for first in UInt16(0)...4 {
                for span in UInt16(0)...4 {
                    let isInRange = first <= type && type <= first + span
                    let pinned = unsafe table.pin(handle, first, span) != nil
                    #expect(pinned == isInRange)
                    if pinned { table.unpin(handle) }
                    #expect((table.retain(handle, first, span) == .ok) == isInRange)
                }
            }
        }
        #expect(table.insert(Witness(), type: 1 << 14) == 0, "a type that has no room in a handle")
    }

    @Test func `no number but a handle is accepted`() {
        let table = HandleTable()
        let handle = table.insert(Witness(), type: 1)
        for bit in UInt64(0)..<64 {
            let other = handle ^ (1 << bit)
            #expect(unsafe table.pin(other, 0, 0x3fff) == nil)
            #expect(table.release(other, 0, 0x3fff) == .invalidHandle)
        }
        for number in [0, UInt64.max, 1 << 28 - 1, 1 << 63] as [UInt64] { #expect(unsafe table.pin(number, 0, .max) == nil) }
        #expect(table.failure == .invalidHandle && table.liveCount == 1)
    }

    @Test func `a slot whose generations are used up is not used again`() {
        let table = HandleTable(firstGeneration: 1 << 22 - 3, limit: 2)
        var seen: Set<UInt64> = []
        for _ in 0..<6 {
            let handle = table.insert(Witness(), type: 1)
            #expect(handle != 0 && seen.insert(handle).inserted)
            #expect(table.release(handle, 1, 0) == .ok)
        }
        #expect(table.insert(Witness(), type: 1) == 0, "two slots, three generations each")
        for handle in seen { #expect(unsafe table.pin(handle, 0, 0x3fff) == nil) }
    }

    @Test func `a full table returns null and keeps nothing`() {
        let (table, released) = (HandleTable(firstGeneration: 1, limit: 3), Recorder<Int>())
        let handles = (0..<3).map { _ in table.insert(Witness(), type: 1) }
        #expect(table.insert(Witness { released.record(1) }, type: 1) == 0 && released.count == 1)
        #expect(table.release(handles[1], 1, 0) == .ok)
        #expect(table.insert(Witness(), type: 1) != 0)
    }

    @Test func `more users or calls than can be counted are refused, and none is lost`() {
        let (table, released) = (HandleTable(), Recorder<Int>())
        let handle = table.insert(Witness { released.record(1) }, type: 1)
        let most = 1 << 14 - 1
        for _ in 1..<most { #expect(table.retain(handle, 1, 0) == .ok) }
        #expect(table.retain(handle, 1, 0) != .ok)
        for _ in 0..<most { #expect(unsafe table.pin(handle, 1, 0) != nil) }
        #expect(unsafe table.pin(handle, 1, 0) == nil)
        for _ in 0..<most { table.unpin(handle) }
        for _ in 1..<most { #expect(table.release(handle, 1, 0) == .ok) }
        #expect(released.count == 0)
        #expect(table.release(handle, 1, 0) == .ok && released.count == 1)
    }

    @Test func `an object's end may use the table`() {
        let table = HandleTable()
        let inner = table.insert(Witness(), type: 2)
        let outer = table.insert(
            Witness {
                _ = table.release(inner, 2, 0); _ = table.insert(Witness(), type: 3)
            },
            type: 1
        )
        #expect(table.release(outer, 1, 0) == .ok)
        #expect(table.liveCount == 1 && table.release(inner, 2, 0) == .invalidHandle)
    }

    @Test func `a released table releases its objects`() {
        let released = Recorder<Int>()
        do {
            let table = HandleTable()
            for number in 0..<1000 { _ = table.insert(Witness { released.record(number) }, type: 1) }
            #expect(table.liveCount == 1000, "more than the first chunk holds")
        }
        #expect(Set(released.elements).count == 1000)
    }

    @Test func `a released handle stays invalid after any later insertion`() {
        let table = HandleTable()
        let first = table.insert(Witness(), type: 1)
        _ = table.release(first, 1, 0)
        for _ in 0..<5000 {
            let next = table.insert(Witness(), type: 1)
            #expect(next != first && table.release(first, 1, 0) == .invalidHandle)
            _ = table.release(next, 1, 0)
        }
    }

    @Test func `releases race with calls, and every object is released once`() {
        let (table, released) = (HandleTable(), SharedCount())
        let slots = Guarded([UInt64](repeating: 0, count: 8))
        let (rounds, finished) = (100_000, Flag())
        onThreads(3) { thread in
            if thread == 0 {
                for round in 0..<rounds {
                    let handle = table.insert(Witness { released.add() }, type: 1)
                    let old = slots.withLock { slots in
                        defer { slots[round % 8] = handle }
                        return slots[round % 8]
                    }
                    if old != 0, table.release(old, 1, 0) != .ok { Issue.record("a release failed") }
                }
                finished.open()
            } else {
                var index = 0
                while !finished.isOpen {
                    index += 1
                    let handle = slots.withLock { [index] in $0[index % 8] }
                    guard let object = unsafe table.pin(handle, 1, 0) else { continue }
                    unsafe Unmanaged<Witness>.fromOpaque(object)._withUnsafeGuaranteedRef { _ = $0 }
                    table.unpin(handle)
                }
            }
        }
        #expect(table.liveCount == 8 && released.count == rounds - 8)
    }

    @Test func `threads that insert and release do not get each other's slots`() {
        let table = HandleTable()
        onThreads(4) { thread in
            let witness = Witness()
            let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(witness).toOpaque())
            for _ in 0..<20_000 {
                let handle = table.insert(witness, type: UInt16(thread))
                let pinned = unsafe UInt(bitPattern: table.pin(handle, UInt16(thread), 0))
                if pinned != address { Issue.record("another's object") }
                table.unpin(handle)
                if table.release(handle, UInt16(thread), 0) != .ok { Issue.record("a release failed") }
            }
        }
        #expect(table.liveCount == 0)
    }

    @Test func `after shutting down, later calls fail except releases`() {
        let (table, released) = (HandleTable(), Recorder<Int>())
        let handle = table.insert(Witness { released.record(1) }, type: 1)
        #expect(unsafe table.pin(handle, 1, 0) != nil)
        table.shutDown()
        table.shutDown()
        #expect(table.isShutDown && table.failure == .shutDown)
        #expect(unsafe table.pin(handle, 1, 0) == nil)
        #expect(table.insert(Witness(), type: 1) == 0)
        #expect(table.retain(handle, 1, 0) == .shutDown)
        #expect(table.release(handle, 1, 0) == .ok && released.count == 0)
        table.unpin(handle)
        #expect(released.count == 1)
    }

    @Test func `in a forked process everything is refused, and nothing is freed`() {
        let (table, released) = (HandleTable(), Recorder<Int>())
        let handle = table.insert(Witness { released.record(1) }, type: 1)
        table.refuseForkedProcess()
        #expect(unsafe table.pin(handle, 1, 0) == nil)
        #expect(table.failure == .forked && table.closed == .forked)
        #expect(table.insert(Witness(), type: 1) == 0)
        #expect(table.retain(handle, 1, 0) == .forked)
        #expect(table.release(handle, 1, 0) == .forked && released.count == 0)
        #expect(table.waitForLiveCount(atMost: 0, nanoseconds: -1) == .forked)
    }

    @Test func `the end of the last call wakes a thread that waits for the table to be empty`() {
        let table = HandleTable()
        let handle = table.insert(Witness(), type: 1)
        #expect(unsafe table.pin(handle, 1, 0) != nil)
        #expect(table.waitForLiveCount(atMost: 1, nanoseconds: 0) == .ok)
        #expect(table.waitForLiveCount(atMost: 0, nanoseconds: 1_000_000) == .timedOut)
        #expect(table.release(handle, 1, 0) == .ok)
        #expect(table.waitForLiveCount(atMost: 0, nanoseconds: 0) == .timedOut)
        onThreads(2) { thread in
            if thread == 0 { return table.unpin(handle) }
            if table.waitForLiveCount(atMost: 0, nanoseconds: -1) != .ok { Issue.record("not empty") }
        }
    }

    @Test func `a mutable box is one thread's at a time`() {
        let box = MutableBox([Int]())
        onThreads(4) { thread in
            for _ in 0..<1000 { box.with { $0.append(thread) } }
        }
        #expect(box.with { $0.count } == 4000)
        #expect(throws: Source.Refusal.self) { try box.with { _ in throw Source.Refusal() } }
        #expect(ValueBox(7).value == 7)
    }
}

/// A count that threads share.
final class SharedCount: Sendable {
    private let value = Atomic(0)
    var count: Int { value.load(ordering: .acquiring) }
    func add() { value.add(1, ordering: .acquiringAndReleasing) }
}

/// A flag that threads share.
final class Flag: Sendable {
    private let value = Atomic(false)
    var isOpen: Bool { value.load(ordering: .acquiring) }
    func open() { value.store(true, ordering: .releasing) }
}
