import CameraModel
import HotShoeSupport
import IPTransport
import PTP
import PTPProperties
import PTPSession
import SimulatedCamera
import Testing

@testable import PTPResponder

/// A vendor that does not exist: events that an operation polls, frames with a header, a property in the standard's form, and
/// an operation that reports when the body is ready.
private final class AcmeBody: VendorBody {
    /// An event as the body reports it: its code and its first parameter.
    struct Record: QueuedRecord {
        let code: UInt16
        let number: UInt32

        /// Of a property only the newest change is kept.
        var subject: UInt32? { code == EventCode.devicePropChanged.rawValue ? number : nil }
    }

    private struct State {
        var events = EventQueue<Record>()
        var busy = BusyState()
        var viewfinder: Viewfinder?
    }

    private let context: VendorBodyContext
    private let state = Guarded(State())

    init(_ context: VendorBodyContext) { self.context = context }

    func handles(_ event: Event, _ device: PTPDevice) -> Bool {
        let (record, now) = (Record(code: event.code.rawValue, number: event.parameters[0]), context.time.now)
        state.withLock { $0.events.append(record, at: now) }
        return true
    }

    func sessionEnded(_ device: PTPDevice) {
        state.withLock { state in
            defer { state = State() }
            return state.viewfinder
        }?.stop()
    }

    /// Number of records, and for each a code and a parameter.
    func events() -> Answer {
        let now = context.time.now
        let records = state.withLock { $0.events.popReply(at: now) }
        var writer = DatasetWriter()
        writer.integer(UInt16(records.count))
        for record in records {
            writer.integer(record.code)
            writer.integer(record.number)
        }
        return .data(writer.bytes)
    }

    /// Takes a picture after the response.
    func capture() -> Answer {
        let response = state.withLock { $0.busy.began() }
        if response == .ok {
            Task {
                var failure: ResponseCode?
                do throws(CameraError) {
                    try await context.camera.use(.stillsShooting)
                    try await context.camera.shoot()
                } catch { failure = ResponseCode(error) }
                let result = failure
                state.withLock { $0.busy.ended(result) }
            }
        }
        return Answer(response)
    }

    func ready() -> Answer { Answer(state.withLock { $0.busy.polled() }) }

    func startLiveView() -> Answer {
        let new = Viewfinder(context.time)
        state.withLock { $0.viewfinder = new }
        new.start(context.camera)
        return .ok
    }

    /// A frame after a header with its size; DeviceBusy until there is one.
    func frame() async throws(Refusal) -> Answer {
        guard let frame = await state.withLock({ $0.viewfinder })?.next() else { throw Refusal(.deviceBusy) }
        var head = DatasetWriter()
        for byte in "ACME".utf8 { head.integer(byte) }
        head.integer(UInt32(frame.byteCount))
        return Answer(.ok, payload: .frame(FramePayload(head: head.bytes, frame: frame, tail: [])))
    }
}

extension OperationCode {
    fileprivate static let acmeGetEvents = OperationCode(rawValue: 0x9701)
    fileprivate static let acmeCapture = OperationCode(rawValue: 0x9702)
    fileprivate static let acmeDeviceReady = OperationCode(rawValue: 0x9703)
    fileprivate static let acmeStartLiveView = OperationCode(rawValue: 0x9704)
    fileprivate static let acmeGetFrame = OperationCode(rawValue: 0x9705)
}

extension DevicePropCode {
    fileprivate static let acmeBeep = DevicePropCode(rawValue: 0xD703)
}

extension Personality {
    fileprivate static var acme: Personality {
        let vendor: [OperationRow] = [
            .vendor(AcmeBody.self, .acmeGetEvents, .dataIn) { body, _, _, _ in body.events() },
            .vendor(AcmeBody.self, .acmeCapture, requires: .shutterControl) { body, _, _, _ in body.capture() },
            .vendor(AcmeBody.self, .acmeDeviceReady) { body, _, _, _ in body.ready() },
            .vendor(AcmeBody.self, .acmeStartLiveView, requires: .liveView) { body, _, _, _ in body.startLiveView() },
            .vendor(AcmeBody.self, .acmeGetFrame, .dataIn) { body, _, _, _ throws(Refusal) in try await body.frame() },
        ]
        var personality = Personality(
            name: "acme-one",
            identity: Identity(manufacturer: "Acme", model: "Acme One"),
            usb: (USBIdentity.testVendor, 2),
            vendorExtension: VendorExtension(rawValue: 0xACE),
            vendorExtensionVersion: 100,
            vendorExtensionDescription: "",
            operations: Dictionary(uniqueKeysWithValues: (genericOperations + vendor).map { ($0.code, $0) }),
            events: [],
            properties: [PropertyRow(0xD701, .lensStatus, .boolean), PropertyRow(0xD702, .aperture, .fNumber)],
            formats: generic.formats
        )
        personality.settings = [BodySetting(.acmeBeep, .uint8, [1, 0])]
        personality.makeVendorBody = { AcmeBody($0) }
        return personality
    }
}

/// The made-up vendor's body on the network, used by the session that drivers use.
@Suite(.timeLimit(.minutes(5))) struct MadeUpVendorTests {
    /// Polls the body's events until one has a code and, unless it is nil, a parameter; returns the parameter.
    @discardableResult
    private static func event(_ code: EventCode, _ parameter: UInt32? = nil, _ session: PTPSession) async throws -> UInt32 {
        for _ in 0..<100_000 {
            let bytes = try await session.receive(.acmeGetEvents).bytes
            let span = bytes.span
            var reader = unsafe DatasetReader(span.bytes)
            for _ in 0..<(try reader.integer("count", as: UInt16.self)) {
                let found = try reader.integer("code", as: UInt16.self)
                let number = try reader.integer("parameter", as: UInt32.self)
                if found == code.rawValue && number == parameter ?? number { return number }
            }
        }
        throw EOSHost.NotReceived()
    }

    /// Serves the body, and calls a function with one session after the other.
    private static func withSessions(_ count: Int = 1, _ body: (PTPSession) async throws -> Void) async throws {
        let served = try ServedCamera {
            $0.liveViewSize = PixelSize(width: 96, height: 64)
        } serving: {
            $0.personality = .acme
        }
        served.simulator.turn(.exposureMode, to: "A")
        let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")
        for _ in 0..<count {
            let link = try await IPConnector(identity, time: SystemClock.shared).connect(to: [served.address])
            let session = PTPSession(link, time: SystemClock.shared) { _ in
            } onEnd: { _ in
            }
            try await session.open()
            try await body(session)
            await session.close()
        }
        await served.responder.stop()
    }

    @Test func `a body on the kit answers a session: events, a property, a picture and frames`() async throws {
        try await Self.withSessions { session in
            let info = try await session.receive(.getDeviceInfo, as: DeviceInfo.self)
            #expect(info.model == "Acme One" && info.vendorExtension.rawValue == 0xACE && info.operations.contains(.acmeGetFrame))

            let aperture = try await session.receive(.getDevicePropDesc, [0xD702], as: DevicePropDesc.self)
            guard case .enumeration(let offered) = aperture.form else { throw EOSHost.NotReceived() }
            let other = try #require(offered.first { $0 != aperture.current })
            try await session.send(.setDevicePropValue, [0xD702], try other.encoded("aperture"))
            try await Self.event(.devicePropChanged, 0xD702, session)

            try await session.perform(.acmeCapture)
            // The session repeats the operation while the body is busy.
            try await session.perform(.acmeDeviceReady)
            let picture = try await Self.event(.objectAdded, nil, session)
            #expect(try await session.receive(.getObject, [picture]).bytes.starts(with: [0xFF, 0xD8]))

            try await session.perform(.acmeStartLiveView)
            for _ in 0..<3 {
                let bytes = try await session.receive(.acmeGetFrame).bytes
                #expect(bytes.starts(with: Array("ACME".utf8)) && bytes[8...].starts(with: [0xFF, 0xD8]))
            }
        }
    }

    @Test func `a setting without effect has a description, keeps its value from one session to the next, and can be reset`()
        async throws
    {
        let sessions = Guarded(0)
        try await Self.withSessions(2) { session in
            let isFirst = sessions.withLock { count in
                count += 1
                return count == 1
            }
            let code = UInt32(DevicePropCode.acmeBeep.rawValue)
            let info = try await session.receive(.getDeviceInfo, as: DeviceInfo.self)
            #expect(info.deviceProps.contains(.acmeBeep))
            let described = try await session.receive(.getDevicePropDesc, [code], as: DevicePropDesc.self)
            let values = [DataValue.integer(1, as: .uint8), .integer(0, as: .uint8)].compactMap { $0 }
            #expect(described.form == .enumeration(values) && described.factoryDefault == values[0] && described.isSettable)
            #expect(described.current == values[isFirst ? 0 : 1])
            #expect(try await session.receive(.getDevicePropValue, [code]).bytes == [isFirst ? 1 : 0])
            let refused: [([UInt8], ResponseCode)] = [([2], .invalidDevicePropValue), ([0, 0], .invalidDevicePropFormat)]
            for (data, refusal) in refused {
                let error = await #expect(throws: SessionError.self) {
                    try await session.send(.setDevicePropValue, [code], data)
                }
                guard case .refused(_, let response) = error else { throw EOSHost.NotReceived() }
                #expect(response.code == refusal)
            }
            try await session.send(.setDevicePropValue, [code], [0])
            try await Self.event(.devicePropChanged, code, session)
            if isFirst { return }
            try await session.perform(.resetDevicePropValue, [code])
            #expect(try await session.receive(.getDevicePropValue, [code]).bytes == [1])
        }
    }
}
