// The phases of live view, and what follows from its events.

extension LiveViewMachine {
    /// Phase of a run of the camera's live view. The first end of a run counts.
    enum Phase: Equatable, Sendable {
        case idle
        /// The driver starts live view; `end` is why the run ends as soon as it has.
        case starting(attempt: Int, end: LiveViewEnd?)
        /// The camera was busy; until the next attempt.
        case pausing(attempt: Int)
        case running
        /// The driver stops live view.
        case stopping(LiveViewEnd)
        /// The consumers are notified of the end.
        case finishing
    }

    /// Demand of the consumers for frames.
    enum Demand: Int, Sendable {
        /// The driver should make no frame.
        case none
        case oneFrame
        /// A frame, and probably another one as soon as it has arrived.
        case consecutiveFrames
    }

    /// Step of a run, which its owner performs and completes with an event.
    enum Step: Sendable {
        /// Starts the camera's live view; completed by ``started(_:now:)``.
        case start(LiveViewOptions)
        /// Waits until this time; completed by ``pauseIsOver(_:)``.
        case pause(until: Duration)
        /// Stops the camera's live view; completed by ``stopped()``.
        case stop
        /// Reports the end of the run, notifies the consumers in ``Actions/ended``, and then calls ``finished(now:)``.
        case finish(LiveViewEnd, CameraError?)
    }

    /// Actions that follow from an event.
    struct Actions: Sendable {
        /// Demand has begun: calls the driver's handler.
        var raisesDemand = false
        /// Time at which a consumer's rate allows its next frame: ``tick(now:)`` is called then.
        var dueAt: Duration?
        /// The other actions; nil for those of a frame, which are copied often.
        private(set) var rare: RareActions?

        init(
            step: Step? = nil,
            lingersUntil: Duration? = nil,
            applies: LiveViewOptions? = nil,
            ended: [Consumer] = []
        ) {
            guard step != nil || lingersUntil != nil || applies != nil || !ended.isEmpty else { return }
            rare = RareActions(step: step, lingersUntil: lingersUntil, applies: applies, ended: ended)
        }

        var step: Step? { rare?.step }
        var applies: LiveViewOptions? { rare?.applies }
        var ended: [Consumer] { rare?.ended ?? [] }

        /// Time at which live view ends without a consumer: ``lingeringIsOver()`` is called then.
        var lingersUntil: Duration? {
            get { rare?.lingersUntil }
            set { rare = RareActions(step: step, lingersUntil: newValue, applies: applies, ended: ended) }
        }
    }

    /// Actions at the begin, the end, and the change of a run. An object, so that ``Actions`` without them are small.
    final class RareActions: Sendable {
        let step: Step?
        let lingersUntil: Duration?
        /// Options to apply in the driver; completed by ``applied()``.
        let applies: LiveViewOptions?
        /// Consumers for which live view has ended.
        let ended: [Consumer]

        init(step: Step?, lingersUntil: Duration?, applies: LiveViewOptions?, ended: [Consumer]) {
            (self.step, self.lingersUntil, self.applies, self.ended) = (step, lingersUntil, applies, ended)
        }
    }

    /// Answer to a stream's request.
    enum Answer: Equatable, Sendable {
        /// The newest frame.
        case newest
        case wait
        /// Live view has ended for the consumer, which was notified.
        case ended(LiveViewEnd)
        /// The stream waits already.
        case refused
    }
}
