/// A request over HTTP, as a handler receives it: what libmicrohttpd has parsed, with its path and its query decoded.
package struct WebRequest: Sendable {
    /// Methods that a handler can receive. Requests with others are refused.
    package enum Method: String, Sendable, Hashable, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case options = "OPTIONS"
    }

    package var method: Method
    /// The segments of the path, decoded one by one: a segment may contain a slash. Empty for "/".
    package var path: [String]
    /// The parameters of the query, in their order.
    package var query: [(name: String, value: String)]
    /// The fields of the head by their names in lower case. A field that occurs twice has its values joined by ", ".
    package var fields: [String: String]
    /// The body; empty in ``WebHandler/screen(_:)``, which is called before the body is received.
    package var body: [UInt8] = []
    /// Address of the client as text, without a port.
    package var peer: String
    /// Whether the connection is encrypted.
    package var isSecure: Bool

    package init(
        _ method: Method = .get,
        path: [String] = [],
        query: [(name: String, value: String)] = [],
        fields: [String: String] = [:],
        peer: String = "127.0.0.1",
        isSecure: Bool = false
    ) {
        (self.method, self.path, self.query, self.fields) = (method, path, query, fields)
        (self.peer, self.isSecure) = (peer, isSecure)
    }

    /// The value of the first parameter of the query with a name; nil if there is none.
    package func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// Whether the client asks for a WebSocket (RFC 6455, section 4.2.1).
    package var asksForWebSocket: Bool { WebSocketHandshake(self) != nil }
}
