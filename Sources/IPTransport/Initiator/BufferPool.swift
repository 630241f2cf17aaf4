import HotShoeSupport

/// Memory for bytes on their way, borrowed while they flow. **Thread-safe.**
final class BufferPool: Sendable {
    static let shared = BufferPool()

    /// In bytes; about what a second-level cache holds beside everything else.
    static let bufferSize = 256 << 10

    /// So many are kept when nobody needs them.
    private static let kept = 8

    /// Guards the free ones.
    private let free = Guarded<[Buffer]>([])

    private init() {}

    func take() -> Buffer {
        free.withLock { $0.popLast() } ?? Buffer(count: Self.bufferSize)
    }

    func giveBack(_ buffer: Buffer) {
        free.withLock { free in
            if free.count < Self.kept { free.append(buffer) }
        }
    }

    /// Memory with one owner at a time.
    @safe
    final class Buffer: Sendable {
        // SAFETY: made in `init`, never changed, freed in `deinit`; what is in it is touched by its one borrower.
        nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

        init(count: Int) {
            unsafe memory = .allocate(byteCount: count, alignment: 64)
        }

        deinit { unsafe memory.deallocate() }
    }
}
