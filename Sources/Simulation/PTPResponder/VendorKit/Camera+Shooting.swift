package import CameraModel
import HotShoeSupport

extension Camera {
    /// Activates a command category, together with the active ones if the camera supports that.
    package func use(_ category: CommandCategories) async throws(CameraError) {
        guard !commandCategories.isSuperset(of: category) else { return }
        let all = commandCategories.union(category)
        try await setCommandCategories(supports(all) ? all : category)
    }

    /// Takes a picture. Waits a limited time for the camera to refuse, and returns its refusal; later ones have no effect.
    /// The picture belongs to `tasks`.
    func refusalToShoot(within limit: Duration, _ time: any TimeSource, _ tasks: OwnedTasks) async -> CameraError? {
        let outcome = Promise<CameraError?, Never>()
        tasks.start { [self] in
            do throws(CameraError) {
                try await shoot()
                outcome.fulfil(.success(nil))
            } catch { outcome.fulfil(.success(error)) }
        }
        let timer = time.makeTimer { outcome.fulfil(.success(nil)) }
        timer.arm(at: time.now + limit)
        defer { timer.disarm() }
        guard case .success(let error) = await outcome.result() else { return nil }
        return error
    }
}
