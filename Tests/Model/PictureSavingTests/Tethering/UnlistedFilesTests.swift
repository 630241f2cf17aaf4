import CameraModel
import FakeCamera
import Testing

@testable import PictureSaving

@Suite struct UnlistedFilesTests {
    private static func item(_ name: String, storage: UInt32 = 1, second: Int? = nil) -> ItemInfo {
        var item = CameraRig.item(0, name)
        item.storage = .init(storage)
        item.created = second.flatMap { CameraDate(year: 2026, month: 5, day: 4, hour: 3, minute: 2, second: $0) }
        return item
    }

    /// Inserts some items, removes others, and returns which of these were found.
    private func found(_ removed: [ItemInfo], in inserted: [ItemInfo]) -> [Bool] {
        var files = UnlistedFiles()
        for item in inserted { files.insert(item) }
        #expect(files.count == inserted.count)
        let found = removed.map { files.remove($0) }
        #expect(files.count == inserted.count - found.count { $0 })
        return found
    }

    @Test func `a file is found once, under any handle`() {
        let name = "A.JPG"
        let listed = (7...9).map { CameraRig.item($0, name) }
        #expect(found(listed, in: [CameraRig.item(1, name), CameraRig.item(2, name)]) == [true, true, false])
    }

    @Test func `a file of another name, storage or date is another file`() {
        let listed = [
            Self.item("B.JPG", second: 1), Self.item("A.JPG", storage: 9, second: 1), Self.item("A.JPG", second: 2),
            Self.item("A.JPG", second: 1),
        ]
        #expect(found(listed, in: [Self.item("A.JPG", second: 1)]) == [false, false, false, true])
    }

    @Test func `a file that was reported without a date has any date; one with the same date goes first`() {
        let reported = [Self.item("A.JPG"), Self.item("A.JPG", second: 1)]
        #expect(found((1...3).map { Self.item("A.JPG", second: $0) }, in: reported) == [true, true, false])
    }

    /// Comparing each file with each other would take minutes.
    @Test func `a hundred thousand files of one name are matched`() {
        let items = (0..<100_000).map { CameraRig.item($0, "A.JPG") }
        #expect(found(items.reversed(), in: items).allSatisfy { $0 })
    }
}
