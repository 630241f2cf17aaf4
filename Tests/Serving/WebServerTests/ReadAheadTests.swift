import Testing

@testable import WebServer

@Suite("Pieces that are requested ahead")
struct ReadAheadTests {
    @Test("nothing is requested ahead before a piece was accepted immediately, and after one that was not")
    func decision() {
        var ahead = ReadAhead()
        #expect(!ahead.isWanted)
        ahead.asked(at: .zero)
        #expect(!ahead.isWanted)
        for (passed, asked, isWanted) in [(0, 1, true), (10, 11, true), (20, 22, false), (30, 90, false), (100, 101, true)] {
            ahead.passed(at: .milliseconds(passed))
            ahead.asked(at: .milliseconds(asked))
            #expect(ahead.isWanted == isWanted)
            // Asking again, as after a suspension, changes nothing.
            ahead.asked(at: .milliseconds(asked + 50))
            #expect(ahead.isWanted == isWanted)
        }
    }

    @Test("a piece is new for two milliseconds")
    func age() {
        let ahead = ReadAhead()
        #expect(
            ahead.isNew(madeAt: .milliseconds(5), .milliseconds(5)) && ahead.isNew(madeAt: .milliseconds(5), .microseconds(6999))
        )
        #expect(!ahead.isNew(madeAt: .milliseconds(5), .milliseconds(7)))
    }
}
