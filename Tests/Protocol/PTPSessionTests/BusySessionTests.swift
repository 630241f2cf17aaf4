import HotShoeSupport
import PTP
import Testing

@testable import PTPSession

private func fail(_ expected: Comment, sourceLocation: SourceLocation = #_sourceLocation) {
    Issue.record(expected, sourceLocation: sourceLocation)
}

/// A busy device.
@Suite(.timeLimit(.minutes(5))) struct BusySessionTests {
    @Test func `an operation is repeated at growing intervals, with new numbers, ahead of others of its priority`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.initiateCapture)
        var numbers: [UInt32] = []
        for delay in [10, 20, 40] {
            let transaction = await begun.next()!
            numbers.append(transaction.request.transaction.rawValue)
            rig.answer(transaction, .deviceBusy)
            rig.clock.advance(by: .milliseconds(delay))
        }
        let transaction = await begun.next()!
        rig.answer(transaction)
        #expect(await task.value == .success(.ok))
        #expect(numbers == [1, 2, 3])
    }

    @Test func `other operations proceed in between`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let busy = rig.perform(.initiateCapture)
        rig.answer(await begun.next()!, .deviceBusy)
        let other = rig.perform(.getStorageIDs)
        let transaction = await begun.next()!
        #expect(transaction.code == .getStorageIDs)
        rig.answer(transaction)
        #expect(await other.value == .success(.ok))
        rig.clock.advance(by: .milliseconds(10))
        rig.answer(await begun.next()!)
        #expect(await busy.value == .success(.ok))
    }

    @Test func `after the time limit the refusal is the result`() async {
        var options = PTPSession.Options()
        options.busyTimeout = .milliseconds(25)
        let rig = SessionRig(options)
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.initiateCapture)
        rig.answer(await begun.next()!, .deviceBusy)
        rig.clock.advance(by: .milliseconds(10))
        rig.answer(await begun.next()!, .deviceBusy)
        guard case .failure(.refused(.initiateCapture, let response)) = await task.value else { return fail("refused") }
        #expect(response.code == .deviceBusy)
    }

    @Test func `an operation that waits for its repetition can be cancelled, and fails with the link`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let (cancelled, failed) = (rig.perform(.initiateCapture), rig.perform(.getStorageIDs))
        for _ in 0..<2 { rig.answer(await begun.next()!, .deviceBusy) }
        cancelled.cancel()
        #expect(await cancelled.value == .failure(.cancelled(.initiateCapture)))
        rig.link.end(.closedByDevice)
        #expect(await failed.value == .failure(.link(.closedByDevice)))
        rig.clock.advance(by: .seconds(10))
        #expect(rig.endings == [.closedByDevice])
    }
}
