package import CameraModel
package import DriverPTP
import HotShoeSupport
package import PTP
import PTPProperties
package import PTPSession
package import VendorKit

// The driver of a vendor that does not exist, see docs/writing-a-driver.md: data, and a few overrides.

extension StandardExtension {
    static let madeUp = StandardExtension(
        properties: MadeUpProperties.table,
        capabilities: [
            (.liveView, [.madeUpStartLiveView, .madeUpGetFrame]), (.halfPress, [.madeUpFocus, .madeUpIsReady]),
        ]
    )
}

extension ResponseMeanings {
    static let madeUp = ResponseMeanings(
        [.madeUpOutOfFocus: (.focusFailed, "The camera found nothing to focus on.")],
        names: { .madeUp }
    )
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
    package static let madeUp = CameraDialect(.madeUp) {
        Set($0.operations).isSuperset(of: [.madeUpGetEvents, .madeUpIsReady])
    } connect: {
        MadeUpConnection($0, $1, host: $2, time: $3)
    }
}

extension VendorOperations<Event> {
    static var madeUp: VendorOperations {
        var operations = VendorOperations(events: .madeUp, frame: .madeUp)
        operations.readiness = ReadinessPoll(.madeUpIsReady)
        operations.keepAlive = .madeUpStayAwake
        return operations
    }
}

/// The connection of the made-up vendor: the standard's, with its own focusing and live view.
package final class MadeUpConnection: LiveViewConnection, FocusDriver {
    package enum Press: ButtonPress {
        case half

        package static let exposing: Set<Press> = []
        package static let focusing: Set<Press> = [.half]
    }

    package let parts: VendorParts<Event, Press>

    init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        parts = VendorParts(StandardConnection(session, device, host: host, time: time, .madeUp), .madeUp)
        events.onRecords { [weak standard] in $0.forEach { standard?.eventReceived($0) } }
    }

    package var properties: (any PropertyDriver)? { standard }
    package var shutter: (any ShutterDriver)? { standard }

    package func open() async throws(SessionError) {
        try await session.open()
        await standard.reportAll(adding: [.madeUpTone])
        parts.start()
    }

    package func eventReceived(_ event: Event) { standard.eventReceived(event) }

    package func engageAutoFocus() async throws(CameraError) {
        presses.hold(.half)
        try await pressing(Press.focusing) { () throws(CameraError) in
            try await performToEnd(.engageAutoFocus, .madeUpFocus, within: .seconds(3))
        }
    }

    package func release(_ presses: [Press]) async {
        if !presses.isEmpty { await session.performUncancelled(.madeUpEndFocus) }
    }

    package func beginView(_ options: LiveViewOptions) async throws(CameraError) {
        try await perform(.startLiveView, .madeUpStartLiveView)
    }

    package func endView() async { await session.performUncancelled(.madeUpEndLiveView) }
}
