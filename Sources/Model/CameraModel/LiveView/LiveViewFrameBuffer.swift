package import HotShoeSupport
import Synchronization

/// A frame that its driver is filling; delivering it makes it a ``LiveViewFrame``. **Single-owner.**
public struct LiveViewFrameBuffer: ~Copyable {
    let storage: FrameStorage

    /// Description of the frame; set it before delivery.
    public var info: LiveViewFrameInfo {
        get { storage.info }
        nonmutating set { storage.info = newValue }
    }

    /// Size of the frame's memory in bytes.
    public var capacity: Int { storage.capacity }

    /// Number of bytes written.
    public var byteCount: Int { storage.byteCount }

    /// Gives `body` access to the frame's memory. `body` returns the number of bytes that it wrote, from the start.
    ///
    /// - Throws: errors of `body`; ``CameraError/Code/internalFailure`` if that number exceeds the memory.
    public borrowing func write(_ body: (inout MutableSpan<UInt8>) throws(CameraError) -> Int) throws(CameraError) {
        var span = unsafe MutableSpan(_unsafeElements: storage.buffer.bindMemory(to: UInt8.self))
        let count = try body(&span)
        guard count >= 0, count <= storage.capacity else {
            throw CameraError(.internalFailure, "The driver reports \(count) bytes of \(storage.capacity).", operation: .liveView)
        }
        storage.byteCount = count
    }

    /// Copies bytes into the frame, replacing its contents. The frame grows if necessary.
    public borrowing func copy(_ bytes: RawSpan) {
        (storage.start, storage.byteCount) = (0, 0)
        storage.append(bytes)
    }

    /// Appends bytes. The frame grows if necessary, and keeps its size when it is reused.
    public borrowing func append(_ bytes: RawSpan) {
        storage.append(bytes)
    }

    /// Lends at most `limit` bytes of the memory after the written bytes; nil if none is left. Until ``filled(_:)`` is called,
    /// nothing else may be added to the frame. After it, the lent memory must not be used.
    package borrowing func lend(upTo limit: Int) -> LentMemory? { storage.lend(upTo: limit) }

    /// Records that `count` bytes of the lent memory were written.
    package borrowing func filled(_ count: Int) { storage.filled(count) }

    /// The written bytes, borrowed.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(storage.bytes, borrowing: self) }
    }

    /// Reduces the frame to a range of ``bytes``, without moving them. What the range has beyond the written bytes is ignored.
    public borrowing func crop(to range: Range<Int>) {
        let range = range.clamped(to: 0..<storage.byteCount)
        storage.start += range.lowerBound
        storage.byteCount = range.count
    }

    /// Gives `body` access to 4 × 256 counts, initially zero: luminance, red, green, blue.
    public borrowing func writeHistogram(_ body: (inout MutableSpan<UInt32>) -> Void) {
        storage.withHistogram(body)
    }
}

/// Reusable frames of one camera. **Thread-safe.**
final class FramePool: Sendable {
    /// Maximum number of frames in use at the same time; beyond it new frames are dropped.
    private let limit: Int

    /// Guards the list. A storage without a reference outside the list is free.
    private let storages = Guarded<[FrameStorage]>([])

    init(limit: Int = 32) {
        self.limit = limit
    }

    /// Returns a free frame of at least the given capacity in bytes; nil when the maximum number is in use.
    func acquire(capacity: Int) -> FrameStorage? {
        storages.withLock { storages in
            for index in storages.indices where isKnownUniquelyReferenced(&storages[index]) {
                // Pairs with the release in every reader's last `swift_release`, so that all reads happened before.
                atomicMemoryFence(ordering: .acquiring)
                let storage = storages[index]
                storage.reserve(capacity)
                storage.hasHistogram = false
                (storage.start, storage.byteCount) = (0, 0)
                return storage
            }
            guard storages.count < limit else { return nil }
            let storage = FrameStorage(capacity: capacity)
            storages.append(storage)
            return storage
        }
    }
}
