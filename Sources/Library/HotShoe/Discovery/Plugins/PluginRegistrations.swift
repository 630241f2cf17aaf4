import CameraModel
import Glibc
import HotShoeSupport

/// The providers that plugins register while they are opened. **Thread-safe.**
///
/// A plugin is opened on a thread of its own, and registers its provider on that thread: the thread identifies the plugin.
final class PluginRegistrations: Sendable {
    static let shared = PluginRegistrations()

    /// Guards the providers by thread; a thread that opens no plugin has no entry.
    private let providers = Guarded<[pthread_t: [any CameraProvider]]>([:])

    /// Returns the providers that `body` registers on this thread.
    func collect(_ body: () throws(CameraError) -> Void) throws(CameraError) -> [any CameraProvider] {
        let thread = pthread_self()
        providers.withLock { $0[thread] = [] }
        do throws(CameraError) { try body() } catch {
            _ = providers.withLock { $0.removeValue(forKey: thread) }
            throw error
        }
        return providers.withLock { $0.removeValue(forKey: thread) } ?? []
    }

    /// Adds a provider; returns false if this thread opens no plugin.
    func add(_ provider: any CameraProvider) -> Bool {
        let thread = pthread_self()
        return providers.withLock { providers in
            guard providers[thread] != nil else { return false }
            providers[thread]?.append(provider)
            return true
        }
    }
}
