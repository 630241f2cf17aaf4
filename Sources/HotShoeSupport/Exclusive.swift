/// A value and the rule that one thread at a time works with it. The rule is the owner's to keep: there is no lock here.
@safe
public final class Exclusive<Value>: Sendable {
    // SAFETY: whoever owns it lets one thread at a time have it, under a lock of its own: what one has written the next sees, because that
    // lock lies between them.
    @usableFromInline nonisolated(unsafe) var value: Value

    /// Takes the value.
    public init(_ value: Value) { unsafe self.value = value }

    /// Works with the value; called by the thread whose turn it is.
    @inlinable
    public func use<Result>(_ body: (inout Value) -> Result) -> Result { unsafe body(&value) }
}
