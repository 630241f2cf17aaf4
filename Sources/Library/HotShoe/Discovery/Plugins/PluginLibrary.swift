import CameraModel
import Glibc

/// A plugin as a shared library, loaded by the system. It is never unloaded: its threads may be running.
///
/// It exports one object, `hotshoe_plugin_1`, of the type in `<hotshoe/plugin.h>`, which is read before any function of the plugin is called.
@safe
struct PluginLibrary {
    /// The name of the exported object; the number is that of its layout.
    private static let symbol = "hotshoe_plugin_1"
    /// The library to which plugins are linked.
    private static let ownName = "libhotshoe.so.0"

    private typealias Open = @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?) -> Int32

    // SAFETY: the addresses of a library that is never unloaded.
    private let library: UnsafeMutableRawPointer
    private let plugin: UnsafeRawPointer
    private let path: String

    /// Loads a library, whose initializers run, and checks the interface that it was made for.
    init(_ path: String) throws(CameraError) {
        // A plugin needs the C interface of this library in this process. Otherwise it would load another copy of the library,
        // with cameras of its own.
        guard let own = unsafe dlopen(Self.ownName, RTLD_NOW | RTLD_NOLOAD) else {
            throw Self.failure(
                .notSupported,
                "This program was built without \(Self.ownName), which plugins need. Use the hotshoe that CMake or the wheel installs.",
                path
            )
        }
        guard let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason given"
            throw Self.failure(.notSupported, "The plugin cannot be loaded: \(reason).", path)
        }
        guard let plugin = unsafe dlsym(library, Self.symbol) else {
            throw Self.failure(.notSupported, "The file is not a plugin: it has no \(Self.symbol).", path)
        }
        unsafe self.library = library
        unsafe self.plugin = UnsafeRawPointer(plugin)
        self.path = path
        try unsafe check(own)
    }

    /// Opens the plugin, which registers its provider on this thread.
    func open(_ argument: String) throws(CameraError) {
        // SAFETY: the layout was checked. The function has the type of the header.
        guard let address = unsafe plugin.load(fromByteOffset: 16, as: UnsafeRawPointer?.self) else {
            throw Self.failure(.notSupported, "The plugin has no function that opens it.", path)
        }
        let open = unsafe unsafeBitCast(address, to: Open.self)
        var error: OpaquePointer?
        let status = unsafe open(argument, &error)
        if status == 0 { return }
        throw Self.failure(.notAvailable, unsafe "The plugin could not be opened: \(message(of: error, status)).", path)
    }

    // MARK: The interface

    /// Compares the version and the fingerprint in the plugin with those of this library.
    private func check(_ own: UnsafeMutableRawPointer) throws(CameraError) {
        // SAFETY: the first four bytes of each version of the layout are its size; this layout has 24.
        let size = unsafe plugin.load(as: UInt32.self)
        guard size >= 24 else {
            throw Self.failure(.notSupported, "The plugin describes itself in \(size) bytes, not in 24.", path)
        }
        let version = unsafe plugin.load(fromByteOffset: 4, as: UInt32.self)
        let fingerprint = unsafe plugin.load(fromByteOffset: 8, as: UInt64.self)
        guard let ownVersion = unsafe dlsym(own, "hotshoe_abi_version"),
            let ownFingerprint = unsafe dlsym(own, "hotshoe_abi_fingerprint")
        else { throw Self.failure(.internalFailure, "\(Self.ownName) does not have its own functions.", path) }
        // SAFETY: the types of these functions in <hotshoe/runtime.h>.
        let expected = unsafe (
            unsafeBitCast(ownVersion, to: (@convention(c) () -> UInt32).self)(),
            unsafeBitCast(ownFingerprint, to: (@convention(c) () -> UInt64).self)()
        )
        if (version, fingerprint) == expected { return }
        throw Self.failure(
            .notSupported,
            "The plugin was made for version \(version), fingerprint \(String(fingerprint, radix: 16)), of the C interface; this "
                + "library has version \(expected.0), fingerprint \(String(expected.1, radix: 16)). Compile the plugin again.",
            path
        )
    }

    /// The text of an error that the plugin returned, which is freed.
    private func message(of error: OpaquePointer?, _ status: Int32) -> String {
        guard let error = unsafe error, let text = unsafe dlsym(library, "hotshoe_error_message"),
            let release = unsafe dlsym(library, "hotshoe_error_free")
        else { return "it returned the status \(status)" }
        // SAFETY: the types of these functions in <hotshoe/runtime.h>; the error was made by the library that has them.
        defer { unsafe unsafeBitCast(release, to: (@convention(c) (OpaquePointer) -> Void).self)(error) }
        let message = unsafe unsafeBitCast(text, to: (@convention(c) (OpaquePointer) -> UnsafePointer<CChar>?).self)(error)
        return unsafe message.map { unsafe String(cString: $0) } ?? "it returned the status \(status)"
    }

    private static func failure(_ code: CameraError.Code, _ message: String, _ path: String) -> CameraError {
        CameraError(code, message, subject: path)
    }
}
