package import CameraModel
import Exposure
import TestSupport
import Testing

/// Every function of a body, performed once, step by step. A step that fails is recorded with its error.
package struct TraceScenario {
    package struct Unexpected: Error, CustomStringConvertible {
        package let description: String
    }

    private let camera: Camera
    private let trace: Trace
    private var lines: [String] = []

    package init(_ camera: Camera, _ trace: Trace) { (self.camera, self.trace) = (camera, trace) }

    /// The recorded text.
    package var text: String { lines.dropFirst().joined(separator: "\n") + "\n" }

    /// Performs one step.
    package mutating func step(_ name: String, _ work: () async throws -> Void) async {
        do { try await work() } catch { trace.note("\(error)") }
        lines += ["", "# \(name)"] + trace.drain()
    }

    /// Performs the steps that every body has, up to the disconnection, with further ones before it.
    package mutating func perform(_ more: [(String, (Camera) async throws -> Void)] = []) async {
        let camera = camera
        await step("connect") {}
        await step("set") {
            let aperture = camera.property(.aperture)
            try await aperture.set(.aperture(.f8), until: .reflected(timeout: waitLimit))
            try await aperture.step(.increment)
        }
        await step("half-press") {
            try await camera.engageAutoFocus()
            try await camera.disengageAutoFocus()
        }
        await step("picture, to the card") { _ = try await camera.shoot() }
        await step("picture, without autofocus") { _ = try await camera.shoot(ShootOptions(autofocus: false)) }
        await step("picture, to the computer") { try await Self.shootToComputer(camera) }
        await step("shutter held down") {
            try await camera.pressShutter()
            try await camera.releaseShutter()
        }
        await step("live view, enlarged, focused, driven") { try await Self.view(camera) }
        await step("video") {
            try await camera.startRecording()
            try await until("the camera records") { camera.recording.isRecording }
            try await camera.stopRecording()
        }
        await step("clock") {
            try await camera.setClock(CameraDate(year: 2030, month: 1, day: 2)!)
            let shown = try await camera.readClock()
            if shown.year != 2030 || shown.month != 1 || shown.day != 2 { throw Unexpected(description: "\(shown)") }
        }
        for (name, work) in more { await step(name) { try await work(camera) } }
        await camera.disconnect()
        await step("disconnect") {}
        if !trace.repeatedLines.isEmpty { lines += ["", "# at any time"] + trace.repeatedLines }
    }

    private static func shootToComputer(_ camera: Camera) async throws {
        let destination = camera.property(.imageDestination)
        try await destination.set(.imageDestination(.host), until: .reflected(timeout: waitLimit))
        guard let file = try await camera.shoot().original, try await file.contents().starts(with: [0xFF, 0xD8]) else {
            throw Unexpected(description: "no picture")
        }
        try await destination.set(.imageDestination(.camera), until: .reflected(timeout: waitLimit))
    }

    /// Live view is stopped in this step, also where a camera lacks something.
    private static func view(_ camera: Camera) async throws {
        do { try await useView(camera) } catch {
            await camera.stopLiveView()
            throw error
        }
        await camera.stopLiveView()
    }

    private static func useView(_ camera: Camera) async throws {
        for try await _ in camera.liveView().prefix(2) {
            try await camera.setLiveViewCrop(Rect(x: 10, y: 10, width: 12, height: 8))
            try await camera.panLiveView(to: Point(x: 60, y: 30))
            try await camera.setLiveViewCrop(nil)
            try await camera.property(.liveViewZoom).set(.zoom(ZoomLevel(factor: 5)), until: .accepted)
            try await camera.engageAutoFocus()
            try await camera.disengageAutoFocus()
            try await camera.driveFocus(FocusStep(.towardsCamera, .small))
            try await camera.driveFocus(FocusStep(.towardsInfinity, .large))
            try await camera.touchFocus(at: Point(x: 20, y: 20))
        }
    }
}
