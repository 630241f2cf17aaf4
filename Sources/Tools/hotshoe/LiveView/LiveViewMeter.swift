import CameraRecords

/// Counts frames and measures their rate. Pure: the caller passes the time.
struct LiveViewMeter {
    /// Number of received frames of any kind.
    private(set) var frames = 0
    /// Number of empty, truncated or mislabelled frames.
    private(set) var unusable = 0
    /// Number of frames in pixels instead of JPEG.
    private(set) var pixelFrames = 0
    private(set) var bytes: Int64 = 0
    /// Number of frames that the camera produced and the consumer missed.
    var missed = 0
    private var first: Duration?
    private var last: Duration?
    private var recent: [Duration] = []

    /// Number of complete JPEG frames.
    var jpegFrames: Int { frames - unusable - pixelFrames }

    mutating func add(_ check: FrameCheck, byteCount: Int, at now: Duration) {
        frames += 1
        bytes += Int64(byteCount)
        switch check {
        case .jpeg: break
        case .pixels: pixelFrames += 1
        case .unusable: unusable += 1
        }
        first = first ?? now
        last = now
        recent.append(now)
        recent.removeAll { now - $0 > .seconds(1) }
    }

    /// Frames per second over the whole time; nil for fewer than two frames.
    var rate: Double? { Self.rate(of: frames, from: first, to: last) }

    /// Frames per second over the last second; nil for fewer than two frames.
    var recentRate: Double? { Self.rate(of: recent.count, from: recent.first, to: recent.last) }

    /// Time from the first frame to the last.
    var duration: Duration { first.flatMap { first in last.map { $0 - first } } ?? .zero }

    private static func rate(of frames: Int, from first: Duration?, to last: Duration?) -> Double? {
        guard let first, let last, frames > 1, last > first else { return nil }
        return Double(frames - 1) / ((last - first) / .seconds(1))
    }

    /// The failure of live view without a usable frame; nil if there was one.
    ///
    /// - Parameter isForFile: whether only JPEG frames are usable.
    /// - Returns: the failure.
    func failure(isForFile: Bool) -> CommandFailure? {
        guard jpegFrames + (isForFile ? 0 : pixelFrames) == 0 else { return nil }
        let received =
            frames == 0
            ? "The camera sent no frame." : "The camera sent \(text): none of them can be \(isForFile ? "written" : "shown")."
        return CommandFailure(.timedOut, "live view", received)
    }

    /// "90 frames, 30.0/s, 0 missed", and the unusable frames.
    var text: String { text(rate: rate) }

    /// The same text with the rate of the last second.
    var recentText: String { text(rate: recentRate) }

    private func text(rate: Double?) -> String {
        var text = "\(frames) frame\(frames == 1 ? "" : "s")"
        if let rate { text += ", \(Amounts.decimal(rate, places: 1))/s" }
        text += ", \(missed) missed"
        if pixelFrames > 0 { text += ", \(pixelFrames) in pixels" }
        if unusable > 0 { text += ", \(unusable) unusable" }
        return text
    }
}
