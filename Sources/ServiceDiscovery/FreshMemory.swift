import Glibc

/// Works around callbacks that Avahi's library leaves uninitialised.
///
/// It takes the memory for an operation from `malloc`, sets the callback that the operation needs, and leaves the other four
/// as they are (`sdref_new` in avahi-compat-libdns_sd/compat.c, Avahi 0.8: 248 bytes on x86-64). When the daemon dies it calls
/// the first that is not null; for a query that is often not the query's, and may be no function at all: a crash, observed
/// with memory that had been used before.
///
/// So the memory that it gets is made zero beforehand. glibc keeps up to seven freed blocks of each size for each thread, and
/// gives out the one that was freed last. Eight are taken and given back, after which the seven places are full, whoever filled them;
/// then those seven are taken, cleared and given back. All but the first 16 bytes, which the library sets, stay zero.
/// With another allocator this does no harm, and perhaps no good.
enum FreshMemory {
    /// What the library may ask for: the size above, and room for other versions.
    private static let sizes = stride(from: 200, through: 360, by: 16)

    /// Makes the memory zero that this thread's next operation will stand in.
    static func provide() {
        for size in sizes {
            takeAndReturn(8, of: size)
            takeAndReturn(7, of: size)
        }
    }

    private static func takeAndReturn(_ count: Int, of size: Int) {
        var blocks = unsafe [UnsafeMutableRawPointer]()
        for _ in 0..<count {
            guard let block = unsafe malloc(size) else { break }
            // Not `memset`: the optimizer leaves it out where the memory is freed next.
            unsafe explicit_bzero(block, size)
            unsafe blocks.append(block)
        }
        while let block = unsafe blocks.popLast() { unsafe free(block) }
    }
}
