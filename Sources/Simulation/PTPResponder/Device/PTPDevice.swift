public import CameraModel
public import HotShoeSupport
public import PTP

/// A camera as a PTP device: executes operations and sends events, independent of the transport. **Thread-safe.**
///
/// The device supports one session at a time. Call ``begin(onDisconnect:)`` when the camera is connected, and ``end()`` when the initiator
/// has disconnected.
public final class PTPDevice: Sendable {
    /// The camera behind the device.
    public let camera: Camera
    let personality: Personality
    let time: any TimeSource

    struct Shared {
        var session: UInt32?
        var objects = ObjectIndex()
        /// Announcement by SendObjectInfo, for SendObject.
        var announcedUpload: AnnouncedUpload?
        /// Handles that are reserved for running uploads.
        var uploads: [UploadKey: ObjectHandle] = [:]
        /// Values that a reset of properties restores.
        var defaults: [PropertyIdentifier: PropertyValue] = [:]
        var openCapture: TransactionID?
        var isCapturing = false
        /// Change that the initiator's current operation makes.
        var ownChange: OwnChange?
        /// Sizes of loaded thumbnails, in bytes.
        var thumbnailSizes: [ObjectHandle: UInt32] = [:]
        var storages: [StorageInfo] = []
        var watcher: Task<Void, Never>?
        /// Whether the initiator has switched the camera off, and it is not off yet.
        var powersDown = false
    }

    /// A change by the initiator, for which it receives no events.
    enum OwnChange {
        case item(ItemInfo.Handle)
        case storage(StorageInfo.Identifier)
    }

    /// Guards the session and the object index.
    let shared = Guarded(Shared())
    /// Held from a change of the object index until its events have been sent, so that a later event, such as
    /// CaptureComplete, cannot overtake them. Acquired before `shared`.
    let reporting = Guarded(())
    let captureRefusal: Duration
    let broadcast = Broadcast<Event>()
    /// Settings that the camera does not have.
    let memory: BodyMemory
    /// Work that continues after the response of its operation, or after the session.
    package let tasks = OwnedTasks()
    /// The vendor's extension.
    let vendorBody: (any VendorBody)?

    /// Creates a device for a camera. The user of the device connects the camera.
    ///
    /// - Parameters:
    ///   - camera: The camera behind the device.
    ///   - personality: The device that the camera is presented as.
    ///   - captureRefusal: Time that the response to InitiateCapture waits for the camera to refuse. Most refusals, including
    ///     those of autofocus, arrive within one second. Later ones are sent as events.
    ///   - time: Clock for all timeouts.
    public convenience init(
        _ camera: Camera,
        personality: Personality = .generic,
        captureRefusal: Duration = .seconds(1),
        time: any TimeSource = SystemClock.shared
    ) {
        self.init(camera, personality, captureRefusal: captureRefusal, time: time, memory: BodyMemory())
    }

    /// Creates a device whose vendor settings persist in `memory`.
    init(
        _ camera: Camera,
        _ personality: Personality,
        captureRefusal: Duration,
        time: any TimeSource,
        memory: BodyMemory,
        display: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.camera = camera
        self.captureRefusal = captureRefusal
        self.personality = personality
        self.time = time
        self.memory = memory
        vendorBody = personality.makeVendorBody?(
            .init(camera: camera, time: time, broadcast: broadcast, memory: memory, tasks: tasks, display: display)
        )
    }

    deinit { shared.withLock { $0.watcher }?.cancel() }

    /// Events of the device from now on. At most 1024 are queued; overflow discards the oldest.
    public var events: EventStream<Event> { broadcast.stream { $0 } }

    // MARK: Beginning and ending

    /// Starts following the connected camera.
    ///
    /// - Parameter onDisconnect: Called when the camera has disconnected. Must not block.
    public func begin(onDisconnect: @escaping @Sendable () -> Void = {}) {
        let events = camera.events
        let task = Task { [weak self] in
            var dropped = 0
            for await event in events {
                guard let self else { return }
                if events.droppedCount != dropped {
                    dropped = events.droppedCount
                    shared.withLock { $0.objects.discardListings() }
                    send(Event(.deviceInfoChanged))
                }
                follow(event)
                vendorBody?.follow(event, self)
                if case .connection(.notConnected) = event { onDisconnect() }
            }
        }
        let storages = camera.storages.map(\.info)
        let old = shared.withLock { shared in
            defer { shared.watcher = task }
            shared.storages = storages
            return shared.watcher
        }
        old?.cancel()
        // The camera may have disconnected before the subscription.
        if case .notConnected = camera.connectionState { onDisconnect() }
    }

    /// Ends the session and discards all state of the camera.
    public func end() {
        let watcher = shared.withLock { shared in
            defer { shared = Shared() }
            return shared.watcher
        }
        watcher?.cancel()
        vendorBody?.sessionEnded(self)
    }

    /// Cancels the work that continues, and waits for its end, when the camera is disconnected.
    func endTasks() async { await tasks.end() }

    // MARK: Operations

    /// Returns the direction of an operation's data; nil if the device does not support the operation.
    public func dataPhase(of operation: OperationCode) -> DataPhase? { row(operation)?.dataPhase }

    /// Whether the data of an operation is processed while it arrives.
    func streamsData(of operation: OperationCode) -> Bool { operation == .sendObject }

    private func row(_ operation: OperationCode) -> OperationRow? {
        personality.operations[operation].flatMap { has($0) ? $0 : nil }
    }

    private func has(_ row: OperationRow) -> Bool {
        camera.capabilities.isSuperset(of: row.requires) && vendorBody?.allows(row.code) != false
    }

    /// The operations that the camera currently supports.
    var supportedOperations: [OperationCode] { personality.operations.values.filter(has).map(\.code).sorted() }

    /// Executes an operation.
    ///
    /// - Parameters:
    ///   - request: Operation code and parameters.
    ///   - data: Data of the request; empty for operations without data from the initiator.
    /// - Returns: The answer; errors are response codes.
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

    /// Sends an event to the subscribers; discards it if no session is open.
    func send(_ event: Event) {
        guard shared.withLock({ $0.session }) != nil else { return }
        if vendorBody?.handles(event, self) != true { broadcast.send(event) }
    }

    /// Performs work on the camera and converts its errors into refusals.
    func perform<Value: Sendable>(_ work: () async throws(CameraError) -> Value) async throws(Refusal) -> Value {
        do throws(CameraError) { return try await work() } catch { throw Refusal(error) }
    }

    /// Activates a command category on cameras that do not support all categories together.
    func use(_ category: CommandCategories) async throws(Refusal) {
        try await perform { () throws(CameraError) in try await camera.use(category) }
    }
}
