import CameraReports
import PTP

/// Reads what gphoto2 writes: summaries, lists of configuration, logs, and files with several of them. Pure.
struct TextReading {
    private let lines: [String]

    /// Maximum number of characters of a line that is read.
    private static let lineLimit = 1 << 20

    init(_ bytes: [UInt8]) throws(RecordingError) {
        guard !bytes.contains(0) else { throw .unknownKind }
        // Logs contain texts in other encodings: what is not UTF-8 is replaced.
        lines = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
            .map { String(decoding: $0.prefix(Self.lineLimit), as: UTF8.self) }
    }

    func camera() throws(RecordingError) -> RecordedCamera {
        var summary = SummaryReading()
        var configuration = ConfigurationReading()
        var dumps = DumpReading()
        for line in lines {
            if try dumps.process(line) { continue }
            if try configuration.process(line) { continue }
            try summary.process(Self.message(of: line))
        }
        let entries = try dumps.entries()
        let origin: RecordedCamera.Origin =
            !entries.isEmpty ? .log : summary.isFound ? .summary : configuration.isFound ? .configuration : .log
        guard !entries.isEmpty || summary.isFound || configuration.isFound else { throw .unknownKind }
        var camera = RecordedCamera(origin, DeviceInfo())
        summary.complete(&camera)
        camera.transcript = entries
        camera.deriveFromTranscript()
        if camera.deviceInfoBytes != nil { camera.listsOperations = true }
        try configuration.complete(&camera)
        let device = camera.device
        guard !device.model.isEmpty || !device.manufacturer.isEmpty || !device.operations.isEmpty || !camera.properties.isEmpty
        else {
            throw .noCamera(origin)
        }
        return camera
    }

    /// The message in a line of a log, after the time and the function: "0.1163 ptp (2):   0x1014".
    private static func message(of line: String) -> String {
        let bytes = Array(line.utf8)
        guard let first = bytes.first(where: { $0 != 0x20 }), (0x30...0x39).contains(first) else { return line }
        // "(2): " ends the name of the function.
        for index in bytes.indices.prefix(160).dropLast(3)
        where bytes[index] == UInt8(ascii: "(") && (0x30...0x33).contains(bytes[index + 1])
            && bytes[index + 2] == UInt8(ascii: ")") && bytes[index + 3] == UInt8(ascii: ":")
        {
            return String(
                decoding: bytes[(index + 4)...].dropFirst(bytes.count > index + 4 && bytes[index + 4] == 0x20 ? 1 : 0),
                as: UTF8.self
            )
        }
        return line
    }
}

extension StringProtocol {
    /// The text without spaces at its ends.
    var trimmed: String {
        var rest = self[...]
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest.drop(while: \.isWhitespace))
    }

    /// The text after the first occurrence of a word; nil if it does not occur.
    func after(_ word: String) -> SubSequence? {
        let sought = Array(word.utf8)
        var start = utf8.startIndex
        while let place = utf8[start...].firstIndex(of: sought[0]) {
            if utf8[place...].starts(with: sought) { return self[utf8.index(place, offsetBy: sought.count)...] }
            start = utf8.index(after: place)
        }
        return nil
    }
}
