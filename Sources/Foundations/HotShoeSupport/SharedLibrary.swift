import Glibc

/// Shared libraries that are loaded at their first use, and never unloaded.
package enum SharedLibrary {
    /// Error of ``load(_:)``, with the reason that the dynamic linker gives for the first name.
    package struct Missing: Error, Equatable {
        package var reason: String
    }

    /// Loads the first library of `names`, such as "libusb-1.0.so.0", that exists.
    ///
    /// A library of the system, which fits the system's daemons and certificates, precedes the one that an archive or a wheel of
    /// HotShoe contains under a name of its own (docs/adr/0031).
    package static func load(_ names: [String]) throws(Missing) -> UnsafeMutableRawPointer {
        var reason: String?
        for name in names + names.map(bundledName) {
            if let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) { return unsafe library }
            let failure = unsafe dlerror().map { unsafe String(cString: $0) }
            reason = reason ?? failure
        }
        throw Missing(reason: reason ?? "no reason given")
    }

    /// The name of a library beside libhotshoe: "libusb-1.0-hotshoe.so.0". `script/bundle` gives the files these names.
    package static func bundledName(of name: String) -> String {
        guard let end = name.indices.first(where: { name[$0...].hasPrefix(".so") }) else { return name }
        return name[..<end] + "-hotshoe" + name[end...]
    }
}
