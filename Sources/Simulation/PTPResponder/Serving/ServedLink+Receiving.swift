import Glibc
import HotShoeSupport
import Sockets

// Reception of packets.

extension ServedLink {
    /// Called when the socket is ready to be read or written.
    func ready() {
        let (input, handler, sends) = monitor.withLock { state, _ -> (Input?, Format.Handler?, Bool) in
            if state.isEnded { return (nil, nil, false) }
            var input: Input?
            if case .armed = state.receiving, let there = state.input {
                input = there
                state.input = nil
                state.receiving = .busy(mayContinue: false)
            }
            return (input, state.handler, state.isBlocked)
        }
        if sends { flush() }
        if let input, handler != nil { receive(input) } else { arm() }
    }

    /// Watches the socket for the events that are currently needed.
    func arm() {
        let (watch, interest) = monitor.withLock { state, _ -> (EventLoop.Watch?, EventLoop.Interest?) in
            if case .armed = state.receiving { return (state.watch, state.isBlocked ? .toReceiveOrSend : .toReceive) }
            return (state.watch, state.isBlocked ? .toSend : nil)
        }
        if let watch, let interest { watch.arm(interest) }
    }

    private typealias Progress = LinkProgress

    /// Time that a worker waits for the next packet before it only watches the socket: clients send one request after the other.
    private static var lingering: Duration { .milliseconds(1) }

    /// Maximum number of such waits in succession, so that other links get their turn.
    private static var longestStay: Int { 4096 }

    /// Pause before a packet after which the next one is expected as soon.
    private static var shortPause: Duration { .microseconds(100) }

    /// Time that a worker checks the socket for a packet that is expected soon, before it sleeps: waking a thread takes longer than
    /// the pauses of a fast client.
    private static var checking: Duration { .microseconds(40) }

    private func receive(_ received: Input) {
        var input = received
        var (progress, rounds, isSoon) = (receiveAll(&input), 0, false)
        while progress == .wait, input.end == input.start, input.format.isBetweenPackets, rounds < Self.longestStay {
            let start = SystemClock.monotonicTime()
            guard awaitPacket(isSoon: isSoon, from: start) else { break }
            isSoon = SystemClock.monotonicTime() - start < Self.shortPause
            progress = receiveAll(&input)
            rounds += 1
        }
        let isIncomplete = input.end > input.start || !input.format.isBetweenPackets
        if input.start == input.end, input.buffer.count > 4096, input.format.isBetweenPackets {
            input = Input(format: input.format)
        }
        let (used, now) = (input.used, time.now)
        input.used = (0, 0)
        let rest = input
        let continues = update { state -> Bool in
            state.input = rest
            if used.packets > 0 || !isIncomplete { state.deadlines.end(.packet) }
            state.deadlines.moved(.packet, byteCount: used.bytes, at: now)
            switch (progress, state.receiving) {
            case (.end, _): return false
            case (.pause, .busy(mayContinue: false)): state.receiving = .paused
            case (.hold, _) where state.unsent > Format.holdLimit / 2: state.receiving = .held
            case (.pause, _), (.hold, _), (.wait, _):
                state.receiving = .armed
                if isIncomplete, progress == .wait { state.deadlines.begin(.packet, at: now) }
                return true
            }
            state.deadlines.holdInput()
            return false
        }
        switch progress {
        case .end: close()
        case .pause, .hold:
            // The handler resumed before this call returned; all input may already be in the buffer.
            if continues { continueReceiving() } else { arm() }
        case .wait: arm()
        }
    }

    /// Waits a short time for a packet.
    private func awaitPacket(isSoon: Bool, from start: Duration) -> Bool {
        while isSoon, SystemClock.monotonicTime() - start < Self.checking {
            if socket.wait(for: .zero) { return true }
            // The client may need this processor.
            sched_yield()
        }
        return socket.wait(for: Self.lingering)
    }

    /// Continues receiving on a worker.
    func continueReceiving() { workers.enqueue(CallbackWork { [weak self] in self?.ready() }) }

    /// Continues receiving after the handler requested a pause.
    func resume() {
        let now = time.now
        let continues = update { state in
            switch state.receiving {
            case .paused:
                state.receiving = .armed
                state.deadlines.releaseInput(at: now)
                return true
            case .busy:
                state.receiving = .busy(mayContinue: true)
                return false
            case .armed, .held: return false
            }
        }
        if continues { continueReceiving() }
    }

    /// Continues receiving at a later time, after the handler requested a pause.
    func resume(at moment: Duration) { update { $0.deadlines.pauseEnd = moment } }

    /// Buffer size for packets with data, in bytes; keeps the number of system calls low.
    private static var largeBuffer: Int { 256 * 1024 }

    /// Receives and processes input until there is none, the handler requests a pause, or the link has ended.
    private func receiveAll(_ input: inout Input) -> Progress {
        // Limited, because other links wait for this worker.
        for _ in 0..<64 {
            if let progress = digest(&input) { return progress }
            if input.start > 0 {
                input.buffer.replaceSubrange(0..<(input.end - input.start), with: input.buffer[input.start..<input.end])
                input.end -= input.start
                input.start = 0
            }
            if !input.format.isBetweenPackets, input.buffer.count < Self.largeBuffer {
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

    /// Processes the packets in the buffer. Returns nil if more bytes are needed.
    private func digest(_ input: inout Input) -> Progress? {
        var (format, start, used) = (input.format, input.start, input.used)
        defer { (input.format, input.start, input.used) = (format, start, used) }
        while start < input.end {
            let (current, isHeld) = monitor.withLock { state, _ in
                (state.isEnded ? nil : state.handler, state.unsent > Format.holdLimit)
            }
            guard let handler = current else { return .end }
            // No more requests are processed while the other side does not read the answers.
            if isHeld { return .hold }
            let range = start..<input.end
            let span = input.buffer.span
            switch unsafe format.digest(span.extracting(range).bytes, for: handler, on: self) {
            case .incomplete: return nil
            case .failed: return .end
            case .used(let count):
                start += count
                used.bytes += count
                if format.isBetweenPackets { used.packets += 1 }
            case .usedAndPause(let count):
                start += count
                used.bytes += count
                if format.isBetweenPackets { used.packets += 1 }
                return .pause
            }
        }
        return nil
    }
}

/// Reason why a link stops receiving for now.
private enum LinkProgress {
    case wait
    /// The handler requested a pause.
    case pause
    /// The other side has not read enough of the output.
    case hold
    case end
}
