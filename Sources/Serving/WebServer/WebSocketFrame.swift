/// Frames of WebSocket (RFC 6455, section 5). Pure.
package enum WebSocketFrame {
    /// Kinds of frames (RFC 6455, section 5.2).
    package enum Opcode: UInt8, Sendable {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        /// Whether the frame controls the connection, and carries no message.
        package var isControl: Bool { rawValue >= 8 }
    }

    /// The codes of a close frame that this server sends (RFC 6455, section 7.4.1).
    package enum CloseCode: UInt16, Sendable {
        case normal = 1000
        case goingAway = 1001
        case protocolError = 1002
        case tooBig = 1009
        case internalError = 1011
    }

    /// The head of a frame from a server, which is final and not masked.
    package static func head(_ opcode: Opcode, count: Int) -> [UInt8] {
        let first = 0x80 | opcode.rawValue
        switch count {
        case ..<126: return [first, UInt8(count)]
        case ..<65536: return [first, 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        default: return [first, 127] + (0..<8).map { UInt8(truncatingIfNeeded: UInt64(count) >> (56 - 8 * $0)) }
        }
    }

    /// A whole frame from a server.
    package static func frame(_ opcode: Opcode, _ payload: [UInt8]) -> [UInt8] { head(opcode, count: payload.count) + payload }

    /// A close frame with a code.
    package static func close(_ code: CloseCode) -> [UInt8] {
        frame(.close, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)])
    }
}

/// Parses the frames of a client. Pure; keeps at most one head and one payload of ``limit`` bytes.
package struct WebSocketParser {
    /// Maximum payload of a frame. This server expects no messages of its clients: what they send is discarded.
    package static let limit = 4096

    /// Consequence of the frame of a client.
    package enum Event: Hashable, Sendable {
        /// Answer with a pong that has this payload.
        case ping([UInt8])
        /// The client closes the connection.
        case close
        /// A part of a message, or a pong, which needs no answer.
        case ignored
        /// The client violates the protocol: the server closes the connection with this code.
        case failed(WebSocketFrame.CloseCode)
    }

    private enum State {
        case head
        case payload(WebSocketFrame.Opcode, count: Int, mask: [UInt8])
        case failed
    }

    private var state = State.head
    private var bytes: [UInt8] = []

    package init() {}

    /// Number of bytes that are kept until their frame is complete.
    package var count: Int { bytes.count }

    /// Parses bytes, and returns what they complete. After ``Event/failed(_:)`` further bytes are ignored.
    package mutating func parse(_ input: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in input {
            if case .failed = state { return events }
            bytes.append(byte)
            if let event = advance() { events.append(event) }
        }
        return events
    }

    private mutating func advance() -> Event? {
        switch state {
        case .failed: return nil
        case .head: return parseHead()
        case .payload(let opcode, let count, let mask):
            guard bytes.count == count else { return nil }
            return complete(opcode, mask)
        }
    }

    private mutating func parseHead() -> Event? {
        guard bytes.count >= 2 else { return nil }
        let (isFinal, length) = (bytes[0] & 0x80 != 0, bytes[1] & 0x7F)
        // No extension was negotiated, so the reserved bits are zero; each frame of a client is masked.
        guard bytes[0] & 0x70 == 0, bytes[1] & 0x80 != 0, let opcode = WebSocketFrame.Opcode(rawValue: bytes[0] & 0x0F) else {
            return fail(.protocolError)
        }
        if opcode.isControl, !isFinal || length > 125 { return fail(.protocolError) }
        if length == 127 { return fail(.tooBig) }
        let extended = length == 126 ? 2 : 0
        guard bytes.count == 2 + extended + 4 else { return nil }
        let count = extended == 0 ? Int(length) : Int(bytes[2]) << 8 | Int(bytes[3])
        // A length has its shortest form.
        if extended == 2, count < 126 { return fail(.protocolError) }
        if count > Self.limit { return fail(.tooBig) }
        let mask = Array(bytes.suffix(4))
        bytes.removeAll(keepingCapacity: true)
        if count == 0 { return complete(opcode, mask) }
        state = .payload(opcode, count: count, mask: mask)
        return nil
    }

    private mutating func complete(_ opcode: WebSocketFrame.Opcode, _ mask: [UInt8]) -> Event {
        let payload = bytes.indices.map { bytes[$0] ^ mask[$0 % 4] }
        bytes.removeAll(keepingCapacity: true)
        state = .head
        switch opcode {
        case .ping: return .ping(payload)
        case .close:
            state = .failed
            return .close
        case .continuation, .text, .binary, .pong: return .ignored
        }
    }

    private mutating func fail(_ code: WebSocketFrame.CloseCode) -> Event {
        state = .failed
        bytes.removeAll()
        return .failed(code)
    }
}
