internal import CEventLoop
import Dispatch
import Glibc
public import HotShoeSupport

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

    /// The main queue as a place where handlers run.
    public static let queue: any CallbackQueue = MainCallbackQueue()
}

/// Runs handlers on the main thread, when the host runs ``MainQueue``. **Thread-safe.**
private final class MainCallbackQueue: CallbackQueue {
    func enqueue(_ work: CallbackWork) {
        DispatchQueue.main.async { work.run() }
    }
}
