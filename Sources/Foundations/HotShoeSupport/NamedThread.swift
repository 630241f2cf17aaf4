import Glibc

/// Starts a detached thread that runs `body` once.
///
/// - Parameters:
///   - name: shown by debuggers and `top`; truncated to the 15 bytes that Linux keeps.
///   - body: the function of the thread, which ends when it returns.
public func startNamedThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let start = unsafe Unmanaged.passRetained(ThreadStart(name: name, body: body))
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
        start.toOpaque()
    )
    if failure != 0 {
        // The process has reached its limit of threads or stack memory; the work cannot run anywhere else.
        unsafe start.release()
        preconditionFailure("no thread could be started (pthread_create: \(failure))")
    }
    pthread_detach(thread)
}

private final class ThreadStart {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

/// Sets the thread's name through /proc: `pthread_setname_np` is hidden behind a GNU macro, and `prctl` is variadic.
private func nameCurrentThread(_ name: String) {
    let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    let bytes = Array(name.utf8.prefix(15))
    unsafe _ = write(file, bytes, bytes.count)
    close(file)
}
