/// The step in which a camera's settings move: its exposure level increments.
public enum StopFraction: Sendable, Hashable, CaseIterable {
    /// Thirds of a stop, the usual default: f/4, f/4.5, f/5, f/5.6.
    case third
    /// Halves of a stop: f/4, f/4.8, f/5.6.
    case half
    /// Whole stops: f/4, f/5.6.
    case whole

    /// The size of one step.
    public var stops: Stops {
        switch self {
        case .third: .third
        case .half: .half
        case .whole: .one
        }
    }
}
