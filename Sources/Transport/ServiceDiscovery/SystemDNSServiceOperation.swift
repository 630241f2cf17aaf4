internal import CDNSSD

/// One `DNSServiceRef`. Single-owner: the thread that makes it.
@safe
final class SystemDNSServiceOperation: DNSServiceOperation {
    private let symbols: DNSServiceSymbols
    private let reply: (DNSServiceReply) -> Void
    // SAFETY: set by `start`, released once by `end`; the library keeps it valid between the two.
    private var reference: DNSServiceRef?
    private var isDead = false

    init(_ symbols: DNSServiceSymbols, reply: @escaping (DNSServiceReply) -> Void) {
        self.symbols = symbols
        self.reply = reply
    }

    deinit { end() }

    func start(_ request: DNSServiceRequest) -> DNSServiceErrorCode {
        // A NUL byte would truncate the C string, and so change the request.
        guard request.texts.allSatisfy({ !$0.utf8.contains(0) }) else { return .badParameter }
        FreshMemory.provide()
        // SAFETY: the library calls back only inside calls on `reference`, which this object makes, and not after `end`; so the
        // object is alive then. No flag is ever passed: Avahi rejects all of them.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let code =
            switch request {
            case .browse(let type, let domain, let interface):
                unsafe symbols.browse(&reference, 0, interface, type, domain, browseReply, context)
            case .query(let name, let record, let interface):
                unsafe symbols.query(&reference, 0, interface, name, record.rawValue, internetClass, recordReply, context)
            case .register(let name, let type, let domain, let interface, let port, let text):
                unsafe symbols.register(
                    &reference,
                    0,
                    interface,
                    name,
                    type,
                    domain,
                    nil,
                    port.bigEndian,
                    UInt16(text.count),
                    text,
                    registerReply,
                    context
                )
            }
        return DNSServiceErrorCode(rawValue: code)
    }

    var descriptor: CInt { unsafe symbols.descriptor(reference) }

    func process() -> DNSServiceErrorCode { DNSServiceErrorCode(rawValue: unsafe symbols.process(reference)) }

    func update(text: [UInt8]) -> DNSServiceErrorCode {
        DNSServiceErrorCode(rawValue: unsafe symbols.update(reference, nil, 0, UInt16(text.count), text, 0))
    }

    func end() {
        guard let ended = unsafe reference else { return }
        unsafe reference = nil
        isDead = true
        unsafe symbols.deallocate(ended)
    }

    /// Processes the arguments of a callback.
    fileprivate func receive(_ error: DNSServiceErrorType, _ content: @autoclosure () -> DNSServiceReply?) {
        if isDead { return }
        if error != 0 {
            isDead = true
            reply(.failed(DNSServiceErrorCode(rawValue: error)))
        } else if let content = content() {
            reply(content)
        }
    }
}

extension DNSServiceRequest {
    fileprivate var texts: [String] {
        switch self {
        case .browse(let type, let domain, _): [type, domain ?? ""]
        case .query(let name, _, _): [name]
        case .register(let name, let type, let domain, _, _, _): [name, type, domain ?? ""]
        }
    }
}

/// `kDNSServiceClass_IN`.
private let internetClass: UInt16 = 1

/// Returns the operation of a callback. All three callbacks have the same context: when the daemon ends, the library may call a
/// stale callback of another operation (see ``FreshMemory``), with only the error being valid.
private func operation(_ context: UnsafeMutableRawPointer?) -> SystemDNSServiceOperation? {
    unsafe context.map { unsafe Unmanaged<SystemDNSServiceOperation>.fromOpaque($0).takeUnretainedValue() }
}

private func isAdded(_ flags: DNSServiceFlags) -> Bool { flags & UInt32(kDNSServiceFlagsAdd) != 0 }

/// Converts a C string, replacing invalid UTF-8; nil for null.
private func text(_ string: UnsafePointer<CChar>?) -> String? { unsafe string.map { unsafe String(cString: $0) } }

private let browseReply: DNSServiceBrowseReply = { _, flags, interface, error, name, type, domain, context in
    unsafe operation(context)?.receive(
        error,
        {
            guard let name = unsafe text(name), let type = unsafe text(type), let domain = unsafe text(domain) else { return nil }
            let identity = Service.Identity(name: name, type: type, domain: domain, interface: interface)
            return isAdded(flags) ? .added(identity) : .removed(identity)
        }()
    )
}

private let recordReply: DNSServiceQueryRecordReply = { _, flags, _, error, _, _, _, length, data, _, context in
    unsafe operation(context)?.receive(
        error,
        .record(
            isAdded: isAdded(flags),
            // SAFETY: `data` is `length` bytes, valid during this call.
            data: Array(unsafe UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(length)))
        )
    )
}

private let registerReply: DNSServiceRegisterReply = { _, _, error, name, _, _, context in
    unsafe operation(context)?.receive(error, text(name).map { .registered(name: $0) })
}
