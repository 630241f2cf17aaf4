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

/// Says that something came.
final class WatchedReceiver: DataReceiver {
    private let receiver: any DataReceiver
    private let heard: @Sendable () -> Void

    init(_ receiver: any DataReceiver, heard: @escaping @Sendable () -> Void) {
        self.receiver = receiver
        self.heard = heard
    }

    func dataBegan(announcedBytes: UInt64?) { receiver.dataBegan(announcedBytes: announcedBytes) }

    func dataCame(_ bytes: RawSpan) -> Bool {
        // Both before and after: a receiver that writes to a slow disk is not a silent device.
        heard()
        defer { heard() }
        return receiver.dataCame(bytes)
    }
}

/// Says that something went.
final class WatchedProvider: DataProvider {
    private let provider: any DataProvider
    private let heard: @Sendable () -> Void

    init(_ provider: any DataProvider, heard: @escaping @Sendable () -> Void) {
        self.provider = provider
        self.heard = heard
    }

    var byteCount: UInt64 { provider.byteCount }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        heard()
        return unsafe provider.read(into: memory)
    }

    /// Begins again, if it can.
    func rewind() -> Bool {
        guard let bytes = provider as? ByteProvider else { return false }
        bytes.rewind()
        return true
    }
}
