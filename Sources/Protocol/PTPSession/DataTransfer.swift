import HotShoeSupport
public import PTP

/// Data that a device sent, with its response.
public struct ReceivedData: Hashable, Sendable {
    /// The data of the data phase.
    public let bytes: [UInt8]
    /// The response, which is OK.
    public let response: OperationResponse
}

/// Collects received data in memory, up to a limit. **Thread-safe.**
final class DataCollector: DataReceiver {
    private let limit: Int

    /// Guards the bytes; nil if the data exceeded the limit.
    private let collected = Guarded<[UInt8]?>([])

    init(limit: Int) { self.limit = limit }

    /// The received data; nil if it exceeded the limit.
    var bytes: [UInt8]? { collected.withLock { $0 } }

    func dataBegan(announcedBytes: UInt64?) {
        collected.withLock { bytes in
            bytes = []
            // At most 1 MiB is reserved for an announced size; beyond that the array grows with the data.
            bytes?.reserveCapacity(Int(min(announcedBytes ?? 0, 1 << 20)))
        }
    }

    func dataReceived(_ more: RawSpan) -> Bool {
        collected.withLock { bytes in
            guard let count = bytes?.count, more.byteCount <= limit - count else {
                bytes = nil
                return false
            }
            unsafe more.withUnsafeBytes { unsafe bytes?.append(contentsOf: $0) }
            return true
        }
    }
}

/// Supplies bytes from memory. **Thread-safe.**
final class ByteProvider: DataProvider {
    private let bytes: [UInt8]

    /// Guards the offset of the next byte.
    private let position = Guarded(0)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var byteCount: UInt64 { UInt64(bytes.count) }
    /// All bytes, independent of the position.
    var all: [UInt8] { bytes }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        let start = position.withLock { position in
            defer { position = min(bytes.count, position + memory.count) }
            return position
        }
        let piece = bytes[start..<min(bytes.count, start + memory.count)]
        unsafe memory.copyBytes(from: piece)
        return piece.count
    }

    /// Restarts from the first byte.
    func rewind() { position.withLock { $0 = 0 } }
}

/// Callback for the reception and sending of data, for the timeout of the transaction.
struct DataWatch: Sendable {
    /// A step of a transfer.
    enum Step: Hashable, Sendable {
        /// Data is passed to a receiver or read from a provider next. `bytes` is nil if the number of bytes sent is unknown.
        case begins(bytes: Int?)
        /// The data was passed on or read.
        case ends
        /// Data was received in the memory of the receiver.
        case passed(bytes: Int)
    }

    let report: @Sendable (Step) -> Void
}

/// A data receiver that reports progress to a ``DataWatch``. **Thread-safe.**
final class WatchedReceiver: DataReceiver {
    private let receiver: any DataReceiver
    private let watch: DataWatch

    init(_ receiver: any DataReceiver, _ watch: DataWatch) {
        self.receiver = receiver
        self.watch = watch
    }

    func dataBegan(announcedBytes: UInt64?) { receiver.dataBegan(announcedBytes: announcedBytes) }

    func dataReceived(_ bytes: RawSpan) -> Bool {
        // The time that a receiver spends writing to a slow disk must not count as silence of the device.
        watch.report(.begins(bytes: bytes.byteCount))
        defer { watch.report(.ends) }
        return receiver.dataReceived(bytes)
    }

    var lendsMemory: Bool { receiver.lendsMemory }

    func lend(upTo limit: Int) -> LentMemory? { receiver.lend(upTo: limit) }

    func filled(_ byteCount: Int) {
        if byteCount > 0 { watch.report(.passed(bytes: byteCount)) }
        receiver.filled(byteCount)
    }
}

/// A data provider that reports progress to a ``DataWatch``. **Thread-safe.**
final class WatchedProvider: DataProvider {
    private let provider: any DataProvider
    private let watch: DataWatch

    init(_ provider: any DataProvider, _ watch: DataWatch) {
        self.provider = provider
        self.watch = watch
    }

    var byteCount: UInt64 { provider.byteCount }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        // A link requests more data only after it has sent the previous piece.
        watch.report(.begins(bytes: nil))
        defer { watch.report(.ends) }
        return unsafe provider.read(into: memory)
    }

    /// Restarts the provider if it supports that; returns `false` otherwise.
    func rewind() -> Bool {
        guard let bytes = provider as? ByteProvider else { return false }
        bytes.rewind()
        return true
    }
}
