package import HotShoeSupport
import Synchronization

/// A frame that its driver is still filling; becomes a frame when it is delivered. **Single-owner.**
public struct LiveViewFrameBuffer: ~Copyable {
    let storage: FrameStorage

    /// What the frame shows.
    public var info: LiveViewFrameInfo {
        get { storage.info }
        nonmutating set { storage.info = newValue }
    }

    /// How many bytes it has room for.
    public var capacity: Int { storage.capacity }

    /// How many bytes were written.
    public var byteCount: Int { storage.byteCount }

    /// Gives the frame's memory out for writing. `body` returns how many bytes it wrote, from the start.
    public borrowing func write(_ body: (inout MutableSpan<UInt8>) throws(CameraError) -> Int) throws(CameraError) {
        var span = unsafe MutableSpan(_unsafeElements: storage.buffer.bindMemory(to: UInt8.self))
        let count = try body(&span)
        precondition(count >= 0 && count <= storage.capacity, "a driver wrote past its frame")
        storage.byteCount = count
    }

    /// Copies bytes in: all of them, which must not be more than the capacity.
    public borrowing func copy(_ bytes: RawSpan) {
        precondition(bytes.byteCount <= storage.capacity, "a driver wrote past its frame")
        unsafe bytes.withUnsafeBytes { source in
            if unsafe !source.isEmpty {
                unsafe storage.buffer.baseAddress!.copyMemory(from: source.baseAddress!, byteCount: source.count)
            }
        }
        storage.byteCount = bytes.byteCount
    }

    /// Adds bytes behind those that are there; the frame grows as it must, to what was there before when it is used again.
    public borrowing func append(_ bytes: RawSpan) {
        storage.append(bytes)
    }

    /// Lends the memory behind the bytes that are there, at most so much of it; nil where none is left. Nothing may be added to the
    /// frame in another way before ``filled(_:)`` has said how far the memory was used, and it is not used any more.
    package borrowing func lend(upTo limit: Int) -> LentMemory? { storage.lend(upTo: limit) }

    /// So many bytes, more than before, of what was lent are the frame's.
    package borrowing func filled(_ count: Int) { storage.filled(count) }

    /// What was written, borrowed.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(storage.bytes, borrowing: self) }
    }

    /// Leaves only a part of what was written, without moving it; where it lies in ``bytes``.
    public borrowing func crop(to range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= storage.byteCount, "a driver cropped past its frame")
        storage.start += range.lowerBound
        storage.byteCount = range.count
    }

    /// Gives out 4 × 256 counts for writing, all zero: luminance, red, green, blue.
    public borrowing func writeHistogram(_ body: (inout MutableSpan<UInt32>) -> Void) {
        storage.withHistogram(body)
    }
}

/// The frames of one camera, used again and again. **Thread-safe.**
final class FramePool: Sendable {
    /// Frames that may be held at the same time before new ones are dropped.
    private let limit: Int

    /// Guards the list. A storage that only the list holds is free.
    private let storages = Guarded<[FrameStorage]>([])

    init(limit: Int = 32) {
        self.limit = limit
    }

    /// A free frame with room for so many bytes; nil when as many as allowed are held.
    func take(capacity: Int) -> FrameStorage? {
        storages.withLock { storages in
            for index in storages.indices where isKnownUniquelyReferenced(&storages[index]) {
                // Pairs with the release that every reader's last `swift_release` is: its reads happened before.
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
