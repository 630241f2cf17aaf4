import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

/// Canon's extension of PTP for a simulated EOS body: carries out the actions of ``EOSBodyState``. **Thread-safe.**
///
/// All of it is observed behaviour that open-source programs for such bodies rely on.
final class EOSBody: PropertyBody {
    typealias Content = PropertyContent
    typealias Session = EOSBodyState

    let model: EOSModel
    let camera: Camera
    let time: any TimeSource
    let table: VendorPropertyTable<EOSBody>
    let settings: BodyMemory
    let pictures: HostPictures
    let focusing: Focusing
    private let broadcast: Broadcast<Event>
    let tasks: OwnedTasks

    struct Shared {
        var session: EOSBodyState
        var viewfinder: Viewfinder?
        /// Counts the seconds of a bulb exposure.
        var bulbTimer: (any TimeSourceTimer)?

        /// Removes the viewfinder and the timer, and returns a function that stops them.
        mutating func popRunning() -> @Sendable () -> Void {
            defer { (viewfinder, bulbTimer) = (nil, nil) }
            return { [viewfinder, bulbTimer] in
                bulbTimer?.disarm()
                viewfinder?.stop()
            }
        }
    }

    /// Guards the state of the session.
    let state: Guarded<Shared>

    init(_ model: EOSModel, _ table: VendorPropertyTable<EOSBody>, _ context: VendorBodyContext) {
        self.model = model
        self.table = table
        camera = context.camera
        time = context.time
        broadcast = context.broadcast
        settings = context.memory
        pictures = HostPictures(context.camera, capacity: model.bufferedFiles)
        tasks = context.tasks
        focusing = Focusing(context.camera, context.time, tasks)
        state = Guarded(Shared(session: EOSBodyState(model)))
    }

    // MARK: Events and actions

    /// Reads the state of the session.
    func read<Value: Sendable>(_ body: (borrowing EOSBodyState) -> Value) -> Value { state.withLock { body($0.session) } }

    /// Processes an event of the session, and carries out the resulting actions.
    func process(_ event: (inout EOSBodyState) throws(Refusal) -> [EOSBodyState.Action]) throws(Refusal) {
        perform(try state.withLock { shared throws(Refusal) in try event(&shared.session) })
    }

    /// Processes an event of the session that has no result for the caller.
    func process(_ event: (inout EOSBodyState) -> [EOSBodyState.Action]) { perform(state.withLock { event(&$0.session) }) }

    func perform(_ actions: [EOSBodyState.Action]) {
        for action in actions {
            switch action {
            case .announceRecords: broadcast.send(Event(.eosRequestGetEvent))
            case .reportAll: report(table.rows.filter { !$0.isOnRequest })
            case .report(let code): report(code)
            case .reportDisplay: reportDisplay()
            case .updateViewfinder: updateViewfinder()
            }
        }
    }

    private func updateViewfinder() {
        let new = Viewfinder(time)
        let (old, starts) = state.withLock { shared -> (Viewfinder?, Bool) in
            let isWanted = shared.session.sendsFrames
            if isWanted && shared.viewfinder?.isRunning == true { return (nil, false) }
            defer { shared.viewfinder = isWanted ? new : nil }
            return (shared.viewfinder, isWanted)
        }
        old?.stop()
        if starts { new.start(camera) }
    }

    func checkRemote() throws(Refusal) { try state.withLock { shared throws(Refusal) in try shared.session.checkRemote() } }

    func checkReady() throws(Refusal) {
        let now = time.now
        try state.withLock { shared throws(Refusal) in try shared.session.checkReady(at: now) }
    }

    func hang() { state.withLock { $0.session.hang() } }

    // MARK: Modes

    func setRemoteMode(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let mode = request.parameters[0]
        try EOSBodyState.check(remoteMode: mode)
        if mode == 0 { await release() }
        try state.withLock { shared throws(Refusal) in try shared.session.remoteModeSet(mode) }
        return .ok
    }

    func setEventMode(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let mode = request.parameters[0]
        guard try state.withLock({ shared throws(Refusal) in try shared.session.changesEventMode(mode) }) else { return .ok }
        let clock = await readClock()
        process { $0.eventModeChanged(mode, clock) }
        return .ok
    }

    /// GetEvent (0x9116).
    func getEvent() throws(Refusal) -> Answer {
        let now = time.now
        var records: [EventRecord] = []
        try process { session throws(Refusal) in
            let (reply, actions) = try session.eventsRequested(at: now)
            records = reply
            return actions
        }
        do throws(DatasetError) { return .data(try EventReply(records: records).encoded()) } catch {
            throw Refusal(.generalError)
        }
    }

    /// PCHDDCapacity (0x911A): free clusters, bytes per cluster, and a reset flag.
    func setHostCapacity(_ request: OperationRequest) throws(Refusal) -> Answer {
        let hasRoom = request.parameters[0] > 0 && request.parameters[1] > 0
        try process { session throws(Refusal) in try session.hostReported(hasRoom: hasRoom) }
        return .ok
    }

    // MARK: Leaving

    func sessionEnded(_ device: PTPDevice) {
        let (actions, stop) = state.withLock { ($0.session.sessionEnded(), $0.popRunning()) }
        stop()
        focusing.forget()
        if !actions.isEmpty { tasks.start { [self] in for action in actions { try? await perform(action) } } }
        pictures.end(device)
    }

    func release() async {
        let (actions, stop) = state.withLock { ($0.session.left(), $0.popRunning()) }
        stop()
        focusing.forget()
        for action in actions { try? await perform(action) }
    }

    /// Returns a text in ASCII, with a question mark for each other character.
    static func ascii(_ text: String) -> String {
        String(
            decoding: text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? UInt8($0.value) : UInt8(ascii: "?") },
            as: UTF8.self
        )
    }
}
