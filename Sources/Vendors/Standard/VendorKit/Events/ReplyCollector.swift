import HotShoeSupport
import PTP
import PTPSession

/// Collects one reply after the other in the same memory. **Thread-safe.**
final class ReplyCollector: DataReceiver {
    /// Maximum size of a reply, in bytes.
    private let limit: Int

    /// Guards the bytes.
    private let collected = Guarded<[UInt8]>([])

    /// Maximum capacity that is kept for the next reply, in bytes.
    private static let kept = 16 << 10

    init(limit: Int) { self.limit = limit }

    var byteCount: Int { collected.withLock { $0.count } }

    /// Calls `body` with the reply, without the lock: it is a vendor's parser. The bytes are not copied.
    func withBytes<Value>(_ body: ([UInt8]) -> Value) -> Value {
        let bytes = collected.withLock { $0 }
        return body(bytes)
    }

    func clear() {
        collected.withLock { bytes in bytes.removeAll(keepingCapacity: bytes.capacity <= Self.kept) }
    }

    func dataBegan(announcedBytes: UInt64?) { clear() }

    func dataReceived(_ more: RawSpan) -> Bool {
        collected.withLock { bytes in
            guard more.byteCount <= limit - bytes.count else { return false }
            unsafe more.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
            return true
        }
    }
}
