/// Memory for bytes on their way, borrowed while they flow. **Thread-safe.**
public final class BufferPool: Sendable {
    public static let shared = BufferPool()

    /// In bytes; about what a second-level cache holds beside everything else.
    public static let bufferSize = 256 << 10

    /// So many are kept when nobody needs them.
    private static let kept = 8

    /// Guards the free ones.
    private let free = Guarded<[Buffer]>([])

    private init() {}

    /// Memory of ``bufferSize`` bytes, with anything in it.
    public func take() -> Buffer {
        free.withLock { $0.popLast() } ?? Buffer(count: Self.bufferSize)
    }

    /// Takes it back; it must not be used any more.
    public func giveBack(_ buffer: Buffer) {
        free.withLock { free in
            if free.count < Self.kept { free.append(buffer) }
        }
    }

    /// Memory with one owner at a time.
    @safe
    public final class Buffer: Sendable {
        // SAFETY: made in `init`, never changed, freed in `deinit`; what is in it is touched by its one borrower.
        public nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

        init(count: Int) {
            unsafe memory = .allocate(byteCount: count, alignment: 64)
        }

        deinit { unsafe memory.deallocate() }
    }
}
