import Glibc

/// A client with a separate socket, which sends any bytes and parses as little as possible; it shares no code with the server. **Single-owner**;
/// its calls block.
public final class WebClient {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// The failure of a call.
    public struct Failed: Error, CustomStringConvertible {
        /// The system call and its error number.
        public let description: String
    }

    /// Connects to a port of this computer.
    public init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failed(description: "connect: \(errno)") }
        // Only a test that fails waits as long.
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends bytes.
    public func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends text, whose line ends are CRLF already.
    public func send(_ text: String) { send(Array(text.utf8)) }

    /// Ends the direction of this client.
    public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// An answer.
    public struct Answer {
        /// The status; 0 if the server closed the connection without an answer.
        public var status = 0
        /// The fields by their names in lower case.
        public var fields: [String: String] = [:]
        /// The body, as far as it has arrived.
        public var body: [UInt8] = []
        /// Whether the whole body has arrived, by its length; true without a length.
        public var isComplete = true
        /// The body as text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Sends a request, and receives its answer.
    public func request(
        _ method: String,
        _ target: String,
        _ fields: [String: String] = [:],
        body: String? = nil
    ) -> Answer {
        var head = "\(method) \(target) HTTP/1.1\r\n"
        if fields["Host"] == nil { head += "Host: localhost\r\n" }
        for (name, value) in fields where !value.isEmpty { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
        send(head + "\r\n" + (body ?? ""))
        return answer(hasBody: method != "HEAD")
    }

    /// Receives one answer: its body by its length, else until the server closes.
    public func answer(hasBody: Bool = true) -> Answer {
        var answer = head()
        guard answer.status != 0, hasBody, ![101, 204, 304].contains(answer.status) else { return answer }
        guard let length = answer.fields["content-length"].flatMap({ Int($0) }) else {
            while receive() {}
            answer.body = take(received.count)
            return answer
        }
        while received.count < length, receive() {}
        answer.isComplete = received.count >= length
        answer.body = take(min(length, received.count))
        return answer
    }

    /// Receives the head of an answer.
    public func head() -> Answer {
        var answer = Answer()
        guard let status = line() else { return answer }
        answer.status = Int(status.split(separator: " ").dropFirst().first ?? "") ?? -1
        while let field = line(), !field.isEmpty {
            let colon = field.firstIndex(of: ":") ?? field.startIndex
            answer.fields[field[..<colon].lowercased()] = String(field[colon...].drop { $0 == ":" || $0 == " " })
        }
        return answer
    }

    /// Receives a line; nil at the end of the connection.
    public func line() -> String? {
        while true {
            if let end = received.firstIndex(of: 10) {
                let text = String(decoding: received[..<end].filter { $0 != 13 }, as: UTF8.self)
                received.removeFirst(end + 1)
                return text
            }
            guard receive() else { return nil }
        }
    }

    /// Receives exactly a number of bytes; fewer if the connection ends.
    public func bytes(_ count: Int) -> [UInt8] {
        while received.count < count, receive() {}
        return take(min(count, received.count))
    }

    /// Receives a frame of a WebSocket; nil at the end of the connection.
    public func frame() -> (opcode: UInt8, payload: [UInt8])? {
        let head = bytes(2)
        guard head.count == 2 else { return nil }
        var count = Int(head[1] & 0x7F)
        if count == 126 {
            count = bytes(2).reduce(0) { $0 << 8 | Int($1) }
        } else if count == 127 {
            count = bytes(8).reduce(0) { $0 << 8 | Int($1) }
        }
        return (head[0] & 0x0F, bytes(count))
    }

    /// Whether the server has closed the connection; waits until it has, or sends something.
    public var isClosed: Bool { received.isEmpty && !receive() }

    private func take(_ count: Int) -> [UInt8] {
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received += buffer.prefix(count) }
        return count > 0
    }
}
