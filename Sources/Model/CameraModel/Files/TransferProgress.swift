/// Progress of a transfer.
public struct TransferProgress: Sendable, Hashable {
    /// Number of bytes transferred so far.
    public var completedBytes: UInt64
    /// Total number of bytes; nil if the size is not known.
    public var totalBytes: UInt64?

    /// Creates a progress report.
    public init(completedBytes: UInt64, totalBytes: UInt64?) {
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
    }

    /// Completed fraction, 0…1; nil if the size is not known. An empty file is complete.
    public var fraction: Double? {
        totalBytes.map { $0 == 0 ? 1 : min(1, Double(completedBytes) / Double($0)) }
    }
}

/// Decision of a chunk handler after each chunk.
public enum TransferDecision: Sendable, Hashable {
    /// Continue the transfer.
    case proceed
    /// End the transfer without an error.
    case stop
}

/// Receives the bytes of a file in chunks, in order. A chunk is valid only during the call, and may be empty.
///
/// Called on the driver's thread, which it may block, for example to write to a file. An error that it throws ends the
/// transfer.
public typealias ChunkHandler = @Sendable (RawSpan) throws(CameraError) -> TransferDecision

/// Returns the next bytes of a file, in order: at most `limit` bytes, none at the end.
///
/// Called on the driver's thread, which it may block, for example to read from a file. An error that it throws ends the
/// transfer.
public typealias ChunkSource = @Sendable (_ limit: Int) throws(CameraError) -> [UInt8]
