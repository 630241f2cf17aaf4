/// Memory that its owner lends for writing, and keeps valid while this value exists.
///
/// The owner defines how the memory may be used, and does not use it in the meantime.
@safe
public struct LentMemory: Sendable {
    // SAFETY: never changed; the memory lives as long as `owner`, and only the borrower accesses it.
    /// The lent memory.
    public nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
    /// Owner of the memory; keeping a reference to it keeps the memory valid.
    public let owner: any AnyObject & Sendable

    /// Lends memory of an object that neither releases nor moves it before its own end.
    public init(_ bytes: UnsafeMutableRawBufferPointer, of owner: any AnyObject & Sendable) {
        unsafe self.bytes = bytes
        self.owner = owner
    }
}
