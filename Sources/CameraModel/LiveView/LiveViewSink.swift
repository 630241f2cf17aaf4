/// Where a driver puts its frames, for one run of live view. **Thread-safe.**
///
/// A driver makes a frame only while ``isDemanded``: it asks for a buffer, fills it, delivers it. A sink whose run is
/// over takes nothing more; the driver need not know.
public final class LiveViewSink: Sendable {
    private let hub: LiveViewHub
    private let generation: Int

    init(hub: LiveViewHub, generation: Int) {
        self.hub = hub
        self.generation = generation
    }

    /// Whether the run goes on.
    public var isActive: Bool { hub.isActive(generation) }

    /// Whether somebody waits for a frame now.
    public var isDemanded: Bool { hub.isDemanded(generation) }

    /// Sets what is called each time a frame becomes wanted after none was; at once if one is wanted now.
    ///
    /// - Parameter handler: is called on any thread and must return at once. A driver that delivers from inside it is
    ///   called again from inside ``deliver(_:)``, so it should leave the work to a thread of its own.
    public func whenDemanded(_ handler: @escaping @Sendable () -> Void) {
        hub.setDemandHandler(generation, handler)
    }

    /// A frame to fill; nil when the run is over, or when consumers hold every frame that there may be.
    public func makeFrame(capacity: Int) -> LiveViewFrameBuffer? {
        hub.makeFrame(generation, capacity: capacity).map { LiveViewFrameBuffer(storage: $0) }
    }

    /// Gives a filled frame to whoever waits for it.
    public func deliver(_ frame: consuming LiveViewFrameBuffer) {
        hub.deliver(generation, frame.storage)
    }

    /// Copies a frame's bytes and gives it to whoever waits for it: ``makeFrame(capacity:)`` and ``deliver(_:)`` in one.
    ///
    /// For a driver that has the whole frame in memory anyway, and for one that is not written in Swift.
    ///
    /// - Parameters:
    ///   - bytes: are copied before this returns.
    ///   - info: what the frame shows; with a sequence number that grows.
    /// - Returns: whether it was taken; false when the run is over, or when consumers hold every frame that there may be:
    ///   drop this one and go on.
    @discardableResult
    public func deliver(_ bytes: RawSpan, info: LiveViewFrameInfo) -> Bool {
        guard let frame = makeFrame(capacity: bytes.byteCount) else { return false }
        frame.info = info
        frame.copy(bytes)
        deliver(frame)
        return true
    }

    /// Says that the camera ended live view by itself.
    public func end(_ reason: LiveViewEnd) {
        if isActive { hub.end(reason) }
    }
}

/// Whether live view is running.
public enum LiveViewState: Sendable, Hashable {
    /// Not running; the end is nil if it never was.
    case stopped(LiveViewEnd?)
    case running(LiveViewFormat)

    public var isRunning: Bool { if case .running = self { true } else { false } }
}
