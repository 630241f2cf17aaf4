package import CameraModel
package import DriverPTP
import HotShoeSupport
package import PTP
import PTPProperties
package import PTPSession
import VendorKit

// The driver of a vendor that does not exist, see docs/writing-a-driver.md: data, and a few overrides. PTPResponderTests has its body.

extension OperationCode {
    /// Returns a busy response until focusing or the release is over.
    package static let madeUpIsReady = OperationCode(rawValue: 0x90C8)
    /// Returns the events since the last call: their number, then a code and a parameter each.
    package static let madeUpGetEvents = OperationCode(rawValue: 0x90C7)
    package static let madeUpFocus = OperationCode(rawValue: 0x90C1)
    package static let madeUpEndFocus = OperationCode(rawValue: 0x90C2)
    package static let madeUpStartLiveView = OperationCode(rawValue: 0x9201)
    package static let madeUpEndLiveView = OperationCode(rawValue: 0x9202)
    /// Returns a header of eight bytes, then a JPEG picture.
    package static let madeUpGetFrame = OperationCode(rawValue: 0x9203)
    package static let madeUpStayAwake = OperationCode(rawValue: 0x9299)
}

extension ResponseCode {
    package static let madeUpOutOfFocus = ResponseCode(rawValue: 0xA002)
    package static let madeUpNoFrame = ResponseCode(rawValue: 0xA00B)
}

extension DevicePropCode {
    package static let madeUpTone = DevicePropCode(rawValue: 0xD0A0)
}

extension StandardExtension {
    static let madeUp = StandardExtension(
        properties: StandardProperties.table.adding(
            [PropertyRow(.madeUpTone, .colorTone, .label(.uint8, ["Neutral": 0, "Vivid": 1]))],
            dependents: [.exposureProgramMode: [.madeUpTone]]
        ),
        capabilities: [
            (.liveView, [.madeUpStartLiveView, .madeUpGetFrame]), (.halfPress, [.madeUpFocus, .madeUpIsReady]),
        ]
    )
}

extension ResponseMeanings {
    static let madeUp = ResponseMeanings([.madeUpOutOfFocus: (.focusFailed, "The camera found nothing to focus on.")])
}

extension EventPoll<Event> {
    static let madeUp = EventPoll(.madeUpGetEvents, emptySize: 2) { bytes in
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        var events: [Event] = []
        guard let count = try? reader.integer("Count", as: UInt16.self) else { return [] }
        for _ in 0..<count {
            guard let code = try? reader.integer("Code", as: UInt16.self),
                let parameter = try? reader.integer("Parameter", as: UInt32.self)
            else { break }
            events.append(Event(EventCode(rawValue: code), [parameter], transaction: .none))
        }
        return events
    }
}

extension LiveViewRequest {
    /// A header with the coordinate space and the centre of focus, 16 bits each, then the picture.
    static let madeUp = LiveViewRequest(.madeUpGetFrame, notReady: [.madeUpNoFrame, .deviceBusy], meanings: .madeUp) { bytes in
        var reader = DatasetReader(bytes)
        var numbers: [4 of Int] = [0, 0, 0, 0]
        for index in numbers.indices { numbers[index] = (try? reader.integer("Header", as: UInt16.self)).map(Int.init) ?? 0 }
        guard reader.remaining > 0 else { return nil }
        var reply = LiveViewReply(picture: reader.offset..<bytes.byteCount)
        reply.space = PixelSize(width: numbers[0], height: numbers[1])
        let focus = Rect(x: Double(numbers[2]), y: Double(numbers[3]), width: 1, height: 1)
        reply.focusArea = FocusArea(rect: focus, isActive: true, hasFocus: true)
        return reply
    }
}

extension CameraDialect {
    package static let madeUp = CameraDialect {
        Set($0.operations).isSuperset(of: [.madeUpGetEvents, .madeUpIsReady])
    } connect: {
        MadeUpConnection($0, $1, host: $2, time: $3)
    }
}

/// The connection of the made-up vendor: the standard's, with its own focusing and live view.
package final class MadeUpConnection: PTPConnection, FocusDriver, LiveViewDriver {
    private enum Press: CaseIterable { case half }

    private let standard: StandardConnection
    private let session: PTPSession
    private let time: any TimeSource
    private let events: EventPoller<Event>
    private let live: LiveViewRuns
    private let keepAlive: KeepAlive
    private let presses = HeldPresses<Press>()

    init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        let standard = StandardConnection(session, device, host: host, time: time, .madeUp)
        (self.standard, self.session, self.time) = (standard, session, time)
        events = EventPoller(session, .madeUp, time: time)
        live = LiveViewRuns(session, .madeUp, time: time)
        keepAlive = KeepAlive(session, .madeUpStayAwake, every: .seconds(30), time: time)
        events.onRecords { [weak standard] in $0.forEach { standard?.eventReceived($0) } }
    }

    package var info: CameraInfo { standard.info }
    package var properties: (any PropertyDriver)? { standard }
    package var shutter: (any ShutterDriver)? { standard }
    package var files: (any FileDriver)? { standard }

    package func open() async throws(SessionError) {
        try await session.open()
        await standard.reportAll(adding: [.madeUpTone])
        events.start()
        keepAlive.start()
    }

    package func disconnect(_ options: DisconnectOptions) async {
        endWaits()
        await stopLiveView()
        if !presses.pop().isEmpty { await session.performFinally(.madeUpEndFocus) }
        await standard.disconnect(options)
    }

    package func eventReceived(_ event: Event) { standard.eventReceived(event) }

    package func linkEnded() {
        endWaits()
        live.linkEnded()
        standard.linkEnded()
    }

    private func endWaits() {
        events.stop()
        keepAlive.stop()
    }

    package func engageAutoFocus() async throws(CameraError) {
        presses.hold(.half)
        do throws(CameraError) {
            try await session.perform(.engageAutoFocus, meanings: .madeUp) { session throws(SessionError) in
                try await session.perform(.madeUpFocus, priority: .immediate)
                try await session.performUntilReady(.madeUpIsReady, every: .milliseconds(20), limit: .seconds(3), time: time)
            }
        } catch {
            await disengage()
            throw error
        }
    }

    package func disengageAutoFocus() async throws(CameraError) { await disengage() }

    private func disengage() async {
        if !presses.pop([.half]).isEmpty { await session.performUncancelled(.madeUpEndFocus) }
    }

    package func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        do throws(CameraError) {
            return try await live.start(sink) { () throws(CameraError) in
                try await session.perform(.startLiveView, meanings: .madeUp) { session throws(SessionError) in
                    _ = try await session.perform(.madeUpStartLiveView)
                }
            }
        } catch {
            await stopLiveView()
            throw error
        }
    }

    package func stopLiveView() async { if live.stop(), session.isOpen { await session.performUncancelled(.madeUpEndLiveView) } }
}
