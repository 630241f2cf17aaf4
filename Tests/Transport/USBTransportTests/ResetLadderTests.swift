import PTP
import Testing

@testable import USBTransport

@Suite struct ResetLadderTests {
    private static let id = TransactionID(rawValue: 5)

    private static let interface = try! FakeDevice { _, _ in [] }.interface

    /// Returns the steps of a ladder for a series of events; stops after the last event.
    private static func climb(_ cause: ResetLadder.Cause, _ events: [ResetLadder.Event]) -> [ResetLadder.Step] {
        var ladder = ResetLadder(cause, of: Self.interface)
        var steps = [ladder.begin()]
        for event in events { steps.append(ladder.next(event)) }
        return steps
    }

    private static func status(_ code: ResponseCode, _ halted: [UInt8] = []) -> ResetLadder.Event {
        .status(USBDeviceStatus(code, haltedEndpoints: halted))
    }

    @Test func `a cancelled transaction`() {
        #expect(
            Self.climb(.cancelled(Self.id), [.done, Self.status(.ok), .done]) == [
                .cancel(Self.id), .getStatus, .drain, .end(.inStep),
            ]
        )
    }

    @Test func `halted endpoints begin again, each once, before the rest is thrown away`() {
        #expect(
            Self.climb(.cancelled(Self.id), [.done, Self.status(.transactionCanceled, [0x81, 0x02, 0x81]), .done, .done, .done])
                == [
                    .cancel(Self.id), .getStatus, .clearHalt(endpoint: 0x81), .clearHalt(endpoint: 0x02), .drain, .end(.inStep),
                ]
        )
    }

    /// Clearing the halt of another interface's endpoint would claim that interface.
    @Test func `endpoints that are not ours are left alone`() {
        #expect(
            Self.climb(.cancelled(Self.id), [.done, Self.status(.ok, [0x00, 0x05, 0x85, 0x02]), .done, .done])
                == [.cancel(Self.id), .getStatus, .clearHalt(endpoint: 0x02), .drain, .end(.inStep)]
        )
    }

    @Test func `a busy device is queried for a second`() {
        var ladder = ResetLadder(.cancelled(Self.id), of: Self.interface)
        #expect(ladder.begin() == .cancel(Self.id))
        #expect(ladder.next(.done) == .getStatus)
        var pauses = 0
        while true {
            let step = ladder.next(Self.status(.deviceBusy))
            if step == .resetDevice { break }
            #expect(step == .pause(.milliseconds(10)))
            pauses += 1
            #expect(ladder.next(.done) == .getStatus)
        }
        #expect(pauses == 99)
        #expect(ladder.next(.done) == .end(.reset))
    }

    @Test func `an endpoint that stalls while it is drained is cleared once`() {
        #expect(
            Self.climb(.cancelled(Self.id), [.done, Self.status(.ok), .failed(.stalled), .done])
                == [.cancel(Self.id), .getStatus, .drain, .clearHalt(endpoint: 0x81), .end(.inStep)]
        )
    }

    @Test func `a stall is cleared, with those that the device names`() {
        #expect(
            Self.climb(.stalled(endpoint: 0x81), [Self.status(.transactionCanceled, [0x02]), .done, .done])
                == [.getStatus, .clearHalt(endpoint: 0x81), .clearHalt(endpoint: 0x02), .end(.inStep)]
        )
    }

    @Test func `a device with unparsable data is reset`() {
        #expect(Self.climb(.unparsable, [.done]) == [.resetDevice, .end(.reset)])
        #expect(Self.climb(.unparsable, [.failed(.stalled)]) == [.resetDevice, .end(.lost)])
    }

    /// Every state after every cause: a disconnected device is reported as such, a failing one is reset, and the ladder
    /// always ends.
    @Test func `every sequence ends soon, and a disconnected device is recognised`() {
        let events: [ResetLadder.Event] = [
            .done, Self.status(.ok), Self.status(.deviceBusy), Self.status(.ok, [0x81, 2, 0x83]), .failed(.stalled),
            .failed(.timedOut),
            .failed(.notSupported), .failed(.failed("?")),
        ]
        for cause in [.cancelled(Self.id), .stalled(endpoint: 2), .unparsable] as [ResetLadder.Cause] {
            for number in 0..<4096 {
                var (ladder, rest, steps) = (ResetLadder(cause, of: Self.interface), number, 0)
                var step = ladder.begin()
                while true {
                    if case .end(let outcome) = step {
                        #expect(outcome != .disconnected)
                        #expect(ladder.next(.done) == .end(outcome))
                        break
                    }
                    var gone = ladder
                    #expect(gone.next(.failed(.noDevice)) == .end(.disconnected))
                    step = ladder.next(events[rest % events.count])
                    rest /= events.count
                    steps += 1
                    guard steps < 300 else {
                        Issue.record("it does not end: \(cause), \(number)")
                        break
                    }
                }
            }
        }
    }
}
