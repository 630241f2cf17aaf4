/// The reply of a device's HTTP server, parsed as it arrives (RFC 9112). Pure.
struct DescriptionReply {
    /// Maximum size of head and body, in bytes.
    static let byteLimit = 64 << 10
    /// Maximum number of lines of the head.
    private static let lineLimit = 128

    /// Reason why a description could not be read.
    enum Failure: Error, Hashable, CustomStringConvertible {
        /// The status of the reply is not 200; redirections are not followed.
        case status(String)
        case tooLong
        case noHTTP
        /// The connection ended before the announced length.
        case endsEarly
        /// A transfer coding, which a request of HTTP/1.0 does not permit.
        case isEncoded

        var description: String {
            switch self {
            case .status(let status): "it answered \(status)"
            case .tooLong: "its description has more than \(byteLimit >> 10) KiB"
            case .noHTTP: "its answer is not HTTP"
            case .endsEarly: "it ended the connection before the end of its description"
            case .isEncoded: "it sent its description in an encoding that was not requested"
            }
        }
    }

    private var bytes: [UInt8] = []
    /// Offset of the body, and its announced length; nil before the end of the head.
    private var body: (start: Int, length: Int?)?

    /// Adds received bytes. Returns the body if it is complete.
    mutating func received(_ more: some Collection<UInt8>) throws(Failure) -> ArraySlice<UInt8>? {
        guard more.count <= Self.byteLimit - bytes.count else { throw .tooLong }
        let start = max(0, bytes.count - 3)
        bytes += more
        if body == nil { try parseHead(from: start) }
        guard let body, let length = body.length, bytes.count - body.start >= length else { return nil }
        return bytes[body.start..<body.start + length]
    }

    /// The connection has ended. Returns the body.
    mutating func ended() throws(Failure) -> ArraySlice<UInt8> {
        guard let body else { throw .noHTTP }
        guard body.length == nil else { throw .endsEarly }
        return bytes[body.start...]
    }

    /// Parses the head if its end has arrived; bytes before `start` do not contain the end.
    private mutating func parseHead(from start: Int) throws(Failure) {
        guard let end = Self.endOfHead(bytes, from: start) else { return }
        guard let lines = HeaderLines(bytes[..<end], limit: Self.lineLimit), lines.first.hasPrefix("HTTP/1.") else {
            throw .noHTTP
        }
        let status = lines.first.split(separator: " ", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        guard status.split(separator: " ").first == "200" else { throw .status(String(status.prefix(40))) }
        guard lines["TRANSFER-ENCODING"] == nil, lines["CONTENT-ENCODING"] ?? "identity" == "identity" else { throw .isEncoded }
        var length: Int?
        if let text = lines["CONTENT-LENGTH"] {
            guard let number = Int(text), number >= 0 else { throw .noHTTP }
            guard number <= Self.byteLimit - end else { throw .tooLong }
            length = number
        }
        body = (end, length)
    }

    /// Returns the offset after an empty line; nil if there is none.
    private static func endOfHead(_ bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\n") { return index + 2 }
                if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "\r"), bytes[index + 2] == UInt8(ascii: "\n") {
                    return index + 3
                }
            }
            index += 1
        }
        return nil
    }
}
