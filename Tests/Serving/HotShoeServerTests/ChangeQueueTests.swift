import CameraMessages
import CameraModel
import HotShoe
import Testing

@testable import HotShoeServer

@Suite("Reports that a client has not read")
struct ChangeQueueTests {
    private func property(_ label: String, code: Int64) -> CameraMessage {
        .update(.property(PropertyState(.isoSpeed, value: PropertyValue(code: code, label: label))))
    }

    private func item(_ number: UInt64) -> CameraMessage { .update(.itemRemoved(.init(number))) }

    private func lines(_ queue: inout ChangeQueue) -> [String] { queue.take().map(\.line) }

    @Test("a state replaces an earlier one at its place; files are kept")
    func states() {
        var queue = ChangeQueue()
        #expect(queue.isEmpty)
        for message in [
            property("a", code: 1), item(1), property("b", code: 2), item(1), .update(.name("x")), property("c", code: 3),
        ] {
            queue.add(message)
        }
        #expect(lines(&queue) == [property("c", code: 3), item(1), item(1), .update(.name("x"))].map(\.line))
        #expect(queue.isEmpty && queue.take().isEmpty)
    }

    @Test("nothing is replaced across a change of the connection")
    func connections() {
        var queue = ChangeQueue()
        for message in [
            property("a", code: 1), .connection(.notConnected(.connectionLost)), .connection(.connected), property("b", code: 2),
        ] {
            queue.add(message)
        }
        #expect(queue.take().count == 4)
    }

    @Test("a client that is too far behind is told by the end of its stream")
    func overflow() {
        var queue = ChangeQueue()
        for number in 0...ChangeQueue.eventLimit { queue.add(item(UInt64(number))) }
        #expect(queue.isOverflown && queue.take().isEmpty)
        queue.add(.complete)
        #expect(queue.isOverflown)
        var states = ChangeQueue()
        for number in 0...ChangeQueue.eventLimit { states.add(property("\(number)", code: Int64(number))) }
        #expect(!states.isOverflown && states.take().count == 1)
    }
}
