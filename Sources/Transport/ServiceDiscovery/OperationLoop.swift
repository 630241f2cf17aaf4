import Glibc
import HotShoeSupport

/// A client whose operations a loop performs.
protocol OperationClient: AnyObject, Sendable {
    /// Whether the client has stopped; no further operation is started for it.
    var isStopped: Bool { get }

    /// Receives the outcome of an operation, and returns the next actions. Called on the loop's thread only.
    func process(_ key: OperationKey, _ outcome: OperationOutcome) -> [OperationAction]
}

/// Starts, processes and ends operations, all on one thread. **Thread-safe.**
///
/// The thread exists while an operation is open or messages are pending. It waits in `poll(2)` until an operation has replies
/// or a message arrives.
final class OperationLoop: Sendable {
    /// The loop of this process, for the machine's own daemon.
    static let shared = OperationLoop(SystemDNSService.shared)

    private struct Message {
        let client: any OperationClient
        let body: @Sendable () -> [OperationAction]
        let done: @Sendable () -> Void
    }

    private struct State {
        var messages: [Message] = []
        var hasThread = false
        var wakeUp: CInt?
    }

    /// Guards the messages. The wake-up is written under it, without blocking, so that the pipe is open then.
    private let state = Guarded(State())
    private let functions: any DNSServiceFunctions

    init(_ functions: any DNSServiceFunctions) {
        self.functions = functions
    }

    /// Runs `body` on the thread, performs the actions that it returns, then runs `done`.
    func run(
        for client: any OperationClient,
        _ body: @escaping @Sendable () -> [OperationAction],
        done: @escaping @Sendable () -> Void = {}
    ) {
        let startsThread = state.withLock { state in
            state.messages.append(Message(client: client, body: body, done: done))
            if let descriptor = state.wakeUp { WakeUpPipe.ring(descriptor) }
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if startsThread { startNamedThread("hotshoe.dnssd") { [self] in runThread() } }
    }

    private func runThread() {
        let pipe = WakeUpPipe()
        let thread = OperationThread(functions)
        let input = pipe.input
        state.withLock { $0.wakeUp = input }
        while let messages = popMessages(orEnd: thread.isIdle) {
            for message in messages {
                thread.perform(message.body(), for: message.client)
                message.done()
            }
            if messages.isEmpty { thread.processReadable(or: pipe) }
        }
    }

    /// Returns the pending messages; nil when the thread must end.
    private func popMessages(orEnd isIdle: Bool) -> [Message]? {
        state.withLock { state in
            if state.messages.isEmpty && isIdle {
                state.wakeUp = nil
                state.hasThread = false
                return nil
            }
            defer { state.messages = [] }
            return state.messages
        }
    }
}

/// Operations that are open on the loop's thread. Single-owner: that thread.
private final class OperationThread {
    private struct Running {
        let key: OperationKey
        let client: any OperationClient
        let operation: any DNSServiceOperation
        let inbox: Inbox
    }

    /// Collects replies until the call that produced them has returned, as handling them may end the operation.
    private final class Inbox {
        var replies: [DNSServiceReply] = []

        func drain() -> [DNSServiceReply] {
            defer { replies = [] }
            return replies
        }
    }

    private let functions: any DNSServiceFunctions
    /// In the order of their start, so that a failed browse operation is processed before its lookups.
    private var running: [Running] = []

    init(_ functions: any DNSServiceFunctions) {
        self.functions = functions
    }

    var isIdle: Bool { running.isEmpty }

    /// Performs a client's actions, and the actions that result from their outcomes.
    func perform(_ actions: [OperationAction], for client: any OperationClient) {
        var actions = actions[...]
        while let action = actions.popFirst() {
            switch action {
            case .start(let key, let request): actions += start(key, request, for: client)
            case .update(let key, let text):
                guard let operation = find(key, of: client)?.operation else { continue }
                let code = operation.update(text: text)
                if code != .none { actions += failed(key, code, of: client) }
            case .end(let key): end(key, of: client)
            }
        }
    }

    private func start(_ key: OperationKey, _ request: DNSServiceRequest, for client: any OperationClient) -> [OperationAction] {
        if client.isStopped { return [] }
        let inbox = Inbox()
        do throws(DNSServiceFailure) {
            let operation = try functions.start(request) { inbox.replies.append($0) }
            running.append(Running(key: key, client: client, operation: operation, inbox: inbox))
            return client.process(key, .started) + deliver(inbox, key, to: client)
        } catch {
            return client.process(key, .notStarted(error))
        }
    }

    /// Waits for replies or a message, and processes the replies.
    func processReadable(or pipe: borrowing WakeUpPipe) {
        var polled = running.map { pollfd(fd: $0.operation.descriptor, events: Int16(POLLIN), revents: 0) }
        polled.append(pollfd(fd: pipe.output, events: Int16(POLLIN), revents: 0))
        // Without a pipe, messages are polled.
        let timeout: CInt = pipe.output < 0 ? 50 : -1
        guard unsafe poll(&polled, nfds_t(polled.count), timeout) > 0 else { return }
        pipe.drain()
        let ready = zip(running, polled).filter { $0.1.revents != 0 }.map(\.0)
        for entry in ready where find(entry.key, of: entry.client) != nil {
            let code = entry.operation.process()
            var actions = deliver(entry.inbox, entry.key, to: entry.client)
            if code != .none, find(entry.key, of: entry.client) != nil { actions += failed(entry.key, code, of: entry.client) }
            perform(actions, for: entry.client)
        }
    }

    private func deliver(_ inbox: Inbox, _ key: OperationKey, to client: any OperationClient) -> [OperationAction] {
        var actions: [OperationAction] = []
        for reply in inbox.drain() {
            if case .failed(let code) = reply { return actions + failed(key, code, of: client) }
            actions += client.process(key, .replied(reply))
        }
        return actions
    }

    /// Ends a failed operation before its client is notified.
    private func failed(_ key: OperationKey, _ code: DNSServiceErrorCode, of client: any OperationClient) -> [OperationAction] {
        end(key, of: client)
        return client.process(key, .replied(.failed(code)))
    }

    private func end(_ key: OperationKey, of client: any OperationClient) {
        guard let index = running.firstIndex(where: { $0.key == key && $0.client === client }) else { return }
        running.remove(at: index).operation.end()
    }

    private func find(_ key: OperationKey, of client: any OperationClient) -> Running? {
        running.first { $0.key == key && $0.client === client }
    }
}

/// Wakes a thread from `poll(2)`. Single-owner except for `ring`.
private struct WakeUpPipe: ~Copyable {
    /// Both -1 when the process has no descriptors left.
    let output: CInt
    let input: CInt

    init() {
        var ends: [CInt] = [-1, -1]
        _ = unsafe pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (output, input) = (ends[0], ends[1])
    }

    deinit {
        if output >= 0 { close(output) }
        if input >= 0 { close(input) }
    }

    /// Never blocks: a full pipe wakes the thread as well as one byte does.
    static func ring(_ input: CInt) {
        unsafe _ = write(input, [1], 1)
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(output, &bytes, bytes.count) > 0 {}
    }
}
