import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

/// Canon's extension of PTP for a simulated EOS body: modes, the queue of records, settings, the shutter, live view.
/// **Thread-safe.**
///
/// All of it is observed behaviour that open-source programs for such bodies rely on.
final class EOSBody: VendorBody {
    let model: EOSModel
    let camera: Camera
    let time: any TimeSource
    let table: EOSPropertyTable
    let settings: BodyMemory
    private let broadcast: Broadcast<Event>

    /// State that the initiator has set up and values that it has received. Reset at the end of the session.
    struct State {
        /// 0 while the body is operated by hand.
        var remoteMode: UInt32 = 0
        /// 0 while the body queues no records.
        var eventMode: UInt32 = 0
        var queue = EOSEventQueue()
        var reported = Reported()
        var clock: Clock?
        /// Parts of the displays that the initiator requests: the bits of SetRequestOLCInfoGroup (0x913D).
        var displayMask: UInt16 = 0
        var press = Press.none
        /// Counts the seconds of a bulb exposure.
        var bulbTimer: (any TimeSourceTimer)?
        /// Fulfilled when focusing has succeeded or failed.
        var focusing: Promise<Bool, Never>?
        /// Number of files for the initiator, including those that are still being fetched from the camera.
        var waitingFiles = 0
        var lastFetch: Task<Void, Never>?
        /// Whether the initiator has reported space for pictures.
        var hostHasRoom = false
        /// EVFOutputDevice (0xD1B0): 1 for the body's screen, 2 for the initiator.
        var output: Int64
        var viewfinder: EOSViewfinder?
        var zoomPosition = LiveViewBlob.Pair(0, 0)
        /// Coordinate space of the last frame.
        var space: PixelSize?
        var isMovieSwitchOn = false

        init(_ model: EOSModel) { output = model.hasMirror ? 0 : 1 }
    }

    /// Values that the initiator has received.
    struct Reported {
        var values: [DevicePropCode: PropertyContent] = [:]
        var offered: [DevicePropCode: [PropertyContent]] = [:]
        var display: [OLCInfo.Part: [UInt8]] = [:]
    }

    /// The camera's clock at its last reading, in seconds since 1970, in local time and in UTC.
    struct Clock {
        var local: Int64
        var utc: Int64
    }

    /// Position of the shutter button.
    enum Press {
        case none
        case half
        case full
        case bulb
    }

    /// Guards the state of the session.
    let state: Guarded<State>

    init(
        _ model: EOSModel,
        _ table: EOSPropertyTable,
        _ camera: Camera,
        _ time: any TimeSource,
        _ broadcast: Broadcast<Event>,
        _ settings: BodyMemory
    ) {
        self.model = model
        self.table = table
        self.camera = camera
        self.time = time
        self.broadcast = broadcast
        self.settings = settings
        state = Guarded(State(model))
    }

    // MARK: Modes

    /// Parameters of SetRemoteMode (0x9114) that bodies accept, besides 0.
    private static let remoteModes: Set<UInt32> = [1, 0x11, 0x15]

    func setRemoteMode(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let mode = request.parameters[0]
        guard mode == 0 || Self.remoteModes.contains(mode) else { throw Refusal(.invalidParameter) }
        if mode == 0 { await release() }
        state.withLock { $0.remoteMode = mode }
        return .ok
    }

    /// Modes 1 and 2 start the queue of records, beginning with all properties. Setting the current mode again changes nothing.
    func setEventMode(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let mode = request.parameters[0]
        guard mode <= 2 else { throw Refusal(.invalidParameter) }
        try checkRemote()
        if state.withLock({ $0.eventMode == mode }) { return .ok }
        let clock = await readClock()
        state.withLock { state in
            state.eventMode = mode
            state.clock = clock
            (state.queue, state.reported) = (EOSEventQueue(), Reported())
        }
        reportAll()
        return .ok
    }

    /// Throws `eosOperationRefused` unless remote mode is active.
    func checkRemote() throws(Refusal) {
        guard state.withLock({ $0.remoteMode != 0 }) else { throw Refusal(.eosOperationRefused) }
    }

    /// Throws like ``checkRemote()``, or `deviceBusy` while the queue is blocked.
    func checkReady() throws(Refusal) {
        try checkRemote()
        let now = time.now
        let isHung = state.withLock { state in
            state.queue.checkTimeout(at: now)
            return state.queue.isHung
        }
        if isHung { throw Refusal(.deviceBusy) }
    }

    func hang() { state.withLock { $0.queue.hang() } }

    // MARK: Leaving

    func sessionEnded(_ device: PTPDevice) {
        let left = state.withLock { state in
            defer { state = State(model) }
            return state
        }
        left.lastFetch?.cancel()
        left.bulbTimer?.disarm()
        left.viewfinder?.stop()
        if let shutter = Self.releasing(left.press, camera) { Task { await shutter() } }
        device.shared.withLock { $0.objects.removeAllHeld() }
    }

    func release() async {
        let (press, viewfinder, timer) = state.withLock { state in
            defer {
                (state.press, state.bulbTimer, state.focusing) = (.none, nil, nil)
                (state.viewfinder, state.output) = (nil, state.output & ~2)
            }
            return (state.press, state.viewfinder, state.bulbTimer)
        }
        timer?.disarm()
        viewfinder?.stop()
        await Self.releasing(press, camera)?()
    }

    /// Returns a closure that releases the button; nil if it is not pressed.
    private static func releasing(_ press: Press, _ camera: Camera) -> (@Sendable () async -> Void)? {
        if case .none = press { return nil }
        return {
            if case .half = press {} else { try? await camera.releaseShutter() }
            try? await camera.disengageAutoFocus()
        }
    }

    // MARK: Records

    /// Adds records to the queue. If it was empty, sends an event (0xC101) that announces records.
    func enqueue(_ records: [EventRecord]) {
        let now = time.now
        changeQueue { state in for record in records { state.queue.append(record, at: now) } }
    }

    /// Changes the queue if the event mode is active.
    func changeQueue(_ body: (inout State) -> Void) {
        let isFirst = state.withLock { state in
            guard state.eventMode != 0 else { return false }
            let wasEmpty = state.queue.isEmpty
            body(&state)
            return wasEmpty && !state.queue.isEmpty
        }
        if isFirst { broadcast.send(Event(.eosRequestGetEvent)) }
    }

    /// The data of GetEvent (0x9116).
    func getEvent() throws(Refusal) -> Answer {
        try checkRemote()
        let now = time.now
        let (records, isBack) = state.withLock { state -> ([EventRecord], Bool) in
            state.queue.checkTimeout(at: now)
            let wasHung = state.queue.isHung
            let records = state.queue.popReply(at: now)
            return (records, wasHung && !state.queue.isHung)
        }
        // Changes during the block were not queued.
        if isBack { reportAll() }
        do throws(DatasetError) { return .data(try PTPCanon.EventStream(records: records).encoded()) } catch {
            throw Refusal(.generalError)
        }
    }

    /// Returns a text in ASCII, with a question mark for each other character.
    static func ascii(_ text: String) -> String {
        String(
            decoding: text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? UInt8($0.value) : UInt8(ascii: "?") },
            as: UTF8.self
        )
    }
}
