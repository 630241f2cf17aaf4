import PTP
import PTPFujifilm
import Testing

@testable import DriverFujifilm

/// The state of a connection to a body, event by event.
@Suite struct FujifilmStateTests {
    private static func handles(_ numbers: UInt32...) -> [ObjectHandle] { numbers.map { ObjectHandle(rawValue: $0) } }

    @Test func `a picture is found once, whether an event or a list announces it`() {
        var state = FujifilmState()
        #expect(state.listed(Self.handles(1, 2)) == Self.handles(1, 2))
        #expect(state.listed(Self.handles(1, 2, 3)) == Self.handles(3))
        let isNew = state.announced(ObjectHandle(rawValue: 4))
        #expect(isNew)
        #expect(state.listed(Self.handles(3, 4, 5)) == Self.handles(5))
        // A number that has disappeared may be used again.
        #expect(state.listed([]).isEmpty && state.listed(Self.handles(1)) == Self.handles(1))
    }

    @Test func `live view frames, numbers that are no objects, and repetitions are no pictures`() {
        var state = FujifilmState()
        for number: UInt32 in [0, .max, 0x8000_0001] {
            let isNew = state.announced(ObjectHandle(rawValue: number))
            #expect(!isNew)
        }
        #expect(state.listed(Self.handles(0, 7, 7, 0x8000_0001, .max)) == Self.handles(7))
    }

    @Test func `a list without end is bounded`() {
        var state = FujifilmState()
        let many = (1...100_000).map { ObjectHandle(rawValue: $0) }
        #expect(state.listed(many).count == FujifilmState.pictureLimit)
        for number: UInt32 in 1...1000 {
            let isNew = state.announced(ObjectHandle(rawValue: number))
            #expect(isNew)
        }
    }

    private static let (one, two) = (TransactionID(rawValue: 1), TransactionID(rawValue: 2))

    @Test func `live view ends once, and is interrupted only while it runs`() {
        var state = FujifilmState()
        #expect(state.viewPaused() == nil && state.viewEnded() == nil && state.view == .off)
        state.viewBegan(Self.one)
        #expect(state.viewPaused() == Self.one && state.view == .paused)
        #expect(state.viewPaused() == nil && state.view == .paused)
        state.viewBegan(Self.two)
        #expect(state.viewEnded() == Self.two && state.viewEnded() == nil)
        state.viewBegan(Self.one)
        _ = state.viewPaused()
        // Stopped during a picture: the body does not run it.
        #expect(state.viewEnded() == nil && state.view == .off)
    }

    @Test func `a movie restores the drive mode that it has changed`() {
        var state = FujifilmState()
        #expect(state.movieEnded() == nil)
        state.movieBegan(restoring: 4)
        #expect(state.movie == .recording(restoring: 4))
        #expect(state.movieEnded() == 4 && state.movie == .none)
        state.movieBegan(restoring: nil)
        #expect(state.movieEnded() == nil)
    }

    @Test func `the number of files is that of the picture under way`() {
        var state = FujifilmState()
        state.pictureBegan(files: 2)
        #expect(state.expectedFiles == 2)
        state.pictureEnded()
        #expect(state.expectedFiles == nil)
    }
}
