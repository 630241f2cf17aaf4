import CameraModel

/// Identifiers of the cameras that changed, in the order of their last change. Pure.
///
/// Each camera is listed once: a consumer that has not read for some time reads at most one entry for each camera, and one that
/// reads after every change reads one entry.
struct DiscoveryLog {
    private var entries: [(revision: Int, camera: CameraIdentifier)] = []
    private var latest: [CameraIdentifier: Int] = [:]
    /// Number of the last change.
    private(set) var revision = 0
    /// Changes up to this revision are no longer listed.
    private var baseline = 0

    /// Maximum number of cameras listed. The log is cleared if a provider reports more.
    private static let limit = 4 * DiscoveryRegistry.cameraLimit

    /// Adds a change of a camera. Amortised constant time.
    mutating func note(_ camera: CameraIdentifier) {
        revision += 1
        if latest.count >= Self.limit, latest[camera] == nil { (entries, latest, baseline) = ([], [:], revision - 1) }
        latest[camera] = revision
        entries.append((revision, camera))
        if entries.count > 2 * latest.count + 16 { entries.removeAll { latest[$0.camera] != $0.revision } }
    }

    /// Returns the cameras that changed after a revision; nil if the log no longer goes back that far, and all cameras must be
    /// compared. Time proportional to the number of changes since then.
    func cameras(since revision: Int) -> [CameraIdentifier]? {
        guard revision >= baseline else { return nil }
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].revision <= revision { low = middle + 1 } else { high = middle }
        }
        return entries[low...].compactMap { latest[$0.camera] == $0.revision ? $0.camera : nil }
    }
}
