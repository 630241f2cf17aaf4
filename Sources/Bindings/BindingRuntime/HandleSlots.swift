import BindingSupport
public import Synchronization

/// One slot of the table.
@usableFromInline
struct HandleSlot: ~Copyable {
    /// See ``SlotState``.
    @usableFromInline let state: Atomic<UInt64>
    /// The address of the object while the slot is occupied, with the bit ``reusable`` for a reusable object; while it is free,
    /// the index of the next free slot, plus one.
    @usableFromInline let payload = Atomic<UInt>(0)

    /// A bit that is 0 in every address.
    @usableFromInline static var reusable: UInt { 1 }

    init(generation: UInt64) {
        state = Atomic(SlotState(freeWithGeneration: generation).bits)
    }
}

/// The slots, in chunks of doubling size that exist as long as the table: the slot of any index can always be read.
/// **Thread-safe.**
@usableFromInline
@safe
struct HandleSlots: ~Copyable, Sendable {
    /// The first chunk has 256 slots, and each further one twice as many.
    @usableFromInline static let firstChunkBits = 8
    @usableFromInline static let chunkCount = 20
    static let capacity = (1 << chunkCount - 1) << firstChunkBits

    /// The addresses of the chunks, 0 for those not allocated yet. Written under the lock, read without.
    // SAFETY: allocated in `init`, freed in `deinit`, never changed; its elements are atomic.
    @usableFromInline nonisolated(unsafe) let directory: UnsafeMutablePointer<Atomic<UInt>>

    /// Guards growth: the number of slots that were ever used.
    private let used = Guarded(0)

    /// The index of the last slot that became free, plus one, and in the upper bits a number that changes with each pop, so
    /// that a delayed thread detects that the list has changed.
    private let freeList = Atomic<UInt64>(0)

    private let firstGeneration: UInt64
    private let limit: Int

    /// Creates an empty set of slots.
    ///
    /// - Parameters:
    ///   - firstGeneration: the first generation of every slot; not 0, so that no handle is 0.
    ///   - limit: the maximum number of slots.
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

    /// The slot of a handle or index; `nil` if it was never allocated.
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

    /// Returns the index of a free slot, or of a new one; `nil` if there is no room.
    func allocate() -> UInt64? {
        popFree() ?? grow()
    }

    /// Adds a slot to the free list.
    func free(_ index: UInt64) {
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
            // Another thread may have taken the slot; then this is no index, and the exchange fails.
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

    /// Called under the lock.
    private func addChunk(for index: Int) {
        let size = index + 1 << Self.firstChunkBits
        let slots = UnsafeMutablePointer<HandleSlot>.allocate(capacity: size)
        for offset in 0..<size { unsafe (slots + offset).initialize(to: HandleSlot(generation: firstGeneration)) }
        let chunk = size.trailingZeroBitCount - Self.firstChunkBits
        unsafe directory[chunk].store(UInt(bitPattern: slots), ordering: .releasing)
    }

    /// The indices that were ever used.
    var usedIndices: Range<UInt64> { 0..<UInt64(used.withLock { $0 }) }
}
