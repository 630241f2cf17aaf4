/// Where bytes go.
protocol ByteSink: Sendable {
    /// Returns when every byte is written.
    func write(_ bytes: Span<UInt8>) throws(OutputError)

    /// Writes a short message if that is possible without waiting; otherwise does nothing.
    func writeIfReady(_ bytes: Span<UInt8>)
}

/// Why a stream could not be written.
enum OutputError: Error, Equatable {
    /// Nobody reads it any more.
    case closed
    /// The disk, the quota or the file size limit is reached. The text is the system's.
    case full(String)
    case failed(String)
}

/// Goes nowhere.
struct NullSink: ByteSink {
    func write(_ bytes: Span<UInt8>) throws(OutputError) {}
    func writeIfReady(_ bytes: Span<UInt8>) {}
}
