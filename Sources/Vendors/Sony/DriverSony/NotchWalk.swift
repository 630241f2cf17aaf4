import PTP

/// Moves a setting to a value by notches, on bodies that accept nothing else. Pure: receives the value that the body shows and returns
/// the next action.
///
/// The first notches are requested together. The direction in which a body counts is assumed, and learnt from the first move; where a move
/// overshoots the target, single notches follow.
struct NotchWalk {
    /// The next action of the caller.
    enum Action: Equatable {
        /// Move by a number of notches, and wait for another value.
        case move(Int)
        case arrived
        /// The body does not reach the target.
        case failed(Failure)
    }

    enum Failure: Equatable {
        /// The target, or the value that the body shows, is not in the list.
        case notListed
        /// The body does not move any further.
        case stuck
        /// More moves than the distance can need.
        case tooMany
    }

    private enum Phase: Equatable {
        case starting
        /// Moving by the whole distance that remains.
        case jumping(from: Int)
        case single(from: Int)
    }

    /// The values in the order of the notches.
    private let values: [DataValue]
    private var target: DataValue
    private var phase = Phase.starting
    /// −1 if the body counts in the other direction than the list.
    private var sign = 1
    private var movesLeft = 100

    init(to target: DataValue, in values: [DataValue]) { (self.target, self.values) = (target, values) }

    /// Replaces the target: the newest one counts.
    mutating func redirect(to target: DataValue) {
        self.target = target
        movesLeft = 100
        phase = .starting
    }

    /// Returns the next action for the value that the body shows, at the start or after a move. `nil` after a move without an effect.
    mutating func next(showing shown: DataValue?) -> Action {
        guard let shown else { return .failed(.stuck) }
        guard let wanted = values.firstIndex(of: target), let here = values.firstIndex(of: shown) else {
            return .failed(.notListed)
        }
        let distance = wanted - here
        if distance == 0 { return .arrived }
        guard movesLeft > 0 else { return .failed(.tooMany) }
        movesLeft -= 1
        switch phase {
        case .starting: phase = .jumping(from: distance)
        case .jumping(let before), .single(let before):
            // Away from the target: the body counts in the other direction.
            if abs(distance) > abs(before), (distance > 0) == (before > 0) { sign = -sign }
            let isBeyond = (distance > 0) != (before > 0)
            if isBeyond || phase == .single(from: before) {
                phase = .single(from: distance)
            } else {
                phase = .jumping(from: distance)
            }
        }
        if case .single = phase { return .move(distance.signum() * sign) }
        return .move(max(-127, min(127, distance)) * sign)
    }
}
