/// Takes a value that is not `Sendable` from one thread to another, where foreign code answers for it.
///
/// A C caller may use any object from any thread; the compiler cannot see that, and the documentation of the library
/// behind says which objects allow it.
struct UncheckedBox<Value>: @unchecked Sendable {
    // SAFETY: whoever makes a box lets the value go, or is foreign code.
    let value: Value
}
