import CameraModel
import Testing

@testable import hotshoe

enum CameraDateFixture {
    static let date = CameraDate(year: 2026, month: 11, day: 20, hour: 21, minute: 52, second: 3)!
}

@Suite struct DownloadSelectionTests {
    private func item(_ created: CameraDate?, size: UInt64? = 10) -> ItemInfo {
        var item = ItemInfo(handle: .init(1), storage: .init(1), parent: nil, name: "A.JPG", kind: .image, size: size)
        item.created = created
        return item
    }

    @Test func `without limits everything is copied`() {
        #expect(DownloadSelection().decide(item(nil)) == .copy)
    }

    @Test func `files outside the dates, and without a date, are passed over`() {
        let selection = DownloadSelection(since: DateBound("2026-11-20"), until: DateBound("2026-11-20"))
        #expect(selection.decide(item(CameraDateFixture.date)) == .copy)
        #expect(selection.decide(item(CameraDate(year: 2026, month: 11, day: 19))) == .outsideDates)
        #expect(selection.decide(item(CameraDate(year: 2026, month: 11, day: 21))) == .outsideDates)
        #expect(selection.decide(item(nil)) == .undated)
    }
}
