import Glibc

/// The table of this library: what generated functions use. See ``HandleTable``.
public enum Handles {
    @usableFromInline static let table: HandleTable = {
        let table = HandleTable()
        // A forked child has none of the library's threads, and their locks may be held for ever.
        pthread_atfork(nil, nil) { Handles.table.refuseForkedProcess() }
        return table
    }()

    /// Takes a reference to `object`, with one user; 0 when the library is shut down or the table is full.
    public static func insert(_ object: AnyObject, type: UInt16) -> UInt64 {
        table.insert(object, type: type)
    }

    /// The same for what is used again.
    public static func insert(_ object: ReusableObject, type: UInt16) -> UInt64 {
        table.insert(object, type: type)
    }

    /// The object's address, valid until ``unpin(_:)``; nil when ``failure`` says why.
    @inlinable @inline(__always)
    public static func pin(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> UnsafeMutableRawPointer? {
        unsafe table.pin(handle, first, span)
    }

    /// Ends what a successful ``pin(_:_:_:)`` began; once for each.
    @inlinable @inline(__always)
    public static func unpin(_ handle: UInt64) {
        table.unpin(handle)
    }

    /// One user more.
    public static func retain(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> Status {
        table.retain(handle, first, span)
    }

    /// One user fewer.
    public static func release(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> Status {
        table.release(handle, first, span)
    }

    /// How many objects foreign code holds. Looks at every slot.
    public static var liveCount: Int { table.liveCount }

    /// What to say when ``pin(_:_:_:)`` gave nothing.
    public static var failure: Status { table.failure }

    /// Ends everything, for good. See ``HandleTable/shutDown()``.
    public static func shutDown() { table.shutDown() }

    /// Why the library cannot be used any more; nil while it can.
    public static var closed: Status? { table.closed }

    /// Waits until foreign code and the library hold at most `count` objects. See ``HandleTable/waitForLiveCount(atMost:nanoseconds:)``.
    public static func waitForLiveCount(atMost count: Int, nanoseconds: Int64) -> Status {
        table.waitForLiveCount(atMost: count, nanoseconds: nanoseconds)
    }
}
