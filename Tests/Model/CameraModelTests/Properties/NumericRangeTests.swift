import CameraModel
import Testing

/// Ranges of numbers with a step.
@Suite struct NumericRangeTests {
    /// Every small range, compared with the list of its numbers.
    @Test func `a range is the list of its numbers`() throws {
        for minimum in -4...4 {
            for maximum in -4...4 {
                for step in 1...5 {
                    guard minimum <= maximum else {
                        #expect(NumericRange(minimum: minimum, maximum: maximum, step: step) == nil)
                        continue
                    }
                    let range = try #require(NumericRange(minimum: minimum, maximum: maximum, step: step))
                    let numbers = Array(stride(from: minimum, through: maximum, by: step))
                    #expect(range.count == numbers.count)
                    #expect((-6...6).map(range.contains) == (-6...6).map(numbers.contains))
                    #expect((-2...10).map(range.number) == (-2...10).map { numbers.indices.contains($0) ? numbers[$0] : nil })
                    #expect((-6...6).map(range.index) == (-6...6).map(numbers.firstIndex))
                    for wanted in -8...8 {
                        let nearest = numbers.min { (abs($0 - wanted), $0) < (abs($1 - wanted), $1) }
                        #expect(range.nearest(to: wanted) == nearest, "\(numbers) \(wanted)")
                    }
                }
            }
        }
    }

    @Test(arguments: [0, -1, Int.min]) func `a step that leads nowhere makes no range`(step: Int) {
        #expect(NumericRange(minimum: 0, maximum: 10, step: step) == nil)
    }

    @Test func `a range whose numbers cannot be counted is nil`() {
        #expect(NumericRange(minimum: .min, maximum: .max, step: 1) == nil)
        #expect(NumericRange(minimum: 0, maximum: .max, step: 1) == nil)
        #expect(NumericRange(minimum: .min, maximum: 0, step: 1) == nil)
    }

    @Test(
        arguments: [(Int.min, -2), (1, Int.max), (Int.max, Int.max), (Int.min, Int.min), (Int.min / 2, Int.max / 2 - 1)],
        [1, 3, Int.max]
    )
    func `the largest numbers there are are numbers like others`(ends: (Int, Int), step: Int) throws {
        let range = try #require(NumericRange(minimum: ends.0, maximum: ends.1, step: step))
        let last = try #require(range.number(at: range.count - 1))
        #expect(last <= ends.1 && range.contains(last) && range.contains(ends.0))
        #expect(range.index(of: last) == range.count - 1)
        #expect(range.number(at: range.count) == nil)
        for wanted in [Int.min, -1, 0, 1, Int.max] { #expect(range.contains(range.nearest(to: wanted))) }
        #expect(!range.contains(0) || (ends.0 <= 0 && 0 <= ends.1))
    }
}
