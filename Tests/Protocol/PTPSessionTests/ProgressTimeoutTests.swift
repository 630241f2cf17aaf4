import Testing

@testable import PTPSession

@Suite struct ProgressTimeoutTests {
    private static let limit: Duration = .seconds(20)

    @Test func `a silent device has its limit`() {
        #expect(ProgressTimeout(Self.limit, since: .seconds(5)).deadline == .seconds(25))
    }

    @Test func `data buys time by the byte, and never more than there is`() {
        var timeout = ProgressTimeout(Self.limit, since: .zero)
        timeout.hold(bytes: 4096, at: .seconds(10))
        timeout.release(at: .seconds(10))
        #expect(timeout.deadline == .seconds(21))
        timeout.hold(bytes: 1 << 20, at: .seconds(11))
        timeout.release(at: .seconds(11))
        #expect(timeout.deadline == .seconds(31))
    }

    @Test func `a byte now and then is as good as silence`() {
        var timeout = ProgressTimeout(Self.limit, since: .zero)
        for second in 1..<20 {
            timeout.hold(bytes: 1, at: .seconds(second))
            timeout.release(at: .seconds(second))
        }
        #expect(timeout.deadline < .seconds(21))
    }

    @Test func `processing time on this side does not count against the device, up to the limit`() {
        var timeout = ProgressTimeout(Self.limit, since: .zero)
        timeout.hold(bytes: 0, at: .seconds(10))
        #expect(timeout.deadline == .seconds(30))
        timeout.release(at: .seconds(25))
        #expect(timeout.deadline == .seconds(35))
    }

    @Test func `a request for more data to send means that earlier data was sent`() {
        var timeout = ProgressTimeout(Self.limit, since: .zero)
        timeout.hold(bytes: nil, at: .seconds(19))
        timeout.release(at: .seconds(19))
        #expect(timeout.deadline == .seconds(39))
    }
}
