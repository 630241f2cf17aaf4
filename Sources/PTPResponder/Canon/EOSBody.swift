import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

/// What an EOS body does beyond the standard: modes, its queue of records, settings of its own, the shutter, live view. **Thread-safe.**
///
/// All of it is observed behaviour, as open programs that speak to such bodies rely on it.
final class EOSBody: MakerBody {
    let model: EOSModel
    let camera: Camera
    let time: any TimeSource
    let table: EOSPropertyTable
    let settings: BodyMemory
    private let broadcast: Broadcast<Event>

    /// What a host has set up, and what it has been told. Ends with the session.
    struct State {
        /// 0 while the body is used by hand.
        var remoteMode: UInt32 = 0
        /// 0 while the body queues nothing.
        var eventMode: UInt32 = 0
        var queue = EOSEventQueue()
        var told = Told()
        var clock: Clock?
        /// Which parts of the displays the host wants to know: the bits of SetRequestOLCInfoGroup (0x913D).
        var displayMask: UInt16 = 0
        var press = Press.none
        /// Counts while the shutter is open.
        var bulbTimer: (any TimeSourceTimer)?
        /// Settled when the camera has focus, or has given up.
        var focusing: Promise<Bool, Never>?
        /// Files that wait to be fetched, those included that are still on their way from the camera.
        var waitingFiles = 0
        var lastFetch: Task<Void, Never>?
        /// Whether the host has said that it has room for pictures.
        var hostHasRoom = false
        /// EVFOutputDevice (0xD1B0): 1 is the body's screen, 2 the host.
        var output: Int64
        var viewfinder: EOSViewfinder?
        var zoomPosition = LiveViewBlob.Pair(0, 0)
        /// The space of the last frame.
        var space: PixelSize?
        var isMovieSwitchOn = false

        init(_ model: EOSModel) { output = model.hasMirror ? 0 : 1 }
    }

    /// What the host knows by now.
    struct Told {
        var values: [DevicePropCode: PropertyContent] = [:]
        var offered: [DevicePropCode: [PropertyContent]] = [:]
        var display: [OLCInfo.Part: [UInt8]] = [:]
    }

    /// The camera's clock when the body last looked at it, in seconds since 1970: by its own zone, and by UTC.
    struct Clock {
        var local: Int64
        var utc: Int64
    }

    /// How far the shutter button is pressed.
    enum Press {
        case none
        case half
        case full
        case bulb
    }

    /// Guards what the host has set up.
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

    /// The parameters of SetRemoteMode (0x9114) that bodies know, beside 0.
    private static let remoteModes: Set<UInt32> = [1, 0x11, 0x15]

    func setRemoteMode(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let mode = request.parameters[0]
        guard mode == 0 || Self.remoteModes.contains(mode) else { throw Refusal(.invalidParameter) }
        if mode == 0 { await letGo() }
        state.withLock { $0.remoteMode = mode }
        return .ok
    }

    /// With 1 or 2 the body begins to queue records: all its properties first. Where it does so already nothing begins anew.
    func setEventMode(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let mode = request.parameters[0]
        guard mode <= 2 else { throw Refusal(.invalidParameter) }
        try checkRemote()
        if state.withLock({ $0.eventMode == mode }) { return .ok }
        let clock = await readClock()
        state.withLock { state in
            state.eventMode = mode
            state.clock = clock
            (state.queue, state.told) = (EOSEventQueue(), Told())
        }
        tellEverything()
        return .ok
    }

    /// Refuses what works only while the host is in charge.
    func checkRemote() throws(Refusal) {
        guard state.withLock({ $0.remoteMode != 0 }) else { throw Refusal(.eosOperationRefused) }
    }

    /// The same, and refuses everything while the body waits for its queue to be drained.
    func checkReady() throws(Refusal) {
        try checkRemote()
        let now = time.now
        let isWedged = state.withLock { state in
            state.queue.look(at: now)
            return state.queue.isWedged
        }
        if isWedged { throw Refusal(.deviceBusy) }
    }

    func wedge() { state.withLock { $0.queue.wedge() } }

    // MARK: Leaving

    func sessionEnded(_ device: PTPDevice) {
        let left = state.withLock { state in
            defer { state = State(model) }
            return state
        }
        left.lastFetch?.cancel()
        left.bulbTimer?.disarm()
        left.viewfinder?.stop()
        if let shutter = Self.lettingGo(left.press, camera) { Task { await shutter() } }
        device.shared.withLock { $0.objects.removeAllHeld() }
    }

    func letGo() async {
        let (press, viewfinder, timer) = state.withLock { state in
            defer {
                (state.press, state.bulbTimer, state.focusing) = (.none, nil, nil)
                (state.viewfinder, state.output) = (nil, state.output & ~2)
            }
            return (state.press, state.viewfinder, state.bulbTimer)
        }
        timer?.disarm()
        viewfinder?.stop()
        await Self.lettingGo(press, camera)?()
    }

    /// What lets the button go; nil where it is not pressed.
    private static func lettingGo(_ press: Press, _ camera: Camera) -> (@Sendable () async -> Void)? {
        if case .none = press { return nil }
        return {
            if case .half = press {} else { try? await camera.releaseShutter() }
            try? await camera.disengageAutoFocus()
        }
    }

    // MARK: Saying

    /// Puts records into the queue. Where it was empty the host is told by an event that there is something (0xC101).
    func say(_ records: [EventRecord]) {
        let now = time.now
        say { state in for record in records { state.queue.append(record, at: now) } }
    }

    /// Changes the queue, as long as there is one.
    func say(_ body: (inout State) -> Void) {
        let isNews = state.withLock { state in
            guard state.eventMode != 0 else { return false }
            let wasEmpty = state.queue.isEmpty
            body(&state)
            return wasEmpty && !state.queue.isEmpty
        }
        if isNews { broadcast.send(Event(.eosRequestGetEvent)) }
    }

    /// The data of GetEvent (0x9116).
    func getEvent() throws(Refusal) -> Answer {
        try checkRemote()
        let now = time.now
        let (records, isBack) = state.withLock { state -> ([EventRecord], Bool) in
            state.queue.look(at: now)
            let wasWedged = state.queue.isWedged
            let records = state.queue.take(at: now)
            return (records, wasWedged && !state.queue.isWedged)
        }
        // What has changed meanwhile it did not say.
        if isBack { tellEverything() }
        do throws(DatasetError) { return .data(try PTPCanon.EventStream(records: records).encoded()) } catch {
            throw Refusal(.generalError)
        }
    }

    /// Text as a body says it: what is not ASCII becomes a question mark.
    static func ascii(_ text: String) -> String {
        String(
            decoding: text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? UInt8($0.value) : UInt8(ascii: "?") },
            as: UTF8.self
        )
    }
}
