import Glibc

/// Works around callbacks that Avahi's library leaves uninitialised.
///
/// The library allocates the memory for an operation with `malloc`, sets the callback that the operation needs, and leaves the
/// other four unset (`sdref_new` in avahi-compat-libdns_sd/compat.c, Avahi 0.8: 248 bytes on x86-64). When the daemon ends it
/// calls the first callback that is not null. For a query this is often not the query's callback, and may not be a function: a
/// crash, observed with reused memory.
///
/// Therefore the memory is cleared before the library allocates it. glibc keeps up to seven freed blocks of each size for each
/// thread, and returns the block that was freed last. Eight blocks are allocated and freed, after which the seven places are
/// full, whichever thread filled them; then those seven are allocated, cleared and freed. All but the first 16 bytes, which the
/// library sets, stay zero. With another allocator this has no adverse effect, but may be ineffective.
enum FreshMemory {
    /// Sizes that the library may request: the size above, and a range for other versions.
    private static let sizes = stride(from: 200, through: 360, by: 16)

    /// Clears the memory that the next operation on this thread will be allocated in.
    static func provide() {
        for size in sizes {
            allocateAndFree(8, of: size)
            allocateAndFree(7, of: size)
        }
    }

    private static func allocateAndFree(_ count: Int, of size: Int) {
        var blocks = unsafe [UnsafeMutableRawPointer]()
        for _ in 0..<count {
            guard let block = unsafe malloc(size) else { break }
            // Not `memset`: the optimizer removes it before `free`.
            unsafe explicit_bzero(block, size)
            unsafe blocks.append(block)
        }
        while let block = unsafe blocks.popLast() { unsafe free(block) }
    }
}
