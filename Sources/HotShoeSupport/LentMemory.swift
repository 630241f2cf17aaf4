/// Memory that its owner lends to be written to, and keeps for as long as this exists.
///
/// Who lends it says what may be done with it, and does nothing with it meanwhile.
@safe
public struct LentMemory: Sendable {
    // SAFETY: never changed; the memory lives as long as `owner`, and is touched by the one it is lent to only.
    public nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
    /// Whose memory it is; who keeps this keeps it.
    public let owner: any AnyObject & Sendable

    /// Lends memory of an object that does not let go of it, and does not move it, before it ends.
    public init(_ bytes: UnsafeMutableRawBufferPointer, of owner: any AnyObject & Sendable) {
        unsafe self.bytes = bytes
        self.owner = owner
    }
}
