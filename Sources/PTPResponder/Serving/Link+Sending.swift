import CameraModel
import HotShoeSupport
import IPTransport

// Bytes on their way out.

extension Link {
    /// Sends bytes whenever there is room; does not wait. Closes the link where too much waits already.
    func post(_ bytes: [UInt8]) { post(bytes, isLast: false) }

    /// As ``post(_:)``, and ends the link when they have been sent.
    func postLast(_ bytes: [UInt8]) { post(bytes, isLast: true) }

    private func post(_ bytes: [UInt8], isLast: Bool) {
        let isTooMuch = monitor.withLock { state, _ in
            if state.isEnded { return false }
            if isLast { state.closesWhenSent = true }
            state.output += bytes
            return state.unsent > Format.outputLimit
        }
        if isTooMuch { return close() }
        flush()
    }

    /// As ``post(_:)`` with three pieces. What the system takes at once is not copied.
    func post(_ head: [UInt8], _ body: RawSpan, _ tail: [UInt8]) {
        guard takeTurn() else {
            var all = head
            unsafe body.withUnsafeBytes { unsafe all.append(contentsOf: $0) }
            return post(all + tail)
        }
        let rest = sendNow(head, body, tail)
        let isTooMuch = monitor.withLock { state, condition in
            state.isSending = false
            condition.broadcast()
            guard let rest, !rest.isEmpty, !state.isEnded else { return false }
            state.output = rest + state.output
            return state.unsent > Format.outputLimit
        }
        if rest == nil || isTooMuch { close() } else { flush() }
    }

    /// Becomes the one that sends; false if somebody does, or has something in line.
    private func takeTurn() -> Bool {
        monitor.withLock { state, _ in
            guard !state.isEnded, !state.isSending, state.output.isEmpty else { return false }
            state.isSending = true
            return true
        }
    }

    /// Sends bytes, and returns when the system has taken all of them; false if the link has ended before. Closes the link where too much
    /// waits already.
    func send(_ bytes: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            let (isEnded, isTooMuch) = monitor.withLock { state, _ -> (Bool, Bool) in
                if state.isEnded { return (true, false) }
                if state.unsent > Format.outputLimit { return (true, true) }
                if state.output.isEmpty { state.output = bytes[...] } else { state.output += bytes }
                state.waiting.append(continuation)
                return (false, false)
            }
            if isTooMuch { close() }
            if isEnded { continuation.resume(returning: false) } else { flush() }
        }
    }

    /// Sends a head, a frame and a tail, as ``send(_:)-([UInt8])``. What the system takes at once is not copied.
    func send(_ head: [UInt8], _ frame: LiveViewFrame, _ tail: [UInt8]) async -> Bool {
        guard takeTurn() else { return await send(FramePayload(head: head, frame: frame, tail: tail).bytes) }
        let rest = sendNow(head, frame.bytes, tail)
        return await withCheckedContinuation { continuation in
            let isOver = monitor.withLock { state, condition in
                state.isSending = false
                condition.broadcast()
                guard let rest, !state.isEnded else { return true }
                if rest.isEmpty && state.output.isEmpty { return true }
                state.output = rest + state.output
                state.waiting.append(continuation)
                return false
            }
            if rest == nil { close() }
            if isOver { continuation.resume(returning: rest != nil) } else { flush() }
        }
    }

    /// What the system does not take of these pieces; nil if the link is over.
    private func sendNow(_ head: [UInt8], _ body: RawSpan, _ tail: [UInt8]) -> [UInt8]? {
        let outcome = unsafe body.withUnsafeBytes { body in
            unsafe head.withUnsafeBytes { head in
                unsafe tail.withUnsafeBytes { tail in unsafe try? socket.send(head, body, tail) }
            }
        }
        let count: Int
        switch outcome {
        case .bytes(let sent): count = sent
        case .wouldBlock: count = 0
        case .closed, nil: return nil
        }
        let sentOfBody = min(max(0, count - head.count), body.byteCount)
        var left = Array(head.dropFirst(count))
        unsafe body.extracting(sentOfBody..<body.byteCount).withUnsafeBytes { unsafe left.append(contentsOf: $0) }
        return left + tail.dropFirst(max(0, count - head.count - body.byteCount))
    }

    /// What follows when some output has gone out.
    private struct Flushed {
        var isBlocked = false
        /// Receiving goes on.
        var isReleased = false
        var ends = false
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    /// Sends as much as there is room for.
    func flush() {
        while true {
            let taken = monitor.withLock { state, _ -> ArraySlice<UInt8>? in
                guard !state.isEnded, !state.isSending, !state.output.isEmpty else { return nil }
                state.isSending = true
                state.inFlight = state.output.count
                defer { state.output = [] }
                return state.output
            }
            guard let taken else { return }
            let sent = sendNow(taken)
            guard let sent else { return close() }
            let flushed = account(for: sent, of: taken)
            for continuation in flushed.waiting { continuation.resume(returning: true) }
            if flushed.ends { return close() }
            if flushed.isReleased { goOn() }
            if flushed.isBlocked { return arm() }
        }
    }

    /// Ends a turn of sending: what is left of the output waits for room.
    private func account(for sent: Int, of taken: ArraySlice<UInt8>) -> Flushed {
        let now = time.now
        let flushed = update { state -> Flushed in
            var flushed = Flushed()
            state.isSending = false
            state.inFlight = 0
            state.isBlocked = sent < taken.count
            flushed.isBlocked = state.isBlocked
            if state.isBlocked {
                let rest = taken.dropFirst(sent)
                state.output = state.output.isEmpty ? rest : rest + state.output
                state.deadlines.begin(.output, at: now)
                state.deadlines.moved(.output, byteCount: sent, at: now)
            } else {
                state.deadlines.end(.output)
                if state.output.isEmpty {
                    (flushed.waiting, flushed.ends) = (state.waiting, state.closesWhenSent)
                    state.waiting = []
                }
            }
            flushed.isReleased = state.isReleased(at: now)
            return flushed
        }
        wakeSenders()
        return flushed
    }

    /// Wakes threads that wait for their turn to send.
    private func wakeSenders() { monitor.withLock { _, condition in condition.broadcast() } }

    /// How many bytes went out; nil if the link is over.
    private func sendNow(_ bytes: ArraySlice<UInt8>) -> Int? {
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
            monitor.wait { state -> ArraySlice<UInt8>?? in
                if state.isEnded { return .some(nil) }
                if state.isSending { return nil }
                state.isSending = true
                state.inFlight = state.output.count
                defer { state.output = [] }
                return state.output
            } ?? nil
        guard let earlier else { return false }
        // This thread watches over what it sends itself.
        if !earlier.isEmpty { update { $0.deadlines.end(.output) } }
        let isSent = sendAll(earlier + head, body)
        let now = time.now
        let (flushed, hasMore) = update { state -> (Flushed, Bool) in
            var flushed = Flushed()
            state.isSending = false
            state.isBlocked = false
            state.inFlight = 0
            guard isSent else { return (flushed, false) }
            flushed.isReleased = state.isReleased(at: now)
            guard state.output.isEmpty else { return (flushed, true) }
            (flushed.waiting, flushed.ends) = (state.waiting, state.closesWhenSent)
            state.waiting = []
            return (flushed, false)
        }
        wakeSenders()
        for continuation in flushed.waiting { continuation.resume(returning: true) }
        if !isSent || flushed.ends { close() } else if hasMore { flush() }
        if flushed.isReleased { goOn() }
        return isSent
    }

    private func sendAll(_ head: [UInt8], _ body: RawSpan) -> Bool {
        let total = head.count + body.byteCount
        var (sent, moved) = (0, 0)
        var deadline: Duration?
        while sent < total {
            let outcome = unsafe body.withUnsafeBytes { body in
                unsafe head.withUnsafeBytes { head in
                    let first = unsafe UnsafeRawBufferPointer(rebasing: head[min(sent, head.count)...])
                    let second = unsafe UnsafeRawBufferPointer(rebasing: body[max(0, sent - head.count)...])
                    return unsafe try? socket.send(first, second)
                }
            }
            switch outcome {
            case .bytes(let count):
                sent += count
                moved += count
                if moved >= LinkDeadlines.leastProgress { (moved, deadline) = (0, nil) }
            case .wouldBlock:
                let now = SystemClock.shared.now
                let end = deadline ?? now + patience
                deadline = end
                guard end > now, socket.wait(toSend: true, for: end - now) else { return false }
            case .closed, nil: return false
            }
        }
        return true
    }
}
