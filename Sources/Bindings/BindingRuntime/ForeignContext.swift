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

    deinit {
        unsafe release?(pointer)
    }
}
