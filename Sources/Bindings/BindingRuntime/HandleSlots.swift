import HotShoeSupport
public import Synchronization

/// One place of the table.
@usableFromInline
struct HandleSlot: ~Copyable {
    /// See ``SlotState``.
    @usableFromInline let state: Atomic<UInt64>
    /// The object's address while the slot is occupied, with ``reusable`` for such a one; while it is free, the index of the next free
    /// slot, plus one.
    @usableFromInline let payload = Atomic<UInt>(0)

    /// A bit that no address has.
    @usableFromInline static var reusable: UInt { 1 }

    init(generation: UInt64) {
        state = Atomic(SlotState(freeWithGeneration: generation).bits)
    }
}

/// The slots, in chunks of doubling size that stay until the table goes: what an index leads to can always be read.
/// **Thread-safe.**
@usableFromInline
@safe
struct HandleSlots: ~Copyable, Sendable {
    /// The first chunk has 256 slots, and each next one twice as many.
    @usableFromInline static let firstChunkBits = 8
    @usableFromInline static let chunkCount = 20
    static let capacity = (1 << chunkCount - 1) << firstChunkBits

    /// The addresses of the chunks, 0 where there is none yet. Written under the lock, read without.
    // SAFETY: made in `init`, freed in `deinit`, never changed; what it leads to is atomic.
    @usableFromInline nonisolated(unsafe) let directory: UnsafeMutablePointer<Atomic<UInt>>

    /// Guards growing: how many slots were ever handed out.
    private let used = Guarded(0)

    /// The last slot that became free, as its index plus one, and above that a number that changes with each pop: a
    /// thread that was slow in between sees that the list is another one.
    private let freeList = Atomic<UInt64>(0)

    private let firstGeneration: UInt64
    private let limit: Int

    /// - Parameters:
    ///   - firstGeneration: of every slot; not 0, so that no handle is 0.
    ///   - limit: how many slots there may be.
    init(firstGeneration: UInt64, limit: Int) {
        self.firstGeneration = firstGeneration
        self.limit = min(limit, Self.capacity)
        unsafe directory = .allocate(capacity: Self.chunkCount)
        for chunk in 0..<Self.chunkCount { unsafe (directory + chunk).initialize(to: Atomic(0)) }
    }

    deinit {
        for chunk in 0..<Self.chunkCount {
            unsafe UnsafeMutablePointer<HandleSlot>(bitPattern: directory[chunk].load(ordering: .acquiring))?.deallocate()
        }
        unsafe directory.deallocate()
    }

    /// The slot that a handle or index leads to; nil if there never was one.
    @inlinable @inline(__always)
    func slot(at index: UInt64) -> UnsafeMutablePointer<HandleSlot>? {
        let position = (index & HandleBits.indexMask) &+ 1 &<< UInt64(Self.firstChunkBits)
        let chunk = 63 &- position.leadingZeroBitCount &- Self.firstChunkBits
        guard chunk < Self.chunkCount,
            let slots = unsafe UnsafeMutablePointer<HandleSlot>(
                bitPattern: (directory + chunk).pointee.load(ordering: .acquiring)
            )
        else { return nil }
        let first: UInt64 = 1 &<< UInt64(truncatingIfNeeded: chunk &+ Self.firstChunkBits)
        return unsafe slots + Int(truncatingIfNeeded: position &- first)
    }

    /// Takes a free slot, or a new one; nil when there is no room.
    func take() -> UInt64? {
        popFree() ?? grow()
    }

    /// Makes a slot that was taken free for the next.
    func giveBack(_ index: UInt64) {
        guard let slot = unsafe slot(at: index) else { return }
        var head = freeList.load(ordering: .relaxed)
        while true {
            unsafe slot.pointee.payload.store(UInt(head & HandleBits.indexMask), ordering: .relaxed)
            let (exchanged, original) = freeList.compareExchange(
                expected: head,
                desired: (head & ~HandleBits.indexMask) | (index + 1),
                ordering: .acquiringAndReleasing
            )
            if exchanged { return }
            head = original
        }
    }

    private func popFree() -> UInt64? {
        var head = freeList.load(ordering: .acquiring)
        while head & HandleBits.indexMask != 0, let slot = unsafe slot(at: (head & HandleBits.indexMask) - 1) {
            // The slot may have been taken meanwhile; then this is no index, and the exchange fails.
            let next = UInt64(unsafe slot.pointee.payload.load(ordering: .relaxed)) & HandleBits.indexMask
            let pops = (head &>> 28 &+ 1) &<< 28
            let (exchanged, original) = freeList.compareExchange(
                expected: head,
                desired: pops | next,
                ordering: .acquiringAndReleasing
            )
            if exchanged { return (head & HandleBits.indexMask) - 1 }
            head = original
        }
        return nil
    }

    private func grow() -> UInt64? {
        used.withLock { used in
            guard used < limit else { return nil }
            let index = UInt64(used)
            if unsafe slot(at: index) == nil { addChunk(for: used) }
            used += 1
            return index
        }
    }

    /// Under the lock.
    private func addChunk(for index: Int) {
        let size = index + 1 << Self.firstChunkBits
        let slots = UnsafeMutablePointer<HandleSlot>.allocate(capacity: size)
        for offset in 0..<size { unsafe (slots + offset).initialize(to: HandleSlot(generation: firstGeneration)) }
        let chunk = size.trailingZeroBitCount - Self.firstChunkBits
        unsafe directory[chunk].store(UInt(bitPattern: slots), ordering: .releasing)
    }

    /// The indices that were ever handed out.
    var usedIndices: Range<UInt64> { 0..<UInt64(used.withLock { $0 }) }
}
