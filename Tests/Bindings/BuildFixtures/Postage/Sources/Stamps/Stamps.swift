import CWeights

/// A weight that no number of stamps pays for.
public struct NoSuchWeight: Error {
    /// The weight.
    public let grams: Int
}

/// The number of stamps for a weight.
public func count(forGrams grams: Int) throws -> Int {
    guard grams > 0 else { throw NoSuchWeight(grams: grams) }
    let each = Int(weights_of_a_stamp())
    return (grams + each - 1) / each
}
