import PictureSaving
import CameraModel
import HotShoeSupport
import PTP
import TestSupport
import Testing

/// A day of tethering in virtual time with a ``TetheredCamera``. **Single-owner.**
struct TetheredDay {
    /// An action of the photographer or the camera at a time.
    private struct Deed {
        let time: Duration
        let act: (inout TetheredDay) -> Void
    }

    /// The reports of tethering. **Thread-safe.**
    private final class Reports: Sendable {
        struct State {
            /// Files that were named as not copied, by number, or by name if they have none.
            var named: Set<Int> = []
            var unknown: [String] = []
            /// Files that were saved.
            var saved: Set<Int> = []
            /// The events of the day, for the analysis of a failure.
            var history: [String] = []
        }

        let state = Guarded(State())
    }

    private let clock: VirtualClock
    private let body: TetheredCamera
    private let folder: TemporaryFolder
    private let reports = Reports()
    private var dice: Soak.Dice
    private var deeds: [Deed] = []
    private var pool: [TetheredCamera.Card] = []
    private var nextName = 1
    private(set) var figures: [String: Int] = [:]
    /// Number of rounds in which the day still waits for other threads.
    private var patience = 50_000

    init(seed: UInt64) throws {
        clock = VirtualClock()
        body = TetheredCamera(clock)
        folder = try TemporaryFolder()
        dice = Soak.Dice(state: seed)
    }

    // MARK: Running

    /// Tethers for a time, then for as long as the last files need. Returns descriptions of what was lost, doubled or claimed wrongly.
    mutating func run(for length: Duration) async throws -> [String] {
        let camera = body.responder.camera(time: clock)
        _ = try await complete { try await camera.connect() }
        let (reports, body, folder) = (reports, body, folder)
        let options = TetherOptions(folder: folder.path)
        let requests = body.responder.state.withLock(\.received)
        let tethering = Task {
            try await camera.tether(options) { event in Self.store(event, body, folder, reports) }
        }
        // A file that is on the card before tethering lists it needs no copy; its folder is created first, which is no request.
        try await until("tethering requests the files") { body.responder.state.withLock { $0.received > requests } }
        plan(after: .seconds(1)) { $0.photograph() }
        plan(after: .seconds(50)) { $0.misbehave() }
        while clock.now < length { try await step(until: length) }
        deeds = []
        if !(body.responder.state.withLock { $0.hasCard }) { insert(TetheredCamera.Card()) }
        body.responder.state.withLock { $0.isOff = false }
        let end = length + .seconds(400)
        while clock.now < end { try await step(until: end) }
        tethering.cancel()
        let summary = try await complete { try await tethering.value }
        await camera.disconnect()
        return judge(summary)
    }

    /// Performs work while the time passes.
    private mutating func complete<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let done = Promise<Value, any Error>()
        Task {
            do { done.fulfil(.success(try await work())) } catch { done.fulfil(.failure(error)) }
        }
        while done.current == nil { try await step(until: clock.now + .seconds(1)) }
        return try await done.result().get()
    }

    /// Waits until nothing happens without the time, then lets it pass until something is due.
    private mutating func step(until end: Duration) async throws {
        try await settle()
        let moments = [clock.nextDeadline, deeds.map(\.time).min(), end].compactMap(\.self)
        clock.advance(to: moments.min() ?? end)
        for deed in deeds.filter({ $0.time <= clock.now }).sorted(by: { $0.time < $1.time }) { deed.act(&self) }
        deeds.removeAll { $0.time <= clock.now }
    }

    /// Waits until the camera receives no request while work that is queued behind the driver's runs repeatedly, and then until no thread
    /// of this process has work, but not for long if tests in parallel have some. Where the driver is only slow, the camera seems to be.
    private mutating func settle() async throws {
        var (quiet, last, rounds) = (0, -1, 0)
        while quiet < Self.quietRounds || isBusy() {
            rounds += 1
            let newest = body.responder.state.withLock { $0.requests.suffix(8) }
            try #require(rounds < 100_000, "there is no end of requests at \(clock.now): \(newest)")
            await body.responder.pass()
            await Task.detached {}.value
            let (received, answered) = body.responder.state.withLock { ($0.received, $0.answered) }
            (quiet, last) = answered == last && answered == received ? (quiet + 1, last) : (0, answered)
        }
        body.responder.state.withLock { $0.requests = [] }
    }

    private static let quietRounds = 12

    private mutating func isBusy() -> Bool {
        guard patience > 0, !ProcessThreads.areIdle else { return false }
        patience -= 1
        return true
    }

    private mutating func plan(after pause: Duration, _ act: @escaping (inout TetheredDay) -> Void) {
        deeds.append(Deed(time: clock.now + pause, act: act))
    }

    private mutating func seconds(_ range: ClosedRange<Int>) -> Duration {
        .milliseconds(Int.random(in: range, using: &dice) * 1000 + 7)
    }

    /// Whether something happens that does so in a number of percent of all cases.
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }

    private mutating func count(_ what: String) {
        reports.state.withLock { $0.history.append("\(clock.now) \(what)") }
        figures[what, default: 0] += 1
    }

    // MARK: The photographer

    private mutating func photograph() {
        plan(after: seconds(5...75)) { $0.photograph() }
        guard body.responder.state.withLock(\.hasCard) else { return }
        if body.state.withLock({ $0.card.numbers.count }) > 60 { return format() }
        for _ in 0..<(chance(15) ? 5 : chance(30) ? 2 : 1) { take() }
    }

    private mutating func take() {
        count("files")
        let name = "IMG_\(nextName).JPG"
        // The numbers of a body begin again.
        nextName = nextName == 200 ? 1 : nextName + 1
        var (faults, isHopeless) = (TetheredCamera.Faults(), false)
        let codes: [ResponseCode?] = [.invalidObjectHandle, .accessDenied, .generalError, .deviceBusy, nil]
        func end(_ time: Duration) -> Duration { clock.now + time }
        if chance(25) {
            isHopeless = chance(8)
            faults.refusal = (end(isHopeless ? .seconds(500) : seconds(0...25)), codes.randomElement(using: &dice)!)
            count(isHopeless ? "never described" : "described late")
        }
        if chance(15) {
            faults.sizeless = end(seconds(0...20))
            count("size 0")
        }
        if chance(15) {
            faults.unread = (end(seconds(0...20)), chance(50))
            count("not read at first")
        }
        if chance(15) {
            faults.unlisted = end(seconds(1...20))
            count("listed late")
        }
        let handle = body.make(name, size: Int.random(in: 100...3000, using: &dice), faults: faults, isHopeless: isHopeless)
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<60: body.responder.send(.objectAdded, handle)
        case 60..<70:
            body.responder.send(.objectAdded, handle)
            body.responder.send(.objectAdded, handle)
            count("announced twice")
        case 70..<85:
            count("announced late")
            plan(after: seconds(1...20)) { $0.body.responder.send(.objectAdded, handle) }
        default:
            count("not announced")
            body.responder.send(.captureComplete, 0)
        }
    }

    private mutating func format() {
        guard areCopied else { return }
        count("formatted")
        for handle in body.state.withLock({ $0.card.numbers.keys.sorted(by: >) }) {
            body.delete(handle)
            body.responder.send(.objectRemoved, handle)
        }
    }

    /// Whether all files of the card are copied or named, and the host knows the camera's state.
    private var areCopied: Bool {
        let done = reports.state.withLock { $0.saved.union($0.named) }
        return body.state.withLock { $0.card.numbers.values.allSatisfy(done.contains) }
            && body.responder.state.withLock { $0.link != nil }
    }

    // MARK: Failures

    private mutating func misbehave() {
        plan(after: seconds(20...300)) { $0.misbehave() }
        guard body.responder.state.withLock({ $0.hasCard && !$0.isOff }) else { return }
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<10:
            count("folders refused")
            let end = clock.now + seconds(1...20)
            body.state.withLock { $0.faults[TetheredCamera.folder] = TetheredCamera.Faults(refusal: (end, .deviceBusy)) }
        case 10..<30:
            count("lists refused")
            let end = clock.now + seconds(1...20)
            body.state.withLock { $0.unlistable = end }
        case 30..<50: deleteOne()
        case 50..<65: changeCard()
        default: loseConnection()
        }
    }

    /// Deletes a file that was announced, whether it is copied or not.
    private mutating func deleteOne() {
        let saved = reports.state.withLock { $0.saved }
        let files = body.state.withLock { $0.card.numbers.filter { saved.contains($0.value) } }
        guard let handle = files.keys.sorted().last else { return }
        count("deleted")
        body.delete(handle)
        body.responder.send(.objectRemoved, handle)
    }

    private mutating func changeCard() {
        guard areCopied else { return }
        count("cards changed")
        pool.append(body.removeCard())
        body.responder.send(.storeRemoved, FakeResponder.storage)
        plan(after: seconds(2...15)) { day in
            let isOld = day.chance(40)
            if isOld { day.count("old card") }
            day.insert(isOld ? day.pool.removeFirst() : TetheredCamera.Card())
        }
    }

    private func insert(_ card: TetheredCamera.Card) {
        body.insert(card)
        body.responder.send(.storeAdded, FakeResponder.storage)
    }

    private mutating func loseConnection() {
        count("connections lost")
        let link = body.responder.state.withLock { state in
            state.isOff = true
            return state.link
        }
        link?.lose()
        if chance(50) {
            count("renumbered")
            body.renumber(by: UInt32.random(in: 1...500, using: &dice))
        }
        if chance(60) {
            count("made while off")
            take()
        }
        plan(after: seconds(1...40)) { day in
            if day.chance(30) {
                let end = day.clock.now + day.seconds(1...15)
                day.body.state.withLock { $0.unlistable = end }
            }
            day.body.responder.state.withLock { $0.isOff = false }
        }
    }

    // MARK: Reports

    private static func store(_ event: TetherEvent, _ body: TetheredCamera, _ folder: TemporaryFolder, _ reports: Reports) {
        reports.state.withLock { $0.history.append("\(body.time) \(event)") }
        switch event {
        case .saved(let file):
            let contents = folder.read(String(file.path.dropFirst(folder.path.count + 1)))
            reports.state.withLock { _ = $0.saved.insert(TetheredCamera.number(contents)) }
        case .failed(let name, _), .remaining(let name):
            let number = body.number(of: name)
            reports.state.withLock { reports in
                if let number { reports.named.insert(number) } else { reports.unknown.append(name) }
            }
        case .missed, .connectionLost, .reconnected: return
        }
    }

    private func judge(_ summary: TetherSummary) -> [String] {
        let reports = reports.state.withLock { $0 }
        var copies: [Int: Int] = [:]
        for name in folder.names() { copies[TetheredCamera.number(folder.read(name)), default: 0] += 1 }
        var faults = reports.unknown.map { "unknown: \($0)" }
        let pictures = body.state.withLock { $0.pictures }
        for picture in pictures {
            let (count, isNamed) = (copies[picture.number, default: 0], reports.named.contains(picture.number))
            if count > 1 { faults.append("\(picture) is there \(count) times") }
            if count == 0, !isNamed { faults.append("\(picture) is lost") }
            if count == 0, isNamed, !picture.isHopeless { faults.append("\(picture) was given up") }
        }
        if copies.values.reduce(0, +) != summary.savedFiles { faults.append("\(copies.count) files, \(summary)") }
        return faults + history(of: faults, in: pictures, reports.history)
    }

    /// Returns what happened to the first file that a fault names, and around it.
    private func history(of faults: [String], in pictures: [TetheredCamera.Picture], _ history: [String]) -> [String] {
        guard let picture = pictures.first(where: { picture in faults.contains { $0.hasPrefix("\(picture)") } }) else {
            return []
        }
        let lines = history.indices.filter { history[$0].contains(picture.name) }.flatMap { max(0, $0 - 25)...$0 }
        return Set(lines).sorted().map { history[$0] }
    }
}

extension TetheredCamera {
    /// Returns the number of a file that is named by its name or its handle.
    fileprivate func number(of name: String) -> Int? {
        state.withLock { state in
            if name.hasPrefix("object 0x"), let handle = UInt32(name.dropFirst(9), radix: 16) { return state.newest[handle] }
            return state.pictures.last { $0.name == name }?.number
        }
    }
}
