internal import CCurl
import HotShoeSupport

/// The thread `hs.http`, which performs the requests of one client with libcurl. **Thread-safe.**
///
/// It waits for all connections simultaneously. It starts with the first request, and ends with ``stop()``.
final class HTTPLoop: Sendable {
    enum Command: Sendable {
        case start(TransferState)
        case resume(TransferState)
        case cancel(TransferState)
        case perform(@Sendable () -> Void)
    }

    private struct State {
        var commands: [Command] = []
        var isRunning = false
        var isStopped = false
        /// libcurl's handle while the thread waits; only to wake it.
        var multi: Multi?
    }

    /// libcurl's handle of all transfers.
    @safe
    struct Multi: @unchecked Sendable {
        // SAFETY: the thread of the loop uses it; `curl_multi_wakeup` may be called by any thread, under the lock that guards its end.
        let pointer: UnsafeMutableRawPointer
    }

    private let symbols: CurlSymbols
    /// Guards the commands, and the handle against its end.
    private let state = Guarded(State())

    /// Creates the loop; its thread starts with the first command.
    init() throws(HTTPError) { symbols = try CurlSymbols.shared.get() }

    /// Lets the thread perform a command.
    func post(_ command: Command) {
        let (mustStart, isRefused) = state.withLock { state -> (Bool, Bool) in
            if state.isStopped { return (false, true) }
            state.commands.append(command)
            if let multi = state.multi { unsafe _ = symbols.wakeUp(multi.pointer) }
            defer { state.isRunning = true }
            return (!state.isRunning, false)
        }
        if isRefused, case .start(let transfer) = command {
            transfer.end(.failure(HTTPError(.cancelled, "The client was closed.")))
        }
        if mustStart { startNamedThread("hs.http") { self.run() } }
    }

    /// Ends all transfers as cancelled, and the thread. Does not wait.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            if let multi = state.multi { unsafe _ = symbols.wakeUp(multi.pointer) }
        }
    }

    // MARK: The thread

    private func run() {
        var transfers: [UnsafeMutableRawPointer: TransferState] = unsafe [:]
        guard let pointer = unsafe symbols.multiInit() else {
            return fail(HTTPError(.libraryMissing, "libcurl has no memory."))
        }
        let multi = unsafe Multi(pointer: pointer)
        // Far above the number of simultaneous requests.
        unsafe _ = hotshoeCurlMultiSetLong(symbols.setMultiOption, pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, 128)
        state.withLock { $0.multi = multi }
        while true {
            let (commands, isStopped) = state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.isStopped)
            }
            for command in commands { unsafe perform(command, multi, &transfers) }
            if isStopped { break }
            var running: Int32 = 0
            unsafe _ = symbols.perform(multi.pointer, &running)
            unsafe collect(multi, &transfers)
            var count: Int32 = 0
            unsafe _ = symbols.poll(multi.pointer, nil, 0, transfers.values.map(\.lookPause).min() ?? 60_000, &count)
            unsafe endSilent(multi, &transfers)
        }
        state.withLock { $0.multi = nil }
        for unsafe(handle, transfer) in unsafe transfers {
            unsafe _ = symbols.remove(multi.pointer, handle)
            transfer.end(.failure(HTTPError(.cancelled, "The client was closed.")))
        }
        unsafe _ = symbols.multiCleanup(multi.pointer)
    }

    /// Ends the streams of which nothing has arrived for too long.
    private func endSilent(_ multi: Multi, _ transfers: inout [UnsafeMutableRawPointer: TransferState]) {
        let now = SystemClock.shared.now
        for unsafe(handle, transfer) in unsafe transfers where transfer.isSilent(now) {
            unsafe transfers[handle] = nil
            unsafe _ = symbols.remove(multi.pointer, handle)
            transfer.end(
                .failure(HTTPError(.timedOut, "The server has sent nothing for too long."))
            )
        }
    }

    private func fail(_ error: HTTPError) {
        let commands = state.withLock { state in
            state.isStopped = true
            return state.commands
        }
        for case .start(let transfer) in commands { transfer.end(.failure(error)) }
    }

    private func perform(
        _ command: Command,
        _ multi: Multi,
        _ transfers: inout [UnsafeMutableRawPointer: TransferState]
    ) {
        switch command {
        case .start(let transfer):
            guard !transfer.isOver else { return }
            guard let handle = unsafe transfer.prepare(symbols), unsafe symbols.add(multi.pointer, handle) == CURLM_OK else {
                return transfer.end(.failure(HTTPError(.libraryMissing, "libcurl has no memory.")))
            }
            unsafe transfers[handle] = transfer
        case .resume(let transfer): transfer.resume()
        case .perform(let work): work()
        case .cancel(let transfer):
            if let handle = unsafe transfer.handle, unsafe transfers.removeValue(forKey: handle) != nil {
                unsafe _ = symbols.remove(multi.pointer, handle)
            }
            transfer.end(.failure(HTTPError(.cancelled, "The request was cancelled.")))
        }
    }

    /// Ends the transfers that are complete.
    private func collect(_ multi: Multi, _ transfers: inout [UnsafeMutableRawPointer: TransferState]) {
        var count: Int32 = 0
        while let message = unsafe symbols.infoRead(multi.pointer, &count) {
            guard let handle = unsafe hotshoeCurlEnded(message) else { continue }
            let result = unsafe hotshoeCurlResult(message)
            unsafe _ = symbols.remove(multi.pointer, handle)
            unsafe transfers.removeValue(forKey: handle)?.end(result)
        }
    }
}
