import HotShoeSupport

/// One connection of a camera: the requests in progress on it, so that all of them can fail together. **Thread-safe.**
final class Connection: Sendable {
    let number: Int
    let authenticationHandler: AuthenticationHandler?
    /// Fulfilled when the driver's `connect` has returned or thrown, even if no caller waits for it any more.
    let driverIsDone = Promise<Void, Never>()

    private struct State {
        var failure: CameraError?
        var hasReachedDriver = false
        var established: (any CameraConnection)?
        var questions: [AuthenticationRequest] = []
        var isPastQuestions = false
        var nextKey = 0
        var requests: [Int: @Sendable (CameraError) -> Void] = [:]
        var busy: Set<ExclusiveGroup> = []
        var activities = ActivityLedger()
    }

    /// Guards the table of requests, and the progress of connecting.
    private let state = Guarded(State())
    /// Work that continues after its caller was cancelled or released, and is cancelled with the connection.
    private let work = OwnedTasks()
    /// Work that ends the connection, which nothing cancels. It retains the connection.
    private let ending = OwnedTasks()

    init(number: Int, authenticationHandler: AuthenticationHandler?) {
        self.number = number
        self.authenticationHandler = authenticationHandler
    }

    /// Error with which the connection has ended, or will end.
    var failure: CameraError? { state.withLock { $0.failure } }

    /// Whether the driver's `connect` was called, or is about to be called.
    var hasReachedDriver: Bool { state.withLock { $0.hasReachedDriver } }

    /// Records that the driver's `connect` is about to be called; returns false if the connection has already failed.
    func reachDriver() -> Bool {
        state.withLock { state in
            if state.failure == nil { state.hasReachedDriver = true }
            return state.hasReachedDriver
        }
    }

    /// The connection that the driver returned; nil before that, and if it returned none.
    var established: (any CameraConnection)? { state.withLock { $0.established } }

    /// Records the connection that the driver returned.
    func establish(_ established: any CameraConnection) { state.withLock { $0.established = established } }

    /// Records an open authentication request; returns false if requests are no longer accepted.
    func requestAuthentication(_ question: AuthenticationRequest) -> Bool {
        state.withLock { state in
            if !state.isPastQuestions { state.questions.append(question) }
            return !state.isPastQuestions
        }
    }

    /// Resolves the requests that the driver left open, so that the authentication handler learns the outcome.
    func endQuestions(_ resolution: AuthenticationRequest.Resolution) {
        let questions = state.withLock { state in
            state.isPastQuestions = true
            defer { state.questions = [] }
            return state.questions
        }
        for question in questions { question.resolve(resolution) }
    }

    /// Adds a request. `fail` is called if the connection ends before the request does; immediately if it has already ended.
    func enter(_ fail: @escaping @Sendable (CameraError) -> Void) -> Int {
        let (key, failure) = state.withLock { state in
            state.nextKey += 1
            if state.failure == nil { state.requests[state.nextKey] = fail }
            return (state.nextKey, state.failure)
        }
        if let failure { fail(failure) }
        return key
    }

    func leave(_ key: Int) {
        state.withLock { $0.requests[key] = nil }
    }

    /// Records the error with which the connection must end, for a caller that holds a lock and calls ``fail(_:)`` afterwards.
    func abandon(_ error: CameraError) {
        state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    /// Ends the connection for all requests in progress. The first error is kept.
    func fail(_ error: CameraError) {
        let requests = state.withLock { state in
            if state.failure == nil { state.failure = error }
            defer { state.requests = [:] }
            return state.requests.sorted { $0.key < $1.key }.map(\.value)
        }
        for request in requests { request(error) }
    }

    /// Reserves a group for one request; returns false while another request holds it.
    func claim(_ group: ExclusiveGroup) -> Bool {
        state.withLock { $0.busy.insert(group).inserted }
    }

    func free(_ group: ExclusiveGroup) {
        state.withLock { _ = $0.busy.remove(group) }
    }

    // MARK: Work that outlives its caller

    /// Performs work that is not cancelled with its caller.
    func perform(_ work: @escaping @Sendable () async -> Void) { self.work.start(work) }

    /// Cancels the work, and waits for its end. Must not be called by the work itself.
    func endWork() async { await work.end() }

    /// Performs work that ends the connection.
    func performEnding(_ work: @escaping @Sendable () async -> Void) {
        ending.start { [self] in
            await work()
            withExtendedLifetime(self) {}
        }
    }

    // MARK: Activities that last until they are stopped

    /// Records a start that the driver is about to receive.
    func begin(_ activity: SustainedActivity) -> ActivityLedger.Start { state.withLock { $0.activities.begin(activity) } }

    /// Records the driver's answer to a start; nil for success.
    func finish(_ start: ActivityLedger.Start, _ error: CameraError?) {
        state.withLock { $0.activities.finish(start, error) }
        start.isAnswered.fulfil(.success(()))
    }

    /// Records that the driver has stopped an activity.
    func end(_ activity: SustainedActivity) { state.withLock { $0.activities.end(activity) } }

    /// Returns whether this connection started an activity that may still be active.
    func mayBeActive(_ activity: SustainedActivity) -> Bool { state.withLock { $0.activities.active.contains(activity) } }

    /// Waits until the driver has answered a start in progress, or the task is cancelled.
    func untilAnswered(_ activity: SustainedActivity) async {
        guard let start = state.withLock({ $0.activities.pending[activity] }) else { return }
        _ = await start.isAnswered.resultUnlessCancelled()
    }

    /// Records the request to stop an activity, which the program must end with ``finishStop(of:_:)``.
    func beginStop(of activity: SustainedActivity) -> Promise<Void, Never> {
        state.withLock { $0.activities.beginStop(of: activity) }
    }

    /// Records that a requested stop has ended. If the end of the connection may have interrupted it, it remains to be made.
    func finishStop(of activity: SustainedActivity, _ hasEnded: Promise<Void, Never>) {
        state.withLock { state in
            if state.failure == nil { state.activities.finishStop(of: activity, hasEnded) }
        }
        hasEnded.fulfil(.success(()))
    }

    /// Returns whether this connection must stop an activity before it disconnects: one that it started and may not leave, or
    /// whose stop was requested and not made.
    private func mustStop(_ activity: SustainedActivity, _ options: DisconnectOptions) -> Bool {
        state.withLock { state in
            if state.activities.stops[activity] != nil { return true }
            return state.activities.active.contains(activity) && !(activity == .recording && options.leavesRecording)
        }
    }

    /// Time for the driver to settle a start and to stop an activity, while the connection ends.
    private static let stopLimit: Duration = .seconds(3)

    /// Stops the activities that this connection started, and those whose stop was requested, then disconnects. Ignores
    /// failures, which cannot be handled at this point. Waits at most ``stopLimit`` for each activity.
    func disconnect(_ established: any CameraConnection, _ options: DisconnectOptions, time: any TimeSource) async {
        for activity in SustainedActivity.allCases where mustStop(activity, options) {
            let requested = state.withLock { $0.activities.stops[activity] }
            let isOver = Promise<Void, Never>()
            let limit = time.makeTimer { isOver.fulfil(.success(())) }
            limit.arm(at: time.now + Self.stopLimit)
            performEnding { [self] in
                await untilAnswered(activity)
                _ = await requested?.result()
                if mustStop(activity, options), (try? await activity.stop(on: established)) != nil { end(activity) }
                isOver.fulfil(.success(()))
            }
            _ = await isOver.result()
            limit.disarm()
        }
        await established.disconnect(options)
    }
}

/// Groups of requests of which a camera performs one at a time.
enum ExclusiveGroup: Hashable {
    case shutter
    case recording
    case categories
}

/// Performs the driver's work; returns early when the caller is cancelled or the connection ends, even if the driver does not
/// return.
func race<Value: Sendable>(
    on connection: Connection,
    _ operation: CameraOperation,
    subject: String? = nil,
    whenDone: @escaping @Sendable () -> Void = {},
    _ work: @escaping @Sendable () async throws(CameraError) -> Value
) async throws(CameraError) -> Value {
    let promise = Promise<Value, CameraError>()
    let task = Task {
        let result: Result<Value, CameraError>
        do throws(CameraError) { result = .success(try await work()) } catch { result = .failure(error) }
        whenDone()
        promise.fulfil(result)
    }
    let key = connection.enter { promise.fulfil(.failure($0)) }
    let result = await promise.resultUnlessCancelled()
    connection.leave(key)
    switch result {
    case .success(let value): return value
    case .failure(var error):
        task.cancel()
        if error.operation == nil { error.operation = operation }
        if error.subject == nil { error.subject = subject }
        throw error
    case nil:
        task.cancel()
        var error = CameraError.cancelled(operation)
        error.subject = subject
        throw error
    }
}
