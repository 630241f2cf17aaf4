import CameraModel
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPProperties

/// Fujifilm's extension of PTP for a simulated body: carries out what ``FujifilmBodyState`` allows. **Thread-safe.**
///
/// All of it is observed behaviour that open-source programs for such bodies rely on.
final class FujifilmBody: VendorBody {
    let model: FujifilmModel
    let camera: Camera
    let time: any TimeSource
    let memory: BodyMemory
    let pictures: HostPictures
    let focusing: Focusing
    let tasks: OwnedTasks
    private let broadcast: Broadcast<Event>

    /// A picture in the buffer.
    struct Picture {
        let handle: ObjectHandle
        let name: String
        let created: CameraDate?
        let size: Int
    }

    struct Shared {
        var session = FujifilmBodyState()
        var network = FujifilmNetworkState()
        /// The pictures in the buffer, in their order.
        var pictures: [Picture] = []
        /// The last offers of the camera that became pictures: an offer may be reported again after its shot has ended.
        private var claimed: [TransferOffer.Identifier] = []
        /// The number of them that belong to the picture under way.
        var claimedForShot = 0
        /// Whether the pictures of another program are in the buffer.
        var hasLeftPictures = false
        var viewfinder: Viewfinder?
        /// The frame that is shown until it is deleted.
        var frame: LiveViewFrame?

        /// Claims an offer. Returns whether it is new.
        mutating func claim(_ offer: TransferOffer.Identifier) -> Bool {
            guard !claimed.contains(offer) else { return false }
            if claimed.count >= 256 { claimed.removeFirst() }
            claimed.append(offer)
            if session.shot != .none { claimedForShot += 1 }
            return true
        }
    }

    /// Guards the state of the session.
    let state = Guarded(Shared())

    init(_ model: FujifilmModel, _ context: VendorBodyContext) {
        self.model = model
        (camera, time, memory, broadcast) = (context.camera, context.time, context.memory, context.broadcast)
        pictures = HostPictures(context.camera, capacity: model.bufferedPictures)
        tasks = context.tasks
        focusing = Focusing(context.camera, context.time, tasks)
    }

    func hang() { state.withLock { $0.session.hang() } }

    // MARK: Priority

    /// Whether the computer controls the body. It does beyond the end of a session, until it returns the priority.
    var isControlled: Bool {
        if model.isOnNetwork { return state.withLock { $0.network.phase == .remote } }
        return memory[DevicePropCode.fujifilmPriorityMode.rawValue]?.first == 2
    }

    /// Throws unless the computer controls the body, or if the body waits for a request of its changes.
    func checkControlled() throws(Refusal) {
        guard isControlled else { throw Refusal(.fujifilmWrongState) }
        if state.withLock({ $0.session.isHung }) { throw Refusal(.deviceBusy) }
    }

    /// Destination of pictures under the computer's control.
    private var destination: ImageDestination {
        if model.isOnNetwork { return .cameraAndHost }
        let number = memory[DevicePropCode.fujifilmMediaRecord.rawValue]?.first.map { Int64($0) } ?? model.mediaRecord
        return number == 4 ? .host : .cameraAndHost
    }

    func useDestination() async {
        let place = CommonValue.imageDestination(destination)
        try? await camera.property(.imageDestination).set(place, until: .reflected(timeout: .seconds(1)))
    }

    // MARK: Events

    func send(_ code: EventCode, _ parameters: Parameters) { broadcast.send(Event(code, parameters)) }

    /// The body shows no cards, and reports changes when it is asked for them.
    func handles(_ event: Event, _ device: PTPDevice) -> Bool {
        if event.code == .devicePropChanged {
            state.withLock { $0.session.propertyChanged(DevicePropCode(rawValue: event.parameters[0])) }
        }
        return true
    }

    func follow(_ event: CameraEvent, _ device: PTPDevice) {
        guard case .property(let change) = event else { return }
        state.withLock { shared in
            switch change.identifier {
            case .batteryLevel:
                for code in [DevicePropCode.fujifilmBatteryInfo1, .fujifilmBatteryInfo2] { shared.session.propertyChanged(code) }
            case .lensStatus: shared.session.propertyChanged(.fujifilmLensName)
            default: break
            }
        }
    }

    /// GetDevicePropValue (0x1015): of 0xD212 the properties that have changed, which has no description.
    func propValue(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        if model.isOnNetwork, request.parameters[0] == DevicePropCode.fujifilmCurrentState.rawValue {
            return await networkState(device)
        }
        let code = DevicePropCode(rawValue: request.parameters[0])
        if model.isOnNetwork, !model.hasRemoteControl, FujifilmModel.remoteVersions.contains(code) { return .data([]) }
        guard code == .fujifilmCurrentState else {
            let value = try await device.description(request.parameters[0]).current
            do throws(DatasetError) { return .data(try value.encoded("DevicePropValue")) } catch { throw Refusal(.generalError) }
        }
        var changes: [FujifilmChanges.Change] = []
        for code in state.withLock({ $0.session.popChanges() }) {
            let value = try? await device.description(code.rawValue).current
            let number: Int64 = value?.integer() ?? 0
            changes.append(.init(code, UInt32(truncatingIfNeeded: number)))
        }
        return .data(FujifilmChanges.encoded(changes))
    }

    /// GetDevicePropDesc (0x1014).
    func propDesc(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        if DevicePropCode.fujifilmUndescribed.map(\.rawValue).contains(request.parameters[0]) {
            throw Refusal(.invalidDevicePropFormat)
        }
        return try await device.propDesc(request)
    }

    // MARK: Leaving

    private func popRunning() -> (Viewfinder?, isOpen: Bool) {
        focusing.forget()
        return state.withLock { shared in
            defer { (shared, shared.hasLeftPictures) = (Shared(), shared.hasLeftPictures) }
            return (shared.viewfinder, shared.session.released())
        }
    }

    func sessionEnded(_ device: PTPDevice) {
        let (viewfinder, isOpen) = popRunning()
        viewfinder?.stop()
        tasks.start { [self] in await leave(isOpen: isOpen) }
        pictures.end(device)
    }

    func release() async {
        let (viewfinder, isOpen) = popRunning()
        viewfinder?.stop()
        await leave(isOpen: isOpen)
    }

    private func leave(isOpen: Bool) async {
        if isOpen { try? await camera.releaseShutter() }
        try? await camera.disengageAutoFocus()
    }
}
