import Testing

@testable import DriverNikon

/// Each event in each state that a sequence of events reaches.
@Suite struct NikonStateTests {
    private enum Event: CaseIterable {
        case controlTaken, viewKept, movieEnded, movieEndedWithFrames, modeOn, modeOnInView, modeOff, modeOffInView, modeChanged
        case viewStopped, restartEnded, pictureOf0, pictureOf2, fileArrived, pictureEnded, burst, released

        /// Applies the event. Returns its result in words; empty for none.
        func apply(_ state: inout NikonState) -> String {
            switch self {
            case .controlTaken: state.controlTaken()
            case .viewKept: state.viewKeptForMovie()
            case .movieEnded: return state.movieEnded(hasConsumers: false) ? "end view" : ""
            case .movieEndedWithFrames: return state.movieEnded(hasConsumers: true) ? "end view" : ""
            case .modeOn: state.modeChangeBegan(toOn: true, interruptsView: false)
            case .modeOnInView: state.modeChangeBegan(toOn: true, interruptsView: true)
            case .modeOff: state.modeChangeBegan(toOn: false, interruptsView: false)
            case .modeOffInView: state.modeChangeBegan(toOn: false, interruptsView: true)
            case .modeChanged: state.modeChangeEnded()
            case .viewStopped: return state.viewStopped() ? "restart view" : ""
            case .restartEnded: state.restartEnded()
            case .pictureOf0: state.pictureBegan(filesInMemory: 0)
            case .pictureOf2: state.pictureBegan(filesInMemory: 2)
            case .fileArrived: return state.fileArrived() ? "others follow" : ""
            case .pictureEnded: state.pictureEnded()
            case .burst: state.burstLengthened(from: 3)
            case .released: return state.shutterReleased().map { "restore \($0)" } ?? ""
            }
            return ""
        }
    }

    private static func state(after events: [Event]) -> NikonState {
        var state = NikonState()
        for event in events { _ = event.apply(&state) }
        return state
    }

    /// The events that have a result or change one part of the state, by the events before them; all others leave that part as it is.
    private static let view: [([Event], [Event: (NikonState.ViewPurpose, String)])] = [
        ([], [.viewKept: (.movie, "")]),
        ([.viewKept], [.movieEnded: (.frames, "end view"), .movieEndedWithFrames: (.frames, "")]),
    ]
    private static let mode: [([Event], [Event: NikonState.ApplicationMode])] = [
        ([], [:]),
        ([.modeOn], [.modeChanged: .on]),
        ([.modeOnInView], [.modeChanged: .on]),
        ([.modeOff], [.modeChanged: .off]),
        ([.modeOffInView], [.modeChanged: .off]),
        ([.modeOn, .modeChanged], [:]),
    ]
    private static let picture: [([Event], [Event: (NikonState.Picture, String)])] = [
        ([], [.pictureOf2: (.incomplete(missing: 2), "")]),
        (
            [.pictureOf2],
            [.fileArrived: (.incomplete(missing: 1), "others follow"), .pictureEnded: (.none, ""), .pictureOf0: (.none, "")]
        ),
        (
            [.pictureOf2, .fileArrived],
            [
                .fileArrived: (.none, ""), .pictureEnded: (.none, ""), .pictureOf0: (.none, ""),
                .pictureOf2: (.incomplete(missing: 2), ""),
            ]
        ),
        ([.pictureOf2, .fileArrived, .fileArrived], [.pictureOf2: (.incomplete(missing: 2), "")]),
    ]

    @Test func `the computer keeps control of the settings once it has taken it`() {
        for event in Event.allCases {
            var state = NikonState()
            _ = event.apply(&state)
            #expect((state.control == .computer) == (event == .controlTaken))
            state = Self.state(after: [.controlTaken, event])
            #expect(state.control == .computer)
        }
    }

    @Test func `live view that only a movie needs ends with the movie`() {
        for (before, effects) in Self.view {
            let first = Self.state(after: before)
            for event in Event.allCases {
                var state = first
                let result = event.apply(&state)
                let expected = effects[event] ?? (first.viewPurpose, "")
                #expect(state.viewPurpose == expected.0, "\(event) after \(before)")
                if event == .movieEnded || event == .movieEndedWithFrames {
                    #expect(result == expected.1, "\(event) after \(before)")
                }
            }
        }
    }

    @Test func `a change of the application mode interrupts live view, and its result is kept`() {
        let changes: [Event: NikonState.ApplicationMode] = [
            .modeOn: .changing(toOn: true, interruptsView: false), .modeOnInView: .changing(toOn: true, interruptsView: true),
            .modeOff: .changing(toOn: false, interruptsView: false), .modeOffInView: .changing(toOn: false, interruptsView: true),
        ]
        for (before, effects) in Self.mode {
            let first = Self.state(after: before)
            #expect(first.leavesMode == (before.contains(.modeOn) || before.contains(.modeOnInView)))
            for event in Event.allCases {
                var state = first
                _ = event.apply(&state)
                #expect(
                    state.applicationMode == effects[event] ?? changes[event] ?? first.applicationMode,
                    "\(event) after \(before)"
                )
            }
        }
    }

    @Test func `live view that the body ends is started again, once, and not while a change of the mode interrupts it`() {
        for before in Event.allCases {
            var state = Self.state(after: [before])
            let mayRestart = ![.modeOnInView, .modeOffInView, .viewStopped].contains(before)
            #expect(Event.viewStopped.apply(&state) == (mayRestart ? "restart view" : ""), "after \(before)")
            #expect(state.bodyView == (mayRestart || before == .viewStopped ? .restarting : .asRequested))
            #expect(Event.viewStopped.apply(&state) == "", "after \(before)")
            _ = Event.restartEnded.apply(&state)
            #expect(state.bodyView == .asRequested)
        }
        for event in Event.allCases where event != .restartEnded {
            var state = Self.state(after: [.viewStopped])
            _ = event.apply(&state)
            #expect(state.bodyView == .restarting, "after \(event)")
        }
    }

    @Test func `a picture is incomplete until each of its files has arrived in the body's memory`() {
        for (before, effects) in Self.picture {
            let first = Self.state(after: before)
            for event in Event.allCases {
                var state = first
                let result = event.apply(&state)
                let expected = effects[event] ?? (first.picture, "")
                #expect(state.picture == expected.0, "\(event) after \(before)")
                if event == .fileArrived { #expect(result == expected.1, "\(event) after \(before)") }
            }
        }
    }

    @Test func `the number of a lengthened burst is restored once, when the shutter is released`() {
        var state = NikonState()
        #expect(Event.released.apply(&state) == "")
        for event in Event.allCases where event != .released {
            state = Self.state(after: [.burst, event])
            #expect(state.burst == .lengthened(from: 3), "\(event)")
        }
        #expect(Event.released.apply(&state) == "restore 3")
        #expect(Event.released.apply(&state) == "" && state.burst == .asSet)
    }
}
