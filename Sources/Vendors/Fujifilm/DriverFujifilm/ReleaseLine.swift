import CameraModel
import HotShoeSupport

/// Performs work that consists of several operations without other such work in between. **Thread-safe.**
final class ReleaseLine: Sendable {
    private typealias Turn = Task<Result<Void, CameraError>, Never>

    /// Guards the newest work, for which the next one waits.
    private let last = Guarded<Turn?>(nil)

    /// Performs work after all earlier work. Cancelling the caller cancels its work only.
    func perform(_ work: @escaping @Sendable () async throws(CameraError) -> Void) async throws(CameraError) {
        let turn = last.withLock { last -> Turn in
            let before = last
            let turn = Turn {
                _ = await before?.value
                do throws(CameraError) { return .success(try await work()) } catch { return .failure(error) }
            }
            last = turn
            return turn
        }
        try await withTaskCancellationHandler {
            await turn.value
        } onCancel: {
            turn.cancel()
        }.get()
    }
}
