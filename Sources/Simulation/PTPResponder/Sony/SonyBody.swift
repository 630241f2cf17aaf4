import CameraModel
import HotShoeSupport
import PTP
import PTPProperties
import PTPSony

/// Sony's extension of PTP for a simulated body: carries out what ``SonyBodyState`` allows. **Thread-safe.**
///
/// All of it is observed behaviour that open-source programs for such bodies rely on.
final class SonyBody: PropertyBody {
    typealias Content = SonyNumber
    typealias Session = SonyBodyState

    let model: SonyModel
    let camera: Camera
    let time: any TimeSource
    let settings: BodyMemory
    let pictures: HostPictures
    let focusing: Focusing
    let tasks: OwnedTasks
    private let broadcast: Broadcast<Event>

    struct Shared {
        var session: SonyBodyState
        var viewfinder: Viewfinder?
        /// Coordinate space of the last frame.
        var space: PixelSize?
        /// Time of the last request of a frame.
        var lastFrame: Duration = .zero
        /// Stops live view when no frames are requested.
        var viewTimer: (any TimeSourceTimer)?

        /// Removes the viewfinder and its timer, and returns a function that stops them.
        mutating func popView() -> @Sendable () -> Void {
            defer { (viewfinder, viewTimer, space) = (nil, nil, nil) }
            return { [viewfinder, viewTimer] in
                viewTimer?.disarm()
                viewfinder?.stop()
            }
        }
    }

    /// Guards the state of the session.
    let state: Guarded<Shared>

    init(_ model: SonyModel, _ context: VendorBodyContext) {
        self.model = model
        (camera, time, settings, broadcast) = (context.camera, context.time, context.memory, context.broadcast)
        pictures = HostPictures(context.camera, capacity: model.bufferedPictures, as: .sonyCapturedPicture)
        tasks = context.tasks
        focusing = Focusing(context.camera, context.time, tasks)
        state = Guarded(Shared(session: SonyBodyState(model)))
    }

    /// Reads the state of the session.
    func read<Value>(_ body: (borrowing SonyBodyState) throws(Refusal) -> Value) throws(Refusal) -> Value {
        try state.withLock { shared throws(Refusal) in try body(shared.session) }
    }

    func checkReady() throws(Refusal) { try state.withLock { shared throws(Refusal) in try shared.session.checkReady() } }

    func hang() { state.withLock { $0.session.hang() } }

    // MARK: Connecting

    /// SDIOConnect (0x9201): 8 bytes whose meaning is not known.
    func connect(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let begins = try state.withLock { shared throws(Refusal) in try shared.session.connected(step: request.parameters[0]) }
        if begins { await use(destination) }
        return .data([UInt8](repeating: 0, count: 8))
    }

    /// SDIOGetExtDeviceInfo (0x9202).
    func extended(_ request: OperationRequest) throws(Refusal) -> Answer {
        let version = try state.withLock { shared throws(Refusal) in
            try shared.session.extensionRequested(request.parameters[0])
        }
        let codes: [UInt16] =
            [
                OperationCode.sonySetExtDevicePropValue, .sonyControlDevice, .sonyGetAllExtDevicePropInfo,
            ].map(\.rawValue) + [EventCode.sonyObjectAdded, .sonyPropertyChanged, .sonyCaptured].map(\.rawValue)
        let properties = model.properties(version).map { UInt16(truncatingIfNeeded: $0.code.rawValue) }
        return try .dataset(
            SonyExtension(
                version: version.rawValue,
                codes: codes + properties,
                controls: Self.controls.map { UInt16(truncatingIfNeeded: $0.rawValue) }
            )
        )
    }

    /// Destination of pictures under remote control; the computer and the card at first, as in the dumps.
    var destination: ImageDestination {
        let number: SonyNumber? = settings.content(of: .sonyStoreDestination)
        guard case .imageDestination(let place)? = number.flatMap({ SonyTables.destinations[$0.value]?.common }) else {
            return .cameraAndHost
        }
        return place
    }

    func use(_ destination: ImageDestination) async {
        try? await camera.property(.imageDestination).set(.imageDestination(destination), until: .reflected(timeout: .seconds(1)))
    }

    // MARK: Events

    /// Sends an event to an initiator that controls the body.
    func announce(_ code: EventCode, _ parameter: UInt32) {
        if state.withLock({ $0.session.isRemote }) { broadcast.send(Event(code, [parameter])) }
    }

    func announce(_ code: DevicePropCode) { announce(.sonyPropertyChanged, code.rawValue) }

    /// Under remote control the body reports no objects of its cards, and sends no events of the standard.
    func handles(_ event: Event, _ device: PTPDevice) -> Bool {
        guard state.withLock({ $0.session.isRemote }) else { return false }
        if event.code == .objectAdded { announce(.sonyCaptured, 0) }
        return true
    }

    func follow(_ event: CameraEvent, _ device: PTPDevice) {
        switch event {
        case .property(let change): for row in Self.tables[.v3]?.rows(of: change.identifier) ?? [] { announce(row.code) }
        case .recording: announce(.sonyMovieRecordingState)
        default: break
        }
    }

    // MARK: Leaving

    private func popRunning() -> ([ShutterButton.Action], @Sendable () -> Void) {
        state.withLock { ($0.session.ended(), $0.popView()) }
    }

    func sessionEnded(_ device: PTPDevice) {
        let (actions, stop) = popRunning()
        stop()
        focusing.forget()
        tasks.start { [self] in await leave(actions) }
        pictures.end(device)
    }

    func release() async {
        let (actions, stop) = popRunning()
        stop()
        focusing.forget()
        await leave(actions)
    }

    private func leave(_ actions: [ShutterButton.Action]) async {
        for action in actions { try? await perform(action) }
    }
}
