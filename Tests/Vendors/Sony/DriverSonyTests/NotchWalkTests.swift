import PTP
import Testing

@testable import DriverSony

/// Moving a setting by notches on bodies that count and move in different ways.
@Suite struct NotchWalkTests {
    private static let values: [DataValue] = (0..<40).map { .integer($0, as: .uint8)! }

    /// A body that shows a value, and how it answers a move.
    private struct Body {
        var place: Int
        /// Moves for a number of notches.
        var answer: (Int) -> Int
        private(set) var moves: [Int] = []

        init(_ place: Int, _ answer: @escaping (Int) -> Int = { $0 }) { (self.place, self.answer) = (place, answer) }

        /// Returns whether the value has changed.
        mutating func move(_ notches: Int) -> Bool {
            moves.append(notches)
            let next = max(0, min(39, place + answer(notches)))
            defer { place = next }
            return next != place
        }
    }

    /// Walks to a target; returns the last action.
    private static func walk(_ body: inout Body, to target: Int) -> NotchWalk.Action {
        var walk = NotchWalk(to: values[target], in: values)
        var moved = true
        while true {
            let action = walk.next(showing: moved ? values[body.place] : nil)
            guard case .move(let notches) = action else { return action }
            moved = body.move(notches)
        }
    }

    @Test func `a body that moves as far as requested needs one move`() {
        for (from, to) in [(10, 25), (25, 10), (0, 39), (39, 0)] {
            var body = Body(from)
            #expect(Self.walk(&body, to: to) == .arrived && body.place == to && body.moves == [to - from])
        }
        var there = Body(7)
        #expect(Self.walk(&there, to: 7) == .arrived && there.moves.isEmpty)
    }

    @Test func `a body that moves by one notch at a time arrives`() {
        var body = Body(3) { $0.signum() }
        #expect(Self.walk(&body, to: 20) == .arrived && body.moves.count == 17)
    }

    @Test func `a body that counts in the other direction is turned round`() {
        var body = Body(20) { -$0 }
        #expect(Self.walk(&body, to: 25) == .arrived && body.moves.count == 2)
        var slow = Body(20) { -$0.signum() }
        #expect(Self.walk(&slow, to: 25) == .arrived && slow.moves.count == 7)
    }

    @Test func `a body that goes too far is moved by single notches from then on`() {
        var body = Body(10) { $0.magnitude == 1 ? $0 : $0 * 3 / 2 }
        #expect(Self.walk(&body, to: 20) == .arrived && body.moves == [10, -1, -1, -1, -1, -1])
    }

    @Test func `a body that does not move, or never arrives, is given up`() {
        var still = Body(5) { _ in 0 }
        #expect(Self.walk(&still, to: 9) == .failed(.stuck) && still.moves == [4])
        var mad = Body(5) { $0 > 0 ? 2 : -2 }
        #expect(Self.walk(&mad, to: 10) == .failed(.tooMany) && mad.moves.count == 100)
    }

    @Test func `values that are not listed are no targets`() {
        var walk = NotchWalk(to: .integer(77, as: .uint8)!, in: Self.values)
        #expect(walk.next(showing: Self.values[0]) == .failed(.notListed))
        var lost = NotchWalk(to: Self.values[3], in: Self.values)
        #expect(lost.next(showing: .integer(77, as: .uint8)!) == .failed(.notListed))
    }

    @Test func `the newest target counts`() {
        var walk = NotchWalk(to: Self.values[10], in: Self.values)
        #expect(walk.next(showing: Self.values[4]) == .move(6))
        walk.redirect(to: Self.values[2])
        #expect(walk.next(showing: Self.values[10]) == .move(-8) && walk.next(showing: Self.values[2]) == .arrived)
    }
}
