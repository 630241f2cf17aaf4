import Testing

@testable import CameraModel

/// Decisions of tethering, step by step.
@Suite struct TetheringTests {
    private static func item(_ number: UInt64, _ name: String = "A.JPG", kind: ItemInfo.Kind = .image) -> ItemInfo {
        CameraRig.item(number, name, kind: kind)
    }
    /// A listing of the card; handles count from `first`.
    private static func listing(_ names: String..., first: UInt64 = 10) -> [(key: Tethering.Key, item: ItemInfo)] {
        names.enumerated().map { (key: key($1), item: item(UInt64($0) + first, $1)) }
    }
    private static func key(_ name: String) -> Tethering.Key { Tethering.Key(storage: "Card 1", path: "/\(name)") }

    private func names(_ state: Tethering) -> [String] { state.queue.map(\.name) }

    @Test func `files are copied in the order in which they are reported, each once`() {
        var state = Tethering(reconnects: true)
        #expect(state.next == .wait)
        for number: UInt64 in [2, 1, 2] { state.added(Self.item(number, "\(number)")) }
        #expect(names(state) == ["2", "1"])
        #expect(state.next == .fetch(.item(Self.item(2, "2"))))
        state.finished(nil)
        state.added(Self.item(2, "2"))
        #expect(names(state) == ["1"])
        state.finished(nil)
        #expect(state.next == .wait)
    }

    @Test func `folders are not copied`() {
        var state = Tethering(reconnects: true)
        state.added(Self.item(1, "100X", kind: .folder))
        #expect(state.next == .wait)
    }

    @Test func `an offer is copied only where it is an original and on no card`() {
        var state = Tethering(reconnects: true)
        state.offered(CameraRig.offer(1, "preview", [(.preview, "JPG")]))
        state.offered(CameraRig.offer(2, "on the card", [(.original, "JPG")], item: 5))
        state.offered(CameraRig.offer(3, "only copy"))
        state.offered(CameraRig.offer(3, "only copy"))
        #expect(names(state) == ["only copy"])
    }

    @Test func `a file that is deleted or withdrawn before its turn is not copied; a copy under way continues`() {
        var state = Tethering(reconnects: true)
        for number: UInt64 in 1...3 { state.added(Self.item(number, "\(number)")) }
        state.offered(CameraRig.offer(7, "offer"))
        state.removed(.init(1))
        state.removed(.init(2))
        state.withdrawn(.init(7))
        #expect(names(state) == ["1", "3"])
    }

    @Test func `after a lost connection the cards are listed, and only unknown files are copied`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart(Self.listing("OLD.JPG"))
        state.added(Self.item(1, "DONE.JPG"))
        state.finished(Self.key("DONE.JPG"))
        state.added(Self.item(2, "QUEUED.JPG"))
        state.connectionLost()
        #expect(state.next == .reconnect(after: .seconds(1)))
        state.reconnectFailed()
        #expect(state.next == .reconnect(after: .seconds(2)))
        #expect(state.reconnected() == 0)
        #expect(state.next == .list)
        #expect(state.listed(Self.listing("OLD.JPG", "DONE.JPG", "QUEUED.JPG", "AWAY.JPG")) == (2, 0))
        #expect(names(state) == ["QUEUED.JPG", "AWAY.JPG"])
    }

    @Test func `a file that is reported before the listing after a reconnection is copied once`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart([])
        state.connectionLost()
        _ = state.reconnected()
        state.added(Self.item(1, "NEW.JPG"))
        #expect(state.listed(Self.listing("NEW.JPG", first: 1)) == (0, 0))
        #expect(names(state) == ["NEW.JPG"])
    }

    @Test func `offers are lost with the connection`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart([])
        state.offered(CameraRig.offer(1))
        state.added(Self.item(1))
        state.connectionLost()
        #expect(state.reconnected() == 1)
    }

    @Test func `files that were reported before the cards were listed are found again after a lost connection`() {
        var state = Tethering(reconnects: true)
        state.added(Self.item(1, "DONE.JPG"))
        state.finished(nil)
        state.added(Self.item(2, "QUEUED.JPG"))
        state.added(Self.item(3, "DELETED.JPG"))
        state.connectionLost()
        #expect(state.reconnected() == 0)
        #expect(state.next == .list)
        state.added(Self.item(13, "SINCE.JPG"))
        #expect(state.listed(Self.listing("OLD.JPG", "DONE.JPG", "QUEUED.JPG", "SINCE.JPG")) == (1, 1))
        #expect(names(state) == ["SINCE.JPG", "QUEUED.JPG"])
        // What was not copied when the connection is lost again is found by that listing.
        state.finished(Self.key("SINCE.JPG"))
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed(Self.listing("OLD.JPG", "DONE.JPG", "QUEUED.JPG", "SINCE.JPG", first: 20)) == (1, 0))
        #expect(names(state) == ["QUEUED.JPG"])
    }

    @Test(arguments: [true, false])
    func `a file that is new while the cards are listed at the start is copied after a lost connection`(isReportedFirst: Bool) {
        var state = Tethering(reconnects: true)
        if isReportedFirst { state.added(Self.item(11, "NEW.JPG")) }
        state.listedAtStart(Self.listing("OLD.JPG", "NEW.JPG"))
        if !isReportedFirst { state.added(Self.item(11, "NEW.JPG")) }
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed(Self.listing("OLD.JPG", "NEW.JPG", first: 30)) == (1, 0))
        #expect(names(state) == ["NEW.JPG"])
    }

    @Test func `a failed listing leaves its files uncopied, and is counted`() {
        var state = Tethering(reconnects: true)
        state.added(Self.item(1))
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listingFailed() == 1)
        #expect(state.next == .wait)
    }

    @Test func `a listing that fails does not stop the copying of new files`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart([])
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listingFailed() == 0)
        state.added(Self.item(3, "NEW.JPG"))
        #expect(state.next == .fetch(.item(Self.item(3, "NEW.JPG"))))
    }

    @Test func `pauses grow to five seconds`() {
        #expect((0...9).map { Tethering.pause($0) } == [1, 2, 3, 4, 5, 5, 5, 5, 5, 5].map { .seconds($0) })
    }

    @Test func `it ends on request, or at a lost connection without reconnection`() {
        var state = Tethering(reconnects: false)
        state.added(Self.item(1))
        state.connectionLost()
        #expect(state.next == .end)
        var other = Tethering(reconnects: true)
        other.added(Self.item(1))
        other.end()
        #expect(other.next == .end)
        #expect(other.queue.count == 1)
    }
}
