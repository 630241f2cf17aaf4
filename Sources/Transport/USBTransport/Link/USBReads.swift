import HotShoeSupport
import PTP

/// The pending reads of the bulk-in endpoint, in the order of their submission. **Single-owner.**
struct USBReads {
    /// Destination of a read.
    enum Place {
        case buffer(BufferPool.Buffer)
        /// Memory of the receiver.
        case lent
    }

    struct Read {
        let transfer: USBTransfer
        let place: Place
        /// Size in bytes.
        let size: Int
        var isCompleted = false
    }

    private var reads: [Read] = []
    private var free: [USBTransfer] = []
    private let endpoint: UInt8
    private let whenCompleted: @Sendable (USBTransfer) -> Void

    init(_ endpoint: UInt8, whenCompleted: @escaping @Sendable (USBTransfer) -> Void) {
        self.endpoint = endpoint
        self.whenCompleted = whenCompleted
    }

    var count: Int { reads.count }
    var isEmpty: Bool { reads.isEmpty }
    /// Total size of the pending reads, in bytes.
    var size: Int { reads.reduce(0) { $0 + $1.size } }
    var hasLent: Bool { reads.contains { if case .lent = $0.place { true } else { false } } }

    /// Submits a read into a buffer of the pool.
    mutating func begin(_ size: Int, _ handle: any USBHandle) throws(USBError) {
        let buffer = BufferPool.shared.acquire()
        let memory = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memory[..<size])
        do throws(USBError) {
            try unsafe begin(memory, of: buffer, .buffer(buffer), handle)
        } catch {
            BufferPool.shared.release(buffer)
            throw error
        }
    }

    /// Submits a read into memory of the receiver.
    mutating func begin(_ lent: LentMemory, _ range: Range<Int>, _ handle: any USBHandle) throws(USBError) {
        let memory = unsafe UnsafeMutableRawBufferPointer(rebasing: lent.bytes[range])
        try unsafe begin(memory, of: lent.owner, .lent, handle)
    }

    private mutating func begin(
        _ memory: UnsafeMutableRawBufferPointer,
        of owner: AnyObject,
        _ place: Place,
        _ handle: any USBHandle
    ) throws(USBError) {
        let transfer = free.popLast() ?? USBTransfer(endpoint, whenCompleted: whenCompleted)
        unsafe transfer.prepare(memory, of: owner)
        do throws(USBError) {
            try handle.submit(transfer)
        } catch {
            transfer.release()
            free.append(transfer)
            throw error
        }
        reads.append(Read(transfer: transfer, place: place, size: memory.count))
    }

    /// Marks a transfer as completed.
    mutating func completed(_ transfer: USBTransfer) {
        if let index = reads.firstIndex(where: { $0.transfer === transfer }) { reads[index].isCompleted = true }
    }

    /// Removes and returns the oldest read if it has completed, so that reads are processed in order.
    mutating func popCompleted() -> Read? {
        guard let first = reads.first, first.isCompleted else { return nil }
        return reads.removeFirst()
    }

    /// Releases the buffer of a processed read.
    mutating func release(_ read: Read) {
        read.transfer.release()
        if case .buffer(let buffer) = read.place { BufferPool.shared.release(buffer) }
        free.append(read.transfer)
    }

    /// Cancels all reads, or only those into memory of the receiver.
    func cancel(onlyLent: Bool = false, _ handle: any USBHandle) {
        for read in reads where !read.isCompleted {
            if onlyLent, case .buffer = read.place { continue }
            handle.cancel(read.transfer)
        }
    }
}
