package import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import PTPSession
package import VendorKit

extension EOSConnection {
    /// Bit of EVFOutputDevice for output to the computer.
    private static let computer: Int64 = 2
    /// Magnification factors of live view (observed behaviour).
    private static let zooms = [1, 5, 10]

    package func beginView(_ options: LiveViewOptions) async throws(CameraError) {
        guard supports(.eosGetViewFinderData) else { throw .notSupported(.startLiveView) }
        if let mode = state.withLock({ $0.number(.eosEVFMode) }), mode != 1 {
            try await assign(1, to: .eosEVFMode, .startLiveView)
        }
        let output = state.withLock { $0.number(.eosEVFOutputDevice) } ?? 0
        try await assign(output | Self.computer, to: .eosEVFOutputDevice, .startLiveView)
    }

    package func viewReported(_ report: LiveViewReport) {
        if case .magnification(let factor) = report { host.update([.property(Self.zoomState(Int(factor)))]) }
    }

    package func endView() async {
        let output = state.withLock { $0.number(.eosEVFOutputDevice) } ?? Self.computer
        // In a separate task, so that the body also stops live view for a cancelled caller.
        await Task { _ = try? await assign(output & ~Self.computer, to: .eosEVFOutputDevice, .liveView) }.value
    }

    private static func zoomState(_ factor: Int) -> PropertyState {
        func value(_ factor: Int) -> PropertyValue { PropertyValue(.zoom(ZoomLevel(factor: factor)), code: Int64(factor)) }
        return PropertyState(.liveViewZoom, value: value(factor), settable: .enumeration(zooms.map(value)))
    }

    func zoom(_ value: PropertyValue) async throws(CameraError) {
        guard case .zoom(let zoom)? = value.common, Self.zooms.contains(zoom.factor) else {
            throw CameraError(.invalidValue, "Live view can be enlarged 5 or 10 times.")
        }
        try await enlarge(zoom.factor, .setProperty)
    }

    private func enlarge(_ factor: Int, _ operation: CameraOperation) async throws(CameraError) {
        _ = try liveRuns.space(operation)
        try await perform(operation, .eosZoom, [UInt32(factor)])
    }

    /// Selects the largest magnification that still shows the whole rectangle, at the rectangle's place.
    package func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) {
        let factor = try liveRuns.magnification(showing: rect, of: Self.zooms, .setLiveViewCrop) ?? 1
        try await enlarge(factor, .setLiveViewCrop)
        guard factor > 1, let rect, supports(.eosZoomPosition) else { return }
        try await place(Point(x: rect.x, y: rect.y), .setLiveViewCrop)
    }

    /// A body that does not magnify shows a frame where it would magnify; the frame has the size for factor 5.
    package func panLiveView(to point: Point) async throws(CameraError) {
        let space = try liveRuns.space(.panLiveView)
        let (width, height) = (Double(space.width), Double(space.height))
        guard point.x >= 0, point.x <= width, point.y >= 0, point.y <= height else {
            throw CameraError(
                .invalidArgument,
                "The place must lie inside the picture, which is \(space).",
                operation: .panLiveView
            )
        }
        let factor = Double(max(Int(liveRuns.current?.magnification ?? 1), Self.zooms[1]))
        let (partWidth, partHeight) = (width / factor, height / factor)
        let corner = Point(
            x: min(max(point.x - partWidth / 2, 0), width - partWidth),
            y: min(max(point.y - partHeight / 2, 0), height - partHeight)
        )
        try await place(corner, .panLiveView)
    }

    /// Sets the corner of the magnified part that is nearest to the origin.
    private func place(_ corner: Point, _ operation: CameraOperation) async throws(CameraError) {
        let numbers = try corner.parameters(operation)
        try await perform(operation, .eosZoomPosition, [numbers[0], numbers[1]])
    }
}
