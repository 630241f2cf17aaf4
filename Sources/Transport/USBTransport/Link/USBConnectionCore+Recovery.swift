import HotShoeSupport
import PTP
import PTPSession

// Resynchronisation of the link with its device.

extension USBConnectionCore {
    /// Time without data after which no more is pending.
    private static let silence: Duration = .milliseconds(20)
    /// Time to wait for the response of a device that has halted an endpoint.
    private static let lateResponseTimeout: Duration = .milliseconds(250)

    func handle(with halt: USBChannel.Halt?) {
        switch halt {
        case nil: break
        case .disconnected: end(Self.unplugged)
        case .unparsable(let words): recover(.unparsable, .protocolBroken(words))
        case .cancelled(let id): recover(.cancelled(id), .silent)
        case .stalled(let endpoint): recover(.stalled(endpoint: endpoint), .silent)
        }
    }

    static let unplugged = LinkFailure.lost("the camera was unplugged")

    /// Resynchronises the link, or ends it. Blocks until the device has answered.
    private func recover(_ cause: ResetLadder.Cause, _ failure: LinkFailure) {
        Log.write(.debug, "usb", "resynchronised: \(cause)")
        state.withLock { state, _ in state.isUnanswered = true }
        use { $0.stop() }
        guard waitUntilIdle(for: Self.endingTimeout) else { return end(failure) }
        switch climb(cause) {
        case .disconnected: end(Self.unplugged)
        case .reset, .lost: end(failure)
        case .inStep:
            if case .stalled = cause { receiveLateResponse() }
            if let done = use({ $0.recovered(.broken(.stalled)) }) { finish(done) }
        }
    }

    /// Waits until no transfer is pending; returns `false` if that takes too long.
    private func waitUntilIdle(for timeout: Duration) -> Bool {
        let deadline = SystemClock.monotonicTime() + timeout
        while !use({ $0.isIdle }) {
            guard let transfers = completedTransfers(until: deadline) else { return false }
            for transfer in transfers { use { $0.discard(transfer) } }
        }
        return true
    }

    private func completedTransfers(until deadline: Duration) -> [USBTransfer]? {
        let transfers = state.wait(until: deadline) { state -> [USBTransfer]? in
            guard !state.completed.isEmpty else {
                state.machine.awaitDevice()
                return nil
            }
            defer { state.completed.removeAll(keepingCapacity: true) }
            return state.completed
        }
        state.withLock { state, _ in state.machine.endAwaiting() }
        return transfers
    }

    private func climb(_ cause: ResetLadder.Cause) -> ResetLadder.Outcome {
        var ladder = ResetLadder(cause, of: interface)
        var step = ladder.begin()
        while true {
            if case .end(let outcome) = step { return outcome }
            // Another thread closes the link.
            if state.withLock({ state, _ in state.machine.failure != nil }) { return .lost }
            let event = perform(step)
            Log.write(.debug, "usb", "\(step): \(event)")
            step = ladder.next(event)
        }
    }

    private func perform(_ step: ResetLadder.Step) -> ResetLadder.Event {
        do throws(USBError) {
            switch step {
            case .cancel(let id):
                try handle.request(.cancel, sending: USBCancellation(id).bytes, timeout: Self.requestTimeout)
            case .getStatus: return .status(try Self.status(of: handle))
            case .pause(let pause): _ = completedTransfers(until: SystemClock.monotonicTime() + pause)
            case .clearHalt(let endpoint): try handle.clearHalt(endpoint)
            case .drain: try drain()
            case .resetDevice: try handle.request(.deviceReset, sending: [], timeout: Self.requestTimeout)
            case .end: break
            }
        } catch { return .failed(error) }
        return .done
    }

    /// Returns the device status; OK if the answer cannot be parsed.
    static func status(of handle: any USBHandle) throws(USBError) -> USBDeviceStatus {
        let bytes = try handle.request(.deviceStatus, receiving: USBDeviceStatus.longest, timeout: requestTimeout)
        let span = bytes.span
        return (try? unsafe USBDeviceStatus(span.bytes)) ?? USBDeviceStatus(.ok)
    }

    /// Reads and discards data until there is none for a short time; throws if the device does not stop sending.
    private func drain() throws(USBError) {
        let deadline = SystemClock.monotonicTime() + Self.endingTimeout
        while SystemClock.monotonicTime() < deadline {
            let result = channel.use { channel -> Result<Void, USBError> in
                do throws(USBError) { return .success(try channel!.drain()) } catch { return .failure(error) }
            }
            try result.get()
            guard let transfers = completedTransfers(until: SystemClock.monotonicTime() + Self.silence) else {
                use { $0.stop() }
                if !waitUntilIdle(for: Self.endingTimeout) { throw .timedOut }
                return
            }
            for transfer in transfers {
                let status = unsafe transfer.status
                use { $0.discard(transfer) }
                if case .failed(let error) = status { throw error }
            }
        }
        throw .timedOut
    }

    /// Waits for the response of a device that has halted an endpoint, after the halt was cleared.
    private func receiveLateResponse() {
        guard use({ $0.isBusy }) else { return }
        let result = channel.use { channel -> Bool in (try? channel!.awaitResponse()) != nil }
        guard result else { return }
        let deadline = SystemClock.monotonicTime() + Self.lateResponseTimeout
        while let transfers = completedTransfers(until: deadline) {
            let isHalted = process(transfers) != nil
            if isHalted { break }
            if !use({ $0.isBusy }) { return }
        }
        use { $0.stop() }
        _ = waitUntilIdle(for: Self.endingTimeout)
    }
}
