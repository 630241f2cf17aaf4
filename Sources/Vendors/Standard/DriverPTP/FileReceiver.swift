import CameraModel
import HotShoeSupport
import PTP
import PTPSession

/// Passes the data of a transaction to the consumer of a file. **Thread-safe.**
final class FileReceiver: DataReceiver {
    private struct State {
        var receivedBytes: UInt64 = 0
        var isStopped = false
        var failure: CameraError?
    }

    /// Guards the progress.
    private let state = Guarded(State())
    private let consume: ChunkHandler
    private let skip: UInt64
    private let limit: UInt64

    /// Creates a receiver that discards the first `skip` bytes and passes the others to `consume`.
    ///
    /// `limit` is the maximum number of received bytes, including the discarded ones: the requested size. It protects the disk
    /// from a camera that does not stop sending.
    init(skipping skip: UInt64 = 0, limit: UInt64 = .max, _ consume: @escaping ChunkHandler) {
        self.skip = skip
        self.limit = limit
        self.consume = consume
    }

    /// Number of received bytes, including the skipped ones.
    var receivedBytes: UInt64 { state.withLock { $0.receivedBytes } }
    /// Whether the receiver accepts no more data.
    var isStopped: Bool { state.withLock { $0.isStopped } }
    /// Error that the consumer threw, or that the receiver reported for exceeding the limit.
    var failure: CameraError? { state.withLock { $0.failure } }

    func dataBegan(announcedBytes: UInt64?) {}

    func dataReceived(_ bytes: RawSpan) -> Bool {
        let before = state.withLock { state -> UInt64? in
            if state.isStopped { return nil }
            guard UInt64(bytes.byteCount) <= limit - state.receivedBytes else {
                state.isStopped = true
                state.failure = CameraError(
                    .protocolFailure,
                    "The camera sends more than the \(limit) bytes that were asked for."
                )
                return nil
            }
            defer { state.receivedBytes += UInt64(bytes.byteCount) }
            return state.receivedBytes
        }
        guard let before else { return false }
        let unwanted = Int(min(UInt64(bytes.byteCount), before < skip ? skip - before : 0))
        if unwanted == bytes.byteCount { return true }
        do throws(CameraError) {
            if try consume(bytes.extracting(unwanted..<bytes.byteCount)) == .proceed { return true }
            state.withLock { $0.isStopped = true }
        } catch {
            state.withLock { state in
                state.isStopped = true
                state.failure = error
            }
        }
        return false
    }
}

/// Supplies the bytes of a file to upload from a `ChunkSource`. **Thread-safe.**
final class FileProvider: DataProvider {
    let byteCount: UInt64
    private let source: ChunkSource

    /// Guards the error that the source threw.
    private let thrown = Guarded<CameraError?>(nil)

    init(size: UInt64, _ source: @escaping ChunkSource) {
        byteCount = size
        self.source = source
    }

    var failure: CameraError? { thrown.withLock { $0 } }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        do throws(CameraError) {
            let bytes = try source(memory.count)
            guard bytes.count <= memory.count else { return 0 }
            unsafe memory.copyBytes(from: bytes)
            return bytes.count
        } catch {
            thrown.withLock { $0 = error }
            return 0
        }
    }
}
