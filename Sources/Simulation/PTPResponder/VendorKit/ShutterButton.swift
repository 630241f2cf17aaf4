/// State machine of a shutter button that the initiator presses. Pure: takes events, returns actions.
struct ShutterButton: Hashable {
    private enum State: Hashable {
        case released
        case half
        /// The camera has not answered yet whether it takes the picture.
        case pressing(wasHalf: Bool, opens: Bool)
        case full
        /// The shutter is open until a second operation closes it.
        case open
    }

    /// Action for the caller; several are carried out in order.
    enum Action: Hashable {
        case focus
        case pressShutter
        case releaseShutter
        case endFocusing
        /// Report the duration of the exposure in seconds.
        case report(seconds: UInt32)
        /// Wait until the exposure has lasted this number of seconds.
        case wait(seconds: UInt32)
    }

    /// Positions of the button.
    struct Positions: OptionSet, Hashable {
        let rawValue: UInt32
        static let half = Positions(rawValue: 1)
        static let full = Positions(rawValue: 2)
    }

    /// Maximum duration of an exposure that is reported, in seconds.
    private static let longest: UInt32 = 3600

    private var state = State.released

    /// Whether the button is fully pressed.
    var isPressed: Bool {
        switch state {
        case .pressing, .full, .open: true
        case .released, .half: false
        }
    }

    var isReleased: Bool { state == .released }

    // MARK: Pressing

    /// Processes a half-press.
    mutating func pressedHalfway() -> [Action] {
        guard state == .released else { return [] }
        state = .half
        return [.focus]
    }

    /// Processes a full press; the camera's answer follows. A press that `opens` the shutter lasts until ``closed()``. Has no
    /// effect on a pressed button.
    mutating func pressedFully(opens: Bool = false) -> [Action] {
        guard !isPressed else { return [] }
        state = .pressing(wasHalf: state == .half, opens: opens)
        return [.pressShutter]
    }

    /// Processes the camera's answer to a full press.
    mutating func answered(isAccepted: Bool) -> [Action] {
        // The end of the session may have released the button.
        guard case .pressing(let wasHalf, let opens) = state else { return [] }
        state = isAccepted ? (opens ? .open : .full) : (wasHalf ? .half : .released)
        return state == .open ? [.wait(seconds: 1)] : []
    }

    /// Processes the time at which an exposure has lasted a number of seconds.
    mutating func lasted(seconds: UInt32) -> [Action] {
        guard state == .open else { return [] }
        return [.report(seconds: seconds)] + (seconds < Self.longest ? [.wait(seconds: seconds + 1)] : [])
    }

    // MARK: Releasing

    /// Processes the release of some positions.
    mutating func released(_ positions: Positions) -> [Action] {
        switch state {
        case .full where positions.contains(.full):
            state = positions.contains(.half) ? .released : .half
            return positions.contains(.half) ? [.releaseShutter, .endFocusing] : [.releaseShutter]
        case .half where positions.contains(.half):
            state = .released
            return [.endFocusing]
        case .released, .half, .pressing, .full, .open: return []
        }
    }

    /// Processes the end of an open exposure; empty if there is none.
    mutating func closed() -> [Action] {
        guard state == .open else { return [] }
        state = .released
        return [.releaseShutter]
    }

    /// Processes the end of the session.
    mutating func abandoned() -> [Action] {
        defer { state = .released }
        switch state {
        case .released: return []
        case .half: return [.endFocusing]
        case .pressing, .full, .open: return [.releaseShutter, .endFocusing]
        }
    }
}
