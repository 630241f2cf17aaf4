package import PTP

/// The range of positions of the focus, as the property 0xD171 describes it: six numbers in the place of a list of values. Their order is
/// that of a structure of Fujifilm's SDK, with which the description of a GFX 100S agrees; lenses without positions have zeros.
package struct FujifilmFocusRange: Hashable, Sendable {
    /// Positions of infinity and of the shortest distance.
    package let infinity, nearest: Int
    /// Numbers of steps beyond both ends.
    package let beyondInfinity, beyondNearest: Int
    /// Depth of focus, and the shortest movement, both in steps.
    package let depth, shortest: Int

    package init(infinity: Int, nearest: Int, beyondInfinity: Int = 0, beyondNearest: Int = 0, depth: Int, shortest: Int) {
        (self.infinity, self.nearest, self.depth, self.shortest) = (infinity, nearest, depth, shortest)
        (self.beyondInfinity, self.beyondNearest) = (beyondInfinity, beyondNearest)
    }

    /// Interprets a description; nil for one of another form, and for a lens without positions.
    package init?(_ form: PropForm) {
        guard case .enumeration(let values) = form, values.count == 6 else { return nil }
        let numbers = values.compactMap { $0.integer(Int16.self).map { Int($0) } }
        guard numbers.count == 6, numbers[0] != numbers[1] else { return nil }
        self.init(
            infinity: numbers[0],
            nearest: numbers[1],
            beyondInfinity: max(0, numbers[2]),
            beyondNearest: max(0, numbers[3]),
            depth: max(1, numbers[4]),
            shortest: max(1, numbers[5])
        )
    }

    /// The description's list.
    package var form: PropForm {
        .enumeration(
            [infinity, nearest, beyondInfinity, beyondNearest, depth, shortest].compactMap { .integer($0, as: .int16) }
        )
    }

    /// All positions.
    package var positions: ClosedRange<Int> {
        let sign = infinity < nearest ? -1 : 1
        let ends = [infinity + sign * beyondInfinity, nearest - sign * beyondNearest]
        return max(ends.min() ?? 0, Int(Int16.min))...min(ends.max() ?? 0, Int(Int16.max))
    }

    /// Returns the position after a movement by depths of focus, positive ones nearer; nil at the end of the range, and for a position that no
    /// lens has.
    package func position(from position: Int, by depths: Int) -> Int? {
        guard (-0x1_0000...0x1_0000).contains(position) else { return nil }
        let distance = depths * max(depth, shortest) * (infinity < nearest ? 1 : -1)
        let target = min(max(position + distance, positions.lowerBound), positions.upperBound)
        return abs(target - position) < shortest ? nil : target
    }
}
