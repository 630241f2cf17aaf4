/// One step along a property's list.
public enum StepDirection: Sendable, Hashable {
    /// Towards the end of the list.
    case increment
    /// Towards its beginning.
    case decrement

    public var opposite: StepDirection { self == .increment ? .decrement : .increment }
}

/// Finds its way, one step at a time, to the value closest to a target on a list that the camera does not show.
///
/// Pure: it is told what the camera shows and says what to do next. Which way the list runs is guessed by the kind of
/// value (apertures and shutter speeds usually run from bright to dark) and checked with the first step. Lists end,
/// wrap around, and hold values without a place in the order (auto, bulb); each is recognised.
public struct SteppedSearch: Sendable {
    /// How the search ended.
    public enum Outcome: Sendable, Hashable {
        /// The camera shows the target.
        case exact
        /// The target is not on the list; the camera shows the value that is closest.
        case closest
        /// The list ends before the target; the camera shows its last value.
        case reachedEnd
    }

    /// Why a search cannot go on.
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

    /// What to do next.
    public enum Action: Sendable, Hashable {
        case step(StepDirection)
        case finished(Outcome)
        case failed(Failure)
    }

    private enum Phase: Hashable {
        case starting
        /// Leaving a value without a place in the order.
        case leavingSpecial(StepDirection, hasTurned: Bool)
        /// The first step says whether the guess was right.
        case checkingDirection(StepDirection)
        case walking(StepDirection)
        /// One step back, to the value before the one that overshot, or before the list wrapped or turned special.
        case returning(Outcome)
        case ended
    }

    private let target: CommonValue
    private var phase = Phase.starting
    private var distance: Double?
    private var stepsLeft = 12

    /// Looks for `target`, an ordinary exposure value.
    public init(target: CommonValue) {
        self.target = target
    }

    /// Takes in what the camera shows (at the start, or after the step that was asked for) and decides.
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
        // Thirds of a stop at the finest, and as much again for lists with twice as many.
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
            // At the end of the list already, wrapped around, or led away: the list runs the other way.
            if new == old { return go(.walking(direction.opposite), direction.opposite) }
            return turn(from: direction)
        }
        return walk(direction, at: new)
    }

    /// The guess was wrong: goes back the other way, where the first value is the one it started from.
    private mutating func turn(from direction: StepDirection) -> Action {
        go(.walking(direction.opposite), direction.opposite)
    }

    private mutating func walk(_ direction: StepDirection, at new: Double?) -> Action {
        guard let old = distance else { return end(.failed(.unexpectedValue)) }
        guard let new else {
            // Fell off the end into auto or bulb.
            return go(.returning(.reachedEnd), direction.opposite)
        }
        if new == 0 { return end(.finished(.exact)) }
        if (new > 0) != (old > 0) {
            if abs(new) <= abs(old) { return end(.finished(.closest)) }
            return go(.returning(.closest), direction.opposite)
        }
        // Wrapped around, or led away from a start that was the list's last value already.
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
