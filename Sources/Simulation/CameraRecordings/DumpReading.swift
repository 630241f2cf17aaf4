import CameraReports
import PTP

/// Reads the dumps of bytes in a log of gphoto2, in the forms that its versions since 2.4 write. Pure.
struct DumpReading {
    private var stream = ContainerStream()
    /// The dump that is being read: its direction, and the number of bytes of the transfer.
    private var dump: (isSent: Bool, byteCount: Int, bytes: [UInt8])?
    private var isSent = false
    private var time = Duration.zero

    /// Processes a line; returns whether it is part of a dump.
    mutating func process(_ line: String) throws(RecordingError) -> Bool {
        if dump != nil, let bytes = Self.bytes(in: line) {
            dump?.bytes += bytes
            return true
        }
        if Self.mayAnnounce(line) {
            let lower = line.lowercased()
            if lower.after("writing ") != nil || lower.after("wrote ") != nil { isSent = true }
            if lower.after("reading ") != nil || lower.after("read ") != nil { isSent = false }
            if let sizes = lower.after("hexdump of ") {
                try end()
                noteTime(line)
                let shown = Self.number(sizes)
                // "Read 9342 = 0x247e bytes …" has the whole size, "hexdump of 1024 bytes" what is shown.
                let whole = (lower.after("read ") ?? lower.after("wrote ")).flatMap { Self.number($0.drop { $0 == " " }) }
                dump = (isSent, max(shown ?? 0, whole ?? 0), [])
                return true
            }
        }
        try end()
        return false
    }

    mutating func entries() throws(RecordingError) -> [TranscriptEntry] {
        try end()
        return stream.entries
    }

    private mutating func end() throws(RecordingError) {
        guard let (isSent, byteCount, bytes) = dump else { return }
        dump = nil
        if !bytes.isEmpty { try stream.add(bytes, isSent: isSent, at: time, byteCount: max(byteCount, bytes.count)) }
    }

    /// Whether a line is short and has the words of an announcement; most lines do not.
    private static func mayAnnounce(_ line: String) -> Bool {
        line.utf8.count < 200 && line.utf8.contains { $0 == UInt8(ascii: "p") }
            && line.utf8.contains { (0x30...0x39).contains($0) }
    }

    private mutating func noteTime(_ line: String) {
        guard let word = line.split(separator: " ").first, let seconds = Double(word), seconds >= 0, seconds < 86_400 else {
            return
        }
        time = .microseconds(Int64(seconds * 1_000_000))
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        let digits = text.prefix(while: { $0.isASCII && $0.isNumber })
        return Int(digits).flatMap { $0 <= RecordedCamera.Limits.data ? $0 : nil }
    }

    /// The bytes of a line of a dump: "0010  00 00 c8 00 …-…  ........"; nil for other lines.
    private static func bytes(in line: String) -> [UInt8]? {
        let text = Array(line.utf8.prefix(80))
        guard let space = text.firstIndex(of: 0x20), space >= 4, space <= 8, text.count > space + 3, text[space + 1] == 0x20,
            text[..<space].allSatisfy({ Hexadecimal.digit($0) != nil })
        else { return nil }
        var bytes: [UInt8] = []
        var index = space + 2
        while bytes.count < 16, index + 1 < text.count, let high = Hexadecimal.digit(text[index]),
            let low = Hexadecimal.digit(text[index + 1])
        {
            bytes.append(high << 4 | low)
            index += 3
        }
        return bytes.isEmpty ? nil : bytes
    }
}
