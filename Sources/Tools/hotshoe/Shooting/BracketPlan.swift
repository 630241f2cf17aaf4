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
    /// - Throws: the failure if the camera does not have the values.
    init(_ state: PropertyState, count: Int, step: Stops) throws(CommandFailure) {
        var exposures: [Exposure] = []
        for offset in Self.offsets(count: count, step: step) {
            guard let value = Self.value(state, brighterBy: offset) else { throw Self.missing(state, offset, count, step) }
            exposures.append(Exposure(offset: offset, value: value))
        }
        self.exposures = exposures
    }

    /// A sixth of a stop: half of the distance between two values in thirds.
    private static let tolerance = 0.17

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
                + "Choose a smaller --step or --count, or another --by."
        )
    }
}
