internal import CEventLoop
import Dispatch
import Glibc
public import BindingSupport

/// Serves main-actor work in a host program whose `main` is not Swift's. See docs/binding-runtime.md.
public enum MainQueue {
    /// A file descriptor that is readable while main-actor work waits. Dispatch owns it. -1 if Swift itself serves the main
    /// actor.
    public static var descriptor: Int32 { _dispatch_get_main_queue_handle_4CF() }

    /// Runs the waiting work; on any thread except the main one it does nothing, and returns `.wrongThread`. The same if another thread
    /// loaded the library: Dispatch's main queue belongs to that thread.
    public static func runPending() -> Status {
        // On Linux the process ID is the ID of the main thread.
        guard gettid() == getpid(), main_queue_owner() == gettid() else { return .wrongThread }
        // Emptied first, so that work which is added during the call is signalled; the call does not empty it. The descriptor
        // never blocks.
        var count: UInt64 = 0
        unsafe _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
        return .ok
    }

    /// The main queue as a queue for handlers.
    public static let queue: any CallbackQueue = MainCallbackQueue()
}

/// Runs handlers on the main thread, when the host runs ``MainQueue``. **Thread-safe.**
private final class MainCallbackQueue: CallbackQueue {
    func enqueue(_ work: CallbackWork) {
        DispatchQueue.main.async { work.run() }
    }
}
