private import CEventLoop
internal import CMicroHTTPD
private import Glibc
internal import HotShoeSupport

/// The thread of a server: it runs libmicrohttpd's daemon and the WebSockets, which share a descriptor of epoll.
///
/// SAFETY: the daemon, and the variables below `owned by the thread`, are used by the thread of the loop only, which starts in
/// ``start()``, and before that by `init`.
@safe
final class WebLoop: @unchecked Sendable {
    /// Work for the thread, from other threads.
    enum Command: Sendable {
        /// Check the deadlines.
        case check
        /// Resume a connection for which something is there now.
        case resume(any SuspendedConnection)
        /// The messages of a WebSocket have ended.
        case messagesEnded(UInt64, WebSocketFrame.CloseCode)
        case stop
    }

    let handler: any WebHandler
    let isSecure: Bool
    /// Fulfilled when the thread has ended.
    let ended = Promise<Void, Never>()
    let connectionCount = ObjectCount()
    private let options: WebServer.Options
    private let epoll: Int32
    private let wake: Int32
    /// Guards the commands that the thread has not executed; nil when it has ended.
    private let commands = Guarded<[Command]?>([])

    // Owned by the thread.
    private var daemon: OpaquePointer?
    /// Guards the memory of the bodies of all requests.
    private let bodyMemory = Guarded(0)
    private var exchanges: [ObjectIdentifier: Exchange] = [:]
    private var sockets: [UInt64: WebSocketConnection] = [:]
    private var nextSocket: UInt64 = 2
    /// The times by which the requests of connections must have arrived, by the descriptors.
    private var deadlines: [Int32: Duration] = [:]
    private var timer: (any TimeSourceTimer)?
    /// Whether the thread ends: connections that would be suspended then are closed, because the daemon stops only without any.
    private(set) var isStopping = false
    /// Whether the daemon has closed a connection since it was called: at its limit of connections, only the next call accepts others.
    private var hasClosed = false

    /// The streams whose clients are watched, by the descriptors: a suspended connection is not watched by the daemon.
    private var streams: [Int32: any StreamAnswer] = [:]

    /// Keys of these descriptors: this number and the descriptor.
    private static let streamKeys: UInt64 = 1 << 63
    private static func streamKey(_ descriptor: Int32) -> UInt64 { streamKeys | UInt64(UInt32(bitPattern: descriptor)) }
    private static let wakeKey: UInt64 = 0
    private static let daemonKey: UInt64 = 1

    init(_ options: WebServer.Options, listening descriptor: Int32, _ handler: any WebHandler) throws(WebServerError) {
        (self.options, self.handler, isSecure) = (options, handler, options.certificate != nil)
        (epoll, wake) = (epoll_create1(Int32(EPOLL_CLOEXEC)), eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
        let listening = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard epoll >= 0, wake >= 0, listening >= 0 else {
            if listening >= 0 { close(listening) }
            throw WebServerError(.resources, "The system has no descriptors left.")
        }
        unsafe daemon = makeDaemon(listening)
        guard unsafe daemon != nil else {
            close(listening)
            throw options.certificate == nil
                ? WebServerError(.resources, "The server cannot start.")
                : WebServerError(.certificate, "The certificate or its key cannot be used.")
        }
        watch(wake, Self.wakeKey, UInt32(EPOLLIN.rawValue))
        watch(unsafe daemon_epoll(daemon), Self.daemonKey, UInt32(EPOLLIN.rawValue))
    }

    deinit {
        if epoll >= 0 { close(epoll) }
        if wake >= 0 { close(wake) }
    }

    private func makeDaemon(_ listening: Int32) -> OpaquePointer? {
        var start = unsafe daemon_options()
        unsafe start.listening_socket = listening
        unsafe start.connection_memory = options.connectionMemory
        unsafe start.connection_limit = UInt32(options.connectionLimit)
        unsafe start.connections_per_address = UInt32(options.connectionsPerAddress)
        // The deadlines of this class are those of a whole request; libmicrohttpd's is renewed by each byte.
        unsafe start.idle_seconds = 0
        unsafe start.context = Unmanaged.passUnretained(self).toOpaque()
        unsafe start.access = webAccess
        unsafe start.completed = webCompleted
        unsafe start.notify = webNotify
        guard let certificate = options.certificate else { return unsafe daemon_start(&start) }
        return unsafe certificate.certificate.withCString { text in
            unsafe certificate.key.withCString { key in
                // TLS 1.2 and 1.3, without the ciphers that GnuTLS itself counts as weak.
                unsafe "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:%SERVER_PRECEDENCE".withCString { priorities in
                    unsafe start.certificate = text
                    unsafe start.key = key
                    unsafe start.tls_priorities = priorities
                    return unsafe daemon_start(&start)
                }
            }
        }
    }

    // MARK: Other threads

    func start() {
        let timer = options.time.makeTimer { [weak self] in self?.post(.check) }
        self.timer = timer
        startNamedThread("hotshoe.web") { self.run() }
    }

    /// Counts bytes of a body; returns false if all bodies together have too many.
    func reserve(_ count: Int) -> Bool {
        bodyMemory.withLock { memory in
            guard memory + count <= options.bodyMemory else { return false }
            memory += count
            return true
        }
    }

    /// Ends the counting of bytes of a body.
    func free(_ count: Int) { bodyMemory.withLock { $0 -= count } }

    func post(_ command: Command) {
        let isFirst = commands.withLock { commands in
            commands?.append(command)
            return commands?.count == 1
        }
        if isFirst { eventfd_write(wake, 1) }
    }

    func stop() { post(.stop) }

    // MARK: The thread

    private func run() {
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 64)
        while !isStopping {
            let count = unsafe epoll_wait(epoll, &events, Int32(events.count), timeout)
            for index in 0..<Int(max(0, count)) { unsafe handle(events[index].data.u64, events[index].events) }
            for command in takeCommands() { execute(command) }
            repeat {
                hasClosed = false
                unsafe MHD_run(daemon)
            } while hasClosed
        }
        end()
    }

    /// Time until the daemon wants to run without an event, in milliseconds; -1 for none.
    private var timeout: Int32 {
        var milliseconds: UInt64 = 0
        return unsafe MHD_get_timeout(daemon, &milliseconds) == .YES ? Int32(min(milliseconds, 60_000)) : -1
    }

    private func handle(_ key: UInt64, _ events: UInt32) {
        switch key {
        case Self.wakeKey:
            var count: UInt64 = 0
            unsafe _ = eventfd_read(wake, &count)
        case Self.daemonKey: break
        case Self.streamKeys...:
            let descriptor = Int32(truncatingIfNeeded: key)
            let answer = streams[descriptor]
            if events == EPOLLOUT.rawValue { return answer?.canSend() ?? () }
            unwatchStream(descriptor)
            answer?.abort()
        default:
            sockets[key]?.handle(
                canReceive: events & ~UInt32(EPOLLOUT.rawValue) != 0,
                canSend: events & UInt32(EPOLLOUT.rawValue) != 0
            )
        }
    }

    private func takeCommands() -> [Command] {
        commands.withLock { commands in
            defer { commands = [] }
            return commands ?? []
        }
    }

    private func execute(_ command: Command) {
        switch command {
        case .check: checkDeadlines()
        case .resume(let connection): connection.resume()
        case .messagesEnded(let key, let code): sockets[key]?.end(code)
        case .stop: isStopping = true
        }
    }

    private func end() {
        timer?.disarm()
        for exchange in exchanges.values { exchange.abort() }
        for socket in sockets.values { socket.abort() }
        // Resumed connections return to the daemon, which then closes them.
        unsafe MHD_run(daemon)
        unsafe MHD_stop_daemon(daemon)
        unsafe daemon = nil
        _ = commands.withLock { commands in
            // Released after the lock.
            defer { commands = nil }
            return commands
        }
        ended.fulfil(.success(()))
    }

    // MARK: Deadlines

    /// Starts the time in which the request of a connection must arrive.
    func expectRequest(_ connection: OpaquePointer) {
        let deadline = options.time.now + options.requestTimeLimit
        let isFirst = deadlines.isEmpty
        deadlines[unsafe connection_socket(connection)] = deadline
        if isFirst { timer?.arm(at: deadline) }
    }

    func requestIsComplete(_ connection: OpaquePointer) { deadlines[unsafe connection_socket(connection)] = nil }

    private func checkDeadlines() {
        let now = options.time.now
        for (descriptor, deadline) in deadlines where deadline <= now {
            deadlines[descriptor] = nil
            // The daemon learns it as the end of the connection.
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
        if let next = deadlines.values.min() { timer?.arm(at: next) }
    }

    // MARK: Connections

    func opened(_ connection: OpaquePointer) {
        connectionCount.add()
        WebSocketOptions.apply(to: unsafe connection_socket(connection))
        unsafe expectRequest(connection)
    }

    func closed(_ connection: OpaquePointer) {
        connectionCount.subtract()
        hasClosed = true
        deadlines[unsafe connection_socket(connection)] = nil
    }

    func begin(_ exchange: Exchange) { exchanges[ObjectIdentifier(exchange)] = exchange }

    func finish(_ exchange: Exchange) { exchanges[ObjectIdentifier(exchange)] = nil }

    /// Ends a stream when its client disconnects, also while nothing is sent.
    func watchStream(_ answer: any StreamAnswer, _ descriptor: Int32) {
        streams[descriptor] = answer
        watch(descriptor, Self.streamKey(descriptor), UInt32(EPOLLRDHUP.rawValue))
    }

    /// Watches the socket of a stream for space for output, or no more. Called by any thread, while the socket exists.
    func watchStream(_ descriptor: Int32, toSend: Bool) {
        let events = EPOLLRDHUP.rawValue | (toSend ? EPOLLOUT.rawValue : 0)
        watch(descriptor, Self.streamKey(descriptor), UInt32(events), isNew: false)
    }

    func unwatchStream(_ descriptor: Int32) {
        guard streams.removeValue(forKey: descriptor) != nil else { return }
        _ = epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
    }

    // MARK: WebSockets

    /// Takes over the socket of a connection that has become a WebSocket.
    func upgraded(
        _ descriptor: Int32,
        _ handle: OpaquePointer,
        _ early: [UInt8],
        _ stream: any WebStream
    ) {
        let key = nextSocket
        nextSocket += 1
        let socket = unsafe WebSocketConnection(descriptor, handle, stream, key, self)
        sockets[key] = socket
        watch(descriptor, key, UInt32(EPOLLIN.rawValue))
        socket.begin(early)
    }

    /// Forgets a WebSocket, whose descriptor the daemon closes.
    func forget(_ socket: WebSocketConnection) {
        _ = epoll_ctl(epoll, EPOLL_CTL_DEL, socket.descriptor, nil)
        sockets[socket.key] = nil
    }

    /// Watches the socket of a WebSocket for space for output, or no more. Called by any thread, while the socket exists.
    func watchSocket(_ descriptor: Int32, _ key: UInt64, toSend: Bool) {
        watch(descriptor, key, UInt32(EPOLLIN.rawValue | (toSend ? EPOLLOUT.rawValue : 0)), isNew: false)
    }

    private func watch(_ descriptor: Int32, _ key: UInt64, _ events: UInt32, isNew: Bool = true) {
        var event = unsafe epoll_event()
        unsafe event.events = events
        unsafe event.data.u64 = key
        unsafe _ = epoll_ctl(epoll, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event)
    }
}
