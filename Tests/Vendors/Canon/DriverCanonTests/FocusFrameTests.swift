import BodyRig
import CameraModel
import DriverCanon
import PTPResponder
import SimulatedCamera
import Testing

/// Focus areas in a body's live view frames.
@Suite(.timeLimit(.minutes(5))) struct FocusFrameTests {
    private static func withBody(_ use: (Camera) async throws -> Void) async throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.liveViewSize = PixelSize(width: 480, height: 320)
        try await BodyRig.serve(CameraSimulator(configuration), BodyRig.serving(.canonEOSR5), .canonEOS, use)
    }

    /// Returns whether a frame reports focus at a point; expects that its focus areas are valid.
    private static func hasFocus(_ frame: LiveViewFrame, at place: Point) -> Bool {
        let areas = frame.focusAreas
        #expect(areas.count <= 1)
        guard let area = areas.first else { return false }
        let rect = area.rect
        #expect(area.isActive && rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= 480 && rect.y + rect.height <= 320)
        let isThere = rect.x <= place.x && place.x <= rect.x + rect.width && rect.y <= place.y && place.y <= rect.y + rect.height
        return isThere && area.hasFocus
    }

    @Test func `the touched position is shown in the frames, with focus once that has been found`() async throws {
        try await Self.withBody { camera in
            let place = Point(x: 400, y: 80)
            for try await frame in camera.liveView().prefix(3) { #expect(!Self.hasFocus(frame, at: place)) }
            try await camera.touchFocus(at: place)
            _ = try await camera.liveView().first { Self.hasFocus($0, at: place) }
        }
    }
}
