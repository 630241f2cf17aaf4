/// A type of handles: its number, the number of its subclasses, whose numbers follow it, and the class of the objects in the table.
public struct HandleKind<Held: AnyObject> {
    /// The number of the type.
    public let number: UInt16
    /// The number of subclasses.
    public let span: UInt16

    /// Creates the type with a number.
    @_transparent
    public init(_ number: UInt16, _ span: UInt16) {
        self.number = number
        self.span = span
    }
}

/// What thunks do before and after a call of the library. Most of it becomes part of each thunk, also where thunks are compiled one
/// file at a time, which sees only the code of other modules.
public enum Calls {
    /// Returns the address of an object, which is pinned; `nil` on failure, with the reason in ``Handles/failure``.
    @_transparent
    public static func pin<Held: AnyObject>(_ bits: UInt64, _ type: HandleKind<Held>) -> UnsafeMutableRawPointer? {
        unsafe Handles.pin(bits, type.number, type.span)
    }

    /// Calls an object, which is pinned during the call.
    @_transparent
    public static func object<Held: AnyObject>(
        _ bits: UInt64,
        _ type: HandleKind<Held>,
        _ body: (Held) throws(Status) -> Void
    ) -> Int32 {
        guard let pinned = unsafe Handles.pin(bits, type.number, type.span) else { return Handles.failure.code }
        defer { Handles.unpin(bits) }
        return unsafe Unmanaged<Held>.fromOpaque(pinned)._withUnsafeGuaranteedRef { held in
            do throws(Status) {
                try body(held)
                return Status.ok.code
            } catch { return error.code }
        }
    }

    /// Calls an object, and stores the result.
    @_transparent
    public static func object<Held: AnyObject, Value>(
        _ bits: UInt64,
        _ type: HandleKind<Held>,
        _ result: UnsafeMutablePointer<Value>?,
        _ body: (Held) throws(Status) -> Value
    ) -> Int32 {
        guard let result = unsafe result else { return Status.invalidArgument.code }
        return object(bits, type) { (held) throws(Status) in unsafe result.pointee = try body(held) }
    }

    /// Calls what is no object.
    @_transparent
    public static func library(_ body: () throws(Status) -> Void) -> Int32 {
        if let closed = Handles.closed { return closed.code }
        do throws(Status) {
            try body()
            return Status.ok.code
        } catch { return error.code }
    }

    /// Calls what is no object, and stores the result.
    @_transparent
    public static func library<Value>(_ result: UnsafeMutablePointer<Value>?, _ body: () throws(Status) -> Value) -> Int32 {
        if let closed = Handles.closed { return closed.code }
        guard let result = unsafe result else { return Status.invalidArgument.code }
        do throws(Status) {
            unsafe result.pointee = try body()
            return Status.ok.code
        } catch { return error.code }
    }

    /// The value that is passed by a pointer.
    @_transparent
    public static func required<Value>(_ pointer: UnsafePointer<Value>?) throws(Status) -> Value {
        guard let pointer = unsafe pointer else { throw .invalidArgument }
        return unsafe pointer.pointee
    }

    /// The value that is passed by a pointer, null for none.
    @_transparent
    public static func optional<Foreign, Value, Failure: Error>(
        _ pointer: UnsafePointer<Foreign>?,
        _ take: (Foreign) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe try take(pointer.pointee)
    }

    /// Frees the contents of a structure, and makes it empty.
    @_transparent
    public static func freeContents<Foreign>(_ value: UnsafeMutablePointer<Foreign>?, _ free: (Foreign) -> Void) {
        guard let value = unsafe value else { return }
        unsafe free(value.pointee)
        unsafe UnsafeMutableRawPointer(value).initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Foreign>.size)
    }
}
