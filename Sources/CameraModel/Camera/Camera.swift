public import HotShoeSupport

/// A camera that was found: connect to it, watch it, set it, shoot with it, read its cards. **Thread-safe.**
///
/// A camera object stays the same for as long as its discovery knows the camera, through any number of connections.
/// What it shows is what the camera said last; everything that can change is observable. Letting go of the last reference
/// disconnects.
///
/// Every `async` call can be cancelled at any point; the call then throws ``CameraError/Code/cancelled``, at once, and the
/// camera is told where it can be. When the connection goes, every call under way throws ``CameraError/Code/connectionLost``.
public final class Camera: Sendable {
    /// What is known without a connection. Where the camera is, and what stands in the way of connecting to it, change when it is plugged in
    /// again or moves to another address; the identifier never does.
    public var description: CameraDescription { known.withLock { $0 } }

    /// Guards what is known without a connection.
    private let known: Guarded<CameraDescription>

    let driver: any CameraDriver
    let time: any TimeSource
    let broadcast = Broadcast<CameraEvent>()

    /// Guards what is known of the camera, and the connection that it comes from.
    private let shared: Guarded<Shared>

    /// Settled when a driver has left a connection, or was left to itself.
    typealias Unwinding = Promise<Void, Never>

    struct Shared {
        var state = CameraState()
        var connection: Connection?
        /// That of the connection before, or of the one that is being ended.
        var unwinding = Unwinding.fulfilled
        var pendingNumbers: [PropertyIdentifier: Int] = [:]
    }

    let liveViewHub: LiveViewHub
    let sharedData = SharedRequests<DataKey, [UInt8], CameraError>()
    let sharedItems = SharedRequests<DataKey, [ItemInfo], CameraError>()
    let sharedMetadata = SharedRequests<DataKey, PictureMetadata, CameraError>()

    private static let liveCount = ObjectCount()

    /// How many camera objects are alive in this process, for those who look for leaks.
    public static var liveCameras: Int { liveCount.current }

    /// How many frames of live view have memory in this process, in use or kept for later.
    public static var liveFrames: Int { FrameStorage.live.current }

    /// Makes a camera out of a driver; for providers, and for whoever has a driver at hand.
    ///
    /// - Parameters:
    ///   - description: what is known without a connection.
    ///   - driver: reaches the camera; belongs to this object alone.
    ///   - time: what deadlines are measured by.
    public init(_ description: CameraDescription, driver: any CameraDriver, time: any TimeSource = SystemClock.shared) {
        known = Guarded(description)
        self.driver = driver
        self.time = time
        shared = Guarded(Shared())
        let reference = WeakCamera()
        liveViewHub = LiveViewHub(source: Self.liveViewSource(reference), time: time)
        Self.liveCount.add()
        reference.set(self)
    }

    deinit {
        Self.liveCount.subtract()
        liveViewHub.end(.disconnected(.requested))
        let connection = shared.withLock { $0.connection }
        guard let connection else { return }
        connection.fail(CameraError(.notConnected, "The camera object was released."))
        let (driver, time) = (driver, time)
        Task {
            await connection.stopActivities(of: driver, DisconnectOptions(), time: time)
            await driver.disconnect(DisconnectOptions())
        }
    }

    /// It is seen again, or differently.
    package func rediscovered(_ description: CameraDescription) {
        known.withLock { known in
            if description.identifier == known.identifier { known = description }
        }
    }

    /// Tells the camera from all others.
    public var identifier: CameraIdentifier { description.identifier }

    /// The best name to show a person.
    ///
    /// The owner's name for it, else its model, which a camera that was given by its address reports when it is connected.
    public var displayName: String {
        let (description, model) = (description, info?.model ?? "")
        let isNamed = description.name != nil || description.model != nil
        return read { $0.name } ?? (isNamed || model.isEmpty ? description.displayName : model)
    }

    /// What the camera says about itself; nil while it is not connected.
    public var info: CameraInfo? { read { $0.info } }

    public var connectionState: ConnectionState { read { $0.connection } }

    /// What is not as it could be about this connection. Show those whose category the program uses.
    public var warnings: [ConnectionWarning] { read { $0.warnings } }

    /// What the camera can do now; nothing while it is not connected.
    public var capabilities: CameraCapabilities { read { $0.capabilities } }

    /// What the camera is being used for now.
    public var commandCategories: CommandCategories { read { $0.categories } }

    // MARK: Observing

    /// Everything that happens to this camera, from now on.
    public var events: EventStream<CameraEvent> { broadcast.stream { $0 } }

    /// Calls a handler with everything that happens to this camera, from now on.
    public func observe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        _ handler: @escaping @Sendable (CameraEvent) -> Void
    ) -> Subscription {
        broadcast.observe(queue: queue, select: { $0 }, handler: handler)
    }

    /// The connection state now, and each one that follows.
    public var connectionStates: EventStream<ConnectionState> {
        stream(first: \.connection) { if case .connection(let state) = $0 { state } else { nil } }
    }

    /// A value that is known now, and the events that bring newer ones, with nothing lost or doubled between the two.
    func stream<Element: Sendable>(
        first: (CameraState) -> Element?,
        _ select: @escaping @Sendable (CameraEvent) -> Element?
    ) -> EventStream<Element> {
        // Subscribing under the lock: no update can come between the value and the first event.
        shared.withLock { shared in
            broadcast.stream(first: first(shared.state).map { [$0] } ?? [], select: select)
        }
    }

    // MARK: State

    func read<Value: Sendable>(_ body: (borrowing CameraState) -> Value) -> Value {
        shared.withLock { body($0.state) }
    }

    /// Changes the shared state and sends what that brings about, in the order in which it was decided.
    @discardableResult
    func change<Value: Sendable>(_ body: (inout Shared) -> (Value, [CameraEvent])) -> Value {
        let value = shared.withLock { shared in
            let (value, events) = body(&shared)
            broadcast.enqueue(events)
            return value
        }
        broadcast.flush()
        return value
    }
}

/// A camera that may have gone.
final class WeakCamera: Sendable {
    private struct Reference {
        weak var camera: Camera?
    }

    /// Guards the reference, which is set once.
    private let reference = Guarded(Reference())

    var camera: Camera? { reference.withLock { $0.camera } }

    func set(_ camera: Camera) { reference.withLock { $0.camera = camera } }
}

extension Promise where Value == Void, Failure == Never {
    static var fulfilled: Promise {
        let promise = Promise()
        promise.fulfil(.success(()))
        return promise
    }
}
