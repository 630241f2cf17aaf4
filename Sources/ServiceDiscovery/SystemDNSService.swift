internal import CDNSSD
import Glibc
import HotShoeSupport

/// The mDNS daemon of this machine, by way of `libdns_sd.so.1`, which is loaded when it is first needed and then stays.
///
/// **Thread-safe**, though ``ServiceBrowser`` and ``ServiceAdvertisement`` have all calls made by one thread.
public final class SystemDNSService: DNSServiceFunctions {
    /// The one of this process.
    public static let shared = SystemDNSService { () throws(ServiceDiscoveryError) in try DNSServiceSymbols.loaded() }

    /// Guards the table, once it is there.
    private let symbols = Guarded<DNSServiceSymbols?>(nil)
    private let load: @Sendable () throws(ServiceDiscoveryError) -> DNSServiceSymbols

    init(load: @escaping @Sendable () throws(ServiceDiscoveryError) -> DNSServiceSymbols) {
        self.load = load
    }

    public func start(
        _ request: DNSServiceRequest,
        reply: @escaping (DNSServiceReply) -> Void
    ) throws(DNSServiceFailure) -> any DNSServiceOperation {
        let operation = SystemDNSServiceOperation(try table(), reply: reply)
        let code = operation.start(request)
        if code != .none { throw .code(code) }
        return operation
    }

    /// A library that is missing is looked for again each time: somebody may be installing it.
    private func table() throws(DNSServiceFailure) -> DNSServiceSymbols {
        if let known = symbols.withLock({ $0 }) { return known }
        do throws(ServiceDiscoveryError) {
            let new = try load()
            symbols.withLock { $0 = new }
            return new
        } catch {
            throw .library(error)
        }
    }
}

/// The functions that are needed, with the types that the header gives them.
@safe
struct DNSServiceSymbols: Sendable {
    // SAFETY: functions of a library that is never unloaded, by the types of its own header.
    var browse: DNSServiceBrowseFunction
    var query: DNSServiceQueryRecordFunction
    var register: DNSServiceRegisterFunction
    var update: DNSServiceUpdateRecordFunction
    var descriptor: DNSServiceRefSockFDFunction
    var process: DNSServiceProcessResultFunction
    var deallocate: DNSServiceRefDeallocateFunction

    private static let fileName = "libdns_sd.so.1"

    /// Loads the library.
    static func loaded() throws(ServiceDiscoveryError) -> Self {
        AvahiNotice.silence()
        guard let library = unsafe dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else {
            throw .libraryMissing(unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason given")
        }
        return unsafe Self(
            browse: try function("DNSServiceBrowse", in: library),
            query: try function("DNSServiceQueryRecord", in: library),
            register: try function("DNSServiceRegister", in: library),
            update: try function("DNSServiceUpdateRecord", in: library),
            descriptor: try function("DNSServiceRefSockFD", in: library),
            process: try function("DNSServiceProcessResult", in: library),
            deallocate: try function("DNSServiceRefDeallocate", in: library)
        )
    }

    private static func function<Function>(
        _ name: String,
        in library: UnsafeMutableRawPointer
    ) throws(ServiceDiscoveryError) -> Function {
        guard let address = unsafe dlsym(library, name) else {
            throw ServiceDiscoveryError(
                .libraryUnusable,
                "the \(fileName) of this machine has no \(name): install libavahi-compat-libdnssd1 (Debian, Ubuntu) in its place"
            )
        }
        // SAFETY: `Function` is the type that <dns_sd.h> declares for this name; a pointer to a function is as wide as any.
        return unsafe unsafeBitCast(address, to: Function.self)
    }
}
