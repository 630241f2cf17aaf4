/// How far a transfer is.
public struct TransferProgress: Sendable, Hashable {
    public var completedBytes: UInt64
    /// Nil where the size is not known beforehand.
    public var totalBytes: UInt64?

    public init(completedBytes: UInt64, totalBytes: UInt64?) {
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
    }

    /// 0…1; nil where the size is not known. An empty file is complete.
    public var fraction: Double? {
        totalBytes.map { $0 == 0 ? 1 : min(1, Double(completedBytes) / Double($0)) }
    }
}

/// What to do after a chunk.
public enum TransferDecision: Sendable, Hashable {
    case proceed
    case stop
}

/// Takes a file's bytes, chunk after chunk, in order; each is valid during the call only. Chunks may be empty.
///
/// Is called on the driver's thread, which waits: writing to a file is fine. What it throws ends the transfer.
public typealias ChunkHandler = @Sendable (RawSpan) throws(CameraError) -> TransferDecision

/// Gives a file's next bytes, in order: at most so many as are asked for, none at the end.
///
/// Is called on the driver's thread, which waits: reading from a file is fine. What it throws ends the transfer.
public typealias ChunkSource = @Sendable (_ limit: Int) throws(CameraError) -> [UInt8]
