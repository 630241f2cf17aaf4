import TestSupport
import Testing

@testable import BindingRuntime

/// Compares the table with a model: every sequence of operations in a small world, then long random ones.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct HandleModelTests {
    /// A simple model of the table.
    private struct Model {
        struct Entry {
            var users = 1
            var pins = 0
        }

        var entries: [Entry] = []

        func isValid(_ index: Int) -> Bool { entries.indices ~= index && entries[index].users > 0 }
        var liveCount: Int { entries.count { $0.users + $0.pins > 0 } }
    }

    private enum Step: CaseIterable {
        case insert, pin, unpin, retain, release
    }

    /// A table, its model, and the released objects.
    private final class World {
        let table = HandleTable(firstGeneration: 1, limit: 2)
        var model = Model()
        var handles: [UInt64] = []
        let released = Recorder<Int>()

        /// Applies a step; returns a description of the difference, if any.
        func apply(_ step: Step, _ index: Int) -> String? {
            switch step {
            case .insert: insert()
            case .pin: pin(index)
            case .unpin: unpin(index)
            case .retain: check(table.retain(handle(index), 1, 0), index) { $0.users += 1 }
            case .release: check(table.release(handle(index), 1, 0), index) { $0.users -= 1 }
            }
        }

        private func handle(_ index: Int) -> UInt64 { handles.indices ~= index ? handles[index] : 0 }

        private func insert() -> String? {
            let number = handles.count
            let handle = table.insert(Witness { [released] in released.record(number) }, type: 1)
            let hasRoom = model.liveCount < 2
            if (handle != 0) != hasRoom { return "insert: \(handle), room: \(hasRoom)" }
            handles.append(handle)
            model.entries.append(hasRoom ? .init() : .init(users: 0, pins: 0))
            return compare(refused: hasRoom ? nil : number)
        }

        private func pin(_ index: Int) -> String? {
            let isPinned = unsafe table.pin(handle(index), 1, 0) != nil
            if isPinned != model.isValid(index) { return "pin of \(index): \(isPinned)" }
            if isPinned { model.entries[index].pins += 1 }
            return compare()
        }

        private func unpin(_ index: Int) -> String? {
            guard model.entries.indices ~= index, model.entries[index].pins > 0 else { return nil }
            table.unpin(handles[index])
            model.entries[index].pins -= 1
            return compare()
        }

        private func check(_ status: Status, _ index: Int, _ change: (inout Model.Entry) -> Void) -> String? {
            if (status == .ok) != model.isValid(index) { return "\(index): \(status.code)" }
            if status == .ok { change(&model.entries[index]) }
            return compare()
        }

        private func compare(refused: Int? = nil) -> String? {
            let expected = model.entries.indices.filter { model.entries[$0].users + model.entries[$0].pins == 0 }
            if released.elements.sorted() != expected { return "gone: \(released.elements), not \(expected)" }
            return table.liveCount == model.liveCount ? nil : "\(table.liveCount) live, not \(model.liveCount)"
        }
    }

    private static let moves: [(Step, Int)] =
        [(.insert, 0)] + [0, 1, 2].flatMap { index in [.pin, .unpin, .retain, .release].map { ($0 as Step, index) } }

    @Test func `every sequence of five steps has the same result as the model`() {
        let count = Self.moves.count
        for number in 0..<(count * count * count * count * count) {
            let world = World()
            var rest = number
            for _ in 0..<5 {
                let (step, index) = Self.moves[rest % count]
                rest /= count
                guard let fault = world.apply(step, index) else { continue }
                Issue.record("sequence \(number): \(fault)")
                return
            }
        }
    }

    @Test(arguments: 0..<40) func `random long sequences have the same result as the model`(seed: Int) {
        var random = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
        let world = World()
        for round in 0..<500 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            let step = Step.allCases[Int(random % 5)]
            // Mostly recent objects, sometimes those that were released long ago.
            let index = random >> 8 & 7 == 0 ? Int(random >> 16 % 500) : world.handles.count - 1 - Int(random >> 16 & 3)
            if let fault = world.apply(step, index) {
                Issue.record("round \(round): \(fault)")
                return
            }
        }
    }
}
