/// The opening handshake of WebSocket (RFC 6455, section 4.2).
package struct WebSocketHandshake: Hashable, Sendable {
    /// The value of Sec-WebSocket-Accept.
    package let accept: String

    /// Checks a request; nil if it does not ask for a WebSocket of version 13.
    package init?(_ request: WebRequest) {
        guard request.method == .get, request.fields["upgrade"]?.lowercased() == "websocket",
            Self.words(request.fields["connection"] ?? "").contains("upgrade"),
            request.fields["sec-websocket-version"] == "13", let key = request.fields["sec-websocket-key"],
            // 16 bytes in base 64.
            key.utf8.count == 24, key.hasSuffix("==")
        else { return nil }
        accept = Self.accept(for: key)
    }

    /// The answer to a key: the hash of the key and of a text that the standard fixes.
    static func accept(for key: String) -> String {
        Secrets.base64(Secrets.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8), .sha1))
    }

    private static func words(_ list: String) -> [String] {
        list.lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    }
}
