/// Options for taking a picture.
public struct ShootOptions: Sendable, Hashable {
    /// Whether to focus first, as a half-press does. If focusing fails, the picture is not taken.
    public var autofocus: Bool
    /// Time to wait for the files after the release, for cameras over PTP. At least twice the exposure time and 40 seconds, and
    /// 100 seconds if it is nil.
    public var timeLimit: Duration?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - autofocus: whether to focus first.
    ///   - timeLimit: time to wait for the files; see ``timeLimit``.
    public init(autofocus: Bool = true, timeLimit: Duration? = nil) {
        self.autofocus = autofocus
        self.timeLimit = timeLimit
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
