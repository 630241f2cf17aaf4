import Glibc
import HotShoeSupport
import IPTransport
import PTP

/// Who deals with what comes over a link. Called on a worker, for one link never twice at a time; must not wait.
protocol IPLinkHandler: AnyObject, Sendable {
    /// A packet came; of those with data the head.
    func received(_ packet: IPPacket, on link: IPLink)
    /// Bytes of data came. Returns whether to go on; otherwise the handler says when, with ``IPLink/resume()``.
    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: IPLink) -> Bool
    /// The link is over. Called once, on any thread.
    func ended(_ link: IPLink)
}

/// One connection of PTP/IP: finds packets in what comes, sends packets, takes no thread while nothing happens. **Thread-safe.**
final class IPLink: Sendable {
    let number: Int
    private let socket: Socket
    private let workers: any CallbackQueue
    private let time: any TimeSource
    /// How long nothing may move in the middle of something.
    private let patience: Duration

    /// What came and was not used yet.
    private struct Input {
        var parser = IPPacketParser()
        var buffer = [UInt8](repeating: 0, count: 4096)
        var start = 0
        var end = 0
    }

    private enum Receiving {
        case armed
        case busy(mayGoOn: Bool)
        case paused
    }

    private struct State {
        var handler: (any IPLinkHandler)?
        var watch: EventLoop.Watch?
        var timer: (any TimeSourceTimer)?
        var receiving = Receiving.armed
        var input: Input? = Input()
        var output: [UInt8] = []
        /// Somebody sends now, and nobody else may.
        var isSending = false
        /// The output waits for room.
        var isBlocked = false
        var closesWhenSent = false
        var isEnded = false
        var waiting: [CheckedContinuation<Bool, Never>] = []
        var receiveDeadline: Duration?
        var sendDeadline: Duration?
    }

    /// Guards what is to be sent, and who receives; the condition wakes those who want to send from a thread that waits.
    private let monitor = Monitor(State())

    /// How much may wait to be sent without anybody waiting for it.
    private static let outputLimit = 1 << 20
    private static let largeBuffer = 256 * 1024

    init(_ number: Int, _ socket: Socket, workers: any CallbackQueue, time: any TimeSource, patience: Duration) {
        self.number = number
        self.socket = socket
        self.workers = workers
        self.time = time
        self.patience = patience
    }

    /// Begins to receive. `limit` is how long the other side may take until ``setLimit(_:)`` says otherwise.
    func start(_ handler: any IPLinkHandler, limit: Duration) {
        let work = CallbackWork { [weak self] in self?.ready() }
        let workers = workers
        let watch = EventLoop.shared.watch(socket) { workers.enqueue(work) }
        let timer = time.makeTimer { [weak self] in self?.timeIsUp() }
        monitor.withLock { state, _ in
            state.handler = handler
            state.watch = watch
            state.timer = timer
        }
        setLimit(limit)
        watch.arm(.toReceive)
    }

    /// From now on others deal with what comes. Called from within the handler.
    func handOver(to handler: any IPLinkHandler) {
        monitor.withLock { state, _ in state.handler = handler }
    }

    /// How long from now the other side may stay silent; nil for as long as it likes.
    func setLimit(_ limit: Duration?) {
        setDeadline(\.receiveDeadline, limit.map { time.now + $0 })
    }

    // MARK: Ending

    /// Ends the link at once.
    func close() {
        let (handler, watch, waiting) = monitor.withLock {
            state,
            condition -> ((any IPLinkHandler)?, EventLoop.Watch?, [CheckedContinuation<Bool, Never>]) in
            guard !state.isEnded else { return (nil, nil, []) }
            state.isEnded = true
            state.timer?.disarm()
            condition.broadcast()
            defer { (state.handler, state.watch, state.waiting, state.output) = (nil, nil, [], []) }
            return (state.handler, state.watch, state.waiting)
        }
        socket.shutDown()
        watch?.cancel()
        for continuation in waiting { continuation.resume(returning: false) }
        handler?.ended(self)
    }

    private func setDeadline(_ path: WritableKeyPath<State, Duration?>, _ deadline: Duration?) {
        monitor.withLock { state, _ in
            state[keyPath: path] = deadline
            let next = [state.receiveDeadline, state.sendDeadline].compactMap { $0 }.min()
            if state.isEnded { return }
            if let next { state.timer?.arm(at: next) } else { state.timer?.disarm() }
        }
    }

    private func timeIsUp() {
        let isOver = monitor.withLock { state, _ in
            let next = [state.receiveDeadline, state.sendDeadline].compactMap { $0 }.min()
            guard let next, !state.isEnded else { return false }
            if next > time.now {
                state.timer?.arm(at: next)
                return false
            }
            return true
        }
        if isOver { workers.enqueue(CallbackWork { [weak self] in self?.close() }) }
    }

    // MARK: Receiving

    /// The socket can be read, or written, or both.
    private func ready() {
        let (input, handler, sends) = monitor.withLock { state, _ -> (Input?, (any IPLinkHandler)?, Bool) in
            if state.isEnded { return (nil, nil, false) }
            var input: Input?
            if case .armed = state.receiving, let there = state.input {
                input = there
                state.input = nil
                state.receiving = .busy(mayGoOn: false)
            }
            return (input, state.handler, state.isBlocked)
        }
        if sends { flush() }
        if let input, handler != nil { receive(input) } else { arm() }
    }

    /// Watches for whatever is wanted now.
    private func arm() {
        let (watch, interest) = monitor.withLock { state, _ -> (EventLoop.Watch?, EventLoop.Interest?) in
            if case .armed = state.receiving { return (state.watch, state.isBlocked ? .toReceiveOrSend : .toReceive) }
            return (state.watch, state.isBlocked ? .toSend : nil)
        }
        if let watch, let interest { watch.arm(interest) }
    }

    private enum Progress {
        case wait
        case pause
        case end
    }

    private func receive(_ taken: Input) {
        var input = taken
        let progress = receiveAll(&input)
        let isIncomplete = input.end > input.start || !input.parser.isBetweenPackets
        if input.start == input.end, input.buffer.count > 4096, input.parser.isBetweenPackets {
            input = Input(parser: input.parser)
        }
        let rest = input
        let goesOn = monitor.withLock { state, _ -> Bool in
            state.input = rest
            switch (progress, state.receiving) {
            case (.end, _): return false
            case (.pause, .busy(mayGoOn: false)):
                state.receiving = .paused
                return false
            case (.pause, _), (.wait, _):
                state.receiving = .armed
                return true
            }
        }
        switch progress {
        case .end: close()
        case .pause where !goesOn: setLimit(nil)
        case .pause:
            // There was room again before this came back: what is here already may be all there is.
            workers.enqueue(CallbackWork { [weak self] in self?.ready() })
        case .wait:
            if isIncomplete { setLimit(patience) }
            arm()
        }
    }

    /// Goes on after the handler has asked to wait.
    func resume() {
        let goesOn = monitor.withLock { state, _ in
            switch state.receiving {
            case .paused:
                state.receiving = .armed
                return true
            case .busy:
                state.receiving = .busy(mayGoOn: true)
                return false
            case .armed: return false
            }
        }
        if goesOn { workers.enqueue(CallbackWork { [weak self] in self?.ready() }) }
    }

    /// Takes what there is, until there is no more, the handler wants to wait, or the link is over.
    private func receiveAll(_ input: inout Input) -> Progress {
        // Not for ever: others wait for this worker.
        for _ in 0..<64 {
            if let progress = digest(&input) { return progress }
            if input.start > 0 {
                input.buffer.replaceSubrange(0..<(input.end - input.start), with: input.buffer[input.start..<input.end])
                input.end -= input.start
                input.start = 0
            }
            if !input.parser.isBetweenPackets, input.buffer.count < Self.largeBuffer {
                input.buffer += [UInt8](repeating: 0, count: Self.largeBuffer - input.buffer.count)
            }
            let end = input.end
            let outcome = try? unsafe input.buffer.withUnsafeMutableBytes { memory throws(SocketError) -> Socket.Outcome in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[end...])
                return try unsafe socket.receive(into: room)
            }
            switch outcome {
            case .bytes(let count): input.end += count
            case .wouldBlock: return .wait
            case .closed, nil: return .end
            }
        }
        return digest(&input) ?? .wait
    }

    /// Uses up the packets that are there. Nil when more bytes are needed.
    private func digest(_ input: inout Input) -> Progress? {
        var (parser, start) = (input.parser, input.start)
        defer { (input.parser, input.start) = (parser, start) }
        while start < input.end {
            guard let handler = monitor.withLock({ state, _ in state.isEnded ? nil : state.handler }) else { return .end }
            let range = start..<input.end
            let span = input.buffer.span
            let bytes = unsafe span.extracting(range).bytes
            do throws(IPPacketParser.Failure) {
                switch try parser.next(in: bytes) {
                case .incomplete: return nil
                case .packet(let packet, let count):
                    start += count
                    if parser.isBetweenPackets { setLimit(nil) }
                    handler.received(packet, on: self)
                    // A packet of data may have none.
                    if case .data(let transaction, payloadBytes: 0, let isLast) = packet {
                        let empty: [UInt8] = []
                        let none = empty.span
                        if unsafe !handler.received(none.bytes, of: transaction, endsData: isLast, on: self) { return .pause }
                    }
                case .payload(let transaction, let count, let endsPacket, let endsData):
                    let payload = bytes.extracting(0..<count)
                    if endsPacket { setLimit(nil) } else { setLimit(patience) }
                    let goesOn = handler.received(payload, of: transaction, endsData: endsData, on: self)
                    start += count
                    if !goesOn { return .pause }
                }
            } catch {
                Log.write(.info, "ptp responder", "a client is not understood: \(error)")
                return .end
            }
        }
        return nil
    }

    // MARK: Sending

    /// Sends a packet whenever there is room; nobody waits for it. A client that never reads is left.
    func post(_ packet: IPPacket) {
        guard let bytes = try? packet.encoded() else { return }
        post(bytes)
    }

    /// As ``post(_:)-(IPPacket)``, and ends the link when it has been sent.
    func postLast(_ packet: IPPacket) {
        monitor.withLock { state, _ in state.closesWhenSent = true }
        post(packet)
    }

    func post(_ bytes: [UInt8]) {
        let isTooMuch = monitor.withLock { state, _ in
            if state.isEnded { return false }
            state.output += bytes
            return state.output.count > Self.outputLimit
        }
        if isTooMuch { return close() }
        flush()
    }

    /// Sends bytes, and returns when the system has taken all of them; false if the link has ended before.
    func send(_ bytes: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            let isEnded = monitor.withLock { state, _ in
                if state.isEnded { return true }
                if state.output.isEmpty { state.output = bytes } else { state.output += bytes }
                state.waiting.append(continuation)
                return false
            }
            if isEnded { continuation.resume(returning: false) } else { flush() }
        }
    }

    /// Sends as much as there is room for.
    private func flush() {
        while true {
            let taken = monitor.withLock { state, _ -> [UInt8]? in
                guard !state.isEnded, !state.isSending, !state.output.isEmpty else { return nil }
                state.isSending = true
                defer { state.output = [] }
                return state.output
            }
            guard let taken else { return }
            let sent = sendNow(taken)
            guard let sent else { return close() }
            let (isBlocked, waiting, ends) = monitor.withLock {
                state,
                condition -> (Bool, [CheckedContinuation<Bool, Never>], Bool) in
                state.isSending = false
                condition.broadcast()
                if sent < taken.count {
                    state.output = taken[sent...] + state.output
                    state.isBlocked = true
                    return (true, [], false)
                }
                state.isBlocked = false
                guard state.output.isEmpty else { return (false, [], false) }
                defer { state.waiting = [] }
                return (false, state.waiting, state.closesWhenSent)
            }
            setDeadline(\.sendDeadline, isBlocked ? time.now + patience : nil)
            for continuation in waiting { continuation.resume(returning: true) }
            if ends { return close() }
            if isBlocked { return arm() }
        }
    }

    /// How many bytes went out; nil if the link is over.
    private func sendNow(_ bytes: [UInt8]) -> Int? {
        var sent = 0
        while sent < bytes.count {
            let outcome = try? unsafe bytes.withUnsafeBytes { memory throws(SocketError) -> Socket.Outcome in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: memory[sent...])
                return try unsafe socket.send(rest, UnsafeRawBufferPointer(start: nil, count: 0))
            }
            switch outcome {
            case .bytes(let count): sent += count
            case .wouldBlock: return sent
            case .closed, nil: return nil
            }
        }
        return sent
    }

    /// Sends a head and what follows it, from this thread, which waits; false if the link has ended, or stands still for too long.
    func sendWaiting(_ head: [UInt8], _ body: RawSpan) -> Bool {
        let earlier =
            monitor.wait { state -> [UInt8]?? in
                if state.isEnded { return .some(nil) }
                if state.isSending { return nil }
                state.isSending = true
                defer { state.output = [] }
                return state.output
            } ?? nil
        guard let earlier else { return false }
        let isSent = sendAll(earlier + head, body)
        let (waiting, hasMore) = monitor.withLock { state, condition -> ([CheckedContinuation<Bool, Never>], Bool) in
            state.isSending = false
            state.isBlocked = false
            condition.broadcast()
            guard state.output.isEmpty, isSent else { return ([], isSent) }
            defer { state.waiting = [] }
            return (state.waiting, false)
        }
        for continuation in waiting { continuation.resume(returning: true) }
        if !isSent { close() } else if hasMore { flush() }
        return isSent
    }

    private func sendAll(_ head: [UInt8], _ body: RawSpan) -> Bool {
        let total = head.count + body.byteCount
        var sent = 0
        while sent < total {
            let outcome = unsafe body.withUnsafeBytes { body in
                unsafe head.withUnsafeBytes { head in
                    let first = unsafe UnsafeRawBufferPointer(rebasing: head[min(sent, head.count)...])
                    let second = unsafe UnsafeRawBufferPointer(rebasing: body[max(0, sent - head.count)...])
                    return unsafe try? socket.send(first, second)
                }
            }
            switch outcome {
            case .bytes(let count): sent += count
            case .wouldBlock: if !socket.wait(toSend: true, for: patience) { return false }
            case .closed, nil: return false
            }
        }
        return true
    }
}
