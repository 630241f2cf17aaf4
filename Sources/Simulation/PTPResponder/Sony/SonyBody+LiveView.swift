import CameraModel
import HotShoeSupport
import PTP
import PTPSony

// Live view: an object with a fixed handle, while it is requested.

extension SonyBody {
    /// Time without a request of a frame after which the body ends live view.
    private static let idleLimit: Duration = .seconds(2)

    /// The viewfinder, which the first request starts.
    private func viewfinder() throws(Refusal) -> Viewfinder {
        try checkReady()
        guard camera.capabilities.contains(.liveView) else { throw Refusal(.invalidObjectHandle) }
        let now = time.now
        let (running, new) = state.withLock { shared -> (Viewfinder, Viewfinder?) in
            shared.lastFrame = now
            if let running = shared.viewfinder, running.isRunning { return (running, nil) }
            let new = Viewfinder(time)
            shared.viewfinder = new
            return (new, new)
        }
        if let new {
            new.start(camera)
            watch()
        }
        return running
    }

    /// Ends live view when no frames have been requested for some time.
    private func watch() {
        let timer = time.makeTimer { [weak self] in
            guard let self else { return }
            let now = time.now
            let stop = state.withLock { shared -> (@Sendable () -> Void)? in
                let end = shared.lastFrame + Self.idleLimit
                if now >= end { return shared.popView() }
                shared.viewTimer?.arm(at: end)
                return nil
            }
            stop?()
        }
        let old = state.withLock { shared in
            defer { shared.viewTimer = timer }
            return shared.viewTimer
        }
        old?.disarm()
        timer.arm(at: time.now + Self.idleLimit)
    }

    /// The ObjectInfo of live view. InvalidObjectHandle until there is a frame.
    func viewInfo() async throws(Refusal) -> Answer {
        _ = try viewfinder()
        return try .dataset(
            ObjectInfo(storage: .unspecified, format: .exifJPEG, filename: "", compressedSize: 0)
        )
    }

    /// A frame: offsets and sizes, the frames that the body draws, and the picture. AccessDenied until there is a new one.
    func frame() async throws(Refusal) -> Answer {
        let viewfinder = try viewfinder()
        guard let frame = await viewfinder.next() else { throw Refusal(.accessDenied) }
        state.withLock { $0.space = frame.info.space }
        let block = SonyFocalFrames.encoded(version: 101, frame.info.space, frames(frame.info))
        return viewfinder.answer(frame, after: SonyLiveView.head(block, pictureSize: frame.byteCount))
    }

    /// The focus areas of the camera; the active one also as the target, if the body follows a subject.
    private func frames(_ info: LiveViewFrameInfo) -> [SonyFocalFrames.Frame] {
        let follows = camera.property(.autoFocusSystem).value?.common == .autoFocusSystem(.tracking)
        let targets = follows ? info.focusAreas.filter(\.isActive) : []
        return info.focusAreas.map { Self.frame(.focus, $0) } + targets.map { Self.frame(.tracking, $0) }
    }

    private static func frame(_ kind: SonyFocalFrames.Kind, _ area: FocusArea) -> SonyFocalFrames.Frame {
        func number(_ value: Double) -> UInt32 { UInt32(min(max(0, value.rounded()), 16_777_215)) }
        return SonyFocalFrames.Frame(
            kind,
            type: kind == .focus ? 6 : 2,
            state: area.hasFocus ? 2 : area.isActive && kind == .focus ? 3 : 1,
            rank: area.isActive ? 1 : 0,
            x: number(area.rect.center.x),
            y: number(area.rect.center.y),
            width: number(area.rect.width),
            height: number(area.rect.height)
        )
    }

    /// A point of the body's space of 640 × 480 in the space of the camera's frames; nil without live view.
    func point(x: UInt16, y: UInt16) -> Point? {
        guard let space = state.withLock({ $0.space }) else { return nil }
        return Point(x: Double(x) * Double(space.width) / 640, y: Double(y) * Double(space.height) / 480)
    }
}
