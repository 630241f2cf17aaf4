internal import CCurl
import HotShoeSupport

/// One request that is being performed. **Thread-safe.**
package final class HTTPTransfer: Sendable {
    private weak let loop: HTTPLoop?
    let state: TransferState

    init(_ loop: HTTPLoop, _ request: HTTPRequest, _ server: HTTPServer, _ receiver: any HTTPReceiver) {
        self.loop = loop
        state = TransferState(request, server, receiver)
    }

    /// Lets a transfer that its receiver has paused continue.
    package func resume() { loop?.post(.resume(state)) }

    /// Calls a function on the thread that calls the receiver. It is not called after the end of the client.
    package func perform(_ work: @escaping @Sendable () -> Void) { loop?.post(.perform(work)) }

    /// Ends the transfer: its receiver's ``HTTPReceiver/end(_:)`` follows, unless it has been called.
    package func cancel() { loop?.post(.cancel(state)) }
}

/// A transfer as the thread of the loop sees it.
@safe
final class TransferState: @unchecked Sendable {
    // SAFETY: after `init` only the thread of the loop uses the variables.
    private let request: HTTPRequest
    private let server: HTTPServer
    private let receiver: any HTTPReceiver
    private(set) var handle: UnsafeMutableRawPointer?
    private var fields: UnsafeMutablePointer<curl_slist>?
    /// The memory of the body, and libcurl's text of an error.
    private var body: UnsafeMutableRawPointer?
    private let errorText: UnsafeMutablePointer<CChar>
    private var symbols: CurlSymbols?
    private(set) var isOver = false
    private var isPaused = false
    private var silence: SilenceWatch
    private var head = HTTPHead(status: 0)

    init(_ request: HTTPRequest, _ server: HTTPServer, _ receiver: any HTTPReceiver) {
        (self.request, self.server, self.receiver) = (request, server, receiver)
        silence = SilenceWatch(limit: request.silenceLimit, at: SystemClock.shared.now)
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        release()
        unsafe errorText.deallocate()
    }

    /// Creates libcurl's handle; nil if that fails.
    func prepare(_ symbols: CurlSymbols) -> UnsafeMutableRawPointer? {
        self.symbols = symbols
        guard let handle = unsafe symbols.easyInit() else { return nil }
        unsafe self.handle = handle
        unsafe setCommon(handle, symbols)
        unsafe setFields(handle, symbols)
        if let body = request.body { unsafe set(body, handle, symbols) }
        return unsafe handle
    }

    private func setCommon(_ handle: UnsafeMutableRawPointer, _ symbols: CurlSymbols) {
        func set(_ option: CURLoption, _ value: Int) { unsafe _ = hotshoeCurlSetLong(symbols.setOption, handle, option, value) }
        func set(_ option: CURLoption, _ text: String) {
            unsafe text.withCString { unsafe _ = hotshoeCurlSetPointer(symbols.setOption, handle, option, $0) }
        }
        set(CURLOPT_URL, server.origin + request.path)
        set(CURLOPT_CUSTOMREQUEST, request.method)
        // Without changes to paths, which may have the name of a camera.
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        // Servers of cameras are in the local network: no proxy of the environment.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_CONNECTTIMEOUT_MS, 10_000)
        set(CURLOPT_TCP_NODELAY, 1)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_TCP_KEEPIDLE, 15)
        set(CURLOPT_TCP_KEEPINTVL, 5)
        set(CURLOPT_BUFFERSIZE, 128 * 1024)
        if let limit = request.timeLimit {
            set(CURLOPT_TIMEOUT_MS, Int(limit.components.seconds * 1000 + limit.components.attoseconds / 1_000_000_000_000_000))
        }
        if let key = server.publicKey {
            // The key alone identifies the server: its certificate names no address, and no authority knows it.
            set(CURLOPT_PINNEDPUBLICKEY, key)
            set(CURLOPT_SSL_VERIFYPEER, 0)
            set(CURLOPT_SSL_VERIFYHOST, 0)
        }
        unsafe _ = hotshoeCurlSetPointer(symbols.setOption, handle, CURLOPT_ERRORBUFFER, errorText)
        unsafe _ = hotshoeCurlSetWriter(symbols.setOption, handle) { bytes, _, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let state = unsafe Unmanaged<TransferState>.fromOpaque(context).takeUnretainedValue()
            return unsafe state.receive(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        unsafe _ = hotshoeCurlSetHeader(symbols.setOption, handle) { bytes, _, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let state = unsafe Unmanaged<TransferState>.fromOpaque(context).takeUnretainedValue()
            unsafe state.receiveField(UnsafeRawBufferPointer(start: bytes, count: count))
            return count
        }
        // SAFETY: the loop keeps this object until the handle is released.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe _ = hotshoeCurlSetPointer(symbols.setOption, handle, CURLOPT_WRITEDATA, context)
        unsafe _ = hotshoeCurlSetPointer(symbols.setOption, handle, CURLOPT_HEADERDATA, context)
    }

    private func setFields(_ handle: UnsafeMutableRawPointer, _ symbols: CurlSymbols) {
        var lines = request.fields
        if let token = server.token { lines.append("Authorization: Bearer \(token)") }
        if let body = request.body { lines.append("Content-Type: \(body.type)") }
        // No pause for "100 Continue".
        lines.append("Expect:")
        for line in lines {
            guard let list = unsafe line.withCString({ unsafe symbols.listAppend(fields, $0) }) else { continue }
            unsafe fields = list
        }
        unsafe _ = hotshoeCurlSetPointer(symbols.setOption, handle, CURLOPT_HTTPHEADER, fields)
    }

    private func set(_ body: HTTPRequest.Body, _ handle: UnsafeMutableRawPointer, _ symbols: CurlSymbols) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(body.bytes.count, 1), alignment: 1)
        unsafe memory.copyBytes(from: body.bytes)
        unsafe self.body = memory.baseAddress
        unsafe _ = hotshoeCurlSetOffset(symbols.setOption, handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.bytes.count))
        unsafe _ = hotshoeCurlSetPointer(symbols.setOption, handle, CURLOPT_POSTFIELDS, memory.baseAddress)
    }

    /// Status of the answer; 0 before it has begun.
    private var status: Int {
        guard let handle = unsafe handle, let symbols else { return 0 }
        var status = 0
        unsafe _ = hotshoeCurlGetLong(symbols.getInfo, handle, CURLINFO_RESPONSE_CODE, &status)
        return status
    }

    /// Returns the number of bytes that were taken, or libcurl's number for a pause.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        if isOver { return 0 }
        silence.arrived(at: SystemClock.shared.now)
        head.status = status
        switch unsafe receiver.receive(RawSpan(_unsafeBytes: bytes), head) {
        case .taken: return bytes.count
        case .pause:
            isPaused = true
            silence.paused()
            return Int(CURL_WRITEFUNC_PAUSE)
        case .stop: return unsafe bytes.isEmpty ? 1 : 0
        }
    }

    /// Whether nothing has arrived of a stream for too long. One whose receiver has paused it is not silent.
    func isSilent(_ now: Duration) -> Bool {
        request.timeLimit == nil && silence.isSilent(at: now)
    }

    /// Time between two looks for silence, in milliseconds.
    var lookPause: Int32 { Int32(min(max(request.silenceLimit / .milliseconds(4), 10), 5000)) }

    /// Receives a line of the head of the answer.
    private func receiveField(_ bytes: UnsafeRawBufferPointer) {
        let line = unsafe String(decoding: bytes.prefix(256), as: UTF8.self).lowercased()
        if line.hasPrefix("http/") { head.rangeStart = nil }
        let name = "content-range: bytes "
        guard line.hasPrefix(name) else { return }
        head.rangeStart = UInt64(line.dropFirst(name.utf8.count).prefix { $0 != "-" })
    }

    func resume() {
        silence.resumed(at: SystemClock.shared.now)
        guard isPaused, !isOver, let handle = unsafe handle, let symbols else { return }
        isPaused = false
        unsafe _ = symbols.pause(handle, CURLPAUSE_CONT)
    }

    /// Ends the transfer with libcurl's result.
    func end(_ code: CURLcode) {
        guard code != CURLE_OK else { return end(.success(status)) }
        let own = unsafe String(cString: errorText)
        let text = own.isEmpty ? symbols.flatMap { unsafe $0.errorText(code).map { unsafe String(cString: $0) } } ?? "" : own
        Log.write(.debug, "http", "\(request.method) \(server.origin): \(text)")
        end(.failure(HTTPError(code, server.origin)))
    }

    func end(_ result: Result<Int, HTTPError>) {
        guard !isOver else { return }
        isOver = true
        release()
        receiver.end(result)
    }

    /// Releases libcurl's handle, which no multi handle contains any more.
    private func release() {
        guard let symbols else { return }
        if let handle = unsafe handle { unsafe symbols.easyCleanup(handle) }
        unsafe handle = nil
        if let fields = unsafe fields { unsafe symbols.listFree(fields) }
        unsafe fields = nil
        unsafe body?.deallocate()
        unsafe body = nil
    }
}
