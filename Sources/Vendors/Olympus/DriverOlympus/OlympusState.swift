import PTP
import PTPOlympus

/// The control mode of a body, as the connection has found and changed it. Pure.
struct OlympusState: Equatable {
    /// How the computer came to control the body.
    enum Control: Equatable {
        /// It does not, or the mode was not read.
        case none
        /// Before the connection: an earlier one has not ended it.
        case before
        /// The connection has requested it.
        case requested
    }

    private(set) var control = Control.none

    /// The body has reported its mode, before a change.
    mutating func reported(_ mode: UInt64) {
        if control == .none, mode == UInt64(OlympusControlMode.computer) { control = .before }
    }

    /// Returns whether the mode must be changed, and notes that it is being changed.
    mutating func controlBegan() -> Bool {
        guard control == .none else { return false }
        control = .requested
        return true
    }

    /// Whether the mode is ended with the connection.
    var leavesControl: Bool { control != .none }
}
