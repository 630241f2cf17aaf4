/// A destination of bytes.
protocol ByteSink: Sendable {
    /// Writes all bytes; returns when every byte is written.
    func write(_ bytes: Span<UInt8>) throws(OutputError)

    /// Writes a short message if that is possible without blocking; otherwise does nothing.
    func writeIfReady(_ bytes: Span<UInt8>)
}

/// The reason why a stream could not be written.
enum OutputError: Error, Equatable {
    /// The reader has closed it.
    case closed
    /// The disk, the quota or the file size limit is reached. The text is the system's message.
    case full(String)
    case failed(String)
}

/// Discards all bytes.
struct NullSink: ByteSink {
    func write(_ bytes: Span<UInt8>) throws(OutputError) {}
    func writeIfReady(_ bytes: Span<UInt8>) {}
}
