internal import CEventLoop
import Glibc

/// A file descriptor that is readable while something is available; created at the first use. The owner's lock guards it.
struct ReadyDescriptor: ~Copyable {
    private var descriptor: Int32 = -1
    private(set) var isReady: Bool

    init(isReady: Bool = false) {
        self.isReady = isReady
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the descriptor; -1, with `errno` set, if the system provides none.
    mutating func make() -> Int32 {
        if descriptor < 0 {
            descriptor = eventfd(isReady ? 1 : 0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        }
        return descriptor
    }

    /// Makes the descriptor readable or not. Never blocks, so it may be called under a lock, which keeps it consistent with the
    /// state.
    mutating func set(_ isReady: Bool) {
        guard isReady != self.isReady else { return }
        self.isReady = isReady
        guard descriptor >= 0 else { return }
        var count: UInt64 = 1
        if isReady {
            unsafe _ = write(descriptor, &count, MemoryLayout<UInt64>.size)
        } else {
            unsafe _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        }
    }
}
