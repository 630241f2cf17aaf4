import HotShoeSupport
import IPTransport

// Packets as they arrive.

extension Link {
    /// The socket can be read, or written, or both.
    func ready() {
        let (input, handler, sends) = monitor.withLock { state, _ -> (Input?, Format.Handler?, Bool) in
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
    func arm() {
        let (watch, interest) = monitor.withLock { state, _ -> (EventLoop.Watch?, EventLoop.Interest?) in
            if case .armed = state.receiving { return (state.watch, state.isBlocked ? .toReceiveOrSend : .toReceive) }
            return (state.watch, state.isBlocked ? .toSend : nil)
        }
        if let watch, let interest { watch.arm(interest) }
    }

    private typealias Progress = LinkProgress

    /// For so long a worker waits for the next packet before the link is only watched: clients ask for one thing after the other.
    private static var lingering: Duration { .milliseconds(1) }

    /// So often it does, before others have their turn.
    private static var longestStay: Int { 4096 }

    private func receive(_ taken: Input) {
        var input = taken
        var (progress, rounds) = (receiveAll(&input), 0)
        while progress == .wait, input.end == input.start, input.format.isBetweenPackets, rounds < Self.longestStay,
            socket.wait(for: Self.lingering)
        {
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
        let goesOn = update { state -> Bool in
            state.input = rest
            if used.packets > 0 || !isIncomplete { state.deadlines.end(.packet) }
            state.deadlines.moved(.packet, byteCount: used.bytes, at: now)
            switch (progress, state.receiving) {
            case (.end, _): return false
            case (.pause, .busy(mayGoOn: false)): state.receiving = .paused
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
            // There was room again before this came back: what is here already may be all there is.
            if goesOn { goOn() } else { arm() }
        case .wait: arm()
        }
    }

    /// Receives again, on a worker.
    func goOn() { workers.enqueue(CallbackWork { [weak self] in self?.ready() }) }

    /// Goes on after the handler has asked to wait.
    func resume() {
        let now = time.now
        let goesOn = update { state in
            switch state.receiving {
            case .paused:
                state.receiving = .armed
                state.deadlines.releaseInput(at: now)
                return true
            case .busy:
                state.receiving = .busy(mayGoOn: true)
                return false
            case .armed, .held: return false
            }
        }
        if goesOn { goOn() }
    }

    /// Goes on at a later time, after the handler has asked to wait.
    func resume(at moment: Duration) { update { $0.deadlines.pauseEnd = moment } }

    /// For packets with data: few calls of the system.
    private static var largeBuffer: Int { 256 * 1024 }

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

    /// Uses up the packets that are there. Nil when more bytes are needed.
    private func digest(_ input: inout Input) -> Progress? {
        var (format, start, used) = (input.format, input.start, input.used)
        defer { (input.format, input.start, input.used) = (format, start, used) }
        while start < input.end {
            let (current, isHeld) = monitor.withLock { state, _ in
                (state.isEnded ? nil : state.handler, state.unsent > Format.holdLimit)
            }
            guard let handler = current else { return .end }
            // What the other side does not read is not added to.
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

/// Why a link does not receive any more, for now.
private enum LinkProgress {
    case wait
    /// The handler asked for it.
    case pause
    /// The other side has not read what was sent to it.
    case hold
    case end
}
