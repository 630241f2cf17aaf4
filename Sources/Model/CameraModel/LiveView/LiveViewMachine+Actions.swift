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
        var step: Step?
        /// Demand has begun: calls the driver's handler.
        var raisesDemand = false
        /// Time at which a consumer's rate allows its next frame: ``tick(now:)`` is called then.
        var dueAt: Duration?
        /// Time at which live view ends without a consumer: ``lingeringIsOver()`` is called then.
        var lingersUntil: Duration?
        /// Options to apply in the driver; completed by ``applied()``.
        var applies: LiveViewOptions?
        /// Consumers for which live view has ended.
        var ended: [Consumer] = []
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
