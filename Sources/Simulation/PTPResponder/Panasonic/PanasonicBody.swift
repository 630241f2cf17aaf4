import CameraModel
import HotShoeSupport
import PTP
import PTPPanasonic
import PTPProperties

/// Panasonic's extension of PTP for a simulated body: carries out what ``PanasonicBodyState`` allows. **Thread-safe.**
///
/// All of it is observed behaviour that open-source programs for such bodies rely on.
final class PanasonicBody: PropertyBody {
    typealias Content = BodyNumber
    typealias Session = PanasonicBodyState

    let model: PanasonicModel
    let camera: Camera
    let time: any TimeSource
    let settings: BodyMemory
    let pictures: HostPictures
    let tasks: OwnedTasks
    private let broadcast: Broadcast<Event>

    struct Shared {
        var session: PanasonicBodyState
        var viewfinder: Viewfinder?

        /// Removes the viewfinder, and returns a function that stops it.
        mutating func popView() -> @Sendable () -> Void {
            defer { viewfinder = nil }
            return { [viewfinder] in viewfinder?.stop() }
        }
    }

    /// Guards the state of the session.
    let state: Guarded<Shared>

    init(_ model: PanasonicModel, _ context: VendorBodyContext) {
        self.model = model
        (camera, time, settings, broadcast) = (context.camera, context.time, context.memory, context.broadcast)
        pictures = HostPictures(context.camera, capacity: 16, as: .panasonicPicture)
        tasks = context.tasks
        state = Guarded(Shared(session: PanasonicBodyState()))
    }

    func checkReady() throws(Refusal) { try state.withLock { shared throws(Refusal) in try shared.session.checkReady() } }

    func hang() { state.withLock { $0.session.hang() } }

    // MARK: Events

    /// Sends an event of the body.
    func announce(_ code: EventCode, _ parameter: UInt32) { broadcast.send(Event(code, [parameter])) }

    /// The events of the standard that a body sends.
    private static let standardEvents: Set<EventCode> = [
        .storeAdded, .storeRemoved, .devicePropChanged, .deviceInfoChanged, .storageInfoChanged,
    ]

    /// Files are announced by an event of the body.
    func handles(_ event: Event, _ device: PTPDevice) -> Bool {
        if event.code == .objectAdded { announce(.panasonicObjectAdded, event.parameters[0]) }
        return !Self.standardEvents.contains(event.code)
    }

    func follow(_ event: CameraEvent, _ device: PTPDevice) {
        guard case .property(let change) = event else { return }
        for row in VendorPropertyTable<PanasonicBody>.panasonic.rows(of: change.identifier) {
            announce(.panasonicPropertyChanged, group(of: row.code).rawValue)
        }
    }

    /// The group of a property, by which its changes are announced.
    func group(of code: DevicePropCode) -> DevicePropCode {
        model.groups.first { group in group.members.contains { $0.code == code } }?.group ?? code.panasonicGroup
    }

    // MARK: Leaving

    private func popRunning() -> ([ShutterButton.Action], @Sendable () -> Void) {
        state.withLock { ($0.session.ended(), $0.popView()) }
    }

    func sessionEnded(_ device: PTPDevice) {
        let (actions, stop) = popRunning()
        stop()
        tasks.start { [self] in await leave(actions) }
        pictures.end(device)
    }

    func release() async {
        let (actions, stop) = popRunning()
        stop()
        await leave(actions)
    }

    private func leave(_ actions: [ShutterButton.Action]) async {
        for action in actions { try? await perform(action) }
    }
}
