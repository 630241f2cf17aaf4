public import ParcelParts
import Rates
import Stamps

/// A parcel.
public final class Parcel: Sendable {
    /// The size of the parcel.
    public let size: Size
    private let grams: Int

    /// Creates a parcel from its size and its weight.
    public init(size: Size, grams: Int) {
        self.size = size
        self.grams = grams
    }

    /// The name of the price class, from a table in a resource of another package.
    public var rate: String { Rates.name(forGrams: grams) ?? "unknown" }

    /// The number of stamps, which a shared library of another package computes.
    public func stamps() throws -> Int { try Stamps.count(forGrams: grams) }

    /// Calls a handler with the number of stamps on another thread.
    public func countStamps() async throws -> Int { try Stamps.count(forGrams: grams) }
}

/// Delivers parcels, one after the other.
///
/// - Parameters:
///   - count: The number of parcels.
///   - door: Receives the number of each parcel, and a function that accepts it, which is valid during the call.
/// - Returns: the number of parcels that were accepted.
public func deliver(_ count: Int, to door: @escaping (_ number: Int, _ accept: () -> Void) -> Void) -> Int {
    var accepted = 0
    for number in 0..<count { door(number) { accepted += 1 } }
    return accepted
}
