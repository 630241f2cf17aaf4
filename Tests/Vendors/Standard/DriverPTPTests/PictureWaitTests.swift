import CameraModel
import PTPSession
import Testing

@testable import DriverPTP

/// When a picture is complete, and when files are searched for.
@Suite struct PictureWaitTests {
    private typealias Plan = PictureWait.Plan

    private static func item(_ number: UInt64) -> ItemInfo {
        ItemInfo(handle: .init(number), storage: .init(1), parent: nil, name: "\(number).JPG", kind: .image)
    }

    private static func wait(_ plan: Plan, searches: Bool = true) -> PictureWait {
        PictureWait(plan, canSearch: searches, at: .zero)
    }

    @Test(arguments: [nil, Duration.seconds(300)]) func `an unanswered release ends within the time limit of the picture`(
        _ requested: Duration?
    ) {
        let plan = Plan(atLeast: requested)
        #expect(plan.limit == requested ?? .seconds(100))
        #expect(plan.answerLimit + PTPSession.Options().cancelTimeout < plan.limit)
    }

    /// Lets the time pass until the picture is complete. Searches find nothing. Returns their times, and that of the end.
    private func run(_ wait: inout PictureWait, from start: Duration = .zero) -> (searches: [Duration], end: Duration) {
        var (now, searches) = (start, [Duration]())
        for _ in 0..<10_000 {
            switch wait.next(at: now) {
            case .done: return (searches, now)
            case .search:
                searches.append(now)
                wait.searched(at: now)
            case .wait(let moment): now = moment
            }
        }
        return (searches, .seconds(-1))
    }

    @Test(arguments: [
        (exposure: Duration.zero, requested: nil as Duration?, limit: Duration.seconds(100)), (.seconds(60), nil, .seconds(160)),
        (.seconds(600), nil, .seconds(1240)), (.seconds(1), .seconds(5), .seconds(42)),
        (.seconds(1), .seconds(300), .seconds(300)),
    ])
    func `the limit is twice the exposure and a margin, and at least what is requested`(
        exposure: Duration,
        requested: Duration?,
        limit: Duration
    ) {
        #expect(Plan(exposure: exposure, atLeast: requested).limit == limit)
    }

    @Test func `a file that is announced again is not awaited, nor one that is announced when the picture is complete`() {
        var wait = Self.wait(Plan(files: 1))
        wait.expect(.init(5))
        wait.add(Self.item(5), at: .zero)
        wait.expect(.init(5))
        #expect(wait.next(at: .zero) == .done)
        wait.expect(.init(6))
        #expect(wait.result == ShotResult(items: [Self.item(5)], offers: []))
    }

    @Test(arguments: [(true, CameraError.Code.connectionLost), (false, .timedOut)])
    func `a file that was announced and not described is unreadable for the reason that ended the wait`(
        endsConnection: Bool,
        code: CameraError.Code
    ) {
        var wait = Self.wait(Plan())
        wait.expect(.init(5))
        if endsConnection { wait.finish() }
        #expect(wait.next(at: endsConnection ? .zero : .seconds(100)) == .done)
        #expect(wait.result.unreadable.map(\.code) == [code])
    }

    @Test func `a body that reports neither a file nor completion is searched from two seconds after the exposure on`() {
        var wait = Self.wait(Plan(exposure: .seconds(30)))
        let (searches, end) = run(&wait)
        #expect(searches.first == .seconds(62))
        #expect(zip(searches.dropFirst(), searches).allSatisfy { $0 - $1 <= .seconds(5) })
        #expect(end == .seconds(100))
    }

    @Test func `after completion without a file it is searched immediately, for half a minute`() {
        var wait = Self.wait(Plan())
        wait.completed(at: .seconds(1))
        let (searches, end) = run(&wait, from: .seconds(1))
        #expect(searches.first == .seconds(1))
        #expect(searches.count > 5)
        #expect(end == .seconds(31))
    }

    @Test func `a release that usually makes no file is complete two seconds after completion`() {
        var plan = Plan()
        plan.mayHaveNone = true
        var wait = Self.wait(plan)
        wait.completed(at: .seconds(1))
        #expect(run(&wait, from: .seconds(1)).end == .seconds(3))
    }

    @Test func `a file that a search finds completes the picture when it is described`() {
        var wait = Self.wait(Plan())
        wait.completed(at: .zero)
        #expect(wait.next(at: .zero) == .search)
        wait.expect(.init(1))
        wait.searched(at: .zero)
        #expect(wait.next(at: .seconds(50)) == .wait(until: .seconds(100)))
        wait.add(Self.item(1), at: .seconds(50))
        #expect(wait.next(at: .seconds(50)) == .done)
        #expect(wait.result.items.count == 1)
    }

    @Test func `completion does not end the wait for announced files`() {
        var wait = Self.wait(Plan(files: 2))
        wait.expect(.init(1))
        wait.expect(.init(2))
        wait.add(Self.item(1), at: .seconds(1))
        wait.completed(at: .seconds(1))
        #expect(wait.next(at: .seconds(20)) == .wait(until: .seconds(100)))
        wait.add(Self.item(2), at: .seconds(30))
        #expect(wait.next(at: .seconds(30)) == .done)
    }

    @Test func `an announced file that is not described in time is named`() {
        var wait = Self.wait(Plan())
        wait.expect(.init(5))
        #expect(wait.next(at: .seconds(100)) == .done)
        #expect(wait.result.unreadable.map(\.displayName) == ["object 0x00000005"])
    }

    @Test func `each exposure of a bracket may be reported as complete`() {
        var plan = Plan(exposure: .seconds(4))
        plan.isSeries = true
        var wait = Self.wait(plan)
        for step in 1...3 {
            let now = Duration.seconds(step * 5)
            wait.add(Self.item(UInt64(step)), at: now)
            wait.completed(at: now)
            #expect(wait.next(at: now) == .wait(until: now + .seconds(6)))
        }
        #expect(wait.next(at: .seconds(21)) == .done)
        #expect(wait.result.items.count == 3)
    }

    @Test func `an unreadable file counts as one of the picture`() {
        var wait = Self.wait(Plan(files: 1))
        wait.expect(.init(1))
        wait.add(UnreadableItem(handle: .init(1), name: nil, code: .busy, message: "test"), at: .seconds(61))
        #expect(wait.next(at: .seconds(61)) == .done)
    }

    @Test func `the limit begins with the answer to the release`() {
        var wait = Self.wait(Plan())
        wait.released(at: .seconds(90))
        #expect(run(&wait).end == .seconds(190))
    }
}
