import Glibc

/// The handle table of this library, used by the generated functions. See ``HandleTable``.
public enum Handles {
    @usableFromInline static let table: HandleTable = {
        let table = HandleTable()
        // A forked child has none of the library's threads, and their locks may be held forever.
        pthread_atfork(nil, nil) { Handles.table.refuseForkedProcess() }
        return table
    }()

    /// Retains `object` and returns its handle, with one user; 0 if the library is shut down or the table is full.
    public static func insert(_ object: AnyObject, type: UInt16) -> UInt64 {
        table.insert(object, type: type)
    }

    /// Does the same for a reusable object.
    public static func insert(_ object: ReusableObject, type: UInt16) -> UInt64 {
        table.insert(object, type: type)
    }

    /// Returns the object's address, valid until ``unpin(_:)``; `nil` on failure, with the reason in ``failure``.
    public static func pin(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> UnsafeMutableRawPointer? {
        unsafe table.pin(handle, first, span)
    }

    /// Ends a successful ``pin(_:_:_:)``; must be called once for each.
    public static func unpin(_ handle: UInt64) {
        table.unpin(handle)
    }

    /// Adds a user.
    public static func retain(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> Status {
        table.retain(handle, first, span)
    }

    /// Removes a user.
    public static func release(_ handle: UInt64, _ first: UInt16, _ span: UInt16) -> Status {
        table.release(handle, first, span)
    }

    /// The context of the foreign object behind a handle. See ``HandleTable/foreignContext(_:releasedBy:isKept:)``.
    public static func foreignContext(
        _ handle: UInt64,
        releasedBy release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
        isKept: inout Bool
    ) -> UnsafeMutableRawPointer? {
        unsafe table.foreignContext(handle, releasedBy: release, isKept: &isKept)
    }

    /// Makes a handle invalid for all its users.
    static func invalidate(_ handle: UInt64, _ type: UInt16) { table.invalidate(handle, type) }

    /// The number of objects that foreign code holds. Reads every slot.
    public static var liveCount: Int { table.liveCount }

    /// The status for a ``pin(_:_:_:)`` that returned `nil`.
    public static var failure: Status { table.failure }

    /// Shuts the library down permanently. See ``HandleTable/shutDown()``.
    public static func shutDown() { table.shutDown() }

    /// The reason why the library can no longer be used; `nil` while it can.
    public static var closed: Status? { table.closed }

    /// Waits until foreign code and the library hold at most `count` objects. See
    /// ``HandleTable/waitForLiveCount(atMost:nanoseconds:)``.
    public static func waitForLiveCount(atMost count: Int, nanoseconds: Int64) -> Status {
        table.waitForLiveCount(atMost: count, nanoseconds: nanoseconds)
    }
}
