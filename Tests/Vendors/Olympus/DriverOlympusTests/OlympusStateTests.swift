import PTPOlympus
import Testing

@testable import DriverOlympus

/// The control mode of a body: what is changed and ended.
@Suite struct OlympusStateTests {
    @Test func `control is requested once, and ended`() {
        var state = OlympusState()
        #expect(!state.leavesControl)
        state.reported(2)
        let (begins, again) = (state.controlBegan(), state.controlBegan())
        #expect(begins && !again && state.control == .requested && state.leavesControl)
    }

    @Test func `control that the computer has already is not requested, and is ended`() {
        var state = OlympusState()
        state.reported(1)
        let begins = state.controlBegan()
        #expect(!begins && state.control == .before && state.leavesControl)
    }

    @Test func `a report after the change has no effect`() {
        var state = OlympusState()
        _ = state.controlBegan()
        state.reported(1)
        #expect(state.control == .requested)
    }
}
