/// Receives a driver's frames during one run of live view. **Thread-safe.**
///
/// A driver makes a frame only while ``isDemanded``: it requests a buffer, fills it, and delivers it. A sink whose run has
/// ended accepts nothing; the driver need not check.
public final class LiveViewSink: Sendable {
    private let hub: LiveViewHub
    private let generation: Int

    init(hub: LiveViewHub, generation: Int) {
        self.hub = hub
        self.generation = generation
    }

    /// Whether the run continues.
    public var isActive: Bool { hub.isActive(generation) }

    /// Whether a consumer waits for a frame now.
    public var isDemanded: Bool { hub.demand(generation) != .none }

    /// Whether the calling thread has nothing else to do: a driver whose demand begins on it may make the frame on it, if that
    /// takes microseconds.
    @TaskLocal package static var isOnLentThread = false

    /// Whether a consumer waits for a frame now and probably wants another one as soon as it has arrived: a driver may request it
    /// from the camera before it delivers this one.
    package var isDemandConsecutive: Bool { hub.demand(generation) == .consecutiveFrames }

    /// Sets a handler that is called each time demand begins; immediately if there is demand now.
    ///
    /// - Parameter handler: is called on any thread and must return immediately. A driver that delivers from inside it is
    ///   called again from inside ``deliver(_:)``, so it should do the work on its own thread.
    public func whenDemanded(_ handler: @escaping @Sendable () -> Void) {
        hub.setDemandHandler(generation, handler)
    }

    /// Returns an empty frame of at least `capacity` bytes; nil when the run has ended, when all frames of the pool are in use, or
    /// for a capacity that is negative or above 1 GiB.
    public func makeFrame(capacity: Int) -> LiveViewFrameBuffer? {
        guard 0...Self.largestCapacity ~= capacity else { return nil }
        return hub.makeFrame(generation, capacity: capacity).map { LiveViewFrameBuffer(storage: $0) }
    }

    /// Maximum capacity of a frame, in bytes.
    private static let largestCapacity = 1 << 30

    /// Delivers a filled frame to the waiting consumers.
    public func deliver(_ frame: consuming LiveViewFrameBuffer) {
        hub.deliver(generation, frame.storage)
    }

    /// Copies a frame's bytes and delivers them to the waiting consumers: ``makeFrame(capacity:)`` and ``deliver(_:)`` in one
    /// call.
    ///
    /// For a driver that already has the whole frame in memory.
    ///
    /// - Parameters:
    ///   - bytes: the frame's bytes; copied before this returns.
    ///   - info: description of the frame; its sequence number must increase.
    /// - Returns: whether the frame was accepted; false when the run has ended, or when all frames of the pool are in use. The
    ///   driver then drops the frame and continues.
    @discardableResult
    public func deliver(_ bytes: RawSpan, info: LiveViewFrameInfo) -> Bool {
        guard let frame = makeFrame(capacity: bytes.byteCount) else { return false }
        frame.info = info
        frame.copy(bytes)
        deliver(frame)
        return true
    }

    /// Reports that the camera ended live view on its own.
    public func end(_ reason: LiveViewEnd) {
        if isActive { hub.end(reason) }
    }
}

/// The state of live view.
public enum LiveViewState: Sendable, Hashable {
    /// Not running; the reason is nil before the first run.
    case stopped(LiveViewEnd?)
    /// Running; frames have this format.
    case running(LiveViewFormat)

    /// Whether live view is running.
    public var isRunning: Bool { if case .running = self { true } else { false } }
}
