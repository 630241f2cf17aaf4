/// The state of a rig.
public enum RigState: String, Sendable, Hashable, CaseIterable {
    /// Nothing is held or in progress.
    case idle
    /// Cameras are being focused.
    case arming
    /// The shutter button of each camera that has a half-press is held halfway.
    case armed
    /// Pictures are being taken.
    case firing
    /// Shutter buttons are being released.
    case disarming
    /// Settings are being set.
    case setting
}

/// Which request of a rig is permitted when. Pure.
struct RigMachine {
    private(set) var state = RigState.idle
    /// The state after the present request.
    private var next = RigState.idle

    /// Begins arming. Returns false if another request is in progress, or the rig is armed already.
    mutating func arm() -> Bool { begin(.arming, from: [.idle], then: .armed) }

    /// Begins taking pictures.
    mutating func fire() -> Bool { begin(.firing, from: [.idle, .armed], then: .idle) }

    /// Begins releasing the shutter buttons. False if none is held.
    mutating func disarm() -> Bool { begin(.disarming, from: [.armed], then: .idle) }

    /// Begins setting; an armed rig stays armed.
    mutating func set() -> Bool { begin(.setting, from: [.idle, .armed], then: state) }

    /// Ends the request in progress.
    mutating func end() { state = next }

    /// Ends arming, which failed, after all buttons were released.
    mutating func fail() { state = .idle }

    private mutating func begin(_ new: RigState, from allowed: [RigState], then next: RigState) -> Bool {
        guard allowed.contains(state) else { return false }
        (state, self.next) = (new, next)
        return true
    }
}
