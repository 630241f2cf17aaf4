/// Direction of a step in a property's list.
public enum StepDirection: Sendable, Hashable {
    /// Towards the end of the list.
    case increment
    /// Towards the start of the list.
    case decrement

    /// The other direction.
    public var opposite: StepDirection { self == .increment ? .decrement : .increment }
}

/// Searches for the value closest to a target, one step at a time, in a list that the camera does not report.
///
/// Pure: receives the value that the camera shows and returns the next action. The direction of the list is guessed from the
/// kind of value (apertures and shutter speeds usually run from bright to dark) and verified with the first step. The search
/// recognises the end of a list, a list that wraps around, and values without a place in the order (auto, bulb).
public struct SteppedSearch: Sendable {
    /// The result of a search.
    public enum Outcome: Sendable, Hashable {
        /// The camera shows the target.
        case exact
        /// The target is not on the list; the camera shows the value that is closest.
        case closest
        /// The list ends before the target; the camera shows its last value.
        case reachedEnd
    }

    /// The reason why a search cannot continue.
    public enum Failure: Error, Sendable, Hashable {
        /// The camera shows a value without a place in the order, and stepping away from it did not help.
        case invalidStart
        /// The target has no place in the order.
        case invalidTarget
        /// The camera shows something that stepping cannot explain.
        case unexpectedValue
        /// More steps than the distance can need.
        case tooManySteps
    }

    /// The next action of the caller.
    public enum Action: Sendable, Hashable {
        /// Move by one step, then call ``next(showing:)`` with the new value.
        case step(StepDirection)
        /// The search has ended at a value.
        case finished(Outcome)
        /// The search has failed.
        case failed(Failure)
    }

    private enum Phase: Hashable {
        case starting
        /// Moving away from a value without a place in the order.
        case leavingSpecial(StepDirection, hasTurned: Bool)
        /// The first step verifies the guessed direction.
        case checkingDirection(StepDirection)
        case walking(StepDirection)
        /// One step back, from a value that overshot the target, or from where the list wrapped around or left the order.
        case returning(Outcome)
        case ended
    }

    private let target: CommonValue
    private var phase = Phase.starting
    private var distance: Double?
    private var stepsLeft = 12

    /// Creates a search for `target`, an ordinary exposure value.
    public init(target: CommonValue) {
        self.target = target
    }

    /// Returns the next action for the value that the camera shows, at the start or after the requested step.
    public mutating func next(showing value: CommonValue?) -> Action {
        guard target.stops(from: target) != nil else { return end(.failed(.invalidTarget)) }
        let new = value.flatMap { $0.stops(from: target) }
        switch phase {
        case .starting: return start(at: new)
        case .leavingSpecial(let direction, let hasTurned): return leaveSpecial(direction, hasTurned, at: new)
        case .checkingDirection(let direction): return checkDirection(direction, at: new)
        case .walking(let direction): return walk(direction, at: new)
        case .returning(let outcome): return end(new == nil ? .failed(.unexpectedValue) : .finished(outcome))
        case .ended: return .failed(.unexpectedValue)
        }
    }

    private mutating func start(at new: Double?) -> Action {
        guard let new else { return go(.leavingSpecial(.increment, hasTurned: false), .increment) }
        if new == 0 { return end(.finished(.exact)) }
        // Enough for lists in thirds of a stop, and for lists with twice as many values.
        stepsLeft = max(12, Int(abs(new) * 6) + 6)
        distance = new
        let direction = guess(brighterBy: -new)
        return go(.checkingDirection(direction), direction)
    }

    private mutating func leaveSpecial(_ direction: StepDirection, _ hasTurned: Bool, at new: Double?) -> Action {
        if let new {
            phase = .starting
            return start(at: new)
        }
        if stepsLeft > 0 && stepsLeft % 4 != 0 { return go(phase, direction) }
        guard !hasTurned else { return end(.failed(.invalidStart)) }
        return go(.leavingSpecial(direction.opposite, hasTurned: true), direction.opposite)
    }

    private mutating func checkDirection(_ direction: StepDirection, at new: Double?) -> Action {
        guard let new, let old = distance else { return turn(from: direction) }
        if new == 0 { return end(.finished(.exact)) }
        if new == old || abs(new - old) > 2 || (abs(new) > abs(old) && (new > 0) == (old > 0)) {
            // At the end of the list, wrapped around, or moved away from the target: the list runs in the other direction.
            if new == old { return go(.walking(direction.opposite), direction.opposite) }
            return turn(from: direction)
        }
        return walk(direction, at: new)
    }

    /// Reverses a wrong direction; the next value is the one at which the search started.
    private mutating func turn(from direction: StepDirection) -> Action {
        go(.walking(direction.opposite), direction.opposite)
    }

    private mutating func walk(_ direction: StepDirection, at new: Double?) -> Action {
        guard let old = distance else { return end(.failed(.unexpectedValue)) }
        guard let new else {
            // The step moved past the end of the list to auto or bulb.
            return go(.returning(.reachedEnd), direction.opposite)
        }
        if new == 0 { return end(.finished(.exact)) }
        if (new > 0) != (old > 0) {
            if abs(new) <= abs(old) { return end(.finished(.closest)) }
            return go(.returning(.closest), direction.opposite)
        }
        // Wrapped around, or moved away because the start was the last value of the list.
        if abs(new) > abs(old) { return go(.returning(.reachedEnd), direction.opposite) }
        if new == old && phase == .walking(direction) && hasMoved { return end(.finished(.reachedEnd)) }
        hasMoved = true
        distance = new
        return go(.walking(direction), direction)
    }

    private var hasMoved = false

    private func guess(brighterBy stops: Double) -> StepDirection {
        let runsFromBrightToDark =
            switch target {
            case .aperture, .shutterSpeed: true
            default: false
            }
        return (stops > 0) == runsFromBrightToDark ? .decrement : .increment
    }

    private mutating func go(_ next: Phase, _ direction: StepDirection) -> Action {
        guard stepsLeft > 0 else { return end(.failed(.tooManySteps)) }
        stepsLeft -= 1
        phase = next
        return .step(direction)
    }

    private mutating func end(_ action: Action) -> Action {
        phase = .ended
        return action
    }
}
