import TestSupport
import Testing

@testable import BindingRuntime

/// Values that cannot be copied, behind handles.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct UniqueBoxTests {
    /// A value that reports its end.
    private struct Ticket: ~Copyable {
        var number: Int
        let ended: Recorder<Int>

        deinit { ended.record(number) }
    }

    private static func status(_ body: () throws(Status) -> Void) -> Status {
        do {
            try body()
            return .ok
        } catch {
            return error
        }
    }

    @Test func `a value is read by several calls at a time, and changed by one alone`() throws {
        let box = UniqueBox(Ticket(number: 1, ended: Recorder()))
        try box.borrow()
        try box.borrow()
        #expect(Self.status { () throws(Status) in try box.change() } == .inUse)
        box.endBorrow()
        #expect(Self.status { () throws(Status) in try box.change() } == .inUse)
        box.endBorrow()
        try box.change()
        #expect(Self.status { () throws(Status) in try box.borrow() } == .inUse)
        #expect(Self.status { () throws(Status) in try box.change() } == .inUse)
        unsafe box.value.pointee.number = 2
        box.endChange()
        try box.borrow()
        #expect(unsafe box.value.pointee.number == 2)
        box.endBorrow()
    }

    @Test func `a value ends with its box, or when it is consumed`() throws {
        let ended = Recorder<Int>()
        do { _ = UniqueBox(Ticket(number: 1, ended: ended)) }
        #expect(ended.elements == [1])
        let box = UniqueBox(Ticket(number: 2, ended: ended))
        let handle = Handles.insert(box, type: 9)
        #expect(Handles.retain(handle, 9, 0) == .ok)
        try box.change()
        do { _ = box.consume(handle, 9) }
        box.endChange()
        #expect(ended.elements == [1, 2])
        #expect(unsafe Handles.pin(handle, 9, 0) == nil, "the handle is invalid for all its users")
        #expect(Handles.release(handle, 9, 0) == .invalidHandle)
        #expect(Self.status { () throws(Status) in try box.borrow() } == .invalidHandle)
        #expect(Self.status { () throws(Status) in try box.change() } == .invalidHandle)
    }

    @Test func `a value is withdrawn when the accesses of other threads have ended`() throws {
        let (ended, started, latch) = (Recorder<Int>(), Latch(), Latch())
        let box = UniqueBox(Ticket(number: 1, ended: ended))
        let handle = Handles.insert(box, type: 9)
        onThreads(2) { thread in
            if thread == 0 {
                #expect(Self.status { () throws(Status) in try box.borrow() } == .ok)
                started.open()
                latch.wait()
                #expect(ended.count == 0)
                box.endBorrow()
            } else {
                started.wait()
                latch.open()
                box.withdraw(handle, 9)
                #expect(ended.elements == [1])
            }
        }
        #expect(Self.status { () throws(Status) in try box.borrow() } == .invalidHandle)
        #expect(Handles.release(handle, 9, 0) == .invalidHandle)
    }

    @Test func `of several threads one consumes a value`() {
        for round in 1...200 {
            let (ended, consumed) = (Recorder<Int>(), Recorder<Int>())
            let box = UniqueBox(Ticket(number: round, ended: ended))
            let handle = Handles.insert(box, type: 9)
            onThreads(4) { _ in
                guard unsafe Handles.pin(handle, 9, 0) != nil else { return }
                defer { Handles.unpin(handle) }
                guard Self.status({ () throws(Status) in try box.change() }) == .ok else { return }
                defer { box.endChange() }
                let ticket = box.consume(handle, 9)
                consumed.record(ticket.number)
            }
            #expect(consumed.elements == [round] && ended.elements == [round])
        }
    }

    @Test func `a handle that becomes invalid during a call is freed at its end`() {
        let (table, released) = (HandleTable(), Recorder<Int>())
        let handle = table.insert(Witness { released.record(1) }, type: 5)
        #expect(unsafe table.pin(handle, 5, 0) != nil)
        table.invalidate(handle, 5)
        #expect(unsafe table.pin(handle, 5, 0) == nil && released.count == 0)
        table.unpin(handle)
        #expect(released.count == 1 && table.liveCount == 0)
        table.invalidate(handle, 5)
        let other = table.insert(Witness { released.record(2) }, type: 5)
        table.invalidate(other, 5)
        #expect(released.count == 2 && table.liveCount == 0)
    }
}
