import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPSession

/// A device in this process, behind a link: a tree of objects, and the received requests. **Thread-safe.**
final class FakeResponder: Sendable {
    struct State {
        var device = DeviceInfo(manufacturer: "Fake", model: "F1", deviceVersion: "1", serialNumber: "1")
        var objects: [(handle: UInt32, info: ObjectInfo)] = []
        /// Contents of the files that have no own ones.
        var content: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
        /// Contents of files by their handles.
        var contents: [UInt32: [UInt8]] = [:]
        /// Whether GetDeviceInfo requires a session.
        var needsSession = false
        /// Whether a transaction ID other than the next one is refused (ISO 15740 § 9.3.1).
        var isStrict = true
        var isInSession = false
        var expected: UInt32 = 0
        var requests: [OperationRequest] = []
        /// The operation whose next request is answered only after the gate opens; nil as soon as that request was received.
        var held: (code: OperationCode, gate: Promise<Void, Never>)?
        /// Responses to the next requests of an operation, instead of the data.
        var refusals: [OperationCode: [ResponseCode]] = [:]
        /// Called for InitiateCapture; returns the events that follow its response.
        var capture: (@Sendable (inout State) -> [Event])?
        /// Answers a request instead of the device, unless it returns nil.
        var answer: (@Sendable (State, OperationRequest) -> (ResponseCode, [UInt8])?)?
        /// Whether connections are refused.
        var isOff = false
        /// Number of requests that were received, and of those that were answered.
        var (received, answered) = (0, 0)
        var hasCard = true
        weak var link: FakeLink?

        /// Adds an object to a folder, or with 0 to the root.
        mutating func add(
            _ handle: UInt32,
            _ name: String,
            to parent: UInt32 = 0,
            isFolder: Bool = false,
            storage: UInt32 = storage,
            size: UInt64? = nil
        ) {
            let info = ObjectInfo(
                storage: StorageID(rawValue: storage),
                format: isFolder ? .association : .exifJPEG,
                filename: name,
                compressedSize: isFolder ? 0 : size ?? UInt64(content.count),
                parent: ObjectHandle(rawValue: parent)
            )
            objects.append((handle, info))
        }
    }

    static let storage: UInt32 = 0x0001_0001

    let state = Guarded(State())
    private let queue = LibraryCallbackQueue(threadName: "fake.responder", threadLimit: 1)

    init(_ change: (inout State) -> Void = { _ in }) {
        state.withLock { state in
            state.device.operations = [
                .getDeviceInfo, .openSession, .closeSession, .getStorageIDs, .getStorageInfo, .getObjectHandles, .getObjectInfo,
                .getObject, .getPartialObject, .initiateCapture,
            ]
            change(&state)
        }
    }

    /// Returns a camera that reaches this device, with a new link for each connection.
    func camera(time: any TimeSource = SystemClock.shared) -> Camera {
        var options = PTPSession.Options()
        // A hurried clock must not end a transaction of a slow machine.
        if time is HurriedClock {
            (options.transactionTimeout, options.keepAliveInterval) = (.seconds(100_000), .seconds(100_000))
        }
        let driver = PTPDriver(credentialKey: "test", time: time, options: options) { _ throws(CameraError) in
            if self.state.withLock({ $0.isOff }) {
                throw CameraError(.connectionRefused, "The camera is off.", operation: .connect)
            }
            let link = FakeLink(self)
            self.state.withLock { ($0.isInSession, $0.expected, $0.link) = (false, 0, link) }
            return link
        }
        let description = CameraDescription(identifier: CameraIdentifier("test"), family: .generic, transport: .network)
        return Camera(description, driver: driver, time: time)
    }

    /// Sends an event to the client.
    func send(_ code: EventCode, _ parameter: UInt32 = 0) {
        state.withLock { $0.link }?.send(Event(code, [parameter]))
    }

    /// Returns the number of requests for an operation.
    func count(of code: OperationCode) -> Int { state.withLock { $0.requests.count { $0.code == code } } }

    /// Adds an object to a folder, or with 0 to the root.
    func add(_ handle: UInt32, _ name: String, to parent: UInt32 = 0, isFolder: Bool = false, storage: UInt32 = storage) {
        state.withLock { $0.add(handle, name, to: parent, isFolder: isFolder, storage: storage) }
    }

    /// Waits until the device has performed what was requested before.
    func pass() async {
        let passed = Promise<Void, Never>()
        queue.enqueue(CallbackWork { passed.fulfil(.success(())) })
        _ = await passed.result()
    }

    func perform(_ transaction: LinkTransaction) {
        queue.enqueue(
            CallbackWork { [self] in
                let request = transaction.request
                let gate = state.withLock { state -> Promise<Void, Never>? in
                    guard let held = state.held, held.code == request.code else { return nil }
                    state.held = nil
                    return held.gate
                }
                guard let gate else { return answer(transaction, request) }
                Task {
                    _ = await gate.result()
                    answer(transaction, request)
                }
            }
        )
    }

    private func answer(_ transaction: LinkTransaction, _ request: OperationRequest) {
        let (code, data, events) = state.withLock { state in
            let (code, data) = Self.answer(&state, request)
            return (code, data, code == .ok && request.code == .initiateCapture ? state.capture?(&state) ?? [] : [])
        }
        if code == .ok, case .receive(let receiver) = transaction.data {
            receiver.dataBegan(announcedBytes: UInt64(data.count))
            let span = data.span
            _ = unsafe receiver.dataReceived(span.bytes)
        }
        state.withLock { $0.answered += 1 }
        transaction.finished(.success(OperationResponse(code, request.transaction)))
        for event in events { state.withLock { $0.link }?.send(event) }
    }

    private static func answer(_ state: inout State, _ request: OperationRequest) -> (ResponseCode, [UInt8]) {
        state.requests.append(request)
        state.received += 1
        let number = request.transaction.rawValue
        if state.isStrict, number != (state.isInSession && request.code != .openSession ? state.expected : 0) {
            return (.invalidTransactionID, [])
        }
        if state.isInSession { state.expected += 1 }
        if state.refusals[request.code]?.isEmpty == false, let refusal = state.refusals[request.code]?.removeFirst() {
            return (refusal, [])
        }
        if let answer = state.answer?(state, request) { return answer }
        switch request.code {
        case .openSession:
            (state.isInSession, state.expected) = (true, 1)
            return (.ok, [])
        case .closeSession:
            state.isInSession = false
            return (.ok, [])
        case .getDeviceInfo where !state.needsSession || state.isInSession: return (.ok, (try? state.device.encoded()) ?? [])
        case _ where !state.isInSession: return (.sessionNotOpen, [])
        case .getStorageIDs: return (.ok, array(state.hasCard ? [storage] : []))
        case .initiateCapture: return (state.capture == nil ? .operationNotSupported : .ok, [])
        case .getStorageInfo:
            return (.ok, (try? StorageInfoDataset(maximumCapacity: 1 << 30, freeSpaceBytes: 1 << 20).encoded()) ?? [])
        case .getObjectHandles:
            guard request.parameters[0] == storage else { return (.invalidStorageID, []) }
            if request.parameters[2] == 0 { return (.ok, array(state.objects.map(\.handle))) }
            let parent = request.parameters[2] == .max ? 0 : request.parameters[2]
            return (.ok, array(state.objects.filter { $0.info.parent.rawValue == parent }.map(\.handle)))
        case .getObjectInfo:
            guard let object = state.objects.first(where: { $0.handle == request.parameters[0] }) else {
                return (.invalidObjectHandle, [])
            }
            return (.ok, (try? object.info.encoded()) ?? [])
        case .getObject: return (.ok, state.contents[request.parameters[0]] ?? state.content)
        case .getPartialObject:
            let content = state.contents[request.parameters[0]] ?? state.content
            return (.ok, Array(content.dropFirst(Int(request.parameters[1])).prefix(Int(request.parameters[2]))))
        default: return (.operationNotSupported, [])
        }
    }

    static func array(_ numbers: [UInt32]) -> [UInt8] {
        ([UInt32(numbers.count)] + numbers).flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }
}

/// A link to the device. Its end does not affect other links.
final class FakeLink: Link {
    private let responder: FakeResponder
    private let observer = Guarded<(any LinkObserver)?>(nil)

    init(_ responder: FakeResponder) { self.responder = responder }

    func start(_ observer: any LinkObserver) { self.observer.withLock { $0 = observer } }
    func perform(_ transaction: LinkTransaction) { responder.perform(transaction) }
    func cancel(_ transaction: LinkTransaction) {}
    func probe() {}

    /// Ends the link from the camera's side.
    func lose() {
        let observer = observer.withLock { observer in
            defer { observer = nil }
            return observer
        }
        observer?.linkEnded(.closedByDevice)
    }

    func send(_ event: Event) { observer.withLock { $0 }?.eventReceived(event) }

    func close() {
        let observer = observer.withLock { observer in
            defer { observer = nil }
            return observer
        }
        observer?.linkEnded(.closedHere)
    }
}
