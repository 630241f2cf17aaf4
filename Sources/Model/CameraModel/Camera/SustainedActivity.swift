import HotShoeSupport

/// An activity of a camera that lasts from a start until a stop. The cases are in the order of stopping.
enum SustainedActivity: Hashable, CaseIterable {
    case recording
    case shutter
    case halfPress

    func stop(on connection: any CameraConnection) async throws(CameraError) {
        switch self {
        case .recording: try await connection.video?.stopRecording()
        case .shutter: try await connection.shutter?.releaseShutter()
        case .halfPress: try await connection.focus?.disengageAutoFocus()
        }
    }
}

/// Activities that one connection has started and not stopped. Pure, except for the promises that it contains.
///
/// An activity is active from the moment at which the driver receives its start until the driver has stopped it or refused the
/// start, whatever the camera reports.
struct ActivityLedger {
    /// A start that the driver has received.
    struct Start: Sendable {
        let activity: SustainedActivity
        /// Whether the activity may already have been active.
        let wasActive: Bool
        /// Fulfilled when the driver has answered.
        let isAnswered = Promise<Void, Never>()
    }

    private(set) var active: Set<SustainedActivity> = []
    /// Starts that the driver has not answered.
    private(set) var pending: [SustainedActivity: Start] = [:]
    /// The latest requested stops that have not been made; each is fulfilled when the request has ended. It is kept if the end
    /// of the connection interrupted the request, so that disconnecting repeats it.
    private(set) var stops: [SustainedActivity: Promise<Void, Never>] = [:]

    mutating func begin(_ activity: SustainedActivity) -> Start {
        let start = Start(activity: activity, wasActive: !active.insert(activity).inserted)
        pending[activity] = start
        return start
    }

    mutating func finish(_ start: Start, _ error: CameraError?) {
        if pending[start.activity]?.isAnswered === start.isAnswered { pending[start.activity] = nil }
        if let error, error.isRefusal, !start.wasActive { active.remove(start.activity) }
    }

    mutating func end(_ activity: SustainedActivity) {
        active.remove(activity)
        stops[activity] = nil
    }

    mutating func beginStop(of activity: SustainedActivity) -> Promise<Void, Never> {
        let hasEnded = Promise<Void, Never>()
        stops[activity] = hasEnded
        return hasEnded
    }

    mutating func finishStop(of activity: SustainedActivity, _ hasEnded: Promise<Void, Never>) {
        if stops[activity] === hasEnded { stops[activity] = nil }
    }
}

extension CameraError {
    /// Whether the request certainly had no effect. After a time-out, a cancellation or the end of the connection it may have
    /// had one.
    var isRefusal: Bool {
        switch code {
        case .cancelled, .timedOut, .connectionLost, .notConnected, .protocolFailure: false
        default: true
        }
    }
}
