import CameraModel
import Exposure

/// The exposures of a bracket as values of one property. Pure.
struct BracketPlan: Equatable {
    struct Exposure: Equatable {
        /// Difference from the middle, in stops; positive is brighter.
        let offset: Stops
        let value: PropertyValue
    }

    let exposures: [Exposure]

    /// The offsets of `count` exposures with a distance of `step`, from dark to bright: three with a step of one are −1, 0 and +1.
    static func offsets(count: Int, step: Stops) -> [Stops] {
        (0..<count).map { Stops(sixths: step.sixths * (2 * $0 - (count - 1)) / 2) }
    }

    /// Creates the plan for a property of the camera.
    ///
    /// The middle of an even number of exposures lies between two values of most cameras: all exposures are moved by up to a third of a
    /// stop then, so that their distances are equal.
    ///
    /// - Throws: the failure if the camera does not have the values.
    init(_ state: PropertyState, count: Int, step: Stops) throws(CommandFailure) {
        let offsets = Self.offsets(count: count, step: step)
        for shift in Self.shifts {
            let moved = offsets.map { Stops(sixths: $0.sixths + shift) }
            let found = moved.map { Self.value(state, brighterBy: $0) }
            guard found.allSatisfy({ $0 != nil }) else { continue }
            exposures = zip(moved, found).compactMap { offset, value in value.map { Exposure(offset: offset, value: $0) } }
            return
        }
        throw Self.missing(state, offsets.first { Self.value(state, brighterBy: $0) == nil } ?? step, count, step)
    }

    /// Movements of all exposures, in sixths of a stop, in the order in which they are tried.
    private static let shifts = [0, -1, 1, -2, 2]

    /// Half of a sixth of a stop, the unit of exposure values.
    private static let tolerance = 0.08

    /// Returns the value of a property that exposes brighter than its present one; nil if the camera has none.
    private static func value(_ state: PropertyState, brighterBy offset: Stops) -> PropertyValue? {
        guard let base = state.value, let common = base.common else { return nil }
        if offset == .zero { return state.settable.resolve(base) }
        let near = state.settable.values.compactMap { value -> (PropertyValue, Double)? in
            guard let stops = value.common?.stops(from: common) else { return nil }
            return (value, abs(stops - offset.doubleValue))
        }
        return near.filter { $0.1 <= tolerance }.min { $0.1 < $1.1 }?.0
    }

    private static func missing(_ state: PropertyState, _ offset: Stops, _ count: Int, _ step: Stops) -> CommandFailure {
        let width = "\(count) exposures with a step of \(step) stops"
        return CommandFailure(
            .value,
            state.identifier.description,
            "\(width) need a value \(offset) stops from \(state.value?.label ?? "none"), which the camera does not have. "
                + "Choose another --step, a smaller --count, or --by shutter-speed in an exposure mode in which it can be set (M or S)."
        )
    }
}
