import CameraModel
import HotShoeSupport

/// Runs one provider on its own thread, isolated from other providers. **Thread-safe.**
///
/// A provider that fails is restarted after a pause, which doubles up to a limit. A provider that blocks its thread forever
/// affects only that thread.
final class ProviderRunner: Sendable {
    private static let firstPause: Duration = .seconds(1)
    private static let longestPause: Duration = .seconds(60)

    let identifier: String
    private let provider: any CameraProvider
    private let executor: ThreadExecutor
    private let time: any TimeSource

    /// Guards the task, which is set once.
    private let task = Guarded<Task<Void, Never>?>(nil)

    init(_ provider: any CameraProvider, time: any TimeSource) {
        identifier = provider.identifier
        self.provider = provider
        self.time = time
        executor = ThreadExecutor(name: "hotshoe.search")
    }

    func start(_ sink: some ReportingSink) {
        let (provider, time) = (provider, time)
        let started = Task(executorPreference: executor) {
            guard PluginInterface.current.canUse(provider.interfaceVersion) else {
                return sink.failed(
                    CameraError(
                        .notSupported,
                        "The plugin was made for interface \(provider.interfaceVersion); this library has \(PluginInterface.current).",
                        operation: .discover
                    )
                )
            }
            var pause = Self.firstPause
            while !Task.isCancelled {
                do throws(CameraError) {
                    try await provider.discover(sink)
                    sink.caughtUp()
                    return
                } catch {
                    if Task.isCancelled || error.code == .cancelled { return }
                    Log.write(.warning, "discovery", "\(provider.identifier): \(error.message)")
                    sink.failed(error)
                }
                await time.sleep(for: pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
        task.withLock { $0 = started }
    }

    func stop() {
        task.withLock { $0 }?.cancel()
        executor.stop()
    }

    /// Requests a camera by address from the provider, on its thread; a cancelled caller no longer waits.
    func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? {
        let provider = provider
        let promise = Promise<DiscoveredCamera?, CameraError>()
        let enumeration = Task(executorPreference: executor) {
            do throws(CameraError) { promise.fulfil(.success(try await provider.camera(at: address))) } catch {
                promise.fulfil(.failure(error))
            }
        }
        guard let result = await promise.resultUnlessCancelled() else {
            enumeration.cancel()
            throw .cancelled(.discover)
        }
        return try result.get()
    }
}

/// A sink that also receives the provider's errors.
protocol ReportingSink: DiscoverySink {
    /// The provider has failed: its cameras are lost.
    func failed(_ error: CameraError)
    /// A part of what the provider searches has failed, or all of it is searched again if the error is nil: its other cameras stay.
    func noticed(_ error: CameraError?)
}
