import HotShoeSupport
import PTP
import PTPSession

/// What goes out over the bulk endpoint: a command, and the data behind it. **Single-owner.**
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
        /// Before the first bytes.
        var header: [UInt8]
        var left: UInt64
        var isOver = false
    }

    private var stream: Stream?
    /// Used again for every command.
    private var writer = DatasetWriter()

    /// So many are on their way at a time.
    private static let depth = 2

    init(_ endpoint: UInt8, whenCompleted: @escaping @Sendable (USBTransfer) -> Void) {
        self.endpoint = endpoint
        self.whenCompleted = whenCompleted
    }

    /// Whether all has gone out.
    var isEmpty: Bool { writes.isEmpty && stream == nil }
    /// Whether there is data that nobody has begun to send.
    var hasMore: Bool { stream != nil }
    var isOnItsWay: Bool { !writes.isEmpty }

    /// Begins with a command, and the data that follows it.
    mutating func begin(
        _ request: OperationRequest,
        _ provider: (any DataProvider)?,
        _ handle: any USBHandle
    ) throws(USBError) {
        writer.clear()
        USBContainer.write(request, to: &writer)
        let buffer = BufferPool.shared.take()
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

    /// Sends as much as may be on its way. The provider may take its time.
    ///
    /// - Returns: false if it has nothing more to give, though it should.
    mutating func proceed(_ handle: any USBHandle) throws(USBError) -> Bool {
        while writes.count < Self.depth, var current = stream {
            let buffer = BufferPool.shared.take()
            unsafe buffer.memory.copyBytes(from: current.header)
            var filled = current.header.count
            current.header = []
            while filled < BufferPool.bufferSize, current.left > 0 {
                let room = Int(min(UInt64(BufferPool.bufferSize - filled), current.left))
                let place = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[filled..<filled + room])
                let count = unsafe min(max(0, current.provider.read(into: place)), room)
                if count == 0 {
                    BufferPool.shared.giveBack(buffer)
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
            transfer.letGo()
            free.append(transfer)
            BufferPool.shared.giveBack(buffer)
            throw error
        }
        writes.append(Write(transfer: transfer, buffer: buffer))
    }

    /// Takes a transfer back that was completed; how it ended, or nil if it is none of these.
    mutating func completed(_ transfer: USBTransfer) -> USBTransfer.Status? {
        guard let index = writes.firstIndex(where: { $0.transfer === transfer }) else { return nil }
        let write = writes.remove(at: index)
        let status = unsafe transfer.status
        let isWhole = unsafe transfer.byteCount == transfer.memory.count
        transfer.letGo()
        BufferPool.shared.giveBack(write.buffer)
        free.append(transfer)
        if case .completed = status, !isWhole { return .failed(.failed("a transfer was cut short")) }
        return status
    }

    /// Sends no more, and wants what is on its way to end.
    mutating func cancel(_ handle: any USBHandle) {
        stream = nil
        for write in writes { handle.cancel(write.transfer) }
    }
}
