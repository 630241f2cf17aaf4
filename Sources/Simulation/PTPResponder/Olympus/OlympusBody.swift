import CameraModel
import HotShoeSupport
import PTP
import PTPOlympus
import PTPProperties

/// The extension of PTP of Olympus and OM System for a simulated body: carries out what ``OlympusBodyState`` allows. **Thread-safe.**
///
/// All of it is observed behaviour that open-source programs for such bodies rely on. The properties have the standard's form.
final class OlympusBody: VendorBody {
    let model: OlympusModel
    let camera: Camera
    let time: any TimeSource
    let memory: BodyMemory
    let pictures: HostPictures
    let tasks: OwnedTasks
    private let broadcast: Broadcast<Event>

    struct Shared {
        var session = OlympusBodyState()
        var viewfinder: Viewfinder?
        /// Handle of the newest picture in the memory.
        var newest: ObjectHandle?

        /// Removes the viewfinder, and returns a function that stops it.
        mutating func popView() -> @Sendable () -> Void {
            defer { viewfinder = nil }
            return { [viewfinder] in viewfinder?.stop() }
        }
    }

    /// Guards the state of the session.
    let state = Guarded(Shared())

    init(_ model: OlympusModel, _ context: VendorBodyContext) {
        self.model = model
        (camera, time, memory, broadcast) = (context.camera, context.time, context.memory, context.broadcast)
        pictures = HostPictures(context.camera, capacity: 8)
        tasks = context.tasks
    }

    func hang() { state.withLock { $0.session.hang() } }

    // MARK: Events

    /// Sends an event of the body.
    func announce(_ code: EventCode, _ parameter: UInt32) { broadcast.send(Event(code, [parameter])) }

    /// The events of the standard that a body sends.
    private static let standardEvents: Set<EventCode> = [.storeAdded, .storeRemoved]

    /// Files and properties are announced by events of the body; folders are not announced.
    func handles(_ event: Event, _ device: PTPDevice) -> Bool {
        switch event.code {
        case .objectAdded:
            let handle = ObjectHandle(rawValue: event.parameters[0])
            if device.shared.withLock({ $0.objects.item(handle)?.kind }) != .folder { added(handle) }
            return true
        case .devicePropChanged:
            announce(.olympusPropertyChanged, event.parameters[0])
            return true
        default: return !Self.standardEvents.contains(event.code)
        }
    }

    /// A picture can be fetched: its handle, then its completion, whose parameter is no handle.
    func added(_ handle: ObjectHandle) {
        announce(.olympusObjectAdded, handle.rawValue)
        announce(.olympusCaptureComplete, 0)
        announce(.captureComplete, 0)
    }

    // MARK: The control mode and live view

    /// Whether the computer controls the body.
    var isControlled: Bool { memory[DevicePropCode.olympusControlMode.rawValue]?.first == UInt8(OlympusControlMode.computer) }

    func sets(_ code: DevicePropCode, to data: [UInt8]) async throws(Refusal) -> Bool {
        try state.withLock { shared throws(Refusal) in try shared.session.checkReady() }
        switch code {
        case .olympusControlMode:
            guard data == [1, 0] || data == [2, 0] else { throw Refusal(.invalidDevicePropValue) }
            guard state.withLock({ $0.session.canChangeControl }) else { throw Refusal(.deviceBusy) }
        case .olympusLiveViewMode:
            let number = data.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            guard data.count == 4, OlympusTables.liveViewModes[number] != nil else { throw Refusal(.invalidDevicePropValue) }
            view(number != 0)
        // The dial is the photographer's.
        case .olympusMode:
            guard camera.property(.exposureMode).settable.isSettable else { throw Refusal(.devicePropNotSupported) }
            return false
        default: return false
        }
        memory[code.rawValue] = data
        announce(.olympusPropertyChanged, code.rawValue)
        return true
    }

    private func view(_ isOn: Bool) {
        let (new, stop) = state.withLock { shared -> (Viewfinder?, (@Sendable () -> Void)?) in
            guard isOn else { return (nil, shared.popView()) }
            if shared.viewfinder?.isRunning == true { return (nil, nil) }
            shared.viewfinder = Viewfinder(time)
            return (shared.viewfinder, nil)
        }
        stop?()
        new?.start(camera)
    }

    /// GetLiveViewImage (0x9484): a picture and data that is not known. DeviceBusy until there is one.
    func frame() async throws(Refusal) -> Answer {
        guard isControlled, let viewfinder = state.withLock({ $0.viewfinder }), let frame = await viewfinder.next() else {
            throw Refusal(.deviceBusy)
        }
        return viewfinder.answer(frame, after: [], before: [UInt8](repeating: 0xA5, count: 64))
    }

    // MARK: Properties

    /// GetChangedProperties (0x9486). Without control of the body, the control mode only.
    func changes(_ device: PTPDevice) async throws(Refusal) -> Answer {
        var descriptions: [DevicePropDesc] = []
        for code in isControlled ? device.propertyCodes.filter(\.isVendor) : [.olympusControlMode] {
            descriptions.append(try await device.description(code.rawValue))
        }
        let all = descriptions
        return .data(OlympusChanges.encoded(state.withLock { $0.session.changesRequested(all) }))
    }

    // MARK: Leaving

    private func popRunning() -> ([ShutterButton.Action], @Sendable () -> Void) {
        memory[DevicePropCode.olympusLiveViewMode.rawValue] = nil
        return state.withLock { shared in
            shared.newest = nil
            return (shared.session.ended(), shared.popView())
        }
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
