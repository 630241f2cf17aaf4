package import CameraModel
import DriverPTP
import Exposure
import HotShoeSupport
import PTP
import PTPPanasonic
import PTPSession
import VendorKit

// Pictures, focusing, live view, movies.

extension PanasonicConnection {
    /// Takes a picture. Bodies focus as their settings require, also where the caller requests no focusing.
    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        let speed = state.withLock { $0.state(of: .shutterSpeed)?.value }
        if speed?.shutterSpeed == .bulb {
            throw CameraError(.notAvailable, "The shutter speed is bulb: press the shutter, and release it.", operation: .shoot)
        }
        let files = state.withLock { $0.pictureBegan() }
        defer { state.withLock { $0.pictureEnded() } }
        let plan = PictureWait.Plan(files: files, exposure: speed?.exposureTime ?? .zero, atLeast: options.timeLimit)
        return try await collectShot(plan) { () throws(CameraError) in
            try await perform(.shoot, .panasonicInitiateCapture, [PanasonicControl.shoot], timeout: plan.answerLimit)
        }
    }

    // MARK: Holding the button

    /// Opens the shutter where its speed is bulb, otherwise begins a burst, as the drive mode allows.
    package func pressShutter() async throws(CameraError) {
        try await standard.prepareShot()
        presses.hold(.full)
        try await pressing([.full]) { () throws(CameraError) in
            try await perform(.pressShutter, .panasonicInitiateCapture, [PanasonicControl.press])
        }
    }

    package func engageAutoFocus() async throws(CameraError) {
        presses.hold(.half)
        try await pressing(Press.focusing) { () throws(CameraError) in
            try await perform(.engageAutoFocus, .panasonicControlFocus, [PanasonicControl.focus])
        }
    }

    /// Releases presses, also for a cancelled caller.
    package func release(_ presses: [Press]) async {
        for press in presses {
            switch press {
            case .full:
                for step in [PanasonicControl.release, PanasonicControl.released] {
                    await session.performUncancelled(.panasonicInitiateCapture, [step])
                }
            case .half: await session.performUncancelled(.panasonicControlFocus, [PanasonicControl.unlock])
            }
        }
    }

    // MARK: Moving the focus

    /// Bodies have two speeds.
    package func driveFocus(_ step: FocusStep) async throws(CameraError) {
        let isNear = step.direction == .towardsCamera
        let movement: PanasonicFocusDrive =
            step.amount == .small ? (isNear ? .nearSlow : .farSlow) : (isNear ? .nearFast : .farFast)
        try await send(.panasonicDriveFocus, PanasonicValue(.panasonicFocusDrive, movement.rawValue), .driveFocus)
    }

    // MARK: Live view

    package func beginView(_ options: LiveViewOptions) async throws(CameraError) {
        try await perform(.startLiveView, .panasonicControlLiveView, [PanasonicControl.startLiveView])
    }

    package func endView() async {
        await session.performUncancelled(.panasonicControlLiveView, [PanasonicControl.stopLiveView])
    }

    // MARK: Movies

    package func startRecording() async throws(CameraError) {
        events.shortenPauses(for: RecordingReports.limit)
        try await perform(.startRecording, .panasonicControlMovie, [PanasonicControl.startMovie])
        try await recordings.wait(for: true, .startRecording)
        // Some bodies do not report it.
        if !recordings.isRecording { recordings.report(isRecording: true) }
    }

    package func stopRecording() async throws(CameraError) {
        events.shortenPauses(for: RecordingReports.limit)
        // A stop is not cancelled with its caller.
        await session.performUncancelled(.panasonicControlMovie, [PanasonicControl.stopMovie])
        try await recordings.wait(for: false, .stopRecording)
        if recordings.isRecording { recordings.report(isRecording: false) }
        await readExposure()
    }
}
