import HotShoeSupport

/// One frame of live view: its bytes, borrowed from a pool, and their description. **Thread-safe**, immutable.
///
/// The bytes are valid while a reference to the frame exists; the last release returns the memory to the pool. Keep few frames,
/// and only briefly: while all frames of the pool are in use, new ones are dropped.
public struct LiveViewFrame: Sendable {
    let storage: FrameStorage

    /// Description of the frame: format, sizes, coordinate space, focus areas.
    public var info: LiveViewFrameInfo { storage.info }

    /// Number of the frame, increasing in the order in which the camera made the frames.
    public var sequenceNumber: UInt64 { storage.info.sequenceNumber }
    /// Time at which the camera made the frame, on the clock of the camera's driver.
    public var timestamp: Duration { storage.info.timestamp }
    /// Size of the picture in pixels.
    public var size: PixelSize { storage.info.size }
    /// The focus areas, with positions in the coordinate space of the frame.
    public var focusAreas: [FocusArea] { storage.info.focusAreas }

    /// The frame's bytes, borrowed without a copy.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(storage.bytes, borrowing: self) }
    }

    /// Number of bytes.
    public var byteCount: Int { storage.byteCount }

    /// Histogram of brightness and colours, 256 steps each; nil if the camera does not send it.
    public var histogram: LiveViewHistogram? { storage.hasHistogram ? LiveViewHistogram(storage: storage) : nil }

    /// Returns the transform from the frame's coordinate space to a view that shows the whole picture.
    public func transform(to view: Rect) -> CoordinateTransform {
        CoordinateTransform(from: storage.info.imageRect, to: view)
    }
}

/// Histogram of a frame: number of pixels for each value. Borrowed from its frame.
public struct LiveViewHistogram: Sendable {
    /// The quantity whose values are counted.
    public enum Channel: Int, Sendable, CaseIterable {
        /// Brightness.
        case luminance
        /// The red channel.
        case red
        /// The green channel.
        case green
        /// The blue channel.
        case blue
    }

    let storage: FrameStorage

    /// The 256 counts of one channel, from dark to bright, borrowed.
    public subscript(channel: Channel) -> Span<UInt32> {
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(storage.histogramCounts(channel.rawValue), borrowing: self) }
    }
}

/// The memory of one frame: written by one producer, then read by any number of consumers, then reused.
@safe
final class FrameStorage: @unchecked Sendable {
    // SAFETY: only the producer that owns the storage exclusively writes the variables below, between `FramePool.acquire` and
    // delivery. After that they are only read, until the pool finds that no other reference exists.
    private(set) var buffer: UnsafeMutableRawBufferPointer
    private(set) var histogram: UnsafeMutableBufferPointer<UInt32>?
    var info = LiveViewFrameInfo()
    /// Position of the frame's first byte in the buffer.
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

    /// Grows the buffer; discards its contents if it grows.
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
        // A number that exceeds the lent memory is a driver's mistake: the frame is truncated, as by a camera.
        byteCount += min(max(0, count), capacity - start - byteCount)
    }

    /// Appends bytes, growing the buffer if necessary.
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
