import CameraMessages
import CameraRecords
import HotShoe
import HotShoeSupport
import WebServer

/// What a camera reports, for one client: first the whole state, then each change. **Thread-safe**; one task at a time requests a piece.
final class ChangeStream: WebStream {
    private struct State {
        var queue = ChangeQueue()
        var waiter: CheckedContinuation<Void, Never>?
        var subscriptions: [Subscription] = []
    }

    private let camera: Camera
    private let questions: OpenQuestions
    private let time: any TimeSource
    /// Guards what the client has not received, and the task that waits.
    private let state = Guarded(State())

    init(_ camera: Camera, _ questions: OpenQuestions, _ time: any TimeSource) {
        (self.camera, self.questions, self.time) = (camera, questions, time)
        // Observed before the state is read: what happens in between is reported twice, and not lost.
        let events = camera.observe { [weak self] in self?.report($0) }
        let identifier = camera.identifier
        let asked = questions.observe { [weak self] camera in if camera == identifier { self?.reportQuestion() } }
        state.withLock { $0.subscriptions = [events, asked] }
        add([.connection(camera.connectionState)])
        reportQuestion()
        if camera.connectionState == .connected { add(Self.everything(camera)) }
    }

    deinit { for subscription in state.withLock({ $0.subscriptions }) { subscription.cancel() } }

    // MARK: Reports

    private func add(_ messages: [CameraMessage]) {
        let waiter = state.withLock { state in
            for message in messages { state.queue.add(message) }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func reportQuestion() {
        let request = questions.request(of: camera.identifier)
        add([.question(request.map { CameraMessage.Question(kind: $0.kind, isRetry: $0.isRetry) })])
    }

    /// Adds what an event reports. States are read from the camera: a later event may have arrived.
    private func report(_ event: CameraEvent) {
        if case .connection(let connection) = event {
            return add([.connection(connection)] + (connection == .connected ? Self.everything(camera) : []))
        }
        guard camera.connectionState == .connected, let update = Self.update(of: event, camera) else { return }
        add([.update(update)])
    }

    private static func update(of event: CameraEvent, _ camera: Camera) -> CameraUpdate? {
        switch event {
        case .connection, .liveView: nil
        case .capabilities: .capabilities(camera.capabilities)
        case .categories: .categories(active: camera.commandCategories, supported: camera.supportedCommandCategories)
        case .property(let change):
            // A pending value is the affair of the program that sets it.
            change.aspects == .pending ? nil : .property(camera.property(change.identifier).state)
        case .focus: .focus(camera.focusInfo)
        case .autoExposure: .autoExposure(camera.autoExposure)
        case .recording: .recording(camera.recording)
        case .storages: .storages(camera.storages.map(\.info))
        case .itemAdded(let item): .itemAdded(item)
        case .itemChanged(let item): .itemChanged(item)
        case .itemRemoved(let handle): .itemRemoved(handle)
        case .itemUnreadable(let item): .itemUnreadable(item)
        case .transferOffered(let offer): .transferOffered(offer)
        case .transferWithdrawn(let identifier): .transferWithdrawn(identifier)
        case .name(let name): .name(name)
        case .notice(let text): .notice(text)
        }
    }

    /// All that is known of a connected camera.
    private static func everything(_ camera: Camera) -> [CameraMessage] {
        // The connection may have ended since: then a message of its end follows.
        guard let info = camera.info else { return [] }
        var updates: [CameraUpdate] = [
            .capabilities(camera.capabilities),
            .categories(active: camera.commandCategories, supported: camera.supportedCommandCategories),
            .storages(camera.storages.map(\.info)),
        ]
        updates += camera.knownProperties.map { .property(camera.property($0).state) }
        updates += [.focus(camera.focusInfo), .autoExposure(camera.autoExposure), .recording(camera.recording)]
        updates += camera.pendingTransfers.map { .transferOffered($0.offer) }
        updates.append(.name(camera.displayName))
        let identity = CameraMessage.Identity(
            info: info,
            family: camera.connectedDescription.family,
            warnings: camera.warnings
        )
        return [.identity(identity)] + updates.map { .update($0) } + [.complete]
    }

    // MARK: Reading

    func next() async throws -> WebPiece? {
        let timer = time.makeTimer { [weak self] in self?.add([]) }
        let deadline = time.now + EventFeed.silenceLimit
        timer.arm(at: deadline)
        defer { timer.disarm() }
        while !Task.isCancelled {
            let (messages, isOverflown) = state.withLock { ($0.queue.take(), $0.queue.isOverflown) }
            // The end of the connection tells the client that something is missing.
            if isOverflown { throw WebProblem(503, "tooSlow", "The client reads too slowly.") }
            if !messages.isEmpty { return WebPiece(Array(messages.map(\.line).joined().utf8)) }
            // An empty line lets the client see the connection, and this server notice that the client has disconnected.
            if time.now >= deadline { return WebPiece([UInt8(ascii: "\n")]) }
            await wait(until: deadline)
        }
        return nil
    }

    private func wait(until deadline: Duration) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayWait = state.withLock { state in
                    guard state.queue.isEmpty, !Task.isCancelled, time.now < deadline else { return false }
                    state.waiter = continuation
                    return true
                }
                if !mayWait { continuation.resume() }
            }
        } onCancel: {
            add([])
        }
    }
}
