/// Reusable buffers for data in transit. **Thread-safe.**
public final class BufferPool: Sendable {
    /// The pool of this process.
    public static let shared = BufferPool()

    /// Size of a buffer in bytes, chosen so that one fits into a second-level cache besides other data.
    public static let bufferSize = 256 << 10

    /// Maximum number of unused buffers that are kept.
    private static let kept = 8

    /// Guards the unused buffers.
    private let free = Guarded<[Buffer]>([])

    private init() {}

    /// Returns a buffer of ``bufferSize`` bytes with undefined contents.
    public func acquire() -> Buffer {
        free.withLock { $0.popLast() } ?? Buffer(count: Self.bufferSize)
    }

    /// Returns a buffer to the pool; the caller must not use it any more.
    public func release(_ buffer: Buffer) {
        free.withLock { free in
            if free.count < Self.kept { free.append(buffer) }
        }
    }

    /// A buffer with one owner at a time.
    @safe
    public final class Buffer: Sendable {
        // SAFETY: made in `init`, never changed, freed in `deinit`; only the one borrower accesses the contents.
        /// The memory, ``BufferPool/bufferSize`` bytes.
        public nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

        init(count: Int) {
            unsafe memory = .allocate(byteCount: count, alignment: 64)
        }

        deinit { unsafe memory.deallocate() }
    }
}
