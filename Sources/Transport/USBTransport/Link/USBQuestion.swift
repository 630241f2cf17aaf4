import HotShoeSupport
import PTP

/// Performs GetDeviceInfo (0x1001) outside a session, with nothing else under way. **Single-owner**; blocks.
///
/// Any response counts as an answer, including a refusal. Responses with a transaction ID other than 0 belong to an earlier
/// program and are discarded, as is data that cannot be parsed.
final class USBQuestion {
    private let handle: any USBHandle
    private let interface: StillImageInterface
    /// Completed transfers.
    private let completed = Monitor<[USBTransfer]>([])
    private var parser = USBContainerParser()
    private var newest: TransactionID?

    /// Size of a read, in bytes.
    private static let readSize = 16 << 10
    /// Time to wait for the completion of a cancelled transfer.
    private static let endingTimeout: Duration = .seconds(1)

    init(_ handle: any USBHandle, _ interface: StillImageInterface) {
        self.handle = handle
        self.interface = interface
    }

    /// Performs the operation and waits for the answer, for the time `timeout`. Ending a pending transfer may take another
    /// second.
    func perform(within timeout: Duration) -> StartLadder.Event {
        let deadline = SystemClock.monotonicTime() + timeout
        (parser, newest) = (USBContainerParser(), nil)
        do throws(USBError) {
            let command = USBContainer.command(OperationRequest(.getDeviceInfo, .session, []))
            guard try send(command, until: deadline) else { return .unanswered(nil) }
            while SystemClock.monotonicTime() < deadline {
                if try receive(until: deadline) { return .answered }
            }
        } catch {
            if error == .noDevice { return .disconnected }
        }
        return .unanswered(newest)
    }

    private func send(_ bytes: [UInt8], until deadline: Duration) throws(USBError) -> Bool {
        try transfer(interface.bulkOut, until: deadline) { buffer in
            unsafe buffer.memory.copyBytes(from: bytes)
            return bytes.count
        } whenDone: { transfer in
            unsafe transfer.byteCount == bytes.count
        }
    }

    /// Performs one read. Returns whether it contained the answer.
    private func receive(until deadline: Duration) throws(USBError) -> Bool {
        try transfer(interface.bulkIn, until: deadline) { _ in
            Self.readSize
        } whenDone: { transfer in
            let isAnswer = unsafe transfer.byteCount > 0 && parse(at: transfer.bytes)
            if transfer.isShort { _ = parser.transferEnded() }
            return isAnswer
        }
    }

    /// Parses the response; data that cannot be parsed ends with its transfer.
    private func parse(at bytes: RawSpan) -> Bool {
        var offset = 0
        while offset < bytes.byteCount {
            guard let found = try? parser.next(in: bytes.extracting(offset..<bytes.byteCount)) else {
                parser.reset()
                return false
            }
            switch found {
            case .incomplete: return false
            case .payload(_, let count, _): offset += count
            case .dataBegan(let container, _, let count):
                note(container.transaction)
                offset += count
            case .message(let container, _, let count):
                if container.kind == .response, container.transaction == .session { return true }
                note(container.transaction)
                offset += count
            }
        }
        return false
    }

    private func note(_ transaction: TransactionID) {
        if transaction != .session { newest = transaction }
    }

    /// Performs one transfer; returns `false` if it did not complete in time.
    private func transfer(
        _ endpoint: UInt8,
        until deadline: Duration,
        _ fill: (BufferPool.Buffer) -> Int,
        whenDone: (USBTransfer) -> Bool
    ) throws(USBError) -> Bool {
        let buffer = BufferPool.shared.acquire()
        let count = fill(buffer)
        let completed = completed
        let transfer = USBTransfer(endpoint) { transfer in
            completed.withLock { list, _ in list.append(transfer) }
            completed.signal()
        }
        let memory = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[..<count])
        unsafe transfer.prepare(memory, of: buffer, endsWithShortPacket: endpoint == interface.bulkOut)
        try handle.submit(transfer)
        if !wait(until: deadline) {
            handle.cancel(transfer)
            // Memory that the system may still write to is never returned to the pool.
            guard wait(until: SystemClock.monotonicTime() + Self.endingTimeout) else { return false }
        }
        defer {
            transfer.release()
            BufferPool.shared.release(buffer)
        }
        switch unsafe transfer.status {
        case .completed: return whenDone(transfer)
        case .cancelled: return false
        case .failed(let error): throw error
        }
    }

    /// Waits for the one transfer that is under way.
    private func wait(until deadline: Duration) -> Bool {
        completed.wait(until: deadline) { list -> Void? in
            if list.isEmpty { return nil }
            list = []
            return ()
        } != nil
    }
}
