import CameraModel
import HotShoeSupport
import Sockets

// Transmission of bytes.

extension ServedLink {
    /// Sends bytes when there is space, without waiting. Closes the link if too much output is queued.
    func post(_ bytes: [UInt8]) { post(bytes, isLast: false) }

    /// Sends bytes like ``post(_:)`` and closes the link afterwards.
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

    /// Sends three pieces like ``post(_:)``. Bytes that the system accepts immediately are not copied.
    func post(_ head: [UInt8], _ body: RawSpan, _ tail: [UInt8]) {
        guard claimSocket() else {
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

    /// Reserves the socket for sending; returns `false` if another sender is active or output is queued.
    private func claimSocket() -> Bool {
        monitor.withLock { state, _ in
            guard !state.isEnded, !state.isSending, state.output.isEmpty else { return false }
            state.isSending = true
            return true
        }
    }

    /// Sends bytes and returns when the system has accepted all of them; returns `false` if the link ended before. Closes the
    /// link if too much output is queued.
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

    /// Sends a header, a frame and a trailer like ``send(_:)-([UInt8])``. Bytes that the system accepts immediately are not
    /// copied.
    func send(_ head: [UInt8], _ frame: LiveViewFrame, _ tail: [UInt8]) async -> Bool {
        guard claimSocket() else { return await send(FramePayload.bytes(head, frame, tail)) }
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

    /// Sends three pieces and returns the bytes that the system did not accept; nil if the link has ended.
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

    /// Consequences of sent output.
    private struct Flushed {
        var isBlocked = false
        /// Receiving continues.
        var isReleased = false
        var ends = false
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    /// Sends as much of the queued output as there is space for.
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
            if flushed.isReleased { continueReceiving() }
            if flushed.isBlocked { return arm() }
        }
    }

    /// Releases the socket and puts the unsent rest back at the head of the output.
    private func account(for sent: Int, of taken: ArraySlice<UInt8>) -> Flushed {
        let now = time.now
        let flushed = update { state -> Flushed in
            var flushed = Flushed()
            state.isSending = false
            state.inFlight = 0
            // The link was closed meanwhile: the rest is dropped.
            guard !state.isEnded else { return flushed }
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

    /// Wakes threads that wait to send.
    private func wakeSenders() { monitor.withLock { _, condition in condition.broadcast() } }

    /// Sends bytes and returns the number that the system accepted; nil if the link has ended.
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

    /// Sends a header and a body on the calling thread, which waits for space. Returns `false` if the link has ended or makes
    /// no progress for too long.
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
        // This thread enforces the deadline itself.
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
        if flushed.isReleased { continueReceiving() }
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
                let end = deadline ?? now + timeout
                deadline = end
                guard end > now, socket.wait(toSend: true, for: end - now) else { return false }
            case .closed, nil: return false
            }
        }
        return true
    }
}
