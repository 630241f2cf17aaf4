/// A value that only one thread at a time may use. The owner enforces this: there is no lock here.
@safe
public final class Exclusive<Value>: Sendable {
    // SAFETY: the owner lets one thread at a time use the value, under its own lock. That lock makes the writes of one
    // thread visible to the next.
    @usableFromInline nonisolated(unsafe) var value: Value

    /// Creates a wrapper for the value.
    public init(_ value: Value) { unsafe self.value = value }

    /// Calls `body` with the value; only on the thread that may use it now.
    @inlinable
    public func use<Result>(_ body: (inout Value) -> Result) -> Result { unsafe body(&value) }
}
