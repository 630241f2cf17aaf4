import BindingSupport
public import Synchronization

/// Objects behind numbers that are validated at each use. Lock-free except for growth. **Thread-safe.**
///
/// A generated library has one, ``Handles``; tests create separate ones. See docs/binding-runtime.md for the states of a
/// handle.
@safe
public final class HandleTable: Sendable {
    @usableFromInline let slots: HandleSlots
    @usableFromInline let hasShutDown = Atomic<Bool>(false)
    private let hasForked = Atomic<Bool>(false)
    /// Number of threads in ``waitForLiveCount(atMost:nanoseconds:)``.
    private let waiterCount = Atomic<Int>(0)
    /// Signalled after an object has left the table, while there are waiters.
    private let departures = Monitor(())

    /// Creates an empty table.
    public convenience init() {
        self.init(firstGeneration: 1, limit: HandleSlots.capacity)
    }

    init(firstGeneration: UInt64, limit: Int) {
        slots = HandleSlots(firstGeneration: firstGeneration, limit: limit)
    }

    deinit {
        // Objects that foreign code has not released; they cannot be reached any more.
        for index in slots.usedIndices {
            guard let slot = unsafe slots.slot(at: index),
                unsafe SlotState(bits: slot.pointee.state.load(ordering: .acquiring)).isOccupied
            else { continue }
            unsafe slot.pointee.object?.release()
        }
    }

    /// Retains `object` and returns its handle, with one user; 0 if the library is shut down or the table is full.
    public func insert(_ object: AnyObject, type: UInt16) -> UInt64 { insert(object, type: type, mark: 0) }

    /// Does the same for a reusable object, which is notified when its last reference is released.
    public func insert(_ object: ReusableObject, type: UInt16) -> UInt64 {
        insert(object, type: type, mark: HandleSlot.reusable)
    }

    private func insert(_ object: AnyObject, type: UInt16, mark: UInt) -> UInt64 {
        guard !isShutDown, type <= HandleBits.lastType, let index = slots.allocate(), let slot = unsafe slots.slot(at: index)
        else {
            return 0
        }
        let reference = unsafe Unmanaged.passRetained(object)
        unsafe slot.pointee.payload.store(UInt(bitPattern: reference.toOpaque()) | mark, ordering: .relaxed)
        let state = unsafe SlotState(bits: slot.pointee.state.load(ordering: .relaxed)).occupied(by: type)
        // Exchanged, not stored: either a concurrent `shutDown()` sees the object, or this call sees the shutdown.
        _ = unsafe slot.pointee.state.exchange(state.bits, ordering: .sequentiallyConsistent)
        let handle = state.bits & ~SlotState.countsMask | index
        guard hasShutDown.load(ordering: .sequentiallyConsistent) else { return handle }
        _ = release(handle, type, 0)
        return 0
    }

    /// Pins an object, and returns its address.
    ///
    /// - Parameters:
    ///   - handle: the handle of the object.
    ///   - first: the number of the type.
    ///   - span: the number of subclasses, whose type numbers follow it.
    /// - Returns: the address, valid until ``unpin(_:)``; `nil` if the handle does not refer to an object of these types, the
    ///   library is shut down, or the object has the maximum number of pins: ``failure`` is the status.
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

    /// Ends a successful ``pin(_:_:_:)``; must be called once for each.
    @inlinable @inline(__always)
    public func unpin(_ handle: UInt64) {
        guard let slot = unsafe slots.slot(at: handle) else { return }
        let state = unsafe slot.pointee.state.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
        if state & SlotState.countsMask == 0 { destroy(handle) }
    }

    /// Adds a user; fails if the library is shut down.
    public func retain(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> Status {
        if let closed { return closed }
        return update(handle, first, span) { $0.retained } == nil ? .invalidHandle : .ok
    }

    /// Removes a user. The object is released with its last user, or at the end of the last call that uses it. A forked child
    /// frees nothing, because a thread that does not exist there may hold a lock that freeing needs.
    public func release(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> Status {
        if hasForked.load(ordering: .relaxed) { return .forked }
        guard let state = update(handle, first, span, { $0.released }) else { return .invalidHandle }
        if !state.isOccupied { destroy(handle) }
        return .ok
    }

    /// Removes all users: the handle is invalid from now on. The object is released at the end of the last call that uses it.
    func invalidate(_ handle: UInt64, _ type: UInt16) {
        guard let state = update(handle, type, 0, { $0.withoutUsers }) else { return }
        if !state.isOccupied { destroy(handle) }
    }

    /// Applies `change` to the state and returns the result; `nil` if the handle is invalid or the change is impossible.
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

    /// Releases an object. Called once for each object, by the thread that set users and pins to zero; no other thread accesses
    /// the slot afterwards.
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
            slots.free(index)
        }
        defer { notifyWaiters() }
        // Released only after the slot was freed, because the object's `deinit` may call back.
        guard let object = unsafe object else { return }
        if !isReusable { return unsafe object.release() }
        // SAFETY: the mark was set when the object was inserted.
        var reusable = unsafe unsafeDowncast(object.takeRetainedValue(), to: ReusableObject.self)
        // A call that was running when its handle was released may still hold a reference.
        if isKnownUniquelyReferenced(&reusable) { reusable.lastReferenceReleased() }
    }

    /// The number of objects: exact while no calls are running. Reads every slot.
    public var liveCount: Int {
        slots.usedIndices.count { index in
            guard let slot = unsafe slots.slot(at: index) else { return false }
            return unsafe SlotState(bits: slot.pointee.state.load(ordering: .relaxed)).isOccupied
        }
    }

    /// The status for a ``pin(_:_:_:)`` that returned `nil`.
    public var failure: Status { closed ?? .invalidHandle }

    /// The reason why the library can no longer be used; `nil` while it can.
    public var closed: Status? {
        guard isShutDown else { return nil }
        return hasForked.load(ordering: .relaxed) ? .forked : .shutDown
    }

    /// Rejects all calls from now on with `.forked`. For the child of a fork, which has none of the library's threads.
    ///
    /// Async-signal-safe: it stores two numbers.
    func refuseForkedProcess() {
        hasForked.store(true, ordering: .relaxed)
        hasShutDown.store(true, ordering: .releasing)
    }

    /// Whether ``shutDown()`` was called.
    public var isShutDown: Bool { hasShutDown.load(ordering: .acquiring) }
}

extension HandleTable {
    /// Shuts the library down permanently; afterwards only releases work.
    ///
    /// Operations and streams are cancelled, and their waiting callers wake with `.shutDown`. Subscriptions are cancelled as by
    /// `cancel()`: this call waits for handlers that run on other threads.
    public func shutDown() {
        if hasShutDown.exchange(true, ordering: .sequentiallyConsistent) { return }
        // First the objects on which threads wait: a handler that waits must return before its subscription can end.
        forEachObject { object in
            if let operation = object as? AnyOperation { operation.shutDown() }
            if let stream = object as? AnyStream { stream.shutDown() }
        }
        forEachObject { ($0 as? Subscription)?.cancel() }
    }

    /// Calls `body` with every object that has a user, and keeps each alive during the call.
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
    /// Waits until at most `count` objects are in the table. An object outlives its release while the library uses it: a plugin
    /// until its search has ended, an operation's arguments until the operation has.
    ///
    /// - Parameters:
    ///   - count: the number of objects that may remain.
    ///   - nanoseconds: the time limit in nanoseconds; 0 to return immediately; negative to wait without limit.
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
    /// Pins the object in a slot, regardless of its type, and returns its handle.
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
    /// The object; valid only while the slot is occupied.
    fileprivate var object: Unmanaged<AnyObject>? {
        let address = unsafe UnsafeMutableRawPointer(bitPattern: payload.load(ordering: .relaxed) & ~Self.reusable)
        return unsafe address.map { unsafe Unmanaged.fromOpaque($0) }
    }
}
