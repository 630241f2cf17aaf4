import CameraModel
import HotShoeSupport
import Testing

@testable import DriverPTP

@Suite(.timeLimit(.minutes(5))) struct ShotCollectorTests {
    private static func item(_ number: Int) -> ItemInfo {
        ItemInfo(
            handle: ItemInfo.Handle(UInt64(number)),
            storage: StorageInfo.Identifier(1),
            parent: nil,
            name: "\(number).JPG",
            kind: .image
        )
    }

    @Test func `a picture is complete two seconds after its last file`() async throws {
        let clock = VirtualClock()
        let collector = ShotCollector(clock, .init())
        collector.add(Self.item(1))
        clock.advance(by: .seconds(1))
        collector.add(Self.item(2))
        #expect(clock.nextDeadline == .seconds(3))
        clock.advance(by: .seconds(2))
        #expect(try await collector.result { true }.items.count == 2)
    }

    @Test func `a camera that continues to send files has a hundred seconds in all`() async throws {
        let clock = VirtualClock()
        let collector = ShotCollector(clock, .init())
        for number in 0..<100 {
            collector.add(Self.item(number))
            clock.advance(by: .seconds(1))
        }
        #expect(clock.armedTimers == 0)
        #expect(try await collector.result { true }.items.count == 100)
    }

    @Test func `a completion that is reported before a file exists waits for two seconds, within the hundred`() async throws {
        let clock = VirtualClock()
        let collector = ShotCollector(clock, .init())
        clock.advance(by: .seconds(99))
        collector.complete()
        #expect(clock.nextDeadline == .seconds(100))
        clock.advance(by: .seconds(1))
        #expect(try await collector.result { true }.items.isEmpty)
    }

    @Test func `a thousand files are a picture, and more are not of it`() async throws {
        let collector = ShotCollector(VirtualClock(), .init())
        for number in 0..<2000 { collector.add(Self.item(number)) }
        #expect(try await collector.result { true }.items.count == 1000)
    }

    @Test(arguments: [ItemInfo.Kind.video, .folder]) func `a movie that is reported late, and a folder, are not the picture`(
        _ kind: ItemInfo.Kind
    ) async throws {
        let shots = Shots(VirtualClock())
        let result = try await shots.collect(.init(files: 1), isOpen: { true }) {
            var other = Self.item(1)
            other.kind = kind
            shots.add(other)
            shots.add(Self.item(2))
        }
        #expect(result.items.map(\.name) == ["2.JPG"])
    }

    @Test func `with the expected number of files it is complete immediately`() async throws {
        let clock = VirtualClock()
        let collector = ShotCollector(clock, .init(files: 2))
        collector.add(Self.item(1))
        #expect(clock.armedTimers == 1)
        collector.add(Self.item(2))
        #expect(clock.armedTimers == 0)
        #expect(try await collector.result { true }.items.count == 2)
    }

    @Test func `without a file the error names the camera or the connection`() async {
        for isOpen in [true, false] {
            let collector = ShotCollector(VirtualClock(), .init())
            collector.finish()
            let error = await #expect(throws: CameraError.self) { try await collector.result { isOpen } }
            #expect(error?.code == (isOpen ? .timedOut : .connectionLost))
        }
    }
}
