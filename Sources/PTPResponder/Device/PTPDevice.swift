public import CameraModel
public import HotShoeSupport
public import PTP

/// A camera as a PTP device: executes operations, says events; knows no link. **Thread-safe.**
///
/// One session at a time. ``begin()`` when the camera is connected, ``end()`` when the initiator has left.
public final class PTPDevice: Sendable {
    public let camera: Camera
    let personality: Personality
    let time: any TimeSource

    struct Shared {
        var session: UInt32?
        var objects = ObjectIndex()
        /// What SendObjectInfo told, for SendObject.
        var announcedUpload: AnnouncedUpload?
        /// The names under which uploads come in, with the handles that they were promised.
        var uploads: [UploadKey: ObjectHandle] = [:]
        /// What resets go back to.
        var defaults: [PropertyIdentifier: PropertyValue] = [:]
        var openCapture: TransactionID?
        var isCapturing = false
        /// What the initiator is changing now.
        var ownChange: OwnChange?
        /// Of thumbnails that were looked at, in bytes.
        var thumbnailSizes: [ObjectHandle: UInt32] = [:]
        var storages: [CameraModel.StorageInfo] = []
        var watcher: Task<Void, Never>?
    }

    /// What an initiator changes: it is not told of what it asked for.
    enum OwnChange {
        case item(ItemInfo.Handle)
        case storage(CameraModel.StorageInfo.Identifier)
    }

    /// Guards the session and what is known of the objects.
    let shared = Guarded(Shared())
    /// Held from a change of what is known of the objects until it has been said: nobody says in between what comes after it, such as that
    /// a capture is complete. Taken before `shared`.
    let telling = Guarded(())
    let captureRefusal: Duration
    let broadcast = Broadcast<Event>()
    /// What a maker's own operations work with.
    let maker: (any MakerBody)?

    /// Shows a camera, which is connected by whoever uses the device.
    ///
    /// - Parameter captureRefusal: how long the response to InitiateCapture waits for the camera to refuse: most refusals, autofocus
    ///   included, come within it. Later ones are events.
    public convenience init(
        _ camera: Camera,
        personality: Personality = .generic,
        captureRefusal: Duration = .seconds(1),
        time: any TimeSource = SystemClock.shared
    ) {
        self.init(camera, personality, captureRefusal: captureRefusal, time: time, memory: BodyMemory())
    }

    /// The same with settings that are to stay.
    init(
        _ camera: Camera,
        _ personality: Personality,
        captureRefusal: Duration,
        time: any TimeSource,
        memory: BodyMemory
    ) {
        self.camera = camera
        self.captureRefusal = captureRefusal
        self.personality = personality
        self.time = time
        maker = personality.makeMakerBody?(.init(camera: camera, time: time, broadcast: broadcast, memory: memory))
    }

    deinit { shared.withLock { $0.watcher }?.cancel() }

    /// What the device says by itself, from now on. At most 1024 wait; then the oldest are forgotten.
    public var events: EventStream<Event> { broadcast.stream { $0 } }

    // MARK: Beginning and ending

    /// Begins to follow the connected camera.
    ///
    /// - Parameter whenGone: called when the camera has gone; must return at once.
    public func begin(whenGone: @escaping @Sendable () -> Void = {}) {
        let events = camera.events
        let task = Task { [weak self] in
            var dropped = 0
            for await event in events {
                guard let self else { return }
                if events.droppedCount != dropped {
                    dropped = events.droppedCount
                    shared.withLock { $0.objects.forgetListings() }
                    say(Event(.deviceInfoChanged))
                }
                follow(event)
                maker?.follow(event, self)
                if case .connection(.notConnected) = event { whenGone() }
            }
        }
        let storages = camera.storages.map(\.info)
        let old = shared.withLock { shared in
            defer { shared.watcher = task }
            shared.storages = storages
            return shared.watcher
        }
        old?.cancel()
        // It may have gone before anybody listened.
        if case .notConnected = camera.connectionState { whenGone() }
    }

    /// Forgets the session and what it knew of the camera.
    public func end() {
        let watcher = shared.withLock { shared in
            defer { shared = Shared() }
            return shared.watcher
        }
        watcher?.cancel()
        maker?.sessionEnded(self)
    }

    // MARK: Operations

    /// Which way the data of an operation goes; nil for one that the device does not have.
    public func dataPhase(of operation: OperationCode) -> DataPhase? { row(operation)?.dataPhase }

    /// Whether an operation's data is taken as it arrives.
    func streamsData(of operation: OperationCode) -> Bool { operation == .sendObject }

    private func row(_ operation: OperationCode) -> OperationRow? {
        personality.operations[operation].flatMap { camera.capabilities.isSuperset(of: $0.requires) ? $0 : nil }
    }

    /// The operations that the camera can do now.
    var supportedOperations: [OperationCode] {
        personality.operations.values.filter { camera.capabilities.isSuperset(of: $0.requires) }.map(\.code).sorted()
    }

    /// Does what an initiator asks for.
    ///
    /// - Parameter data: what came with the request; empty for operations without data.
    public func execute(_ request: OperationRequest, data: [UInt8] = []) async -> Answer {
        await execute(request, .bytes(data))
    }

    func execute(_ request: OperationRequest, _ data: RequestData) async -> Answer {
        do throws(Refusal) {
            guard let row = row(request.code) else { throw Refusal(.operationNotSupported) }
            guard !row.needsSession || shared.withLock({ $0.session }) != nil else { throw Refusal(.sessionNotOpen) }
            return try await row.perform(self, request, data)
        } catch {
            Log.write(.info, "ptp responder", "\(request): \(error.code)")
            return Answer(error.code, error.parameters)
        }
    }

    // MARK: Helpers of operations

    /// Says an event to whoever listens; nothing while there is no session.
    func say(_ event: Event) {
        guard shared.withLock({ $0.session }) != nil else { return }
        if maker?.takes(event, self) != true { broadcast.send(event) }
    }

    /// Asks the camera, and makes its errors refusals.
    func ask<Value: Sendable>(_ work: () async throws(CameraError) -> Value) async throws(Refusal) -> Value {
        do throws(CameraError) { return try await work() } catch { throw Refusal(error) }
    }

    /// Makes the camera ready for something, where it cannot do all at once.
    func use(_ category: CommandCategories) async throws(Refusal) {
        guard !camera.commandCategories.isSuperset(of: category) else { return }
        let all = camera.commandCategories.union(category)
        try await ask { () throws(CameraError) in
            try await camera.setCommandCategories(camera.supports(all) ? all : category)
        }
    }
}
