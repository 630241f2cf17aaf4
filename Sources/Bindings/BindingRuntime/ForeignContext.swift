// SAFETY: its only property is immutable; the subclasses are generated, and have no others that change.
/// A foreign implementation of a protocol: the superclass of the generated classes, which are found among all values by it.
open class ForeignObject: @unchecked Sendable {
    /// The foreign object.
    public nonisolated let foreign_context: ForeignContext

    /// Creates the implementation with the context of its functions.
    public nonisolated init(_ context: ForeignContext) { foreign_context = context }
}

// SAFETY: both properties are immutable. Foreign code, which owns the memory behind the pointer, guarantees that its functions
// may be called from any thread.
/// The context of a foreign function, released when the function can no longer be called. **Thread-safe.**
@safe
public final class ForeignContext: @unchecked Sendable {
    /// The context pointer, as passed by foreign code; may be null.
    public let pointer: UnsafeMutableRawPointer?
    private let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

    /// Takes ownership of the context.
    ///
    /// - Parameters:
    ///   - pointer: the context pointer; may be null.
    ///   - release: called exactly once, with the pointer, on the thread that releases the last reference; may be null.
    public init(_ pointer: UnsafeMutableRawPointer?, release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?) {
        unsafe self.pointer = pointer
        unsafe self.release = release
    }

    /// The context pointer if it is released by a function, which identifies the foreign code that made it; `nil` otherwise.
    public func pointer(releasedBy function: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?) -> UnsafeMutableRawPointer? {
        guard let own = unsafe release, let other = unsafe function else { return nil }
        return unsafe unsafeBitCast(own, to: UInt.self) == unsafeBitCast(other, to: UInt.self) ? pointer : nil
    }

    deinit {
        unsafe release?(pointer)
    }
}
