/// The places, in sixths of a stop, of the rounded numbers that cameras show for one setting.
///
/// Cameras show two series of numbers, one in thirds and one in halves, which share the whole stops. Positions rise with
/// the numbers; zero is f/1, one second or ISO 100. A few numbers stand in both series, a sixth apart (f/1.2 is two thirds
/// or a half above f/1): alone they are taken for the third, beside a half for the half.
struct NominalScale<Value: Hashable & Comparable & Sendable>: Sendable {
    /// Change of the picture's brightness with increasing numbers.
    enum Light: Int { case rises = 1, falls = -1 }

    /// Ascending values at evenly spaced positions.
    struct Series: Sendable {
        let first: Int
        let spacing: Int
        let values: [Value]

        var positions: ClosedRange<Int> { first...(first + spacing * (values.count - 1)) }

        func value(at position: Int) -> Value? {
            guard positions.contains(position), (position - first).isMultiple(of: spacing) else { return nil }
            return values[(position - first) / spacing]
        }

        var places: [Value: Int] {
            Dictionary(zip(values, values.indices.map { first + $0 * spacing }), uniquingKeysWith: { first, _ in first })
        }
    }

    private let light: Light
    private let thirds: Series
    private let halves: Series
    private let thirdPlaces: [Value: Int]
    private let halfPlaces: [Value: Int]
    /// Every nominal value once, ascending.
    private let marks: [(value: Value, position: Int)]
    private let measure: @Sendable (Value) -> Double

    /// Creates a scale from ascending tables.
    ///
    /// - Parameters:
    ///   - light: Whether a larger number gives more light.
    ///   - thirds: Every third from the first position on, which is an even number.
    ///   - halves: Every half from the first position on, which is a multiple of three.
    ///   - measure: The unrounded place of a number, in sixths; only differences matter.
    init(
        light: Light,
        thirds: (first: Int, values: [Value]),
        halves: (first: Int, values: [Value]),
        measure: @escaping @Sendable (Value) -> Double
    ) {
        self.light = light
        self.thirds = Series(first: thirds.first, spacing: 2, values: thirds.values)
        self.halves = Series(first: halves.first, spacing: 3, values: halves.values)
        self.measure = measure
        thirdPlaces = self.thirds.places
        halfPlaces = self.halves.places
        marks = halfPlaces.merging(thirdPlaces) { _, third in third }
            .map { (value: $0.key, position: $0.value) }
            .sorted { $0.value < $1.value }
    }

    /// The values of a series, ascending.
    func values(_ step: StopFraction) -> [Value] {
        switch step {
        case .third: thirds.values
        case .half: halves.values
        case .whole: thirds.positions.filter { $0.isMultiple(of: 6) }.compactMap(thirds.value(at:))
        }
    }

    /// The light that a value gives, in stops, unrounded.
    func light(of value: Value) -> Double {
        Double(light.rawValue) * position(of: value) / 6
    }

    /// How much more light `value` gives than `other`, to a sixth of a stop.
    func stops(of value: Value, from other: Value) -> Stops {
        let difference: Double
        if let (upper, lower) = places(of: value, beside: other) {
            difference = Double(upper - lower)
        } else {
            difference = position(of: value) - position(of: other)
        }
        // Divided by six here, multiplied there: off by far less than the rounding takes away.
        return Stops(nearest: Double(light.rawValue) * difference / 6)
    }

    /// The nominal value that gives `stops` more light than `value`, or `nil` past the ends of the scale.
    func value(_ value: Value, adding stops: Stops) -> Value? {
        if stops == .zero { return value }
        let steps = light.rawValue * stops.sixths
        let (target, overflow) = place(of: value, moving: steps).addingReportingOverflow(steps)
        guard !overflow, thirds.positions.contains(target) else { return nil }
        if let found = thirds.value(at: target) ?? halves.value(at: target) { return found }
        // An odd sixth stands between two thirds. The one before it never exceeds what was asked,
        // and makes the way back end where this began.
        return target.isMultiple(of: 3) ? nil : thirds.value(at: target - steps.signum())
    }
}

extension NominalScale {
    /// The places of two nominal values in a series that has both, thirds before halves; else each in the one it is in.
    private func places(of value: Value, beside other: Value) -> (Int, Int)? {
        if let upper = thirdPlaces[value], let lower = thirdPlaces[other] { return (upper, lower) }
        if let upper = halfPlaces[value], let lower = halfPlaces[other] { return (upper, lower) }
        guard let upper = thirdPlaces[value] ?? halfPlaces[value] else { return nil }
        guard let lower = thirdPlaces[other] ?? halfPlaces[other] else { return nil }
        return (upper, lower)
    }

    /// The place from which `steps` are counted: among the halves if an odd number of halves is added.
    private func place(of value: Value, moving steps: Int) -> Int {
        if steps.isMultiple(of: 3), !steps.isMultiple(of: 2), let half = halfPlaces[value] { return half }
        return thirdPlaces[value] ?? halfPlaces[value] ?? Int(position(of: value).rounded())
    }

    /// The position of any value; what is not nominal stands between its neighbours, so that positions rise with the
    /// numbers.
    private func position(of value: Value) -> Double {
        if let place = thirdPlaces[value] ?? halfPlaces[value] { return Double(place) }
        let place = measure(value)
        let above = marks.partitioningIndex { $0.value > value }
        if above == marks.startIndex { return Double(marks[above].position) + place - measure(marks[above].value) }
        let lower = marks[above - 1]
        let lowerPlace = measure(lower.value)
        if above == marks.endIndex { return Double(lower.position) + place - lowerPlace }
        let upper = marks[above]
        let share = (place - lowerPlace) / (measure(upper.value) - lowerPlace)
        return Double(lower.position) + Double(upper.position - lower.position) * share
    }
}

extension Array {
    /// The index of the first element that belongs to the second part, in an array that has all of the first part before
    /// it.
    fileprivate func partitioningIndex(where belongsInSecondPart: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if belongsInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
