import HotShoeSupport
import PTP
import Testing

@testable import PTPSession

@Suite(.timeLimit(.minutes(5))) struct TranscriptRecorderTests {
    private static func recorded() -> (rig: SessionRig, recorder: TranscriptRecorder) {
        var options = PTPSession.Options()
        options.isRecorded = true
        let rig = SessionRig(options)
        return (rig, rig.session.recorder!)
    }

    @Test func `transactions and events are recorded with data, responses and times`() async {
        let (rig, recorder) = Self.recorded()
        var begun = rig.link.begun.makeAsyncIterator()
        rig.clock.advance(by: .seconds(2))
        let sending = rig.perform(.setDevicePropValue, .send(ByteProvider([1, 2, 3])))
        let first = await begun.next()!
        rig.clock.advance(by: .milliseconds(20))
        rig.answer(first, .invalidDevicePropValue, [9])
        _ = await sending.value
        rig.link.send(Event(.objectAdded, [7]))
        let collector = DataCollector(limit: 10)
        let receiving = rig.perform(.getDeviceInfo, .receive(collector))
        let second = await begun.next()!
        rig.deliver([4, 5], to: second)
        rig.answer(second)
        _ = await receiving.value
        #expect(collector.bytes == [4, 5])
        let refused = RecordedExchange(
            .setDevicePropValue,
            sent: [1, 2, 3],
            took: .milliseconds(20),
            .response(.invalidDevicePropValue, [9])
        )
        #expect(
            recorder.transcript.entries == [
                TranscriptEntry(.seconds(2), .exchange(refused)),
                TranscriptEntry(.milliseconds(2020), .event(Event(.objectAdded, [7]))),
                TranscriptEntry(.milliseconds(2020), .exchange(RecordedExchange(.getDeviceInfo, received: [4, 5]))),
            ]
        )
    }

    @Test func `a recurring transaction is recorded each time, a busy answer too`() async {
        let (rig, recorder) = Self.recorded()
        var begun = rig.link.begun.makeAsyncIterator()
        let recurring = rig.session.recurring(.getThumb, receiver: DataCollector(limit: 10)) { _ in }
        for number in [1, 2] as [UInt8] {
            recurring.perform()
            let transaction = await begun.next()!
            rig.deliver([number], to: transaction)
            rig.answer(transaction)
        }
        #expect(recorder.transcript.entries.compactMap(\.exchange).map(\.received) == [[1], [2]])
    }

    @Test func `a session without a recorder records nothing, until it is requested`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        #expect(rig.session.recorder == nil)
        let before = rig.perform(.getDeviceInfo)
        rig.answer(await begun.next()!)
        _ = await before.value
        let recorder = rig.session.record()
        #expect(rig.session.record() === recorder)
        let after = rig.perform(.getStorageIDs)
        rig.answer(await begun.next()!)
        _ = await after.value
        #expect(recorder.transcript.entries.compactMap(\.exchange).map(\.code) == [.getStorageIDs])
    }

    @Test func `the end of a link is a failure in the transcript`() async {
        let (rig, recorder) = Self.recorded()
        var begun = rig.link.begun.makeAsyncIterator()
        let work = rig.perform(.getDeviceInfo)
        _ = await begun.next()
        rig.link.end(.closedByDevice)
        _ = await work.value
        guard case .failure? = recorder.transcript.entries.first?.exchange?.outcome else {
            return #expect(Bool(false), "no failure")
        }
    }

    @Test func `what exceeds the limits is counted, and data is cut`() {
        let clock = VirtualClock()
        var limits = TranscriptRecorder.Limits()
        (limits.entries, limits.bytesOfExchange, limits.bytes) = (3, 4, 10)
        let recorder = TranscriptRecorder(time: clock, limits: limits)
        func record(_ bytes: [UInt8]) {
            let data = recorder.collector()
            data.receptionBegan()
            for byte in bytes { data.received(unsafe [byte].span.bytes) }
            recorder.record(.getThumb, [], data, .response(.ok, []))
        }
        record([1, 2, 3, 4, 5, 6])
        record([1])
        record([1, 2, 3, 4])
        record([1, 2])
        let exchanges = recorder.transcript.entries.compactMap(\.exchange)
        #expect(exchanges.map(\.receivedCount) == [6, 1, 4] && exchanges.map { $0.received?.count } == [4, 1, 4])
        #expect(recorder.transcript.omitted == 1)
        recorder.stop()
        recorder.record(Event(.objectAdded))
        #expect(recorder.transcript.entries.count == 3)
    }
}
