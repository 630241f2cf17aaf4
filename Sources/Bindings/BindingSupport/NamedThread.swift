import Glibc

/// Starts a detached thread that runs `body` once.
///
/// If the process has reached its limit of threads or memory, the thread starts when the system permits it: its start is
/// repeated every 100 ms. See ``SystemResources`` for a check beforehand.
///
/// - Parameters:
///   - name: shown by debuggers and `top`; truncated to the 15 bytes that Linux keeps.
///   - body: the function of the thread, which ends when it returns.
public func startNamedThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    ThreadStarter.shared.start(ThreadStart(name: name, body: body))
}

/// Starts threads, and repeats the starts that the system has refused. **Thread-safe.**
final class ThreadStarter: Sendable {
    /// Creates a detached thread; returns 0 or the error number of `pthread_create`.
    typealias Create = @Sendable (ThreadStart) -> Int32
    /// Makes a timer with a handler; returns the function that arms it for the time after a pause.
    typealias MakeTimer = @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void

    static let shared = ThreadStarter(create: createThread) { handler in
        let timer = SystemTimers.shared.makeTimer(handler)
        return { timer.arm(at: SystemTimers.shared.now + pause) }
    }

    /// Pause between two attempts.
    static let pause: Duration = .milliseconds(100)

    private let create: Create
    private let makeTimer: MakeTimer
    /// Guards the refused starts, in their order.
    private let refused = Guarded<[ThreadStart]>([])
    /// Guards the function that arms the timer of the next attempt, which is made for the first refused start.
    private let arm = Guarded<(@Sendable () -> Void)?>(nil)

    init(create: @escaping Create, makeTimer: @escaping MakeTimer) { (self.create, self.makeTimer) = (create, makeTimer) }

    /// Number of threads that the system has not started yet.
    var waitingCount: Int { refused.withLock { $0.count } }

    /// Starts a thread, and those that were refused before it.
    func start(_ start: ThreadStart) {
        refused.withLock { $0.append(start) }
        startRefused()
    }

    /// Starts the waiting threads in their order, until one is refused.
    func startRefused() {
        while let next = refused.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            let failure = create(next)
            guard failure != 0 else { continue }
            refused.withLock { $0.insert(next, at: 0) }
            Log.write(.warning, "threads", "\(next.name) waits: pthread_create: \(unsafe String(cString: strerror(failure)))")
            return tryLater()
        }
    }

    /// The clock's own thread may be among those that wait: then the next start of any thread is the next attempt.
    private func tryLater() {
        let arm = arm.withLock { arm in
            let made = arm ?? makeTimer { [weak self] in self?.startRefused() }
            arm = made
            return made
        }
        arm()
    }
}

/// The name and the function of a thread.
final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func createThread(_ start: ThreadStart) -> Int32 {
    let retained = unsafe Unmanaged.passRetained(start)
    var thread: pthread_t = 0
    let failure = unsafe pthread_create(
        &thread,
        nil,
        { argument in
            let start = unsafe Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue()
            nameCurrentThread(start.name)
            start.body()
            return nil
        },
        retained.toOpaque()
    )
    if failure == 0 { pthread_detach(thread) } else { unsafe retained.release() }
    return failure
}

/// Sets the thread's name through /proc: `pthread_setname_np` is hidden behind a GNU macro, and `prctl` is variadic.
private func nameCurrentThread(_ name: String) {
    let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    let bytes = Array(name.utf8.prefix(15))
    unsafe _ = write(file, bytes, bytes.count)
    close(file)
}
