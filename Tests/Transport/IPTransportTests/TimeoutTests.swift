import Testing

@testable import PTPSession

@Suite struct TimeoutTests {
    private static let limit: Duration = .seconds(20)

    @Test func `a silent device has its limit`() {
        #expect(ProgressTimeout(Self.limit, since: .seconds(5)).deadline == .seconds(25))
    }

    @Test func `data buys time by the byte, and never more than there is`() {
        var patience = ProgressTimeout(Self.limit, since: .zero)
        patience.hold(bytes: 4096, at: .seconds(10))
        patience.release(at: .seconds(10))
        #expect(patience.deadline == .seconds(21))
        patience.hold(bytes: 1 << 20, at: .seconds(11))
        patience.release(at: .seconds(11))
        #expect(patience.deadline == .seconds(31))
    }

    @Test func `a byte now and then is as good as silence`() {
        var patience = ProgressTimeout(Self.limit, since: .zero)
        for second in 1..<20 {
            patience.hold(bytes: 1, at: .seconds(second))
            patience.release(at: .seconds(second))
        }
        #expect(patience.deadline < .seconds(21))
    }

    @Test func `the time that this side takes is not the device's, up to the limit`() {
        var patience = ProgressTimeout(Self.limit, since: .zero)
        patience.hold(bytes: 0, at: .seconds(10))
        #expect(patience.deadline == .seconds(30))
        patience.release(at: .seconds(25))
        #expect(patience.deadline == .seconds(35))
    }

    @Test func `who asks for more to send has sent what was given before`() {
        var patience = ProgressTimeout(Self.limit, since: .zero)
        patience.hold(bytes: nil, at: .seconds(19))
        patience.release(at: .seconds(19))
        #expect(patience.deadline == .seconds(39))
    }
}
