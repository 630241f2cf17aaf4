package import CameraModel
import DriverPTP
import Exposure
import HotShoeSupport
import PTP
import PTPOlympus
import PTPProperties
import PTPSession
import VendorKit

// Pictures, the focus drive, live view.

extension OlympusConnection {
    /// Takes a picture. Bodies focus as their settings require, also where the caller requests no focusing.
    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        if let speed = standard.state(of: .shutterSpeed)?.value, Self.isOpen(speed) {
            throw CameraError(.notAvailable, "The shutter speed is bulb: press the shutter, and release it.", operation: .shoot)
        }
        var plan = standard.picturePlan(options)
        plan.files = expectedFiles
        return try await collectShot(plan) { () throws(CameraError) in
            do throws(CameraError) {
                try await perform(.shoot, .olympusCapture, [OlympusCapture.press], timeout: plan.answerLimit)
            } catch {
                await release([.full])
                throw error
            }
            await release([.full])
        }
    }

    /// Whether the shutter is open while it is pressed: bulb, time, and the modes of the bulb position.
    private static func isOpen(_ speed: PropertyValue) -> Bool {
        if let common = speed.shutterSpeed { return common == .bulb || common == .time }
        return speed.code.map { $0 >= 0xFFFF_FF00 } ?? false
    }

    /// Number of files of a picture, in all its places; nil if the drive mode may make several pictures, or the format is not known.
    private var expectedFiles: Int? {
        guard case .driveMode(let mode)? = standard.state(of: .driveMode)?.value?.common,
            [.single, .singleElectronic, .timerShort, .timerLong].contains(mode),
            let quality = standard.state(of: .imageQuality)?.value, let code = quality.code, OlympusTables.qualities[code] != nil
        else { return nil }
        let files = quality.label.utf8.contains(UInt8(ascii: "+")) ? 2 : 1
        return destination == .cameraAndHost ? 2 * files : files
    }

    // MARK: Holding the button

    /// Opens the shutter in the bulb position, otherwise begins a burst, as the drive mode allows.
    package func pressShutter() async throws(CameraError) {
        try await standard.prepareShot()
        presses.hold(.full)
        try await pressing([.full]) { () throws(CameraError) in
            try await perform(.pressShutter, .olympusCapture, [OlympusCapture.press])
        }
    }

    /// Releases the button, also for a cancelled caller.
    package func release(_ presses: [Press]) async {
        guard !presses.isEmpty else { return }
        await session.performUncancelled(.olympusCapture, [OlympusCapture.release])
    }

    package func driveFocus(_ step: FocusStep) async throws(CameraError) {
        let direction = step.direction == .towardsCamera ? OlympusFocusDrive.near : OlympusFocusDrive.far
        let steps: [FocusStep.Amount: UInt32] = [
            .small: OlympusFocusDrive.small, .medium: OlympusFocusDrive.medium, .large: OlympusFocusDrive.large,
        ]
        try await perform(.driveFocus, .olympusDriveFocus, [direction, steps[step.amount] ?? OlympusFocusDrive.small])
    }

    // MARK: Live view

    /// Size of live view that open programs use: 1024 × 768.
    private static let usualSize: UInt32 = 0x0400_0300

    /// Selects a size of live view unless one is selected.
    package func beginView(_ options: LiveViewOptions) async throws(CameraError) {
        let present = try? await standard.number(.olympusLiveViewMode)
        if let present, present != 0 { return }
        try await setView(Self.usualSize)
    }

    package func endView() async {
        // A stop is not cancelled with its caller.
        await Task { try? await setView(0) }.value
    }

    private func setView(_ size: UInt32) async throws(CameraError) {
        var writer = DatasetWriter()
        writer.integer(size)
        let bytes = writer.bytes
        try await perform(.liveView) { session throws(SessionError) in
            _ = try await session.send(.setDevicePropValue, [DevicePropCode.olympusLiveViewMode.rawValue], bytes)
        }
        standard.refresh(.olympusLiveViewMode)
    }
}
