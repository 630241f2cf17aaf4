import HotShoeSupport
public import PTP

/// Data that a device sent, and its response.
public struct ReceivedData: Hashable, Sendable {
    public let bytes: [UInt8]
    public let response: OperationResponse
}

/// Takes data into memory, up to a limit. **Thread-safe.**
final class DataCollector: DataReceiver {
    private let limit: Int

    /// Guards the bytes; nil when there were too many.
    private let collected = Guarded<[UInt8]?>([])

    init(limit: Int) { self.limit = limit }

    /// All of it; nil if it was more than allowed.
    var bytes: [UInt8]? { collected.withLock { $0 } }

    func dataBegan(announcedBytes: UInt64?) {
        collected.withLock { bytes in
            bytes = []
            // What a device announces is believed as far as a megabyte; the rest grows with what comes.
            bytes?.reserveCapacity(Int(min(announcedBytes ?? 0, 1 << 20)))
        }
    }

    func dataCame(_ more: RawSpan) -> Bool {
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

/// Gives bytes that are in memory. **Thread-safe.**
final class ByteProvider: DataProvider {
    private let bytes: [UInt8]

    /// Guards how far it is.
    private let position = Guarded(0)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var byteCount: UInt64 { UInt64(bytes.count) }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        let start = position.withLock { position in
            defer { position = min(bytes.count, position + memory.count) }
            return position
        }
        let piece = bytes[start..<min(bytes.count, start + memory.count)]
        unsafe memory.copyBytes(from: piece)
        return piece.count
    }

    /// Begins again.
    func rewind() { position.withLock { $0 = 0 } }
}

/// Who wants to know that data comes or goes.
struct DataWatch: Sendable {
    /// So many bytes, or with nil as many as there was room for, are about to be taken or given.
    let begins: @Sendable (_ bytes: Int?) -> Void
    /// They were.
    let ends: @Sendable () -> Void
}

/// Says that something came.
final class WatchedReceiver: DataReceiver {
    private let receiver: any DataReceiver
    private let watch: DataWatch

    init(_ receiver: any DataReceiver, _ watch: DataWatch) {
        self.receiver = receiver
        self.watch = watch
    }

    func dataBegan(announcedBytes: UInt64?) { receiver.dataBegan(announcedBytes: announcedBytes) }

    func dataCame(_ bytes: RawSpan) -> Bool {
        // A receiver that writes to a slow disk is not a silent device.
        watch.begins(bytes.byteCount)
        defer { watch.ends() }
        return receiver.dataCame(bytes)
    }

    var lendsMemory: Bool { receiver.lendsMemory }

    func lend(upTo limit: Int) -> LentMemory? { receiver.lend(upTo: limit) }

    func filled(_ byteCount: Int) {
        if byteCount > 0 {
            watch.begins(byteCount)
            watch.ends()
        }
        receiver.filled(byteCount)
    }
}

/// Says that something went.
final class WatchedProvider: DataProvider {
    private let provider: any DataProvider
    private let watch: DataWatch

    init(_ provider: any DataProvider, _ watch: DataWatch) {
        self.provider = provider
        self.watch = watch
    }

    var byteCount: UInt64 { provider.byteCount }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        // Whoever asks for more has sent what was given before.
        watch.begins(nil)
        defer { watch.ends() }
        return unsafe provider.read(into: memory)
    }

    /// Begins again, if it can.
    func rewind() -> Bool {
        guard let bytes = provider as? ByteProvider else { return false }
        bytes.rewind()
        return true
    }
}
