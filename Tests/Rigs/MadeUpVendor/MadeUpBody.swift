import CameraModel
import HotShoeSupport
import PTP
import PTPProperties
package import PTPResponder

/// The body of a vendor that does not exist: events that an operation polls, an operation that reports when the body is ready,
/// frames with a header, and a setting. Its driver is `MadeUpConnection`.
final class MadeUpBody: VendorBody {
    /// An event as the body reports it: its code and its first parameter.
    struct Record: QueuedRecord {
        let code: UInt16
        let number: UInt32

        /// Of a property only the newest change is kept.
        var subject: UInt32? { code == EventCode.devicePropChanged.rawValue ? number : nil }
    }

    private struct State {
        var events = EventQueue<Record>()
        var viewfinder: Viewfinder?
    }

    private let context: VendorBodyContext
    private let state = Guarded(State())
    private let work: PolledWork

    init(_ context: VendorBodyContext) { (self.context, work) = (context, PolledWork(context.tasks)) }

    func handles(_ event: Event, _ device: PTPDevice) -> Bool {
        let (record, now) = (Record(code: event.code.rawValue, number: event.parameters[0]), context.time.now)
        state.withLock { $0.events.append(record, at: now) }
        return true
    }

    func sessionEnded(_ device: PTPDevice) {
        endLiveView()
        state.withLock { $0 = State() }
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

    func focus() throws(Refusal) -> Answer {
        try work.begin(failure: { _ in .madeUpOutOfFocus }) { [camera = context.camera] () throws(CameraError) in
            try await camera.use(.stillsShooting)
            try await camera.engageAutoFocus()
        }
    }

    func endFocus() async { try? await context.camera.disengageAutoFocus() }

    func ready() -> Answer { work.poll() }

    func startLiveView() -> Answer {
        let new = Viewfinder(context.time)
        state.withLock { $0.viewfinder = new }
        new.start(context.camera)
        return .ok
    }

    func endLiveView() { state.withLock { $0.viewfinder.take() }?.stop() }

    /// A frame after a header with the coordinate space and the centre of focus; DeviceBusy until there is one.
    func frame() async throws(Refusal) -> Answer {
        guard let viewfinder = state.withLock({ $0.viewfinder }), let frame = await viewfinder.next() else {
            throw Refusal(.deviceBusy)
        }
        var head = DatasetWriter()
        let (space, focus) = (frame.info.space, frame.info.focusAreas.first?.rect ?? Rect(frame.info.space))
        for number in [Double(space.width), Double(space.height), focus.x, focus.y] { head.integer(UInt16(number)) }
        return viewfinder.answer(frame, after: head.bytes)
    }
}

extension Personality {
    package static let madeUp: Personality = {
        let vendor: [OperationRow] = [
            .vendor(MadeUpBody.self, .madeUpGetEvents, .dataIn) { body, _, _, _ in body.events() },
            .vendor(MadeUpBody.self, .madeUpFocus, requires: .shutterControl) { body, _, _, _ throws(Refusal) in try body.focus()
            },
            .vendor(MadeUpBody.self, .madeUpEndFocus) { body, _, _, _ in
                await body.endFocus()
                return .ok
            },
            .vendor(MadeUpBody.self, .madeUpIsReady) { body, _, _, _ in body.ready() },
            .vendor(MadeUpBody.self, .madeUpStartLiveView, requires: .liveView) { body, _, _, _ in body.startLiveView() },
            .vendor(MadeUpBody.self, .madeUpEndLiveView) { body, _, _, _ in
                body.endLiveView()
                return .ok
            },
            .vendor(MadeUpBody.self, .madeUpGetFrame, .dataIn) { body, _, _, _ throws(Refusal) in try await body.frame() },
            .vendor(MadeUpBody.self, .madeUpStayAwake) { _, _, _, _ in .ok },
        ]
        var personality = Personality(
            .madeUp,
            .madeUpOne,
            identity: Identity(manufacturer: "Made", model: "Up One"),
            vendorExtensionVersion: 100,
            vendorExtensionDescription: "",
            operations: Dictionary(uniqueKeysWithValues: (genericOperations + vendor).map { ($0.code, $0) }),
            events: [],
            properties: generic.properties,
            formats: generic.formats
        )
        personality.settings = [BodySetting(.madeUpTone, .uint8, [0, 1])]
        personality.makeVendorBody = { MadeUpBody($0) }
        return personality
    }()
}
