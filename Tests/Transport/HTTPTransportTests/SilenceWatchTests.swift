import Testing

@testable import HTTPTransport

@Suite("Silence of streams")
struct SilenceWatchTests {
    @Test("a stream with a byte each quarter of a minute is not silent; one without for 45 s is")
    func alive() {
        var watch = SilenceWatch(limit: .seconds(45), at: .zero)
        for second in stride(from: 0, to: 600, by: 15) {
            #expect(!watch.isSilent(at: .seconds(second)))
            watch.arrived(at: .seconds(second))
        }
        #expect(!watch.isSilent(at: .seconds(585 + 45)) && watch.isSilent(at: .seconds(585 + 46)))
    }

    @Test("one whose receiver takes nothing is not silent")
    func paused() {
        var watch = SilenceWatch(limit: .seconds(45), at: .zero)
        watch.paused()
        #expect(!watch.isSilent(at: .seconds(1000)))
        watch.resumed(at: .seconds(1000))
        #expect(!watch.isSilent(at: .seconds(1045)) && watch.isSilent(at: .seconds(1046)))
    }
}
