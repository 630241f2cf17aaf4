import CameraModel
import Testing

@testable import HotShoe

@Suite("The log of a search's changes")
struct DiscoveryLogTests {
    private static func camera(_ number: Int) -> CameraIdentifier { CameraIdentifier("camera-\(number)") }

    @Test("a consumer that reads after each of a thousand changes looks at a thousand cameras")
    func isLinear() {
        var (log, read, looks) = (DiscoveryLog(), 0, 0)
        for number in 0..<1000 {
            log.note(Self.camera(number))
            let changed = log.cameras(since: read)
            #expect(changed == [Self.camera(number)])
            looks += changed?.count ?? 1000
            read = log.revision
        }
        #expect(looks == 1000)
    }

    @Test("a camera that changes often is listed once, where it changed last")
    func eachOnce() {
        var log = DiscoveryLog()
        for number in 0..<3 { log.note(Self.camera(number)) }
        for _ in 0..<500 { log.note(Self.camera(1)) }
        #expect(log.cameras(since: 0) == [0, 2, 1].map(Self.camera))
        #expect(log.cameras(since: 3) == [Self.camera(1)])
        #expect(log.cameras(since: log.revision) == [])
    }

    @Test("a flood of new cameras makes the log begin again, and an old consumer compare everything")
    func flood() {
        var log = DiscoveryLog()
        for number in 0..<20_000 { log.note(Self.camera(number)) }
        #expect(log.cameras(since: 5) == nil)
        #expect(log.cameras(since: log.revision - 1) == [Self.camera(19_999)])
        #expect(log.cameras(since: log.revision - 1000)?.count == 1000)
    }
}
