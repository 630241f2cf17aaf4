import Glibc

/// Blocks of memory that cross the border: `malloc`'s, so that C code may free them. **Thread-safe.**
public enum Memory {
    /// No array can have more bytes: an address of a program has 47 bits.
    private static let addressSpace = 1 << 47

    /// Room for `count` elements, all bytes zero; for none, a pointer that is not null all the same. nil when there is
    /// no such memory.
    public static func allocate<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T>? {
        guard isPlausible(count: count, stride: MemoryLayout<T>.stride), MemoryLayout<T>.alignment <= 16 else { return nil }
        return unsafe calloc(max(count, 1), MemoryLayout<T>.stride)?.bindMemory(to: T.self, capacity: count)
    }

    /// Gives a block back; null is fine.
    public static func free(_ block: UnsafeMutableRawPointer?) {
        unsafe Glibc.free(block)
    }

    /// Whether an array can have so many elements, before anything is read or allocated.
    public static func isPlausible(count: Int, stride: Int) -> Bool {
        let (bytes, overflows) = count.multipliedReportingOverflow(by: stride)
        return count >= 0 && stride >= 0 && !overflows && bytes < addressSpace
    }
}
