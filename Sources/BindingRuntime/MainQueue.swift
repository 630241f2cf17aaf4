internal import CEventLoop
import Dispatch
import Glibc

/// Main-actor work under a host whose `main` is not Swift's. See docs/binding-runtime.md.
public enum MainQueue {
    /// Readable while main-actor work waits; belongs to Dispatch. -1 where Swift itself serves the main actor.
    public static var descriptor: Int32 { _dispatch_get_main_queue_handle_4CF() }

    /// Runs what waits; on any thread but the main one it does nothing, and says `.wrongThread`.
    public static func runPending() -> Status {
        // On Linux a process has the number of its first thread.
        guard gettid() == getpid() else { return .wrongThread }
        // Emptied before, so that what comes meanwhile shows; the call does not do it. The descriptor never blocks.
        var count: UInt64 = 0
        unsafe _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
        return .ok
    }
}
