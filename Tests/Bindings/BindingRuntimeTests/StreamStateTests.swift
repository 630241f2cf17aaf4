import Testing

@testable import BindingRuntime

/// The state machine of a stream, in every state.
@Suite struct StreamStateTests {
    private typealias State = StreamState<Int>

    @Test func `the first demand starts the pump, later ones resume it, one at a time`() {
        var state = State()
        #expect(state.demand() == .startPump && state.demand() == .nothing && state.pumpTurn == .fetch)
        #expect(state.arrived(1) && state.demand() == .nothing, "there is one")
        #expect(state.parkPump() && state.pop() != nil && state.pop() == nil)
        #expect(state.demand() == .resumePump && !state.parkPump(), "a demand is up")
    }

    @Test func `a demand between an arrival and parking keeps the pump running`() {
        var state = State()
        _ = state.demand()
        _ = state.arrived(1)
        _ = state.pop()
        #expect(state.demand() == .nothing && state.pumpTurn == .fetch)
    }

    @Test func `an element without a demand is refused`() {
        var state = State()
        let isEarly = state.arrived(1)
        #expect(!isEarly)
        _ = state.demand()
        #expect(state.arrived(1) && !state.arrived(2))
    }

    @Test func `the first ending counts, and is returned to every caller`() {
        var state = State()
        #expect(state.end(.finished) != nil && state.end(.shutDown) == nil)
        for _ in 0..<2 { if case .end? = state.pop() {} else { Issue.record("not the end") } }
        #expect(state.demand() == .nothing && state.pumpTurn == .stop && !state.arrived(1) && !state.parkPump())
    }

    @Test func `ending returns the undelivered element and resumes a parked pump`() {
        var state = State()
        _ = state.demand()
        _ = state.arrived(4)
        _ = state.parkPump()
        let left = state.end(.finished)
        #expect(left?.discarded == 4 && left?.resumesPump == true)
    }

    @Test func `a stream without a pump asks for each element, one at a time`() {
        var state = StreamState<Int>(hasPump: false)
        #expect(state.demand() == .request && state.demand() == .nothing)
        #expect(state.arrived(1) && state.demand() == .nothing && state.pop() != nil)
        #expect(state.demand() == .request)
        #expect(state.end(.finished)?.resumesPump == false && state.demand() == .nothing)
    }
}
