import HotShoeSupport
import Synchronization
import Testing

@testable import CameraModel

/// Waiting until live view has stopped.
@Suite(.timeLimit(.minutes(5))) struct LiveViewIdleTests {
    /// Events of a hub, and callers that have returned from waiting for it.
    private final class Watch: Sendable {
        let hub = Guarded<LiveViewHub?>(nil)
        let isNotified = Atomic(false)
        let isWaiting = Atomic(false)
        let hasStarted = Promise<Void, Never>()
        let sawNotified = Promise<Bool, Never>()

        func changed(_ state: LiveViewState) {
            guard !state.isRunning else { return }
            let hub = hub.withLock { $0 }
            Task {
                isWaiting.store(true, ordering: .releasing)
                await hub?.untilIdle()
                sawNotified.fulfil(.success(isNotified.load(ordering: .acquiring)))
            }
            while !isWaiting.load(ordering: .acquiring) {}
            // Time for a caller that does not wait; a caller that waits cannot have returned yet.
            for _ in 0..<100_000 where sawNotified.current == nil { isWaiting.store(true, ordering: .sequentiallyConsistent) }
            isNotified.store(true, ordering: .releasing)
        }
    }

    @Test func `live view that ends is not idle before its consumers were notified`() async {
        let watch = Watch()
        let source = LiveViewHub.Source(
            start: { _, _ in
                watch.hasStarted.fulfil(.success(()))
                return .success(LiveViewFormat(size: PixelSize(width: 8, height: 8), rate: nil))
            },
            apply: { _ in .success(()) },
            stop: {},
            stateChanged: { watch.changed($0) }
        )
        let hub = LiveViewHub(source: source, time: SystemClock.shared)
        watch.hub.withLock { $0 = hub }
        await hub.untilIdle()
        let consumer = LiveViewConsumer(.stream, options: LiveViewOptions())
        hub.join(consumer)
        let waiting = Task { await hub.next(for: consumer) }
        _ = await watch.hasStarted.result()
        hub.end(.stopped)
        #expect(await watch.sawNotified.result().get())
        _ = await waiting.value
        hub.leave(consumer)
        watch.hub.withLock { $0 = nil }
    }

    @Test func `a change of options is cancelled, and has ended, before live view stops`() async throws {
        let (running, applying, applied) = (Promise<Void, Never>(), Promise<Void, Never>(), Promise<Void, Never>())
        let stopped = Promise<Bool, Never>()
        let source = LiveViewHub.Source(
            start: { _, _ in .success(LiveViewFormat(size: PixelSize(width: 8, height: 8), rate: nil)) },
            apply: { _ in
                applying.fulfil(.success(()))
                // Ends when its task is cancelled, and not before.
                _ = await Promise<Void, Never>().resultUnlessCancelled()
                applied.fulfil(.success(()))
                return .failure(.cancelled(.setLiveViewOptions))
            },
            stop: { stopped.fulfil(.success(applied.current != nil)) },
            stateChanged: { if $0.isRunning { running.fulfil(.success(())) } }
        )
        let hub = LiveViewHub(source: source, time: SystemClock.shared)
        let consumers = [LiveViewOptions(maximumRate: 1), LiveViewOptions()].map { LiveViewConsumer(.stream, options: $0) }
        var waiting: [Task<LiveViewConsumer.Outcome, Never>] = []
        for consumer in consumers {
            hub.join(consumer)
            waiting.append(Task { await hub.next(for: consumer) })
            _ = await running.result()
        }
        _ = await applying.result()
        hub.end(.stopped)
        #expect(await stopped.result().get())
        await hub.untilLeft()
        for task in waiting { _ = await task.value }
        for consumer in consumers { hub.leave(consumer) }
    }
}
