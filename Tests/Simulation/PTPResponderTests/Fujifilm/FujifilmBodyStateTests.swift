import PTP
import PTPFujifilm
import Testing

@testable import PTPResponder

/// The state machine of a body: the button, focus, the picture under way, changes.
@Suite struct FujifilmBodyStateTests {
    private static func refusal(_ work: () throws(Refusal) -> Void) -> ResponseCode? {
        do throws(Refusal) {
            try work()
            return nil
        } catch { return error.code }
    }

    private static func focused() -> FujifilmBodyState {
        var state = FujifilmBodyState()
        state.pressedHalfway()
        state.focusReported(.found)
        return state
    }

    @Test func `without a half-press there is no picture and no refusal`() throws {
        var state = FujifilmBodyState()
        #expect(try state.pressedFully(.shoot) == false && state.shot == .none)
        #expect(try state.pressedFully(.shootAlone) && state.shot == .exposing(arrived: 0))
    }

    @Test(arguments: [FujifilmFocusStatus.busy, .failed, .other(4)]) func `without focus the body is busy`(
        _ status: FujifilmFocusStatus
    ) {
        var state = Self.focused()
        state.focusReported(status)
        #expect(Self.refusal { () throws(Refusal) in _ = try state.pressedFully(.shoot) } == .deviceBusy && state.shot == .none)
    }

    @Test func `a picture is complete when all of its files have arrived, in any order`() throws {
        var state = Self.focused()
        #expect(try state.pressedFully(.shoot))
        #expect(Self.refusal { () throws(Refusal) in _ = try state.pressedFully(.shootAlone) } == .deviceBusy)
        #expect(!state.arrived() && !state.taken(files: 2) && state.shot == .storing(missing: 1))
        #expect(state.arrived() && state.shot == .none)
        #expect(try state.pressedFully(.shootAlone))
        #expect(!state.arrived() && state.taken(files: 1) && state.shot == .none)
        // A picture that the photographer takes, and one without files.
        #expect(!state.arrived() && !state.taken(files: 1))
        #expect(try state.pressedFully(.shootAlone))
        #expect(state.taken(files: 0) && state.shot == .none)
    }

    @Test func `the shutter opens from halfway only, and a release closes it`() throws {
        var state = FujifilmBodyState()
        #expect(Self.refusal { () throws(Refusal) in try state.opened() } == .generalError)
        state.pressedHalfway()
        try state.opened()
        #expect(state.button == .open)
        #expect(Self.refusal { () throws(Refusal) in _ = try state.pressedFully(.shootAlone) } == .deviceBusy)
        state.pressedHalfway()
        #expect(state.released() && state.button == .released && !state.released())
    }

    @Test func `a change is reported once, and a request ends a hang`() {
        var state = FujifilmBodyState()
        state.hang()
        for code in [DevicePropCode.exposureTime, .fNumber, .exposureTime] { state.propertyChanged(code) }
        state.focusReported(.found)
        state.focusReported(.found)
        #expect(state.isHung)
        #expect(
            state.popChanges() == [.exposureTime, .fNumber, .fujifilmAFStatus] && !state.isHung && state.popChanges().isEmpty
        )
        for number: UInt32 in 0..<10_000 { state.propertyChanged(DevicePropCode(rawValue: number)) }
        #expect(state.popChanges().count == 256)
    }
}
