internal import CMicroHTTPD
private import Glibc
private import Sockets

// The functions that libmicrohttpd calls, on the server's thread. Their context is the loop, which exists until the daemon has stopped.

/// A request's head was received, then each part of its body, then its end; and again after each resumption.
func webAccess(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ upload: UnsafePointer<CChar>?,
    _ uploadCount: UnsafeMutablePointer<Int>?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context = unsafe context, let connection = unsafe connection, let request = unsafe request,
        let uploadCount = unsafe uploadCount
    else { return .NO }
    let loop = unsafe Unmanaged<WebLoop>.fromOpaque(context).takeUnretainedValue()
    guard let pointer = unsafe request.pointee else {
        return unsafe loop.receivedHead(
            connection,
            url.map { unsafe String(cString: $0) },
            method.map { unsafe String(cString: $0) }
        ) {
            unsafe request.pointee = Unmanaged.passRetained($0).toOpaque()
        }
    }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    if let upload = unsafe upload, unsafe uploadCount.pointee > 0 {
        let bytes = unsafe UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee).bindMemory(to: UInt8.self)
        guard unsafe exchange.append(bytes) else { return .NO }
        unsafe uploadCount.pointee = 0
        return .YES
    }
    return unsafe loop.proceed(exchange, connection)
}

/// A request is over, answered or not.
func webCompleted(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    guard let context = unsafe context, let connection = unsafe connection, let request = unsafe request,
        let pointer = unsafe request.pointee
    else { return }
    unsafe request.pointee = nil
    let loop = unsafe Unmanaged<WebLoop>.fromOpaque(context).takeUnretainedValue()
    loop.unwatchStream(unsafe connection_socket(connection))
    unsafe loop.finish(Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue())
    if reason == .REQUEST_TERMINATED_COMPLETED_OK { unsafe loop.expectRequest(connection) }
}

/// A connection was accepted, or is closed.
func webNotify(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let context = unsafe context, let connection = unsafe connection else { return }
    let loop = unsafe Unmanaged<WebLoop>.fromOpaque(context).takeUnretainedValue()
    if change == .CONNECTION_NOTIFY_STARTED { unsafe loop.opened(connection) } else { unsafe loop.closed(connection) }
}

extension WebLoop {
    /// Parses the head of a request, and either answers it immediately or receives its body.
    fileprivate func receivedHead(
        _ connection: OpaquePointer,
        _ url: String?,
        _ method: String?,
        _ keep: (Exchange) -> Void
    ) -> MHD_Result {
        // A new time limit, for the body.
        unsafe expectRequest(connection)
        var request = WebRequest(isSecure: isSecure)
        let refusal = unsafe WebHead.parse(connection, url, method, &request, handler)
        let limit = refusal == nil ? handler.bodyLimit(of: request) : 0
        let exchange = unsafe Exchange(connection, request, bodyLimit: limit, self)
        keep(exchange)
        begin(exchange)
        if let refusal { return unsafe send(refusal, request, exchange, connection) }
        if let length = request.fields["content-length"].flatMap({ UInt64($0) }), length > UInt64(limit) {
            return unsafe send(
                handler.refusal(413, "The body of this request may have \(limit) bytes."),
                request,
                exchange,
                connection
            )
        }
        if let refusal = handler.screen(request) { return unsafe send(refusal, request, exchange, connection) }
        return .YES
    }

    fileprivate func proceed(_ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
        unsafe requestIsComplete(connection)
        switch exchange.proceed(handler) {
        case .wait: return .YES
        case .send(let response):
            var request = WebRequest(isSecure: isSecure)
            unsafe request.fields = WebHead.fields(connection)
            return unsafe send(response, request, exchange, connection)
        case .close: return .NO
        }
    }

    private func send(_ response: WebResponse, _ request: WebRequest, _ exchange: Exchange, _ connection: OpaquePointer)
        -> MHD_Result
    {
        switch response.body {
        case .bytes(let bytes):
            let made = unsafe bytes.withUnsafeBytes { bytes in
                unsafe MHD_create_response_from_buffer(
                    bytes.count,
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                    .RESPMEM_MUST_COPY
                )
            }
            return unsafe queue(made, response, connection)
        case .stream(let stream, let length):
            let answer: any StreamAnswer =
                length == nil && !isSecure
                ? unsafe SocketStream(connection, stream, self)
                : unsafe WebStreamReader(connection, stream, readsAhead: length != nil, self)
            exchange.sends(answer)
            watchStream(answer, unsafe connection_socket(connection))
            let made = unsafe MHD_create_response_from_callback(
                length ?? UInt64.max,
                Self.blockSize,
                readStream,
                Unmanaged.passRetained(KeptStreamAnswer(answer)).toOpaque(),
                releaseStream
            )
            return unsafe queue(made, response, connection, closes: length == nil)
        case .webSocket(let stream):
            guard let handshake = WebSocketHandshake(request) else {
                var refusal = handler.refusal(426, "This is a WebSocket: the request needs the fields of its handshake.")
                refusal.fields += [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
                return unsafe send(refusal, request, exchange, connection)
            }
            let start = WebSocketStart(stream, self)
            let made = unsafe MHD_create_response_for_upgrade(startWebSocket, Unmanaged.passRetained(start).toOpaque())
            var response = response
            response.status = 101
            response.fields += [("Upgrade", "websocket"), ("Sec-WebSocket-Accept", handshake.accept)]
            let result = unsafe queue(made, response, connection)
            // The function that takes it over is called only if the answer was queued.
            if result != .YES { unsafe Unmanaged.passUnretained(start).release() }
            return result
        }
    }

    private static let blockSize = 128 * 1024

    private func queue(
        _ made: OpaquePointer?,
        _ response: WebResponse,
        _ connection: OpaquePointer,
        closes: Bool = false
    ) -> MHD_Result {
        guard let made = unsafe made else { return .NO }
        defer { unsafe MHD_destroy_response(made) }
        for field in response.fields { unsafe _ = MHD_add_response_header(made, field.name, field.value) }
        if closes { unsafe response_ends_connection(made) }
        return unsafe MHD_queue_response(connection, UInt32(response.status), made)
    }
}

/// A WebSocket whose answer has not been sent.
private final class WebSocketStart {
    let stream: any WebStream
    let loop: WebLoop

    init(_ stream: any WebStream, _ loop: WebLoop) { (self.stream, self.loop) = (stream, loop) }
}

private func startWebSocket(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ request: UnsafeMutableRawPointer?,
    _ early: UnsafePointer<CChar>?,
    _ earlyCount: Int,
    _ descriptor: Int32,
    _ handle: OpaquePointer?
) {
    guard let context = unsafe context, let handle = unsafe handle else { return }
    let start = unsafe Unmanaged<WebSocketStart>.fromOpaque(context).takeRetainedValue()
    let bytes = unsafe early.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: earlyCount)) } ?? []
    unsafe start.loop.upgraded(descriptor, handle, bytes, start.stream)
}

private func readStream(
    _ context: UnsafeMutableRawPointer?,
    _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ limit: Int
) -> Int {
    guard let context = unsafe context, let buffer = unsafe buffer else { return -2 }
    let kept = unsafe Unmanaged<KeptStreamAnswer>.fromOpaque(context).takeUnretainedValue()
    // MHD_CONTENT_READER_END_OF_STREAM and _END_WITH_ERROR, which are expressions that Swift does not import.
    return switch unsafe kept.answer.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: limit)) {
    case .count(let count): count
    case .end: -1
    case .failure: -2
    }
}

private func releaseStream(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<KeptStreamAnswer>.fromOpaque(context).takeRetainedValue().answer.cancel()
}

/// The head of a request, read from libmicrohttpd.
enum WebHead {
    /// Maximum number of fields and of parameters.
    private static let countLimit = 100

    /// Reads a head; returns the answer to one that is refused.
    static func parse(
        _ connection: OpaquePointer,
        _ url: String?,
        _ method: String?,
        _ request: inout WebRequest,
        _ handler: any WebHandler
    ) -> WebResponse? {
        unsafe request.peer = connection_peer(connection).flatMap { unsafe SocketAddress($0) }?.host ?? ""
        let fields = unsafe values(connection, .HEADER_KIND)
        request.fields = joined(fields)
        guard let known = method.flatMap(WebRequest.Method.init) else {
            var refusal = handler.refusal(405, "There is no such method.")
            refusal.fields.append(("Allow", WebRequest.Method.allCases.map(\.rawValue).joined(separator: ", ")))
            return refusal
        }
        request.method = known
        // Two lengths, or a length beside chunks, mean different requests to different programs (RFC 9112, section 6.3).
        let repeated = ["content-length", "host", "transfer-encoding", "origin", "authorization"].first { name in
            fields.count { $0.name.lowercased() == name } > 1
        }
        if let repeated { return handler.refusal(400, "The field \(repeated) occurs twice.") }
        if request.fields["content-length"] != nil, request.fields["transfer-encoding"] != nil {
            return handler.refusal(400, "A request has a length or chunks, not both.")
        }
        guard fields.count <= countLimit else { return handler.refusal(431, "The request has too many fields.") }
        guard let path = url.flatMap(WebTarget.segments) else { return handler.refusal(400, "The path is not valid.") }
        request.path = path
        for (name, value) in unsafe values(connection, .GET_ARGUMENT_KIND) {
            guard request.query.count < countLimit, let name = WebTarget.decoded(name), let value = WebTarget.decoded(value)
            else {
                return handler.refusal(400, "The query is not valid.")
            }
            request.query.append((name, value))
        }
        return nil
    }

    static func fields(_ connection: OpaquePointer) -> [String: String] { unsafe joined(values(connection, .HEADER_KIND)) }

    private static func joined(_ fields: [(name: String, value: String)]) -> [String: String] {
        Dictionary(fields.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
    }

    private static func values(_ connection: OpaquePointer, _ kind: MHD_ValueKind) -> [(name: String, value: String)] {
        var values: [(name: String, value: String)] = []
        unsafe withUnsafeMutablePointer(to: &values) { list in
            unsafe _ = MHD_get_connection_values(
                connection,
                kind,
                { context, _, name, value in
                    guard let context = unsafe context, let name = unsafe name else { return .YES }
                    let list = unsafe context.assumingMemoryBound(to: [(name: String, value: String)].self)
                    unsafe list.pointee.append((String(cString: name), value.map { unsafe String(cString: $0) } ?? ""))
                    return .YES
                },
                list
            )
        }
        return values
    }
}
