package import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import PTPSession
import VendorKit

extension EOSConnection {
    /// Bit of EVFOutputDevice for output to the computer.
    private static let computer: Int64 = 2
    /// Magnification factors of live view (observed behaviour).
    private static let zooms: [UInt32] = [1, 5, 10]

    package func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        guard supports(.eosGetViewFinderData) else { throw .notSupported(.startLiveView) }
        let host = host
        do throws(CameraError) {
            return try await liveRuns.start(sink) {
                host.update([.property(Self.zoomState($0))])
            } begin: { () throws(CameraError) in
                if let mode = state.withLock({ $0.eos.number(.eosEVFMode) }), mode != 1 {
                    try await assign(1, to: .eosEVFMode, .startLiveView)
                }
                let output = state.withLock { $0.eos.number(.eosEVFOutputDevice) } ?? 0
                try await assign(output | Self.computer, to: .eosEVFOutputDevice, .startLiveView)
            }
        } catch {
            await stopLiveView()
            throw error
        }
    }

    package func stopLiveView() async {
        guard liveRuns.stop(), session.isOpen else { return }
        let output = state.withLock { $0.eos.number(.eosEVFOutputDevice) } ?? Self.computer
        // In a separate task, so that the body also stops live view for a cancelled caller.
        await Task { _ = try? await assign(output & ~Self.computer, to: .eosEVFOutputDevice, .liveView) }.value
    }

    private static func zoomState(_ factor: UInt32) -> PropertyState {
        func value(_ factor: UInt32) -> PropertyValue {
            PropertyValue(.zoom(ZoomLevel(factor: Int(factor))), code: Int64(factor))
        }
        return PropertyState(.liveViewZoom, value: value(factor), settable: .enumeration(zooms.map(value)))
    }

    func zoom(_ value: PropertyValue) async throws(CameraError) {
        guard case .zoom(let zoom)? = value.common, let factor = UInt32(exactly: zoom.factor), Self.zooms.contains(factor) else {
            throw CameraError(.invalidValue, "Live view can be enlarged 5 or 10 times.")
        }
        try await enlarge(factor, .setProperty)
    }

    private func enlarge(_ factor: UInt32, _ operation: CameraOperation) async throws(CameraError) {
        guard supports(.eosZoom) else { throw .notSupported(operation) }
        guard liveRuns.current != nil else {
            throw CameraError(.needsLiveView, "Only live view can be enlarged.", operation: operation)
        }
        try await perform(operation) { session throws(SessionError) in try await session.perform(.eosZoom, [factor]) }
    }

    /// The body magnifies 5 or 10 times. Selects the largest factor that still shows the whole rectangle, at the rectangle's
    /// place.
    package func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) {
        guard let rect else { return try await enlarge(1, .setLiveViewCrop) }
        guard let space = liveRuns.current?.space else {
            throw CameraError(.needsLiveView, "Live view is not running. Start it before cropping.", operation: .setLiveViewCrop)
        }
        let part = max(rect.width / Double(space.width), rect.height / Double(space.height))
        guard part.isFinite, part > 0, rect.x.isFinite, rect.y.isFinite else {
            throw CameraError(.invalidArgument, "There is no such part.", operation: .setLiveViewCrop)
        }
        let factor: UInt32 = part > 0.2 ? 1 : part > 0.1 ? 5 : 10
        try await enlarge(factor, .setLiveViewCrop)
        guard factor > 1, supports(.eosZoomPosition) else { return }
        try await place(rect.x, rect.y, .setLiveViewCrop)
    }

    /// A body that does not magnify shows a frame where it would magnify; the frame has the size for factor 5.
    package func panLiveView(to point: Point) async throws(CameraError) {
        guard supports(.eosZoomPosition) else { throw .notSupported(.panLiveView) }
        guard let live = liveRuns.current, let space = live.space else {
            throw CameraError(
                .needsLiveView,
                "Live view is not running. Start it before moving its picture.",
                operation: .panLiveView
            )
        }
        let (width, height) = (Double(space.width), Double(space.height))
        guard point.x >= 0, point.x <= width, point.y >= 0, point.y <= height else {
            throw CameraError(
                .invalidArgument,
                "The place must lie inside the picture, which is \(space).",
                operation: .panLiveView
            )
        }
        let factor = Double(max(live.magnification ?? 1, Self.zooms[1]))
        let (partWidth, partHeight) = (width / factor, height / factor)
        try await place(
            min(max(point.x - partWidth / 2, 0), width - partWidth),
            min(max(point.y - partHeight / 2, 0), height - partHeight),
            .panLiveView
        )
    }

    /// Sets the corner of the magnified part that is nearest to the origin.
    private func place(_ x: Double, _ y: Double, _ operation: CameraOperation) async throws(CameraError) {
        let corner = [x, y].map { UInt32(min(max($0.rounded(), 0), 65_535)) }
        try await perform(operation) { session throws(SessionError) in
            try await session.perform(.eosZoomPosition, [corner[0], corner[1]])
        }
    }
}
