import CameraRecords
import Synchronization

/// Writes whole lines to another sink, each with a beginning. **Thread-safe.**
///
/// Bytes are kept until their line ends, so that lines of several cameras never mix.
final class PrefixSink: ByteSink {
    private let sink: any ByteSink
    private let prefix: [UInt8]
    /// What follows `{` in lines that are JSON objects.
    private let field: [UInt8]
    /// Guards the bytes of the line that has not ended.
    private let line = Mutex<[UInt8]>([])

    /// Creates a sink; `name` becomes the beginning of text, and the field "camera" of JSON.
    init(_ sink: any ByteSink, _ name: String) {
        self.sink = sink
        prefix = Array((SafeText.of(name) + "  ").utf8)
        let quoted = (try? JSONLine.of(name))?.dropLast() ?? "\"\""
        field = Array("\"camera\":\(quoted)".utf8)
    }

    func write(_ bytes: Span<UInt8>) throws(OutputError) {
        let whole = line.withLock { line in
            for index in bytes.indices { line.append(bytes[index]) }
            guard let end = line.lastIndex(of: UInt8(ascii: "\n")) else { return [UInt8]() }
            defer { line.removeFirst(end + 1) }
            return Array(line[...end])
        }
        if !whole.isEmpty { try sink.write(marked(whole).span) }
    }

    func writeIfReady(_ bytes: Span<UInt8>) { sink.writeIfReady(bytes) }

    private func marked(_ lines: [UInt8]) -> [UInt8] {
        var marked: [UInt8] = []
        for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            if line.first == UInt8(ascii: "{"), line.last == UInt8(ascii: "}") {
                marked += [UInt8(ascii: "{")] + field + (line.count > 2 ? [UInt8(ascii: ",")] : []) + line.dropFirst()
            } else {
                marked += prefix + line
            }
            marked.append(UInt8(ascii: "\n"))
        }
        return marked
    }
}

/// Writes to another sink, one caller at a time. **Thread-safe.**
final class SharedSink: ByteSink {
    private let sink: any ByteSink
    /// Held while bytes are written.
    private let writing = Mutex(())

    init(_ sink: any ByteSink) { self.sink = sink }

    func write(_ bytes: Span<UInt8>) throws(OutputError) {
        try writing.withLock { _ throws(OutputError) in try sink.write(bytes) }
    }

    func writeIfReady(_ bytes: Span<UInt8>) { sink.writeIfReady(bytes) }
}

/// Passes bytes to a function.
struct ForwardingSink: ByteSink {
    private let forward: @Sendable (Span<UInt8>) throws(OutputError) -> Void

    init(_ forward: @escaping @Sendable (Span<UInt8>) throws(OutputError) -> Void) { self.forward = forward }

    func write(_ bytes: Span<UInt8>) throws(OutputError) { try forward(bytes) }
    func writeIfReady(_ bytes: Span<UInt8>) { try? forward(bytes) }
}
