package import HotShoeSupport
package import PTP
package import PTPSession

/// Performs an operation at an interval, so that the camera does not turn itself off. **Thread-safe.**
package final class KeepAlive: Sendable {
    private let session: PTPSession
    private let code: OperationCode
    private let interval: Duration
    private let time: any TimeSource

    /// Guards the timer; nil before the start and after the end.
    private let timer = Guarded<(any TimeSourceTimer)?>(nil)
    /// The operation under way.
    private let tasks = OwnedTasks()

    /// Creates an inactive instance.
    package init(_ session: PTPSession, _ code: OperationCode, every interval: Duration, time: any TimeSource) {
        (self.session, self.code, self.interval, self.time) = (session, code, interval, time)
    }

    /// Starts the interval. The next one begins when the camera has answered.
    package func start() {
        let timer = time.makeTimer { [weak self] in
            guard let self, session.isOpen else { return }
            tasks.start { [self] in
                _ = try? await self.session.perform(self.code)
                self.arm()
            }
        }
        self.timer.withLock { $0 = timer }
        arm()
    }

    private func arm() { timer.withLock { $0 }?.arm(at: time.now + interval) }

    /// Ends the operations. The one under way is cancelled.
    package func stop() {
        let timer = timer.withLock { timer in
            defer { timer = nil }
            return timer
        }
        timer?.disarm()
        tasks.cancel()
    }
}
