import CameraModel
import CameraRecordings
import HotShoeSupport
import PTP

/// A camera of a file behind a link. **Thread-safe.**
final class RecordedBody: VendorBody {
    private let recording: RecordedCamera
    private let context: VendorBodyContext

    /// Maximum number of events of a recording that are sent.
    private static let eventLimit = 4096

    init(_ recording: RecordedCamera, _ vendor: RecordedVendor?, _ context: VendorBodyContext) {
        (self.recording, self.context) = (recording, context)
        context.memory.recorded.withLock { device in
            if device == nil { device = RecordedDevice(recording, vendor) }
        }
    }

    /// The standard's events are not the camera's.
    func handles(_ event: Event, _ device: PTPDevice) -> Bool { true }

    func sessionEnded(_ device: PTPDevice) { context.memory.recorded.withLock { $0?.sessionEnded() } }

    func answer(_ request: OperationRequest, _ data: RequestData) -> Answer {
        let answer = context.memory.recorded.withLock { $0?.answer(request, data.bytes) } ?? RecordedAnswer(.generalError)
        for event in answer.events { context.broadcast.send(event) }
        return Answer(answer.code, answer.parameters, payload: answer.data.map { .bytes($0) } ?? .none)
    }

    /// Sends the events of the recording at their times.
    func sessionBegan() {
        let events = recording.transcript.compactMap(Self.event).prefix(Self.eventLimit)
        guard !events.isEmpty else { return }
        let (time, broadcast) = (context.time, context.broadcast)
        context.tasks.start {
            let start = time.now
            for (moment, event) in events {
                await time.sleep(for: max(.zero, start + moment - time.now))
                if Task.isCancelled { return }
                broadcast.send(event)
            }
        }
    }

    private static func event(_ entry: TranscriptEntry) -> (Duration, Event)? {
        if case .event(let event) = entry.content { (entry.time, event) } else { nil }
    }
}
