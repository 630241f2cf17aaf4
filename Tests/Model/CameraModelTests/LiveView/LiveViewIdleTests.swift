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
}
