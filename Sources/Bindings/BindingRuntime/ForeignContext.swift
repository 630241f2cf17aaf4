/// The context of a foreign function, released when nobody can call the function any more. **Thread-safe.**
// SAFETY: both never change. What the context points to is foreign code's, which promises that its functions may be called
// from any thread.
@safe
public final class ForeignContext: @unchecked Sendable {
    public let pointer: UnsafeMutableRawPointer?
    private let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

    /// Takes the context over.
    ///
    /// - Parameter release: called exactly once, with the pointer, on whichever thread lets go last; may be null.
    public init(_ pointer: UnsafeMutableRawPointer?, release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?) {
        unsafe self.pointer = pointer
        unsafe self.release = release
    }

    deinit {
        unsafe release?(pointer)
    }
}
