import CameraModel
import FakeCamera
import Testing

@testable import PictureSaving

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

    private func next(_ state: inout Tethering, at now: Duration = .zero) -> Tethering.Action { state.next(at: now) }

    /// Copies the first file of the queue.
    private func copy(_ state: inout Tethering, _ key: Tethering.Key?) {
        let source = state.queue[0]
        state.began(source)
        guard case .item(let item) = source else { return state.finished() }
        state.finished(item, key)
    }

    @Test func `files are copied in the order in which they are reported, each once`() {
        var state = Tethering(reconnects: true)
        #expect(next(&state) == .wait(until: nil))
        for number: UInt64 in [2, 1, 2] { state.added(Self.item(number, "\(number)")) }
        #expect(names(state) == ["2", "1"])
        #expect(next(&state) == .fetch(.item(Self.item(2, "2"))))
        copy(&state, nil)
        state.added(Self.item(2, "2"))
        #expect(names(state) == ["1"])
        copy(&state, nil)
        #expect(next(&state) == .wait(until: nil))
    }

    @Test func `folders are not copied`() {
        var state = Tethering(reconnects: true)
        state.added(Self.item(1, "100X", kind: .folder))
        #expect(next(&state) == .wait(until: nil))
    }

    @Test func `an offer is copied only where it is an original and on no card`() {
        var state = Tethering(reconnects: true)
        state.offered(CameraRig.offer(1, "preview", [(.preview, "JPG")]))
        state.offered(CameraRig.offer(2, "on the card", [(.original, "JPG")], item: 5))
        state.offered(CameraRig.offer(3, "only copy"))
        state.offered(CameraRig.offer(3, "only copy"))
        #expect(names(state) == ["only copy"])
    }

    @Test func `a file that is deleted or withdrawn before its turn is named; a copy under way continues`() {
        var state = Tethering(reconnects: true)
        for number: UInt64 in 1...3 { state.added(Self.item(number, "\(number)")) }
        state.offered(CameraRig.offer(7, "offer"))
        state.began(.item(Self.item(1, "1")))
        state.removed(.init(1))
        state.removed(.init(2))
        state.withdrawn(.init(7))
        #expect(names(state) == ["1", "3"])
        #expect(state.popRemoved().map(\.name) == ["2", "offer"])
        #expect(state.popRemoved().isEmpty == true)
    }

    @Test func `a handle that the camera uses again after a removal is another file`() {
        var state = Tethering(reconnects: true)
        for _ in 0..<3 {
            state.added(Self.item(1, "A.JPG"))
            #expect(names(state) == ["A.JPG"])
            copy(&state, Self.key("A.JPG"))
            state.removed(.init(1))
        }
    }

    @Test(arguments: [("B.JPG", 5 as UInt64?, nil), ("A.JPG", 6, nil), ("A.JPG", 5, CameraDate(year: 2027, month: 1, day: 1))])
    func `a handle that is announced twice is compared by name, size and date`(
        name: String,
        size: UInt64?,
        created: CameraDate?
    ) {
        var state = Tethering(reconnects: true)
        var first = CameraRig.item(1, "A.JPG", size: 5)
        first.created = CameraRig.date
        state.added(first)
        copy(&state, nil)
        state.added(first)
        #expect(names(state).isEmpty)
        var second = CameraRig.item(1, name, size: size)
        second.created = created ?? CameraRig.date
        state.added(second)
        #expect(names(state) == [name])
    }

    @Test func `a picture of a new card is copied although the old card had its path`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart([(Self.key("A.JPG"), CameraRig.item(10, "A.JPG", size: 5))])
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed([(Self.key("A.JPG"), CameraRig.item(10, "A.JPG", size: 6))]) == (1, []))
        #expect(names(state) == ["A.JPG"])
    }

    @Test func `a file that cannot be copied is tried again for a minute, after the others`() {
        var state = Tethering(reconnects: true)
        let (bad, good) = (Self.item(1, "BAD.JPG"), Self.item(2, "GOOD.JPG"))
        state.added(bad)
        state.added(good)
        state.began(.item(bad))
        #expect(state.failed(at: .zero, isFinal: false) == true)
        #expect(next(&state) == .fetch(.item(good)))
        copy(&state, nil)
        var (now, attempts) = (Duration.zero, 1)
        while case .wait(let moment?) = next(&state, at: now) {
            now = moment
            #expect(next(&state, at: now) == .fetch(.item(bad)))
            state.began(.item(bad))
            attempts += 1
            if !state.failed(at: now, isFinal: false) { break }
        }
        #expect((60...66).contains(now / .seconds(1)))
        #expect((10...30).contains(attempts))
        #expect(names(state).isEmpty)
        #expect(next(&state, at: now) == .wait(until: nil))
    }

    @Test func `a final failure, and one of a file that was removed meanwhile, is not tried again`() {
        var state = Tethering(reconnects: true)
        state.added(Self.item(1, "1"))
        state.added(Self.item(2, "2"))
        state.began(.item(Self.item(1, "1")))
        #expect(state.failed(at: .zero, isFinal: true) == false)
        state.began(.item(Self.item(2, "2")))
        state.removed(.init(2))
        #expect(state.failed(at: .zero, isFinal: false) == false)
        #expect(names(state).isEmpty)
    }

    @Test func `a report of the camera makes a postponed file due`() {
        var state = Tethering(reconnects: true)
        let item = Self.item(1, "1")
        state.added(item)
        state.began(.item(item))
        #expect(state.failed(at: .zero, isFinal: false) == true)
        #expect(next(&state) != .fetch(.item(item)))
        state.added(Self.item(2, "2"))
        copy(&state, nil)
        #expect(next(&state) == .fetch(.item(item)))
    }

    @Test func `after a lost connection the cards are listed, and only unknown files are copied`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart(Self.listing("OLD.JPG"))
        state.added(Self.item(1, "DONE.JPG"))
        copy(&state, Self.key("DONE.JPG"))
        state.added(Self.item(2, "QUEUED.JPG"))
        state.connectionLost()
        #expect(next(&state) == .reconnect(after: .seconds(1)))
        state.reconnectFailed()
        #expect(next(&state) == .reconnect(after: .seconds(2)))
        #expect(state.reconnected() == 0)
        #expect(next(&state) == .list)
        #expect(state.listed(Self.listing("OLD.JPG", "DONE.JPG", "QUEUED.JPG", "AWAY.JPG")) == (2, []))
        #expect(names(state) == ["QUEUED.JPG", "AWAY.JPG"])
    }

    @Test func `a file that is reported before the listing after a reconnection is copied once`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart([])
        state.connectionLost()
        _ = state.reconnected()
        state.added(Self.item(1, "NEW.JPG"))
        #expect(state.listed(Self.listing("NEW.JPG", first: 1)) == (0, []))
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
        copy(&state, nil)
        state.added(Self.item(2, "QUEUED.JPG"))
        state.added(Self.item(3, "DELETED.JPG"))
        state.connectionLost()
        #expect(state.reconnected() == 0)
        #expect(next(&state) == .list)
        state.added(Self.item(13, "SINCE.JPG"))
        #expect(state.listed(Self.listing("OLD.JPG", "DONE.JPG", "QUEUED.JPG", "SINCE.JPG")) == (1, ["DELETED.JPG"]))
        #expect(names(state) == ["SINCE.JPG", "QUEUED.JPG"])
        // Files that were not copied when the connection is lost again are found by that listing.
        copy(&state, Self.key("SINCE.JPG"))
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed(Self.listing("OLD.JPG", "DONE.JPG", "QUEUED.JPG", "SINCE.JPG", first: 20)) == (1, []))
        #expect(names(state) == ["QUEUED.JPG"])
    }

    @Test func `without a listing before the connection was lost, files as late as the first reported one are new`() {
        func dated(_ number: UInt64, _ name: String, _ second: Int, _ millisecond: Int = 0) -> ItemInfo {
            var item = Self.item(number, name)
            item.created = CameraDate(year: 2026, month: 11, day: 26, second: second, millisecond: millisecond)
            return item
        }
        var state = Tethering(reconnects: true)
        #expect(!state.distinguishesNewFiles)
        state.added(dated(2, "SECOND.JPG", 20))
        copy(&state, nil)
        state.added(dated(1, "FIRST.JPG", 10))
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.distinguishesNewFiles)
        let items = [
            dated(11, "OLD.JPG", 9), dated(12, "FIRST.JPG", 10), dated(13, "SECOND.JPG", 20), dated(14, "AWAY.JPG", 10, 999),
            Self.item(15, "NO DATE.JPG"),
        ]
        #expect(state.listed(items.map { (key: Self.key($0.name), item: $0) }) == (2, []))
        #expect(names(state) == ["FIRST.JPG", "AWAY.JPG"])
    }

    @Test func `the date of a copied file counts where its event had none`() {
        var state = Tethering(reconnects: true)
        state.added(Self.item(1))
        state.began(state.queue[0])
        var described = Self.item(1)
        described.created = CameraDate(year: 2026, month: 11, day: 26)
        state.finished(described, nil)
        #expect(state.distinguishesNewFiles)
    }

    @Test(arguments: [true, false])
    func `a file that is new while the cards are listed at the start is copied after a lost connection`(isReportedFirst: Bool) {
        var state = Tethering(reconnects: true)
        if isReportedFirst { state.added(Self.item(11, "NEW.JPG")) }
        state.listedAtStart(Self.listing("OLD.JPG", "NEW.JPG"))
        if !isReportedFirst { state.added(Self.item(11, "NEW.JPG")) }
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed(Self.listing("OLD.JPG", "NEW.JPG", first: 30)) == (1, []))
        #expect(names(state) == ["NEW.JPG"])
    }

    @Test func `a listing that fails is repeated, with pauses up to five seconds`() {
        var state = Tethering(reconnects: true)
        state.added(Self.item(1, "A.JPG"))
        state.connectionLost()
        _ = state.reconnected()
        var now: Duration = .zero
        for pause in [250, 500, 1000, 2000, 4000, 5000, 5000] {
            #expect(next(&state, at: now) == .list)
            state.listingFailed(at: now)
            #expect(state.lacksListing)
            #expect(next(&state, at: now) == .wait(until: now + .milliseconds(pause)))
            now += .milliseconds(pause)
        }
        #expect(state.listed(Self.listing("A.JPG")) == (1, []))
        #expect(!state.lacksListing)
    }

    @Test func `files that were reported and are not listed when tethering ends are named`() {
        var state = Tethering(reconnects: true)
        state.added(Self.item(1, "A.JPG"))
        state.connectionLost()
        _ = state.reconnected()
        state.listingFailed(at: .zero)
        #expect(state.popUnlisted() == ["A.JPG"])
        #expect(state.popUnlisted().isEmpty)
    }

    @Test func `a file that was listed without a description is not queued again with it`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart([])
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed(Self.listing("object 0x0000000A")) == (1, []))
        state.added(Self.item(10, "A.JPG"))
        #expect(names(state) == ["A.JPG"])
        copy(&state, Self.key("A.JPG"))
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed(Self.listing("A.JPG", first: 20)) == (0, []))
    }

    @Test(arguments: [true, false], [true, false])
    func `a copied file that is listed late in a later connection is not copied again`(isReported: Bool, isPlaced: Bool) {
        var state = Tethering(reconnects: true)
        var item = Self.item(1, "A.JPG")
        item.created = CameraDate(year: 2026, month: 1, day: 1, utcOffsetMinutes: 0)
        state.listedAtStart([])
        state.added(item)
        copy(&state, isPlaced ? Self.key("A.JPG") : nil)
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed([]) == (0, []))
        item.handle = ItemInfo.Handle(30)
        if isReported { state.added(item) } else { _ = state.listed([(Self.key("A.JPG"), item)]) }
        #expect(names(state).isEmpty)
    }

    @Test(arguments: [true, false]) func `an object without a description at the start is no file that needs no copy`(
        isInserted: Bool
    ) {
        var state = Tethering(reconnects: true)
        state.listedAtStart(isInserted ? [] : Self.listing("object 0x0000000A"))
        if isInserted { state.inserted(Self.listing("object 0x0000000A")) }
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed(Self.listing("object 0x0000000A")) == (1, []))
    }

    @Test func `a folder that was listed without a description is listed when it has one`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart([])
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed(Self.listing("object 0x0000000A")) == (1, []))
        state.began(state.queue[0])
        state.foundFolder(at: .seconds(1))
        #expect(next(&state, at: .seconds(1)) == .list)
    }

    @Test(arguments: [true, false]) func `a card that is inserted again is copied again only where its files have no date`(
        hasDates: Bool
    ) {
        var state = Tethering(reconnects: true)
        func listing(_ first: UInt64) -> [(key: Tethering.Key, item: ItemInfo)] {
            Self.listing("A.JPG", first: first).map { key, item in
                var item = item
                item.created = hasDates ? CameraDate(year: 2026, month: 1, day: 1, utcOffsetMinutes: 0) : nil
                return (key, item)
            }
        }
        state.listedAtStart(listing(10))
        state.removed(ItemInfo.Handle(10))
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed(listing(20)) == (hasDates ? 0 : 1, []))
    }

    @Test func `the files of a removed card are named, and forgotten`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart([])
        state.added(Self.item(1, "A.JPG"))
        state.cardRemoved(Self.item(1).storage)
        #expect(state.popRemoved().map(\.name) == ["A.JPG"])
        state.added(Self.item(1, "A.JPG"))
        #expect(names(state) == ["A.JPG"])
    }

    @Test func `files on an inserted card need no copy, but files that are made on it do`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart([])
        state.added(Self.item(11, "NEW.JPG"))
        state.inserted(Self.listing("OLD.JPG", "NEW.JPG"))
        state.connectionLost()
        _ = state.reconnected()
        #expect(state.listed(Self.listing("OLD.JPG", "NEW.JPG", "LATER.JPG", first: 30)) == (2, []))
        #expect(names(state) == ["NEW.JPG", "LATER.JPG"])
    }

    @Test func `a listing that fails does not stop the copying of new files`() {
        var state = Tethering(reconnects: true)
        state.listedAtStart([])
        state.connectionLost()
        _ = state.reconnected()
        state.listingFailed(at: .zero)
        state.added(Self.item(3, "NEW.JPG"))
        #expect(next(&state) == .fetch(.item(Self.item(3, "NEW.JPG"))))
    }

    @Test func `pauses grow to five seconds`() {
        #expect((0...9).map { Tethering.pause($0) } == [1, 2, 3, 4, 5, 5, 5, 5, 5, 5].map { .seconds($0) })
    }

    @Test func `it ends on request, or at a lost connection without reconnection`() {
        var state = Tethering(reconnects: false)
        state.added(Self.item(1))
        state.connectionLost()
        #expect(next(&state) == .end)
        var other = Tethering(reconnects: true)
        other.added(Self.item(1))
        other.end()
        #expect(next(&other) == .end)
        #expect(other.queue.count == 1)
    }
}
