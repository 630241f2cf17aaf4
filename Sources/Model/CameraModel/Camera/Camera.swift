public import HotShoeSupport

/// A discovered camera: connects to it, observes and changes its settings, takes pictures, reads its cards. **Thread-safe.**
///
/// The same object represents a camera for as long as its discovery lists the camera, through any number of connections. Its
/// properties return the state that the camera reported last; every state that can change is observable. Releasing the last
/// reference disconnects.
///
/// Every `async` call can be cancelled at any point: it throws ``CameraError/Code/cancelled`` immediately, and the command is
/// cancelled on the camera where that is possible. When the connection is lost, every call in progress throws
/// ``CameraError/Code/connectionLost``.
public final class Camera: Sendable {
    /// Facts that are known without a connection. The address and the obstacle change when the camera is plugged in again or
    /// gets another address; the identifier never changes.
    public var description: CameraDescription { known.withLock { $0 } }

    /// Guards the description.
    private let known: Guarded<CameraDescription>

    let driver: any CameraDriver
    package let time: any TimeSource
    let broadcast = Broadcast<CameraEvent>()

    /// Guards the camera's state and its connection.
    private let shared: Guarded<Shared>

    /// Fulfilled when the driver has left a connection, or its time limit for that has passed.
    typealias Unwinding = Promise<Void, Never>

    struct Shared {
        var state = CameraState()
        var connection: Connection?
        /// Promise of the previous connection, or of the connection that is ending.
        var unwinding = Unwinding.fulfilled
        var pendingNumbers: [PropertyIdentifier: Int] = [:]
        var acceptedSettings = AcceptedSettings()
    }

    let liveViewHub: LiveViewHub
    let sharedData = SharedRequests<DataKey, [UInt8], CameraError>()
    let sharedItems = SharedRequests<DataKey, [ItemInfo], CameraError>()
    let sharedMetadata = SharedRequests<DataKey, PictureMetadata, CameraError>()

    private static let liveCount = ObjectCount()

    /// Number of camera objects that are alive in this process, for finding leaks.
    public static var liveCameras: Int { liveCount.current }

    /// Number of live view frames with allocated memory in this process, in use or kept for reuse.
    public static var liveFrames: Int { FrameStorage.live.current }

    /// Creates a camera from a driver; for providers, and for programs that bring a driver.
    ///
    /// - Parameters:
    ///   - description: facts that are known without a connection.
    ///   - driver: connects to the camera; must not be shared with another object.
    ///   - time: the clock for deadlines.
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
        let (connection, time) = (shared.withLock { $0.connection }, time)
        guard let connection else { return }
        connection.fail(CameraError(.notConnected, "The camera object was released."))
        guard let established = connection.established else { return }
        connection.performEnding {
            await connection.disconnect(established, DisconnectOptions(), time: time)
            await connection.endWork()
        }
    }

    /// Updates the description of a camera that was discovered again. Ignores the description of another camera.
    package func rediscovered(_ description: CameraDescription) {
        known.withLock { known in
            if description.identifier == known.identifier { known = description }
        }
    }

    /// Identifier, unique among all cameras.
    public var identifier: CameraIdentifier { description.identifier }

    /// The best name for display.
    ///
    /// The name that the owner gave the camera, else its model. A camera that was given by its address reports its model on
    /// connecting, and keeps the name when the connection has ended.
    public var displayName: String {
        let (description, model) = (description, read { $0.model })
        let isNamed = description.name != nil || description.model != nil
        return read { $0.name } ?? (isNamed || model.isEmpty ? description.displayName : model)
    }

    /// Model, firmware and serial number that the camera reports; nil while it is not connected.
    public var info: CameraInfo? { read { $0.info } }

    /// The state of the connection.
    public var connectionState: ConnectionState { read { $0.connection } }

    /// Warnings about this connection. Show those whose category the program uses.
    public var warnings: [ConnectionWarning] { read { $0.warnings } }

    /// Functions that the camera offers now; empty while it is not connected.
    public var capabilities: CameraCapabilities { read { $0.capabilities } }

    /// The command categories that are active now.
    public var commandCategories: CommandCategories { read { $0.categories } }

    // MARK: Observing

    /// All events of this camera from now on.
    public var events: EventStream<CameraEvent> { broadcast.stream { $0 } }

    /// Calls a handler with each event of this camera from now on.
    ///
    /// - Parameters:
    ///   - queue: the queue on which the handler runs.
    ///   - handler: receives the events in order, one at a time.
    /// - Returns: the subscription; cancelling or releasing it ends the calls.
    public func observe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        _ handler: @escaping @Sendable (CameraEvent) -> Void
    ) -> Subscription {
        broadcast.observe(queue: queue, select: { $0 }, handler: handler)
    }

    /// The connection state now, and each later one.
    public var connectionStates: EventStream<ConnectionState> {
        stream(first: \.connection) { if case .connection(let state) = $0 { state } else { nil } }
    }

    /// Returns a stream of a present value and the events that follow it, with none lost or duplicated in between.
    func stream<Element: Sendable>(
        first: (CameraState) -> Element?,
        _ select: @escaping @Sendable (CameraEvent) -> Element?
    ) -> EventStream<Element> {
        // Subscribes under the lock, so that no update falls between the value and the first event.
        shared.withLock { shared in
            broadcast.stream(first: first(shared.state).map { [$0] } ?? [], select: select)
        }
    }

    /// Returns a stream of selected events from now on, of which the oldest are lost if more than `capacity` wait.
    package func events<Element: Sendable>(
        capacity: Int,
        _ select: @escaping @Sendable (CameraEvent) -> Element?
    ) -> EventStream<Element> {
        broadcast.stream(capacity: capacity, select: select)
    }

    // MARK: State

    func read<Value: Sendable>(_ body: (borrowing CameraState) -> Value) -> Value {
        shared.withLock { body($0.state) }
    }

    /// Changes the shared state, and sends the resulting events in the order in which they were decided.
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

/// Weak reference to a camera, which its live view source holds. **Thread-safe.**
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
