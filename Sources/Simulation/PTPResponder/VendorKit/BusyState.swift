import PTP

/// State machine of an operation that continues after its response, and of the operation that polls it (DeviceReady on many
/// bodies). Pure.
struct BusyState: Hashable {
    private enum State: Hashable {
        case ready
        case busy
        /// The work has failed; the next poll returns the code once.
        case failed(ResponseCode)
    }

    private var state = State.ready

    var isBusy: Bool { state == .busy }

    /// Processes the start of work. Returns the response: DeviceBusy while earlier work continues.
    mutating func began() -> ResponseCode {
        guard !isBusy else { return .deviceBusy }
        state = .busy
        return .ok
    }

    /// Processes the end of the work; `failure` is the code to report, if it has failed.
    mutating func ended(_ failure: ResponseCode? = nil) {
        guard isBusy else { return }
        state = failure.map { .failed($0) } ?? .ready
    }

    /// Processes a poll, and returns its response.
    mutating func polled() -> ResponseCode {
        switch state {
        case .ready: return .ok
        case .busy: return .deviceBusy
        case .failed(let code):
            state = .ready
            return code
        }
    }
}
