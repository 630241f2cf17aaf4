import CameraModel
import PTP
import Testing

@testable import PTPResponder

/// Mapping between handles and items while items are added, removed and moved.
struct ObjectIndexTests {
    private static func item(_ number: UInt64, in parent: UInt64? = nil, on storage: UInt32 = 1, name: String? = nil) -> ItemInfo
    {
        ItemInfo(
            handle: .init(number),
            storage: .init(storage),
            parent: parent.map { .init($0) },
            name: name ?? "\(number)",
            kind: number < 10 ? .folder : .image
        )
    }

    /// Returns an index with two folders, one of which has a folder with a file.
    private static func index() -> ObjectIndex {
        var index = ObjectIndex()
        for (items, place) in [
            ([item(1), item(2)], ObjectIndex.Place(storage: .init(1))),
            ([item(3, in: 1)], .init(storage: .init(1), folder: .init(1))),
            ([item(10, in: 3)], .init(storage: .init(1), folder: .init(3))), ([], .init(storage: .init(1), folder: .init(2))),
            ([], .init(storage: .init(2))),
        ] { index.record(items, in: place) }
        return index
    }

    private static func names(_ index: ObjectIndex, _ folder: UInt64?, on storage: UInt32 = 1) -> [String]? {
        index.contents(of: .init(storage: .init(storage), folder: folder.map { .init($0) }))?.map(\.name)
    }

    @Test func `an item that is elsewhere is there, and not where it was`() {
        var index = Self.index()
        let handle = index.handle(of: .init(10))
        #expect(index.update(Self.item(10, in: 2)) == handle)
        #expect(Self.names(index, 3) == [] && Self.names(index, 2) == ["10"])
    }

    @Test func `moving a folder to another storage keeps its contents and the metadata`() {
        var index = Self.index()
        index.update(Self.item(1, on: 2))
        #expect(Self.names(index, nil) == ["2"] && Self.names(index, nil, on: 2) == ["1"])
        #expect(Self.names(index, 1, on: 2) == ["3"] && Self.names(index, 3, on: 2) == ["10"] && Self.names(index, 3) == nil)
        #expect(index.remove(.init(1)).count == 3)
    }

    @Test func `a report from before a move does not revert it`() {
        var index = Self.index()
        let (old, handle) = (Self.item(10, in: 3), index.handle(of: .init(10))!)
        index.relocate(old, to: Self.item(10, in: 2), handle)
        let stale = index.follow(Self.item(10, in: 3, name: "new name"))
        #expect(stale?.handle == handle && stale?.isChanged == true)
        #expect(Self.names(index, 2) == ["new name"] && Self.names(index, 3) == [])
        #expect(index.follow(Self.item(10, in: 2, name: "new name"))?.isChanged == false)
        // Afterwards the camera may move it back.
        #expect(index.follow(Self.item(10, in: 3))?.isChanged == true)
        #expect(Self.names(index, 3) == ["10"])
    }

    @Test func `an item whose number changes in a move keeps its handle`() {
        var index = Self.index()
        let handle = index.handle(of: .init(10))!
        index.relocate(Self.item(10, in: 3), to: Self.item(11, in: 2), handle)
        #expect(index.handle(of: .init(11)) == handle && index.handle(of: .init(10)) == nil)
        #expect(Self.names(index, 2) == ["11"] && Self.names(index, 3) == [])
    }

    @Test func `folders that contain each other cause no endless loop`() {
        var index = ObjectIndex()
        index.record([Self.item(1, in: 2), Self.item(2, in: 1), Self.item(3, in: 3)], in: .init(storage: .init(1)))
        #expect(!index.isInside(.init(1), .init(9)) && index.isInside(.init(1), .init(2)) && !index.isInside(.init(3), .init(1)))
        index.update(Self.item(1, in: 2, on: 2))
        index.update(Self.item(3, in: 3, on: 2))
        #expect(index.remove(.init(3)).count == 1)
    }

    @Test
    func `a new object is reported to the initiator once, even if it was listed before, and not if the initiator created it`() {
        var index = Self.index()
        let found = index.handle(of: .init(10))
        #expect(index.announce(Self.item(10, in: 3), as: nil) == found && found != nil)
        #expect(index.announce(Self.item(10, in: 3), as: nil) == nil)
        let new = index.announce(Self.item(11, in: 3), as: nil)
        #expect(new != nil && new == index.handle(of: .init(11)))
        #expect(index.announce(Self.item(11, in: 3), as: nil) == nil)
        // Announced before the answer, and after it; found in a listing before the answer.
        let reserved = index.reserve()
        #expect(index.announce(Self.item(12, in: 3), as: reserved) == nil)
        #expect(index.announce(Self.item(12, in: 3), as: nil) == nil && index.handle(of: .init(12)) == reserved)
        index.record([Self.item(13, in: 3)], in: .init(storage: .init(1), folder: .init(3)))
        index.insert(Self.item(13, in: 3), as: index.reserve())
        #expect(index.announce(Self.item(13, in: 3), as: nil) == nil)
        index.insert(Self.item(14, in: 3), as: index.reserve())
        index.record([Self.item(14, in: 3)], in: .init(storage: .init(1), folder: .init(3)))
        #expect(index.announce(Self.item(14, in: 3), as: nil) == nil)
    }

    @Test func `an earlier answer restores nothing on a formatted storage`() {
        var index = Self.index()
        index.insert(Self.item(20, on: 2))
        index.removeAll(on: .init(1))
        #expect(index.objects.count == 1 && Self.names(index, nil) == nil && Self.names(index, nil, on: 2) == ["20"])
        index.record([Self.item(1)], in: .init(storage: .init(1)))
        #expect(Self.names(index, nil) == [])
    }
}
