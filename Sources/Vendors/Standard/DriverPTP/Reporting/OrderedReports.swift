package import CameraModel
import HotShoeSupport

/// Reports to a host, one report after the other, each with the state at that time. **Thread-safe.**
///
/// Several tasks read the properties of one camera. If each reported what it has read by itself, an older state could follow a newer one,
/// and remain until the camera changes the property again.
package final class OrderedReports: Sendable {
    private struct Line {
        var waiting: [@Sendable () -> [CameraUpdate]] = []
        var isReporting = false

        /// Removes and returns the next report; nil at the end, after which another caller reports.
        mutating func popReport() -> (@Sendable () -> [CameraUpdate])? {
            guard waiting.isEmpty else { return waiting.removeFirst() }
            isReporting = false
            return nil
        }
    }

    /// Guards the reports that wait.
    private let line = Guarded(Line())
    private let host: CameraHost

    package init(_ host: CameraHost) { self.host = host }

    /// Reports what `updates` returns when all earlier reports have been made: by this call, or by a call that is reporting now.
    package func report(_ updates: @escaping @Sendable () -> [CameraUpdate]) {
        let isFirst = line.withLock { line in
            line.waiting.append(updates)
            defer { line.isReporting = true }
            return !line.isReporting
        }
        guard isFirst else { return }
        while let next = line.withLock({ $0.popReport() }) { host.update(next()) }
    }
}
