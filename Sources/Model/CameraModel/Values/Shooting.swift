/// Options for taking a picture.
public struct ShootOptions: Sendable, Hashable {
    /// Whether to focus first, as a half-press does. If focusing fails, the picture is not taken.
    public var autofocus: Bool
    /// Time to wait for the files after the release, for cameras over PTP. At least twice the exposure time and 40 seconds, and
    /// 100 seconds if it is nil.
    public var timeLimit: Duration?
    /// The time of the release; nil for immediately. The camera's own delay between the request and the exposure is added to it.
    ///
    /// The computer to which the camera is attached waits by its clock (``ClockQuality``), after focusing if
    /// ``autofocus`` is true and the camera can hold its focus.
    public var time: ClockTime?
    /// The error that the clock of another computer may have for ``time``; nil for any. It is compared by the computer to which the camera is
    /// attached, for a camera of `hotshoe serve`.
    public var clockLimit: Duration?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - autofocus: whether to focus first.
    ///   - timeLimit: time to wait for the files; see ``timeLimit``.
    ///   - time: the time of the release; nil for immediately.
    ///   - clockLimit: the error that the clock of another computer may have; nil for any.
    public init(autofocus: Bool = true, timeLimit: Duration? = nil, time: ClockTime? = nil, clockLimit: Duration? = nil) {
        self.autofocus = autofocus
        self.timeLimit = timeLimit
        self.time = time
        self.clockLimit = clockLimit
    }
}

/// Direction and amount of a movement of the lens's focus.
public struct FocusStep: Sendable, Hashable {
    /// Direction of a movement.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// Towards closer subjects.
        case towardsCamera = "near"
        /// Towards infinity.
        case towardsInfinity = "far"
    }

    /// Amount of a movement; its distance depends on the lens.
    public enum Amount: String, Sendable, Hashable, CaseIterable {
        /// A small step.
        case small
        /// A medium step.
        case medium
        /// A large step.
        case large
    }

    /// Direction of the movement.
    public var direction: Direction
    /// Amount of the movement.
    public var amount: Amount

    /// Creates a step.
    public init(_ direction: Direction, _ amount: Amount) {
        self.direction = direction
        self.amount = amount
    }
}
