import HotShoeSupport
import PTP
import TestSupport
import Testing

@testable import USBTransport

/// Recovery of a device that was left in the middle of a transaction.
@Suite(.timeLimit(.minutes(5)), .ownThread) struct StartLadderTests {
    // MARK: The machine

    @Test func `every rung is followed by a question, and an answer ends the climb`() {
        let rungs: [StartLadder.Step] = [.cancel(TransactionID(rawValue: 57)), .resetDevice, .clearHalts, .resetPort]
        for height in 0...rungs.count {
            var ladder = StartLadder()
            #expect(ladder.begin() == .getDeviceInfo)
            for rung in rungs.prefix(height) {
                #expect(ladder.next(.unanswered(TransactionID(rawValue: 57))) == rung)
                #expect(ladder.next(.done) == .getDeviceInfo)
            }
            #expect(ladder.next(.answered) == .end(.inStep))
            #expect(ladder.next(.unanswered(nil)) == .end(.inStep))
        }
    }

    @Test func `a device that answers nothing in the last step is silent, and a disconnected one is recognised at every step`() {
        var ladder = StartLadder()
        var step = ladder.begin()
        var steps = 0
        while step != .end(.silent), steps < 20 {
            step = ladder.next(step == .getDeviceInfo ? .unanswered(nil) : .done)
            steps += 1
        }
        #expect(steps == 9)
        for gone in 0..<9 {
            var ladder = StartLadder()
            var step = ladder.begin()
            for _ in 0..<gone { step = ladder.next(step == .getDeviceInfo ? .unanswered(nil) : .done) }
            #expect(ladder.next(.disconnected) == .end(.disconnected))
        }
    }

    // MARK: Devices

    /// The step after which a device answers.
    enum Remedy: String, CaseIterable {
        case nothing
        case cancel
        case deviceReset
        case clear
        case reset
        case never
    }

    /// A device that confirms every request, and answers PTP operations only after one of the steps.
    private static func device(_ cure: Remedy) -> FakeDevice {
        let device = Guarded<FakeDevice?>(nil)
        let made = FakeDevice { request, _ in
            let log = device.withLock { $0 }?.log ?? []
            let isCured = cure == .nothing || log.contains { $0.hasPrefix(cure.rawValue) }
            guard isCured, cure != .never else {
                return [
                    .bytes(
                        USBContainer.response(OperationResponse(.ok, TransactionID(rawValue: 57)))
                    )
                ]
            }
            return [.bytes(DeviceContainer.data(request, [1, 2, 3])), .bytes(DeviceContainer.ok(request, .sessionNotOpen))]
        }
        device.withLock { $0 = made }
        return made
    }

    @Test(arguments: Remedy.allCases) func `a confirmed request counts only after an answer`(_ cure: Remedy) throws {
        let device = Self.device(cure)
        let reopened = Guarded(0)
        let interface = try device.interface
        let result = Result { () throws(USBOpenError) -> any USBHandle in
            try USBConnector.recovered(device, interface, timeout: .milliseconds(500)) { () throws(USBOpenError) in
                reopened.withLock { $0 += 1 }
                device.state.withLock { $0.isClosed = false }
                return device
            }
        }
        let climbed = device.log.filter { $0 != "close" }.map { String($0.prefix { $0 != " " }) }
        let all = ["cancel", "deviceReset", "clear", "clear", "reset"]
        switch cure {
        case .nothing: #expect(climbed == [])
        case .cancel: #expect(climbed == ["cancel"])
        case .deviceReset: #expect(climbed == Array(all.prefix(2)))
        case .clear: #expect(climbed == Array(all.prefix(4)))
        case .reset, .never: #expect(climbed == all)
        }
        #expect(reopened.withLock { $0 } == (climbed.count == all.count ? 1 : 0))
        if cure == .never {
            #expect(throws: USBOpenError.silent) { try result.get() }
            #expect(device.state.withLock { $0.isClosed })
        } else {
            _ = try result.get()
        }
    }

    @Test func `the transaction that a device still answers is the one that is cancelled`() throws {
        let device = Self.device(.cancel)
        let interface = try device.interface
        _ = try USBConnector.recovered(device, interface, timeout: .milliseconds(500)) { () throws(USBOpenError) in device }
        #expect(device.log == ["cancel [1, 64, 57, 0, 0, 0]"])
    }

    @Test func `the rest of an earlier program's data is dropped`() throws {
        let device = FakeDevice { request, _ in [.bytes(DeviceContainer.data(request, [1])), .bytes(DeviceContainer.ok(request))]
        }
        let interface = try device.interface
        device.answer(.bytes([UInt8](repeating: 0xEE, count: 100_000)))
        device.answer(.bytes(USBContainer.response(OperationResponse(.ok, TransactionID(rawValue: 9)))))
        _ = try USBConnector.recovered(device, interface, timeout: .seconds(20)) { () throws(USBOpenError) in device }
        #expect(device.log == [])
    }
}
