import Testing

@testable import PTPResponder

/// The shutter button: each event in each state.
@Suite struct ShutterButtonTests {
    enum State: String, CaseIterable {
        case released
        case half
        case pressing
        case pressingFromHalf
        case full
        case open
    }

    private static func button(_ state: State) -> ShutterButton {
        var button = ShutterButton()
        if state == .half || state == .pressingFromHalf { _ = button.pressedHalfway() }
        if state == .released || state == .half { return button }
        _ = button.pressedFully(opens: state == .open)
        if state == .full || state == .open { _ = button.answered(isAccepted: true) }
        return button
    }

    private typealias Event = @Sendable (inout ShutterButton) -> [ShutterButton.Action]
    private typealias Outcome = (actions: [ShutterButton.Action], next: State)

    /// Events with their outcome in each state, in the order of ``State``.
    private static let table: [(String, Event, [Outcome])] = [
        (
            "half-press", { $0.pressedHalfway() },
            [([.focus], .half), ([], .half), ([], .pressing), ([], .pressingFromHalf), ([], .full), ([], .open)]
        ),
        (
            "full press", { $0.pressedFully() },
            [
                ([.pressShutter], .pressing), ([.pressShutter], .pressingFromHalf), ([], .pressing), ([], .pressingFromHalf),
                ([], .full), ([], .open),
            ]
        ),
        (
            "accepted", { $0.answered(isAccepted: true) },
            [([], .released), ([], .half), ([], .full), ([], .full), ([], .full), ([], .open)]
        ),
        (
            "refused", { $0.answered(isAccepted: false) },
            [([], .released), ([], .half), ([], .released), ([], .half), ([], .full), ([], .open)]
        ),
        (
            "lasted", { $0.lasted(seconds: 4) },
            [
                ([], .released), ([], .half), ([], .pressing), ([], .pressingFromHalf), ([], .full),
                ([.report(seconds: 4), .wait(seconds: 5)], .open),
            ]
        ),
        (
            "half released", { $0.released(.half) },
            [([], .released), ([.endFocusing], .released), ([], .pressing), ([], .pressingFromHalf), ([], .full), ([], .open)]
        ),
        (
            "full released", { $0.released(.full) },
            [([], .released), ([], .half), ([], .pressing), ([], .pressingFromHalf), ([.releaseShutter], .half), ([], .open)]
        ),
        (
            "both released", { $0.released([.half, .full]) },
            [
                ([], .released), ([.endFocusing], .released), ([], .pressing), ([], .pressingFromHalf),
                ([.releaseShutter, .endFocusing], .released), ([], .open),
            ]
        ),
        (
            "closed", { $0.closed() },
            [
                ([], .released), ([], .half), ([], .pressing), ([], .pressingFromHalf), ([], .full),
                ([.releaseShutter], .released),
            ]
        ),
        (
            "abandoned", { $0.abandoned() },
            [
                ([], .released), ([.endFocusing], .released), ([.releaseShutter, .endFocusing], .released),
                ([.releaseShutter, .endFocusing], .released), ([.releaseShutter, .endFocusing], .released),
                ([.releaseShutter, .endFocusing], .released),
            ]
        ),
    ]

    @Test func `each event in each state has its actions and its next state`() {
        for (name, event, outcomes) in Self.table {
            #expect(outcomes.count == State.allCases.count)
            for (state, outcome) in zip(State.allCases, outcomes) {
                var button = Self.button(state)
                #expect(event(&button) == outcome.actions, "\(name) while \(state.rawValue)")
                #expect(button == Self.button(outcome.next), "\(name) while \(state.rawValue)")
            }
        }
    }

    @Test func `the button is pressed from the press until its release`() {
        for state in State.allCases {
            let button = Self.button(state)
            #expect(button.isPressed == ![.released, .half].contains(state) && button.isReleased == (state == .released))
        }
    }

    @Test func `an exposure is counted from the first second to the last`() {
        var button = ShutterButton()
        #expect(button.pressedFully(opens: true) == [.pressShutter])
        #expect(button.answered(isAccepted: true) == [.wait(seconds: 1)])
        #expect(button.lasted(seconds: 3599) == [.report(seconds: 3599), .wait(seconds: 3600)])
        #expect(button.lasted(seconds: 3600) == [.report(seconds: 3600)])
        #expect(button.closed() == [.releaseShutter] && button.lasted(seconds: 3601).isEmpty)
    }

    @Test func `a refused exposure leaves the button as it was`() {
        var button = Self.button(.half)
        _ = button.pressedFully(opens: true)
        #expect(button.answered(isAccepted: false).isEmpty && button == Self.button(.half))
    }

    @Test func `an answer after the end of the session does not press the button again`() {
        for isAccepted in [false, true] {
            var button = Self.button(.pressingFromHalf)
            #expect(button.abandoned() == [.releaseShutter, .endFocusing])
            #expect(button.answered(isAccepted: isAccepted).isEmpty && button.isReleased)
        }
    }
}
