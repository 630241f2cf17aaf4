import Dispatch
import Glibc

/// The process has too few threads or file descriptors for the work that was requested.
public struct ResourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A resource of the process.
    public enum Resource: Sendable, Hashable {
        /// Threads: `RLIMIT_NPROC`, the limit of a container, or memory for a stack.
        case threads
        /// File descriptors: `RLIMIT_NOFILE`, or the limit of the system.
        case descriptors
    }

    /// The resource that is missing.
    public let resource: Resource
    /// The system's `errno`.
    public let code: Int32

    /// Creates an error.
    public init(_ resource: Resource, code: Int32) { (self.resource, self.code) = (resource, code) }

    /// What is missing, and the remedy.
    public var description: String {
        let reason = unsafe String(cString: strerror(code))
        return switch resource {
        case .threads: "no thread can be started: \(reason). Raise the limit of processes (ulimit -u), or end other programs"
        case .descriptors:
            "too few file descriptors are left: \(reason). Close files, or raise the limit (ulimit -n)"
        }
    }
}

/// Checks whether asynchronous work can begin. **Thread-safe.**
///
/// Dispatch, which runs Swift's tasks, ends the process when it has no descriptors for its first thread, and blocks the thread
/// that enqueues work while no thread can be made (observed with Swift 6.3.1). The library checks both before it hands over work
/// of a program.
public enum SystemResources {
    /// Number of descriptors that must be free before the first work: Dispatch opens three and keeps them.
    private static let reserve = 8
    /// Seconds for Dispatch to run its first work.
    private static let startLimit = 10
    /// Time for which a check is valid.
    private static let validity: Duration = .seconds(1)

    private struct State {
        var hasStarted = false
        var validUntil: Duration?
    }

    /// Guards the time of the last check, and whether Dispatch has its descriptors.
    private static let state = Guarded(State())

    /// Checks that a thread can be made, and before the first work that there are descriptors. At most one thread a second is
    /// made for it.
    ///
    /// - Throws: ``ResourceError``.
    public static func check() throws(ResourceError) {
        let now = SystemTimers.monotonicTime()
        let known = state.withLock { $0 }
        if let end = known.validUntil, now < end, ThreadStarter.shared.waitingCount == 0 { return }
        let failure = probeThread()
        if failure != 0 { throw ResourceError(.threads, code: failure) }
        ThreadStarter.shared.startRefused()
        if !known.hasStarted {
            let failure = probeDescriptors(reserve)
            if failure != 0 { throw ResourceError(.descriptors, code: failure) }
            guard startDispatch() else { throw ResourceError(.threads, code: EAGAIN) }
        }
        state.withLock { state in (state.hasStarted, state.validUntil) = (true, now + validity) }
    }

    /// Makes a thread that ends at once; returns 0 or the error number.
    private static func probeThread() -> Int32 {
        var thread: pthread_t = 0
        let failure = unsafe pthread_create(&thread, nil, { _ in nil }, nil)
        if failure == 0 { pthread_join(thread, nil) }
        return failure
    }

    /// Opens a number of descriptors and closes them; returns 0 or the error number.
    private static func probeDescriptors(_ count: Int) -> Int32 {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < count {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            if descriptor < 0 { return errno }
            opened.append(descriptor)
        }
        return 0
    }

    /// Has Dispatch start a thread, which opens its descriptors, and waits for it. Returns `false` if it does not run: with one free
    /// thread, Dispatch's first one tries for ever to start a second (observed with Swift 6.3.1).
    private static func startDispatch() -> Bool {
        let started = ThreadSemaphore()
        DispatchQueue.global().async { started.signal() }
        return started.wait(seconds: startLimit)
    }
}
