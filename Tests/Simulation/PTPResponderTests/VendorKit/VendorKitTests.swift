import CameraModel
import HotShoeSupport
import PTP
import TestSupport
import Testing

@testable import PTPResponder

/// The small machines of the kit: the queue of events, places for pictures, busy states.
@Suite struct VendorKitTests {
    private struct Record: QueuedRecord, Equatable {
        var number: Int
        var subject: String?

        init(_ number: Int, _ subject: String? = nil) { (self.number, self.subject) = (number, subject) }
    }

    private typealias Queue = EventQueue<Record>

    private static func filled(_ count: Int, _ limits: Queue.Limits, at now: Duration = .zero) -> Queue {
        var queue = Queue(limits)
        for number in 0..<count { queue.append(Record(number), at: now) }
        return queue
    }

    // MARK: The queue

    @Test func `records keep their order, and a newer one about a subject replaces the older one`() {
        var queue = Queue()
        for record in [Record(1, "A"), Record(2), Record(3, "B"), Record(4, "A"), Record(2)] { queue.append(record, at: .zero) }
        #expect(queue.popReply(at: .zero) == [Record(2), Record(3, "B"), Record(4, "A"), Record(2)])
        #expect(queue.isEmpty && queue.popReply(at: .zero).isEmpty)
    }

    @Test func `a full queue blocks and discards the next record, but not one that replaces another`() {
        var queue = Self.filled(2, .init(records: 3, perReply: 10))
        queue.append(Record(9, "A"), at: .zero)
        queue.append(Record(10, "A"), at: .zero)
        #expect(!queue.isHung)
        queue.append(Record(11), at: .zero)
        #expect(queue.isHung)
        #expect(queue.popReply(at: .zero).map(\.number) == [0, 1, 10] && !queue.isHung)
    }

    @Test func `a blocked queue is free again when its last record is read`() {
        var queue = Self.filled(5, .init(records: 10, perReply: 2))
        queue.hang()
        for (count, isHung) in [(2, true), (2, true), (1, false), (0, false)] {
            #expect(queue.popReply(at: .zero).count == count && queue.isHung == isHung)
        }
    }

    @Test func `the time limit counts from the last reply, and not for an empty queue`() {
        let limits = Queue.Limits(records: 10, perReply: 2, timeout: .seconds(10))
        var queue = Self.filled(5, limits, at: .seconds(1))
        queue.checkTimeout(at: .seconds(11))
        #expect(!queue.isHung)
        _ = queue.popReply(at: .seconds(11))
        queue.checkTimeout(at: .seconds(21))
        #expect(!queue.isHung)
        queue.checkTimeout(at: .milliseconds(21_001))
        #expect(queue.isHung)
        var empty = Queue(limits)
        empty.checkTimeout(at: .seconds(1000))
        #expect(!empty.isHung)
        var patient = Self.filled(1, .init())
        patient.checkTimeout(at: .seconds(100_000))
        #expect(!patient.isHung)
    }

    // MARK: Places for pictures

    @Test func `a picture has a place from its offer until its transfer`() {
        var slots = HostPictures.Slots(capacity: 2)
        let first = slots.offered()
        let second = slots.offered()
        #expect(slots.isFull)
        #expect(slots.fetched(first, isComplete: true) && slots.isFull)
        #expect(!slots.fetched(second, isComplete: false) && !slots.isFull)
        let third = slots.offered()
        #expect(slots.isFull)
        slots.freed()
        #expect(!slots.isFull && slots.fetched(third, isComplete: true))
        slots.freed()
        slots.freed()
        _ = (slots.offered(), slots.offered())
        #expect(slots.isFull)
    }

    @Test func `removing the pictures keeps the places of those that are being fetched`() {
        var slots = HostPictures.Slots(capacity: 2)
        let fetched = slots.offered()
        let coming = slots.offered()
        #expect(slots.fetched(fetched, isComplete: true) == true)
        slots.cleared()
        #expect(!slots.isFull && slots.fetched(coming, isComplete: true))
        _ = slots.offered()
        #expect(slots.isFull)
    }

    @Test func `a picture of an ended session is not stored, and does not take a place from the next one`() {
        var slots = HostPictures.Slots(capacity: 1)
        let old = slots.offered()
        slots.ended()
        #expect(!slots.isFull)
        let new = slots.offered()
        for isComplete in [false, true] { #expect(!slots.fetched(old, isComplete: isComplete) && slots.isFull) }
        #expect(slots.fetched(new, isComplete: true) && slots.isFull)
    }

    // MARK: Busy states

    @Test func `each event of a busy state has its response`() {
        let busy = { (state: inout BusyState) in _ = state.began() }
        let failed = { (state: inout BusyState) in
            _ = state.began()
            state.ended(.storeFull)
        }
        let table: [(String, (inout BusyState) -> Void, began: ResponseCode, polls: [ResponseCode])] = [
            ("ready", { _ in }, .ok, [.ok, .ok]), ("busy", busy, .deviceBusy, [.deviceBusy, .deviceBusy]),
            ("failed", failed, .ok, [.storeFull, .ok]),
            (
                "done",
                {
                    busy(&$0)
                    $0.ended()
                }, .ok, [.ok, .ok]
            ),
            ("ended without work", { $0.ended(.storeFull) }, .ok, [.ok, .ok]),
        ]
        for (name, prepare, began, polls) in table {
            var state = BusyState()
            prepare(&state)
            #expect(state.isBusy == (name == "busy"))
            for poll in polls { #expect(state.polled() == poll, "\(name)") }
            prepare(&state)
            #expect(state.began() == began && state.isBusy, "\(name)")
        }
    }

    // MARK: Work that continues

    @Test func `work is busy until it has ended, and its failure is reported once`() async throws {
        let work = PolledWork(OwnedTasks())
        let (first, second) = (Promise<Void, CameraError>(), Promise<Void, CameraError>())
        func begin(_ end: Promise<Void, CameraError>) throws(Refusal) -> Answer {
            try work.begin(failure: { Refusal($0).code }) { () throws(CameraError) in try await end.result().get() }
        }
        #expect(work.poll().code == .ok)
        #expect(try begin(first).code == .ok)
        #expect(work.poll().code == .deviceBusy)
        let refusal = #expect(throws: Refusal.self) { try begin(second) }
        #expect(refusal?.code == .deviceBusy)
        first.fulfil(.failure(CameraError(.storageFull, "")))
        try await until("the work has ended") { work.poll().code == .storeFull }
        #expect(work.poll().code == .ok)
        #expect(try begin(second).code == .ok)
        // Discarded work reports nothing.
        work.forget()
        #expect(work.poll().code == .ok)
        second.fulfil(.failure(CameraError(.storageFull, "")))
        #expect(work.poll().code == .ok)
    }
}
