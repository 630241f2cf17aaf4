internal import CLibUSB
import Glibc
import HotShoeSupport

/// libusb in this process: loaded on first use, with one context and one event thread. **Thread-safe.**
///
/// It is never unloaded. The thread waits in a system call while there are no events.
@safe
final class USBLibrary: Sendable {
    let symbols: USBSymbols
    // SAFETY: libusb's context may be used by any thread and is never freed.
    nonisolated(unsafe) let context: OpaquePointer?

    /// Guards the library, once loaded. Each call tries to load a missing library again, because it may have been installed.
    private static let loaded = Guarded<USBLibrary?>(nil)

    /// Returns the library of this process.
    static func shared() throws(USBError) -> USBLibrary {
        let result = loaded.withLock { loaded -> Result<USBLibrary, USBError> in
            if let loaded { return .success(loaded) }
            do throws(USBError) {
                let made = try USBLibrary()
                loaded = made
                return .success(made)
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    private init() throws(USBError) {
        let symbols = try USBSymbols.loaded()
        self.symbols = symbols
        var context: OpaquePointer?
        let code = unsafe symbols.initialise(&context)
        if code != 0 { throw USBError(code: code, symbols) }
        unsafe self.context = context
        startNamedThread("hotshoe.usb") { [self] in
            while true {
                let code = unsafe symbols.handleEvents(self.context, nil)
                // Limits the rate of retries after an error.
                if code != 0, code != LIBUSB_ERROR_INTERRUPTED.rawValue { usleep(10_000) }
            }
        }
    }

    /// Version such as "1.0.26".
    var version: String {
        guard let version = unsafe symbols.version()?.pointee else { return "unknown" }
        return unsafe "\(version.major).\(version.minor).\(version.micro)"
    }

    /// Whether the system reports the connection and disconnection of devices.
    var hasHotplug: Bool { symbols.hasCapability(LIBUSB_CAP_HAS_HOTPLUG.rawValue) != 0 }

    /// Calls `body` for every device on the bus. The pointers are valid during the call.
    func forEachDevice(_ body: (OpaquePointer) -> Void) throws(USBError) {
        var list: UnsafeMutablePointer<OpaquePointer?>?
        let count = unsafe symbols.deviceList(context, &list)
        if count < 0 { throw USBError(code: Int32(count), symbols) }
        defer { unsafe symbols.freeDeviceList(list, 1) }
        for index in 0..<count {
            if let device = unsafe list?[index] { unsafe body(device) }
        }
    }
}
