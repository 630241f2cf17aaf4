internal import CDNSSD
import Glibc
import HotShoeSupport

/// This machine's mDNS daemon, accessed through `libdns_sd.so.1`, which is loaded on first use and never unloaded.
///
/// **Thread-safe**, although ``ServiceBrowser`` and ``ServiceAdvertisement`` make all calls on one thread.
public final class SystemDNSService: DNSServiceFunctions {
    /// The instance of this process.
    public static let shared = SystemDNSService { () throws(ServiceDiscoveryError) in try DNSServiceSymbols.loaded() }

    /// Guards the table of functions, once it is loaded.
    private let symbols = Guarded<DNSServiceSymbols?>(nil)
    private let load: @Sendable () throws(ServiceDiscoveryError) -> DNSServiceSymbols

    init(load: @escaping @Sendable () throws(ServiceDiscoveryError) -> DNSServiceSymbols) {
        self.load = load
    }

    /// Starts an operation. See ``DNSServiceFunctions/start(_:reply:)``.
    public func start(
        _ request: DNSServiceRequest,
        reply: @escaping (DNSServiceReply) -> Void
    ) throws(DNSServiceFailure) -> any DNSServiceOperation {
        let operation = SystemDNSServiceOperation(try table(), reply: reply)
        let code = operation.start(request)
        if code != .none { throw .code(code) }
        return operation
    }

    /// Returns the table of functions. A missing library is searched for on each call, as it may have been installed since.
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

/// The required functions, with the types of the library's header.
@safe
struct DNSServiceSymbols: Sendable {
    // SAFETY: functions of a library that is never unloaded, with the types of its own header.
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
        let library: UnsafeMutableRawPointer
        do { unsafe library = try SharedLibrary.load([fileName]) } catch { throw .libraryMissing(error.reason) }
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
        // SAFETY: `Function` is the type that <dns_sd.h> declares for this name; all function pointers have the same size.
        return unsafe unsafeBitCast(address, to: Function.self)
    }
}
