import HotShoeSupport
public import Synchronization

/// Objects behind numbers that are checked at each use. Lock-free but where it grows. **Thread-safe.**
///
/// A generated library has one, ``Handles``; tests make their own. See docs/binding-runtime.md for the states of a handle.
@safe
public final class HandleTable: Sendable {
    @usableFromInline let slots: HandleSlots
    @usableFromInline let hasShutDown = Atomic<Bool>(false)
    private let hasForked = Atomic<Bool>(false)
    /// Number of threads in ``waitForLiveCount(atMost:nanoseconds:)``.
    private let waiterCount = Atomic<Int>(0)
    /// Signalled after an object has left the table, while there are waiters.
    private let departures = Monitor(())

    /// Makes an empty table.
    public convenience init() {
        self.init(firstGeneration: 1, limit: HandleSlots.capacity)
    }

    init(firstGeneration: UInt64, limit: Int) {
        slots = HandleSlots(firstGeneration: firstGeneration, limit: limit)
    }

    deinit {
        // What foreign code left: nobody can reach it any more.
        for index in slots.usedIndices {
            guard let slot = unsafe slots.slot(at: index),
                unsafe SlotState(bits: slot.pointee.state.load(ordering: .acquiring)).isOccupied
            else { continue }
            unsafe slot.pointee.object?.release()
        }
    }

    /// Takes a reference to `object`, with one user; 0 when the library is shut down or the table is full.
    public func insert(_ object: AnyObject, type: UInt16) -> UInt64 { insert(object, type: type, mark: 0) }

    /// The same for what is used again: it is told when nobody holds it any more.
    public func insert(_ object: ReusableObject, type: UInt16) -> UInt64 {
        insert(object, type: type, mark: HandleSlot.reusable)
    }

    private func insert(_ object: AnyObject, type: UInt16, mark: UInt) -> UInt64 {
        guard !isShutDown, type <= HandleBits.lastType, let index = slots.take(), let slot = unsafe slots.slot(at: index) else {
            return 0
        }
        let reference = unsafe Unmanaged.passRetained(object)
        unsafe slot.pointee.payload.store(UInt(bitPattern: reference.toOpaque()) | mark, ordering: .relaxed)
        let state = unsafe SlotState(bits: slot.pointee.state.load(ordering: .relaxed)).occupied(by: type)
        // Exchanged, not stored: either the shutting down that goes on now sees the object, or we see it.
        _ = unsafe slot.pointee.state.exchange(state.bits, ordering: .sequentiallyConsistent)
        let handle = state.bits & ~SlotState.countsMask | index
        guard hasShutDown.load(ordering: .sequentiallyConsistent) else { return handle }
        _ = release(handle, type, 0)
        return 0
    }

    /// The object's address, valid until ``unpin(_:)``; nil when the handle is not of an object of these types, or the
    /// library is shut down: ``failure`` says which.
    ///
    /// - Parameters:
    ///   - first: the number of the type.
    ///   - span: how many of the numbers that follow it are its subclasses'.
    @inlinable @inline(__always)
    public func pin(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> UnsafeMutableRawPointer? {
        guard HandleBits.isType(handle, in: first, span), !hasShutDown.load(ordering: .acquiring),
            let slot = unsafe slots.slot(at: handle)
        else { return nil }
        var state = unsafe SlotState(bits: slot.pointee.state.load(ordering: .relaxed))
        while state.admits(handle), let pinned = state.pinned {
            let (exchanged, original) = unsafe slot.pointee.state.weakCompareExchange(
                expected: state.bits,
                desired: pinned.bits,
                successOrdering: .acquiring,
                failureOrdering: .relaxed
            )
            if exchanged {
                return unsafe UnsafeMutableRawPointer(
                    bitPattern: slot.pointee.payload.load(ordering: .relaxed) & ~HandleSlot.reusable
                )
            }
            state = SlotState(bits: original)
        }
        return nil
    }

    /// Ends what a successful ``pin(_:_:_:)`` began; once for each.
    @inlinable @inline(__always)
    public func unpin(_ handle: UInt64) {
        guard let slot = unsafe slots.slot(at: handle) else { return }
        let state = unsafe slot.pointee.state.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
        if state & SlotState.countsMask == 0 { destroy(handle) }
    }

    /// One user more; refused when the library is shut down.
    public func retain(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> Status {
        if let closed { return closed }
        return update(handle, first, span) { $0.retained } == nil ? .invalidHandle : .ok
    }

    /// One user fewer; the last one's release lets the object go, or the end of the last call does. In a forked child nothing is freed: a
    /// thread that does not exist there may hold a lock that freeing needs.
    public func release(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> Status {
        if hasForked.load(ordering: .relaxed) { return .forked }
        guard let state = update(handle, first, span, { $0.released }) else { return .invalidHandle }
        if !state.isOccupied { destroy(handle) }
        return .ok
    }

    /// The state after `change`; nil when the handle is not valid or the change is not possible.
    private func update(
        _ handle: UInt64,
        _ first: UInt16,
        _ span: UInt16,
        _ change: (SlotState) -> SlotState?
    ) -> SlotState? {
        guard HandleBits.isType(handle, in: first, span), let slot = unsafe slots.slot(at: handle) else { return nil }
        var state = unsafe SlotState(bits: slot.pointee.state.load(ordering: .relaxed))
        while state.admits(handle), let changed = change(state) {
            let (exchanged, original) = unsafe slot.pointee.state.compareExchange(
                expected: state.bits,
                desired: changed.bits,
                successOrdering: .acquiringAndReleasing,
                failureOrdering: .relaxed
            )
            if exchanged { return changed }
            state = SlotState(bits: original)
        }
        return nil
    }

    /// Called once for an object, by whoever brought users and pins to zero: from then on nobody else touches the slot.
    @usableFromInline
    @inline(never)
    func destroy(_ handle: UInt64) {
        let index = handle & HandleBits.indexMask
        guard let slot = unsafe slots.slot(at: index) else { return }
        let object = unsafe slot.pointee.object
        let isReusable = unsafe slot.pointee.payload.load(ordering: .relaxed) & HandleSlot.reusable != 0
        let state = unsafe SlotState(bits: slot.pointee.state.load(ordering: .relaxed))
        if let freed = state.freed {
            unsafe slot.pointee.state.store(freed.bits, ordering: .releasing)
            slots.giveBack(index)
        }
        defer { notifyWaiters() }
        // Only here, with the slot's next life begun: the object's `deinit` may call back.
        guard let object = unsafe object else { return }
        if !isReusable { return unsafe object.release() }
        // SAFETY: marked when it was put in.
        var reusable = unsafe unsafeDowncast(object.takeRetainedValue(), to: ReusableObject.self)
        // A call may have it still, which was under way when its handle went.
        if isKnownUniquelyReferenced(&reusable) { reusable.nobodyHoldsIt() }
    }

    /// How many objects there are: exact when nothing is going on. Looks at every slot.
    public var liveCount: Int {
        slots.usedIndices.count { index in
            guard let slot = unsafe slots.slot(at: index) else { return false }
            return unsafe SlotState(bits: slot.pointee.state.load(ordering: .relaxed)).isOccupied
        }
    }

    /// What to say when ``pin(_:_:_:)`` gave nothing.
    public var failure: Status { closed ?? .invalidHandle }

    /// Why the library cannot be used any more; nil while it can.
    public var closed: Status? {
        guard isShutDown else { return nil }
        return hasForked.load(ordering: .relaxed) ? .forked : .shutDown
    }

    /// Refuses everything from now on with `.forked`. For the child of a fork: it has none of the library's threads.
    ///
    /// Async-signal-safe: stores two numbers.
    func refuseForkedProcess() {
        hasForked.store(true, ordering: .relaxed)
        hasShutDown.store(true, ordering: .releasing)
    }

    /// Whether ``shutDown()`` was called.
    public var isShutDown: Bool { hasShutDown.load(ordering: .acquiring) }
}

extension HandleTable {
    /// Ends everything, once and for good; only releasing works afterwards.
    ///
    /// Operations and streams are cancelled, and who waits on them wakes with `.shutDown`. Subscriptions are cancelled as by
    /// `cancel()`: this waits for handlers that run on other threads.
    public func shutDown() {
        if hasShutDown.exchange(true, ordering: .sequentiallyConsistent) { return }
        // First what threads wait on: a handler that waits must return before its subscription can end.
        forEachObject { object in
            if let operation = object as? AnyOperation { operation.shutDown() }
            if let stream = object as? AnyStream { stream.shutDown() }
        }
        forEachObject { ($0 as? Subscription)?.cancel() }
    }

    /// Shows every object that has a user, each kept alive meanwhile.
    private func forEachObject(_ body: (AnyObject) -> Void) {
        for index in slots.usedIndices {
            guard let handle = slots.pinAnything(at: index) else { continue }
            defer { unpin(handle) }
            guard let object = unsafe slots.slot(at: index)?.pointee.object else { continue }
            body(unsafe object.takeUnretainedValue())
        }
    }
}

extension HandleTable {
    /// Waits until at most `count` objects are in the table. An object outlives its release while the library uses it: a plugin until its
    /// search has ended, an operation's arguments until it has.
    ///
    /// - Parameter nanoseconds: 0 to return immediately; negative to wait without limit.
    /// - Returns: `.ok`, `.timedOut`, or `.forked`.
    public func waitForLiveCount(atMost count: Int, nanoseconds: Int64) -> Status {
        if closed == .forked { return .forked }
        waiterCount.add(1, ordering: .sequentiallyConsistent)
        defer { waiterCount.subtract(1, ordering: .sequentiallyConsistent) }
        let isReached: Void? = departures.wait(Deadline(nanoseconds: nanoseconds)) { _ in liveCount <= count ? () : nil }
        return isReached == nil ? .timedOut : .ok
    }

    /// Wakes the threads that wait for an object to leave the table.
    private func notifyWaiters() {
        // Before the number of waiters is read, every thread sees that the slot is free; otherwise a new waiter could miss it.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if waiterCount.load(ordering: .relaxed) > 0 { departures.withLock { _, condition in condition.broadcast() } }
    }
}

extension HandleSlots {
    /// Pins the object in a slot, whatever it is, and returns its handle.
    fileprivate func pinAnything(at index: UInt64) -> UInt64? {
        guard let slot = unsafe slot(at: index) else { return nil }
        var state = unsafe SlotState(bits: slot.pointee.state.load(ordering: .sequentiallyConsistent))
        while state.bits & SlotState.usersMask != 0, let pinned = state.pinned {
            let (exchanged, original) = unsafe slot.pointee.state.compareExchange(
                expected: state.bits,
                desired: pinned.bits,
                ordering: .sequentiallyConsistent
            )
            if exchanged { return state.bits & ~SlotState.countsMask | index }
            state = SlotState(bits: original)
        }
        return nil
    }
}

extension HandleSlot {
    /// The object; only while the slot is occupied.
    fileprivate var object: Unmanaged<AnyObject>? {
        let address = unsafe UnsafeMutableRawPointer(bitPattern: payload.load(ordering: .relaxed) & ~Self.reusable)
        return unsafe address.map { unsafe Unmanaged.fromOpaque($0) }
    }
}
