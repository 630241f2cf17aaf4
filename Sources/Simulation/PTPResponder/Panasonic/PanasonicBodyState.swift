import PTP

/// State machine of a Panasonic body in one session: what the initiator has pressed, and whether the body hangs. Pure: takes events, returns results.
struct PanasonicBodyState {
    var button = ShutterButton()
    /// Whether the body waits for a request of its state.
    private(set) var isHung = false

    /// Throws if the body waits for a request of its state.
    func checkReady() throws(Refusal) { if isHung { throw Refusal(.deviceBusy) } }

    mutating func hang() { isHung = true }

    /// Processes a request of the state of the body.
    mutating func statusRequested() { isHung = false }

    /// Processes the end of the session. Returns the releases to perform.
    mutating func ended() -> [ShutterButton.Action] {
        isHung = false
        return button.abandoned()
    }
}
