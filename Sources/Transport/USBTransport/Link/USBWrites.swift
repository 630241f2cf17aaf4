import HotShoeSupport
import PTP
import PTPSession

/// Writes on the bulk-out endpoint: a command with its data. **Single-owner.**
struct USBWrites {
    private struct Write {
        let transfer: USBTransfer
        let buffer: BufferPool.Buffer
    }

    private var writes: [Write] = []
    private var free: [USBTransfer] = []
    private let endpoint: UInt8
    private let whenCompleted: @Sendable (USBTransfer) -> Void

    private struct Stream {
        let provider: any DataProvider
        /// Container header, sent before the first data.
        var header: [UInt8]
        var left: UInt64
        var isOver = false
    }

    private var stream: Stream?
    /// Reused for every command.
    private var writer = DatasetWriter()

    /// Maximum number of pending writes.
    private static let depth = 2

    init(_ endpoint: UInt8, whenCompleted: @escaping @Sendable (USBTransfer) -> Void) {
        self.endpoint = endpoint
        self.whenCompleted = whenCompleted
    }

    /// Whether everything has been sent.
    var isEmpty: Bool { writes.isEmpty && stream == nil }
    /// Whether there is data that has not been submitted.
    var hasMore: Bool { stream != nil }
    var isInFlight: Bool { !writes.isEmpty }

    /// Sends a command and prepares the data that follows it.
    mutating func begin(
        _ request: OperationRequest,
        _ provider: (any DataProvider)?,
        _ handle: any USBHandle
    ) throws(USBError) {
        writer.clear()
        USBContainer.write(request, to: &writer)
        let buffer = BufferPool.shared.acquire()
        unsafe buffer.memory.copyBytes(from: writer.bytes)
        try submit(buffer, writer.bytes.count, isLast: true, handle)
        guard let provider else { return }
        let container = USBContainer(
            .data,
            code: request.code.rawValue,
            request.transaction,
            payloadBytes: provider.byteCount
        )
        stream = Stream(provider: provider, header: container.header, left: provider.byteCount)
    }

    /// Submits as much data as may be pending. The provider may block.
    ///
    /// - Returns: `false` if the provider cannot supply the data.
    mutating func proceed(_ handle: any USBHandle) throws(USBError) -> Bool {
        while writes.count < Self.depth, var current = stream {
            let buffer = BufferPool.shared.acquire()
            unsafe buffer.memory.copyBytes(from: current.header)
            var filled = current.header.count
            current.header = []
            while filled < BufferPool.bufferSize, current.left > 0 {
                let room = Int(min(UInt64(BufferPool.bufferSize - filled), current.left))
                let place = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[filled..<filled + room])
                let count = unsafe min(max(0, current.provider.read(into: place)), room)
                if count == 0 {
                    BufferPool.shared.release(buffer)
                    stream = nil
                    return false
                }
                filled += count
                current.left -= UInt64(count)
            }
            let isLast = current.left == 0
            stream = isLast ? nil : current
            try submit(buffer, filled, isLast: isLast, handle)
        }
        return true
    }

    private mutating func submit(
        _ buffer: BufferPool.Buffer,
        _ count: Int,
        isLast: Bool,
        _ handle: any USBHandle
    ) throws(USBError) {
        let transfer = free.popLast() ?? USBTransfer(endpoint, whenCompleted: whenCompleted)
        let memory = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[..<count])
        unsafe transfer.prepare(memory, of: buffer, endsWithShortPacket: isLast)
        do throws(USBError) {
            try handle.submit(transfer)
        } catch {
            transfer.release()
            free.append(transfer)
            BufferPool.shared.release(buffer)
            throw error
        }
        writes.append(Write(transfer: transfer, buffer: buffer))
    }

    /// Releases a completed transfer. Returns its status, or nil if the transfer is not a write.
    mutating func completed(_ transfer: USBTransfer) -> USBTransfer.Status? {
        guard let index = writes.firstIndex(where: { $0.transfer === transfer }) else { return nil }
        let write = writes.remove(at: index)
        let status = unsafe transfer.status
        let isWhole = unsafe transfer.byteCount == transfer.memory.count
        transfer.release()
        BufferPool.shared.release(write.buffer)
        free.append(transfer)
        if case .completed = status, !isWhole { return .failed(.failed("a transfer was cut short")) }
        return status
    }

    /// Discards the remaining data and cancels the pending writes.
    mutating func cancel(_ handle: any USBHandle) {
        stream = nil
        for write in writes { handle.cancel(write.transfer) }
    }
}
