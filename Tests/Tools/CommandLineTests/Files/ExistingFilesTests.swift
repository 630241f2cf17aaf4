import CameraModel
import PictureSaving
import Testing

@testable import hotshoe

/// Which file of a folder is the copy of a camera's file.
@Suite struct ExistingFilesTests {
    private static let date = CameraDate(year: 2026, month: 11, day: 20, hour: 21, minute: 52, second: 3, utcOffsetMinutes: 0)!
    private static let time = FileTimes.secondsSince1970(date)!

    private static func item(_ number: UInt64, _ name: String = "A.JPG", size: UInt64 = 10, created: CameraDate? = date)
        -> ItemInfo
    {
        var item = ItemInfo(handle: .init(number), storage: .init(1), parent: nil, name: name, kind: .image, size: size)
        item.created = created
        return item
    }

    private static func copy(_ path: String, size: UInt64 = 10, modified: Int = time) -> ExistingFiles.Copy {
        ExistingFiles.Copy(path: path, size: size, modified: modified)
    }

    /// The matches of files, one after the other, with "d/" and their names as wanted paths.
    private func matches(_ items: [ItemInfo], _ copies: [ExistingFiles.Copy], byNumber: Bool = false) -> [ExistingFiles.Match] {
        var files = ExistingFiles(copies, for: items, namesAreNumbers: byNumber)
        return items.map { files.match($0, wanted: byNumber ? "d/0001.JPG" : "d/\($0.name)") }
    }

    @Test func `a file of the same name, size and date is the copy, also with a number in its name`() {
        #expect(matches([Self.item(1)], [Self.copy("d/A.JPG")]) == [.copy("d/A.JPG")])
        #expect(matches([Self.item(1)], [Self.copy("d/A-2.JPG")]) == [.copy("d/A-2.JPG")])
    }

    @Test(arguments: [Self.copy("d/A.JPG", size: 11), copy("d/B.JPG"), copy("d/AB.JPG"), copy("d/A-x.JPG"), copy("d/A.PNG")])
    func `a file of another size or name is not`(_ copy: ExistingFiles.Copy) {
        #expect(matches([Self.item(1)], [copy]) == [.none])
    }

    @Test func `a file of another date may be the copy only if its contents are the same`() {
        #expect(matches([Self.item(1)], [Self.copy("d/A.JPG", modified: 5)]) == [.uncertain(["d/A.JPG"])])
        #expect(matches([Self.item(1, created: nil)], [Self.copy("d/A.JPG")]) == [.uncertain(["d/A.JPG"])])
    }

    @Test func `two files of one name, size and date are not both copied already because one copy exists`() {
        let items = [Self.item(1), Self.item(2)]
        #expect(matches(items, [Self.copy("d/A.JPG")]) == [.uncertain(["d/A.JPG"]), .uncertain(["d/A.JPG"])])
    }

    @Test func `a file of the folder is the copy of one file`() {
        var files = ExistingFiles([Self.copy("d/A.JPG")], for: [Self.item(1)], namesAreNumbers: false)
        #expect(files.match(Self.item(1), wanted: "d/A.JPG") == .copy("d/A.JPG"))
        #expect(files.match(Self.item(1), wanted: "d/A.JPG") == .none)
    }

    @Test func `with numbers as names, size and date decide`() {
        let copies = [Self.copy("d/0001.JPG"), Self.copy("d/0002.JPG", size: 20)]
        let items = [Self.item(1), Self.item(2, "B.JPG", size: 20), Self.item(3, "C.JPG", size: 30)]
        #expect(matches(items, copies, byNumber: true) == [.copy("d/0001.JPG"), .copy("d/0002.JPG"), .none])
    }
}
