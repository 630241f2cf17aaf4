import CameraRecords
import HotShoe
import JSONText
import WebServer

/// Collects the events of all cameras of a server, and makes streams of Server-Sent Events of them. **Thread-safe.**
///
/// Collecting begins with the first reader, and continues until the server stops, so that a reader can continue after an interruption.
final class EventFeed: Sendable {
    private struct State {
        var log = EventLog()
        /// The readers that wait, by numbers.
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter: UInt64 = 0
        var watch: CameraWatch?
        var isCollecting = false
        var isOver = false
    }

    private let cameras: ServedCameraList
    private let time: any TimeSource
    /// Distinguishes the numbers of this run from those of another.
    private let run = Secrets.random(count: 4).map { String($0, radix: 16) }.joined()
    /// Guards the log and its readers that wait.
    private let state = Guarded(State())

    init(_ cameras: ServedCameraList, _ time: any TimeSource) { (self.cameras, self.time) = (cameras, time) }

    // MARK: Collecting

    private func collect() {
        let isFirst = state.withLock { state in
            defer { state.isCollecting = true }
            return !state.isCollecting
        }
        guard isFirst else { return }
        let watch = CameraWatch(cameras) { [weak self] in self?.add($0, $1) }
        state.withLock { $0.watch = watch }
        watch.start()
    }

    private func add(_ report: CameraWatch.Report, _ camera: Camera) {
        let name = camera.identifier.text
        switch report {
        case .found: append(name, "found", cameras.record(of: camera))
        case .event(let event): for line in EventLine.lines(of: event, only: []) { append(name, line.event, line) }
        case .lost(let reason): append(name, "lost", ["reason": reason.rawValue])
        }
    }

    /// Adds an event of a camera.
    func append(_ camera: String, _ kind: String, _ record: some Encodable) {
        guard state.withLock({ $0.isCollecting }), let text = try? JSONLine.of(record) else { return }
        resumeAll { $0.log.append(camera: camera, kind: kind, text: String(text.dropLast())) }
    }

    private func resumeAll(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    func end() {
        state.withLock { $0.watch }?.end()
        resumeAll { $0.isOver = true }
    }

    // MARK: Reading

    /// Returns a stream of events, after the one with an identifier, or else from now on.
    func stream(camera: String?, after identifier: String?) -> any WebStream {
        collect()
        let parts = identifier?.split(separator: "-") ?? []
        let last = state.withLock { $0.log.last }
        let position = parts.count == 2 && parts[0] == run ? UInt64(parts[1]).flatMap { $0 <= last ? $0 : nil } : nil
        // The events of another run are unknown: its reader must read the state again.
        return EventReader(self, camera: camera, after: position ?? last, isReset: identifier != nil && position == nil)
    }

    /// Time without an event after which a reader receives a comment: a client that has disconnected is noticed only by sending.
    static let silenceLimit = Duration.seconds(15)

    /// Time at which a reader that starts to wait now receives a comment.
    fileprivate var nextComment: Duration { time.now + Self.silenceLimit }

    /// Waits until there is something after a position, or the time for a comment; nil at the end.
    fileprivate func read(after position: UInt64, camera: String?, until deadline: Duration) async -> EventLog.Reading? {
        let key = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timer = time.makeTimer { [weak self] in self?.resume(key) }
        timer.arm(at: deadline)
        defer { timer.disarm() }
        while !Task.isCancelled {
            if time.now >= deadline { return EventLog.Reading(entries: [], missed: 0, position: position) }
            await wait(after: position, until: deadline, key)
            let (reading, isOver) = state.withLock { ($0.log.read(after: position, camera: camera, limit: 64), $0.isOver) }
            if isOver { return nil }
            if reading.position != position { return reading }
        }
        return nil
    }

    /// Waits until there is an event after a position, the feed ends, or the task is cancelled.
    private func wait(after position: UInt64, until deadline: Duration, _ key: UInt64) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayWait = state.withLock { state in
                    guard state.log.last <= position, !state.isOver, !Task.isCancelled, time.now < deadline else { return false }
                    state.waiters[key] = continuation
                    return true
                }
                if !mayWait { continuation.resume() }
            }
        } onCancel: {
            resume(key)
        }
    }

    private func resume(_ key: UInt64) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: key) }
        waiter?.resume()
    }

    fileprivate func text(of entry: EventLog.Entry) -> String {
        "id: \(run)-\(entry.number)\nevent: \(entry.kind)\ndata: {\"camera\":\(JSONLine.text(.string(entry.camera))),\"event\":\(entry.text)}\n\n"
    }
}

/// One reader of events.
private final class EventReader: WebStream {
    private struct State {
        var position: UInt64
        /// Text that is sent before the first event.
        var start: String?
    }

    private let feed: EventFeed
    private let camera: String?
    /// Guards the position, which one task at a time moves.
    private let state: Guarded<State>

    init(_ feed: EventFeed, camera: String?, after position: UInt64, isReset: Bool) {
        (self.feed, self.camera) = (feed, camera)
        // The pause before a browser connects again, and a comment that lets it see the connection.
        state = Guarded(State(position: position, start: "retry: 2000\n\n" + (isReset ? "event: reset\ndata: {}\n\n" : "")))
    }

    func next() async throws -> WebPiece? {
        let start = state.withLock { state in
            defer { state.start = nil }
            return state.start
        }
        if let start { return WebPiece(Array(start.utf8)) }
        let deadline = feed.nextComment
        while true {
            let position = state.withLock { $0.position }
            guard let reading = await feed.read(after: position, camera: camera, until: deadline) else { return nil }
            if reading.position == position { return WebPiece(Array(": \n\n".utf8)) }
            state.withLock { $0.position = reading.position }
            var text = reading.missed > 0 ? "event: missed\ndata: {\"count\":\(reading.missed)}\n\n" : ""
            for entry in reading.entries { text += feed.text(of: entry) }
            if !text.isEmpty { return WebPiece(Array(text.utf8)) }
        }
    }
}
