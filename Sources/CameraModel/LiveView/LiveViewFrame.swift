import HotShoeSupport

/// One frame of live view: bytes borrowed from a pool, and what they show. **Thread-safe**, immutable.
///
/// The bytes stay valid for as long as anybody holds the frame; a frame that is let go goes back to the pool. Hold few,
/// and not for long: while all of the pool is held, new frames are dropped.
public struct LiveViewFrame: Sendable {
    let storage: FrameStorage

    /// What the frame shows.
    public var info: LiveViewFrameInfo { storage.info }

    public var sequenceNumber: UInt64 { storage.info.sequenceNumber }
    public var timestamp: Duration { storage.info.timestamp }
    public var size: PixelSize { storage.info.size }
    public var focusAreas: [FocusArea] { storage.info.focusAreas }

    /// The frame's bytes, borrowed. No copy.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(storage.bytes, borrowing: self) }
    }

    /// How many bytes there are.
    public var byteCount: Int { storage.byteCount }

    /// Brightness and colour, 256 steps each; nil where the camera does not send it.
    public var histogram: LiveViewHistogram? { storage.hasHistogram ? LiveViewHistogram(storage: storage) : nil }

    /// Carries places from the frame's coordinate space to a view that shows the whole picture.
    public func transform(to view: Rect) -> CoordinateTransform {
        CoordinateTransform(from: storage.info.imageRect, to: view)
    }
}

/// How many pixels of a frame have which value. Borrowed from its frame.
public struct LiveViewHistogram: Sendable {
    /// What is counted.
    public enum Channel: Int, Sendable, CaseIterable {
        case luminance
        case red
        case green
        case blue
    }

    let storage: FrameStorage

    /// The 256 counts of one channel, from dark to bright, borrowed.
    public subscript(channel: Channel) -> Span<UInt32> {
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(storage.histogramCounts(channel.rawValue), borrowing: self) }
    }
}

/// The memory of one frame: written by its one producer, then read by anybody, then used again.
@safe
final class FrameStorage: @unchecked Sendable {
    // SAFETY: everything below is written only by the producer that holds the storage as its single owner, between
    // `FramePool.take` and delivery; from then on it is only read, until the pool finds that nobody else holds it.
    private(set) var buffer: UnsafeMutableRawBufferPointer
    private(set) var histogram: UnsafeMutableBufferPointer<UInt32>?
    var info = LiveViewFrameInfo()
    /// Where the frame's bytes begin.
    var start = 0
    var byteCount = 0
    var hasHistogram = false

    static let live = ObjectCount()

    init(capacity: Int) {
        unsafe buffer = .allocate(byteCount: capacity, alignment: 64)
        Self.live.add()
    }

    deinit {
        unsafe buffer.deallocate()
        unsafe histogram?.deallocate()
        Self.live.subtract()
    }

    var capacity: Int { unsafe buffer.count }

    var bytes: RawSpan {
        @_lifetime(borrow self)
        get {
            let span = unsafe RawSpan(_unsafeStart: UnsafeRawPointer(buffer.baseAddress! + start), byteCount: byteCount)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    @_lifetime(borrow self)
    func histogramCounts(_ channel: Int) -> Span<UInt32> {
        let counts = unsafe UnsafeBufferPointer(rebasing: histogram![(256 * channel)..<(256 * channel + 256)])
        return unsafe _overrideLifetime(Span(_unsafeElements: counts), borrowing: self)
    }

    /// Makes room; what was in it is lost.
    func reserve(_ capacity: Int) {
        guard unsafe buffer.count < capacity else { return }
        unsafe buffer.deallocate()
        unsafe buffer = .allocate(byteCount: capacity, alignment: 64)
    }

    /// See ``LiveViewFrameBuffer/lend(upTo:)``.
    func lend(upTo limit: Int) -> LentMemory? {
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[(start + byteCount)...].prefix(max(0, limit)))
        return unsafe room.isEmpty ? nil : LentMemory(room, of: self)
    }

    func filled(_ count: Int) {
        precondition(count >= 0 && count <= capacity - start - byteCount, "a driver wrote past its frame")
        byteCount += count
    }

    /// Puts bytes behind those that are there.
    func append(_ bytes: RawSpan) {
        let end = start + byteCount
        if unsafe buffer.count - end < bytes.byteCount {
            let grown = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(end + bytes.byteCount, unsafe buffer.count * 2),
                alignment: 64
            )
            unsafe grown.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
            unsafe buffer.deallocate()
            unsafe buffer = grown
        }
        unsafe bytes.withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[end...]).copyMemory(from: $0) }
        byteCount += bytes.byteCount
    }

    func withHistogram(_ body: (inout MutableSpan<UInt32>) -> Void) {
        if unsafe histogram == nil { unsafe histogram = .allocate(capacity: 4 * 256) }
        unsafe histogram!.initialize(repeating: 0)
        var span = unsafe MutableSpan(_unsafeElements: histogram!)
        body(&span)
        hasHistogram = true
    }
}
