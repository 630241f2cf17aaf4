import CameraModel
import HotShoeSupport

/// Live view that runs because a camera needs it for something else. **Thread-safe.**
final class RunningLiveView: Sendable {
    private let first = Promise<Void, CameraError>()
    private let task: Task<Void, Never>

    /// Starts live view, with few frames.
    init(_ camera: Camera) {
        task = Task { [first] in
            let frames = camera.liveView(LiveViewOptions(maximumRate: 2)).makeAsyncIterator()
            do throws(CameraError) {
                while try await frames.next() != nil { first.fulfil(.success(())) }
                first.fulfil(.failure(CameraError(.needsLiveView, "The camera ended live view.", operation: .startLiveView)))
            } catch { first.fulfil(.failure(error)) }
        }
    }

    /// Waits for the first frame.
    func waitForFrame() async throws(CameraError) {
        guard let result = await first.resultUnlessCancelled() else { throw .cancelled(.startLiveView) }
        try result.get()
    }

    /// Ends live view, unless it is needed for something else.
    func end() { task.cancel() }
}
