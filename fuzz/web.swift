// What clients send to a server, besides what libmicrohttpd parses: the first byte of the input chooses frames of a WebSocket, the path of a request,
// or a field Range.

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = [UInt8](UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 4 {
    case 0, 1: frames(bytes, pieces: Int(start[0] / 4) + 1)
    case 2: path(String(decoding: bytes, as: UTF8.self))
    default: range(String(decoding: bytes, as: UTF8.self))
    }
    return 0
}

/// Frames mean the same in whatever pieces they arrive, and what is kept is bounded.
private func frames(_ bytes: [UInt8], pieces: Int) {
    var whole = WebSocketParser()
    let events = whole.parse(bytes)
    var parser = WebSocketParser()
    var found: [WebSocketParser.Event] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        found += parser.parse(rest.prefix(pieces))
        precondition(parser.count <= WebSocketParser.limit + 8, "too much is kept")
        rest = rest.dropFirst(pieces)
    }
    precondition(found == events, "the pieces matter")
    let ends = events.filter { if case .failed = $0 { true } else { $0 == .close } }
    precondition(ends.count <= 1 && (ends.isEmpty || events.last == ends[0]), "something follows the end")
    for case .ping(let payload) in events { precondition(payload.count <= 125, "a ping is too long") }
}

/// A path that is decoded has no segments that lead elsewhere, and is the same when it is encoded and decoded again.
private func path(_ text: String) {
    guard let segments = WebTarget.segments(of: text) else { return }
    precondition(!segments.contains(".") && !segments.contains(".."), "a segment leads elsewhere")
    precondition(segments.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }, "a control character")
    let encoded = "/" + segments.map(WebTarget.encoded).joined(separator: "/") + (segments.last == "" ? "/" : "")
    precondition(WebTarget.segments(of: encoded) == segments, "the path changes")
}

/// A part lies within its file.
private func range(_ text: String) {
    for size: UInt64 in [0, 1, 1000, .max] {
        if case .part(let range) = ByteRange.parse("bytes=" + text, size: size) {
            precondition(!range.isEmpty && range.upperBound <= size, "a part outside the file")
        }
    }
}
