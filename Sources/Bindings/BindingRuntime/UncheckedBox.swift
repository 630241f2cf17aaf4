/// Passes a value that is not `Sendable` from one thread to another, on the responsibility of foreign code.
///
/// A C caller may use any object from any thread; the compiler cannot check that, and the documentation of the library
/// specifies which objects allow it.
struct UncheckedBox<Value>: @unchecked Sendable {
    // SAFETY: the code that creates a box keeps no reference to the value, or is foreign code.
    let value: Value
}
