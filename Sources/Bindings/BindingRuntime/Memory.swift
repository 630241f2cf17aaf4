import Glibc

/// Blocks of memory that cross the language boundary: allocated with `malloc`, so that C code may free them. **Thread-safe.**
public enum Memory {
    /// Limit for the size of an array in bytes: user-space addresses have 47 bits.
    private static let addressSpace = 1 << 47

    /// Allocates `count` elements with all bytes zero; for 0 elements the pointer is not null either. Returns `nil` if the
    /// memory is not available.
    public static func allocate<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T>? {
        guard isPlausible(count: count, stride: MemoryLayout<T>.stride), MemoryLayout<T>.alignment <= 16 else { return nil }
        return unsafe calloc(max(count, 1), MemoryLayout<T>.stride)?.bindMemory(to: T.self, capacity: count)
    }

    /// Frees a block; null is permitted.
    public static func free(_ block: UnsafeMutableRawPointer?) {
        unsafe Glibc.free(block)
    }

    /// Whether an array can have this number of elements; checked before memory is read or allocated.
    public static func isPlausible(count: Int, stride: Int) -> Bool {
        let (bytes, overflows) = count.multipliedReportingOverflow(by: stride)
        return count >= 0 && stride >= 0 && !overflows && bytes < addressSpace
    }
}
