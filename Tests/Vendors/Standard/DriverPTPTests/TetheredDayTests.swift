import Glibc
import Testing

/// Tethering for 24 hours of virtual time, with a camera that describes, lists, announces and sends its files late, wrongly or not at
/// all, loses its connection and changes its cards.
@Suite(.timeLimit(.minutes(10))) struct TetheredDayTests {
    /// Seed of the day, to repeat it or to try another.
    private static var seed: UInt64 {
        unsafe getenv("HOTSHOE_TETHER_SEED").flatMap { unsafe UInt64(String(cString: $0)) } ?? 20_261_126
    }

    @Test func `every picture of a day is on the disk, once, or named`() async throws {
        var day = try TetheredDay(seed: Self.seed)
        let faults = try await day.run(for: .seconds(24 * 3600))
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n")); \(day.figures)")
        // Every kind of failure occurred.
        #expect(day.figures.count == 18 && day.figures.values.allSatisfy { $0 > 10 }, "\(day.figures)")
    }
}
