internal import CMosquitto
import Glibc
import HotShoeSupport

/// libmosquitto's handle of one client. **Thread-safe**; one thread at a time runs the loop.
@safe
final class MosquittoClient: Sendable {
    /// An event during a turn of the loop.
    enum Report {
        /// The broker has answered the request to connect.
        case accepted(Int32)
        /// The broker has answered a subscription.
        case subscribed(isPermitted: Bool)
        /// A message was sent, and acknowledged if it has QoS 1.
        case published(Int32)
        case message(BrokerConnection.Message)
    }

    // SAFETY: made in `init`, destroyed in `deinit`; libmosquitto's functions lock it for themselves (`mosquitto_threaded_set`).
    private nonisolated(unsafe) let handle: OpaquePointer
    private let symbols: MosquittoSymbols
    /// The reports of callbacks, which any thread may cause.
    private let reports: Reports
    private let disconnecting = Guarded(false)

    /// Receives the callbacks: their context, so that none reaches a client that is being released.
    private final class Reports: Sendable {
        /// Guards the reports since the last turn.
        private let waiting = Guarded<[Report]>([])

        func add(_ report: Report) { waiting.withLock { $0.append(report) } }

        func take() -> [Report] {
            waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
        }
    }

    init(_ options: BrokerOptions) throws(BrokerError) {
        symbols = try MosquittoSymbols.shared.get()
        reports = Reports()
        let name = "hotshoe-" + String(UInt64.random(in: .min ... .max), radix: 36)
        let context = unsafe Unmanaged.passUnretained(reports).toOpaque()
        guard let handle = unsafe symbols.new(name, true, context) else {
            throw BrokerError(.libraryMissing, "libmosquitto has no memory.")
        }
        unsafe self.handle = handle
        unsafe _ = symbols.setThreaded(handle, true)
        unsafe _ = symbols.setOption(handle, MOSQ_OPT_TCP_NODELAY, 1)
        if let name = options.address.userName { unsafe _ = symbols.setLogin(handle, name, options.password) }
        if options.address.isEncrypted { try setTLS(options) }
        if let will = options.will {
            let bytes = Array(will.text.utf8)
            unsafe _ = symbols.setWill(handle, will.topic, Int32(bytes.count), bytes, 1, true)
        }
        setCallbacks()
    }

    deinit { unsafe symbols.destroy(handle) }

    private func setTLS(_ options: BrokerOptions) throws(BrokerError) {
        let (authority, certificate) = (options.authorityFile, options.certificate)
        var code = MOSQ_ERR_SUCCESS
        if authority == nil, certificate == nil {
            code = unsafe mosq_err_t(symbols.setOption(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
        } else {
            let folder = authority == nil ? "/etc/ssl/certs" : nil
            code = unsafe mosq_err_t(
                symbols.setTLS(handle, authority, folder, certificate?.certificateFile, certificate?.keyFile, nil)
            )
        }
        guard code == MOSQ_ERR_SUCCESS else {
            let files = [authority, certificate?.certificateFile, certificate?.keyFile].compactMap(\.self)
            throw BrokerError(.invalidFile, "One of these files cannot be read: \(files.joined(separator: ", ")).")
        }
    }

    private func setCallbacks() {
        unsafe symbols.onConnect(handle) { _, context, code in
            unsafe MosquittoClient.reports(context)?.add(.accepted(code))
        }
        unsafe symbols.onSubscribe(handle) { _, context, _, count, granted in
            let isPermitted = (0..<Int(max(count, 0))).allSatisfy { index in unsafe (granted?[index] ?? 0x80) <= 2 }
            unsafe MosquittoClient.reports(context)?.add(.subscribed(isPermitted: isPermitted))
        }
        unsafe symbols.onPublish(handle) { _, context, number in
            unsafe MosquittoClient.reports(context)?.add(.published(number))
        }
        unsafe symbols.onMessage(handle) { _, context, message in
            guard let message = unsafe message?.pointee, let topic = unsafe message.topic else { return }
            let size = unsafe Int(message.payloadlen)
            guard size <= BrokerConnection.payloadLimit else {
                return Log.write(.warning, "broker", "A message of \(size) bytes was discarded.")
            }
            let bytes = unsafe message.payload.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: size)) } ?? []
            let name = unsafe String(cString: topic)
            let received = unsafe BrokerConnection.Message(topic: name, payload: bytes, isRetained: message.retain)
            unsafe MosquittoClient.reports(context)?.add(.message(received))
        }
    }

    /// The receiver of a callback.
    private static func reports(_ context: UnsafeMutableRawPointer?) -> Reports? {
        // SAFETY: the context is the object that the client retains until its handle is destroyed.
        unsafe context.map { unsafe Unmanaged<Reports>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: Requests

    /// Begins to connect. Returns libmosquitto's error; 0 for none.
    func connect(_ address: BrokerAddress) -> Int32 {
        disconnecting.withLock { $0 = false }
        _ = reports.take()
        return unsafe symbols.connect(handle, address.host, Int32(address.port), 15)
    }

    /// Whether a disconnection was requested.
    var isDisconnecting: Bool { disconnecting.withLock { $0 } }

    /// Ends the connection, if there is one, after what was published.
    func disconnect() {
        disconnecting.withLock { $0 = true }
        unsafe _ = symbols.disconnect(handle)
    }

    func subscribe(_ filter: String) { unsafe _ = symbols.subscribe(handle, nil, filter, 1) }

    /// Returns the number of the message; nil if it is neither sent nor kept.
    @discardableResult
    func publish(_ post: BrokerOptions.Post, isRetained: Bool, isKept: Bool) -> Int32? {
        let bytes = Array(post.text.utf8)
        var number: Int32 = 0
        let code = unsafe symbols.publish(handle, &number, post.topic, Int32(bytes.count), bytes, isKept ? 1 : 0, isRetained)
        // One of QoS 1 is kept without a connection too.
        return mosq_err_t(code) == MOSQ_ERR_SUCCESS || isKept && mosq_err_t(code) == MOSQ_ERR_NO_CONN ? number : nil
    }

    /// Sends and receives for at most a second, and reports what happened. Returns libmosquitto's error; 0 for none.
    func loop(_ report: (Report) -> Void) -> Int32 {
        let code = unsafe symbols.loop(handle, 1000, 1)
        for next in reports.take() { report(next) }
        return code
    }
}
