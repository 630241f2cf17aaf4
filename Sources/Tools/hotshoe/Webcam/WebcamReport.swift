import JSONText

/// A line of the program hotshoe-webcam. Pure.
enum WebcamReport: Equatable, Sendable {
    /// An output is there.
    case ready(output: String, name: String, width: Int, height: Int, rate: Double)
    /// No frame has arrived for a second: the last picture is repeated.
    case away
    /// Frames arrive again.
    case back
    /// An output has failed; it is started again.
    case failed(output: String, message: String)
    /// The program ends, for a reason.
    case ended(message: String)
    /// Counters, and memory in KiB.
    case numbers(received: Int, sent: Int, repeated: Int, invalid: Int, memory: Int)

    /// Parses a line; nil for one without a meaning.
    init?(_ line: String) {
        guard let value = try? JSONParser.parse(Array(line.utf8).span), let event = value["event"]?.string else { return nil }
        func number(_ name: String) -> Int? { value[name]?.number.flatMap { Int(exactly: $0) } }
        switch event {
        case "away": self = .away
        case "back": self = .back
        case "ready":
            guard let output = value["output"]?.string, let name = value["name"]?.string, let width = number("width"),
                let height = number("height"), let rate = value["rate"]?.number
            else { return nil }
            self = .ready(output: output, name: name, width: width, height: height, rate: rate)
        case "failed":
            guard let output = value["output"]?.string, let message = value["message"]?.string else { return nil }
            self = .failed(output: output, message: message)
        case "ended":
            guard let message = value["message"]?.string else { return nil }
            self = .ended(message: message)
        case "numbers":
            guard let received = number("received"), let sent = number("sent"), let repeated = number("repeated"),
                let invalid = number("invalid"), let memory = number("memory")
            else { return nil }
            self = .numbers(received: received, sent: sent, repeated: repeated, invalid: invalid, memory: memory)
        default: return nil
        }
    }
}

/// The header in front of each frame in the input of hotshoe-webcam. Pure.
enum WebcamFrameHeader {
    /// Number of bytes of a header.
    static let byteCount = 16

    /// Returns the header of a JPEG of `count` bytes, made at `captureTime` of `CLOCK_MONOTONIC`; zero if that is unknown.
    static func bytes(count: Int, captureTime: Duration) -> [UInt8] {
        let nanoseconds = UInt64(clamping: Int64(captureTime / .nanoseconds(1)))
        return Array("HSF1".utf8) + littleEndian(UInt64(clamping: count), 4) + littleEndian(nanoseconds, 8)
    }

    private static func littleEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
