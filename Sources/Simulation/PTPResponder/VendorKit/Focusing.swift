import CameraModel
import HotShoeSupport

/// Automatic focusing that a release waits for. **Thread-safe.**
final class Focusing: Sendable {
    /// Progress to report.
    enum Progress {
        case hunting
        case found
        case failed
        /// The camera refused to focus.
        case idle
    }

    private typealias Result = Promise<Bool, Never>

    private let camera: Camera
    private let time: any TimeSource
    private let tasks: OwnedTasks
    /// Guards the result of the newest attempt; nil if the next release focuses.
    private let newest = Guarded<Result?>(nil)

    /// Time that a release waits for focus.
    private static let timeout: Duration = .seconds(5)

    init(_ camera: Camera, _ time: any TimeSource, _ tasks: OwnedTasks) {
        (self.camera, self.time, self.tasks) = (camera, time, tasks)
    }

    /// Starts focusing and calls `report` with its progress. Does nothing if the camera does not focus automatically.
    func begin(_ report: @escaping @Sendable (Progress) -> Void) { _ = start(report) }

    private func start(_ report: @escaping @Sendable (Progress) -> Void) -> Result? {
        guard camera.capabilities.contains(.halfPress), camera.property(.focusMode).value?.common != .focusMode(.manual) else {
            return nil
        }
        let result = Result()
        newest.withLock { $0 = result }
        report(.hunting)
        tasks.start { [camera] in
            var progress = Progress.found
            do throws(CameraError) { try await camera.engageAutoFocus() } catch {
                progress = error.code == .focusFailed ? .failed : .idle
            }
            report(progress)
            result.fulfil(.success(progress != .failed))
        }
        return result
    }

    /// Returns whether a picture can be taken: the camera has focus, or does not focus automatically. Starts focusing unless it
    /// has begun.
    func hasFocus(_ report: @escaping @Sendable (Progress) -> Void) async -> Bool {
        guard let result = newest.withLock({ $0 }) ?? start(report) else { return true }
        let timer = time.makeTimer { result.fulfil(.success(false)) }
        timer.arm(at: time.now + Self.timeout)
        defer { timer.disarm() }
        guard case .success(let isFound)? = await result.resultUnlessCancelled() else { return true }
        // The next release starts focusing again after a failure.
        if !isFound { forget() }
        return isFound
    }

    /// Discards the result: the next release focuses again.
    func forget() { newest.withLock { $0 = nil } }
}
