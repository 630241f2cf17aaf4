import Glibc
import Synchronization

/// Suppresses the three-line warning that Avahi's `libdns_sd` prints to stderr when a process first uses it. **Thread-safe.**
///
/// Avahi prints it unless the environment contains the variable `AVAHI_COMPAT_NOWARN`. A library must not print, and must not
/// call `setenv` either, which may free the array of variables while another thread reads it. ``silence()`` publishes a longer
/// copy of the array instead, and leaves the old one valid.
@safe
enum AvahiNotice {
    private static let variable = "AVAHI_COMPAT_NOWARN"

    /// Sets the variable in the environment of this process, and so of its children, unless it is set. Has an effect once in a
    /// process.
    static func silence() { _ = isSilenced }

    private static let isSilenced: Bool = {
        guard unsafe getenv(variable) == nil, let environment = unsafe environment else { return false }
        unsafe publish("\(variable)=1", in: environment)
        return true
    }()

    private typealias Variables = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// The address of glibc's `environ`. The compiler rejects it as a Swift global, because any thread may change it.
    private static var environment: UnsafeMutablePointer<Variables?>? {
        // SAFETY: `environ` is a `char **` in every C library.
        unsafe dlsym(nil, "environ")?.assumingMemoryBound(to: Variables?.self)
    }

    // SAFETY: the replaced array is never freed here, so a thread that reads it continues with valid memory. The pointer is
    // aligned and is stored as a whole. A concurrent `setenv` on another thread may be lost, or this variable may be: there is
    // no other effect.
    private static func publish(_ entry: String, in environment: UnsafeMutablePointer<Variables?>) {
        guard let copy = unsafe strdup(entry) else { return }
        let old = unsafe environment.pointee
        var count = 0
        if let old = unsafe old { while unsafe old[count] != nil { count += 1 } }
        let new = Variables.allocate(capacity: count + 2)
        for index in 0..<count { unsafe (new + index).initialize(to: old?[index]) }
        unsafe (new + count).initialize(to: copy)
        unsafe (new + count + 1).initialize(to: nil)
        atomicMemoryFence(ordering: .releasing)
        unsafe environment.pointee = new
    }
}
