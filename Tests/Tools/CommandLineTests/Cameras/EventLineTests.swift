import CameraModel
import CameraRecords
import Testing

@testable import hotshoe

@Suite struct EventLineTests {
    private func texts(_ event: CameraEvent, only: Set<PropertyIdentifier> = []) -> [String] {
        EventLine.lines(of: event, only: only).map { "\($0.subject): \($0.text)" }
    }

    private var card: StorageInfo {
        StorageInfo(
            identifier: .init(1),
            name: "Card 1",
            capacityBytes: 64_000_000_000,
            freeBytes: 1_000_000,
            isWritable: false,
            allowsDeletion: false
        )
    }

    @Test func `every kind of event has its words`() {
        #expect(texts(.connection(.waitingForUser)) == ["connection: waiting for a confirmation at the camera"])
        #expect(texts(.connection(.notConnected(.batteryExhausted))) == ["connection: the battery is empty"])
        #expect(texts(.categories(.fileAccess)) == ["used for: file access"])
        #expect(texts(.recording(RecordingState(isRecording: true, timer: .elapsed(seconds: 3)))) == ["recording: for 3 s"])
        #expect(texts(.recording(RecordingState(isRecording: true, timer: .remaining(seconds: 9)))) == ["recording: 9 s left"])
        #expect(texts(.recording(.idle)) == ["recording: stopped"])
        #expect(texts(.storages([card])) == ["Card 1: 64 GB, 1.0 MB free, locked"])
        #expect(texts(.storages([])) == ["cards: none in the camera"])
        #expect(texts(.itemRemoved(.init(7))) == ["file 7: is gone"])
        #expect(texts(.liveView(.stopped(.overheated))) == ["live view: the camera stopped live view to keep cool"])
        #expect(texts(.focus(nil)) == ["focus: none"])
        #expect(texts(.autoExposure(nil)) == [])
        #expect(texts(.notice("hello")) == ["notice: hello"])
        #expect(texts(.name("Mine")) == ["name: Mine"])
    }

    @Test func `focus reports the number of areas in focus`() {
        let area = FocusArea(rect: Rect(x: 0, y: 0, width: 1, height: 1), isActive: true, hasFocus: false)
        let found = FocusArea(rect: area.rect, isActive: true, hasFocus: true)
        let space = PixelSize(width: 10, height: 10)
        #expect(texts(.focus(FocusInfo(space: space, areas: [area, found]))) == ["focus: found in 1 of 2 areas"])
        #expect(texts(.focus(FocusInfo(space: space, areas: [area]))) == ["focus: found in none of 1 areas"])
    }

    @Test func `a list of properties limits the events to these and the connection`() {
        #expect(texts(.recording(.idle), only: [.aperture]) == [])
        #expect(texts(.connection(.connected), only: [.aperture]) == ["connection: connected"])
    }

    @Test func `a line has the time of day to the millisecond`() throws {
        let line = try #require(EventLine.lines(of: .name("x"), only: []).first)
        #expect(line.clockTime.utf8.count == "21:52:03.250".utf8.count)
        #expect(line.time.contains(line.clockTime.prefix(8)))
    }

    @Test func `a camera's name cannot control the terminal, nor break a line of JSON`() throws {
        let line = try #require(EventLine.lines(of: .notice("a\u{1B}[2J\nb"), only: []).first)
        let shown: StyledText = "\(line.text)"
        #expect(shown.plain == "a\\x1b[2J\\nb")
        #expect(try JSONLine.of(line).split(separator: "\n").count == 1)
    }
}
