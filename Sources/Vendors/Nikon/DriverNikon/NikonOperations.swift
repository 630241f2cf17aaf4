import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPNikon
import PTPProperties
import VendorKit

// The operations of Nikon bodies that the kit performs, and the meanings of their responses, as data.

extension VendorOperations<Event> {
    /// Nikon's operations for a body.
    static func nikon(_ device: DeviceInfo) -> VendorOperations {
        var operations = VendorOperations(
            events: .nikon(isWide: device.operations.contains(.nikonGetEventEx)),
            frame: .nikon(isExtended: device.operations.contains(.nikonGetLiveViewImageEx))
        )
        // A body takes no further picture into its memory before this one is removed.
        operations.pictureDone = .nikonDelImageSDRAM
        operations.readiness = .nikon
        return operations
    }
}

extension Pairing {
    /// StartPairing and EndPairing, then DeviceInfoChanged.
    static let nikon = Pairing(
        request: .nikonStartPairing,
        confirm: .nikonEndPairing,
        [UInt32(ResponseCode.ok.rawValue)],
        completion: .deviceInfoChanged,
        digits: PairingNumber.digits
    ) { PairingNumber($0)?.text }
}

extension ReadinessPoll {
    /// DeviceReady. A silent release that continues needs no waiting.
    static let nikon = ReadinessPoll(.nikonDeviceReady, done: [.nikonSilentReleaseBusy])
    /// DeviceReady until the shutter is open.
    static let nikonBulb = ReadinessPoll(.nikonDeviceReady, done: [.nikonSilentReleaseBusy, .nikonBulbReleaseBusy])
}

extension EventPoll<Event> {
    /// GetEventEx if the body has it, otherwise GetEvent. Not every body announces events on the link.
    static func nikon(isWide: Bool) -> EventPoll {
        var pauses = PollRate.Limits()
        pauses.slowest = .milliseconds(200)
        return EventPoll(isWide ? .nikonGetEventEx : .nikonGetEvent, emptySize: isWide ? 4 : 2, pauses: pauses) { bytes in
            let reply = NikonEvents(bytes, isWide: isWide)
            if let failure = reply.failure { Log.write(.warning, "nikon", "a reply with events is malformed: \(failure)") }
            return reply.events
        }
    }
}

extension LiveViewRequest {
    static func nikon(isExtended: Bool) -> LiveViewRequest {
        LiveViewRequest(
            isExtended ? .nikonGetLiveViewImageEx : .nikonGetLiveViewImg,
            // A body answers InvalidStatus (0xA004) while it changes its state, such as after autofocus (observed behaviour).
            notReady: [.deviceBusy, .nikonInvalidStatus],
            stopped: [.nikonNotLiveView],
            meanings: .nikon
        ) { bytes in
            guard let picture = LiveViewHeader.picture(in: bytes) else { return nil }
            var reply = LiveViewReply(picture: picture)
            guard let header = LiveViewHeader(bytes) else { return reply }
            (reply.space, reply.imageRect, reply.magnification) = (header.space, header.imageRect, header.magnification)
            (reply.orientation, reply.rollDegrees) = (header.orientation, header.rollDegrees)
            (reply.pitchDegrees, reply.timeCode) = (header.pitchDegrees, header.isRecording == true ? header.timeCode : nil)
            reply.areaCount = header.areaCount
            reply.status = LiveViewReply.Status(recording: header.recording, isHot: header.temperature != 0)
            return reply
        } focusArea: { bytes, index in
            LiveViewHeader(bytes)?.focusArea(index, in: bytes)
        }
    }
}

extension ResponseMeanings {
    /// Meanings of Nikon's response codes.
    static let nikon = ResponseMeanings(
        [
            .nikonHardwareError: (.protocolFailure, "The camera reports a defect. Switch it off and on."),
            .nikonOutOfFocus: (
                .focusFailed, "The camera found nothing to focus on. Aim at something with contrast, or focus manually."
            ),
            .nikonChangeCameraModeFailed: (.notAvailable, "The camera does not let the computer control it now."),
            .nikonInvalidStatus: (
                .notAvailable, "The camera does not allow this now. Leave its menu or playback, if it shows one."
            ),
            .nikonSetPropertyNotSupported: (.notAvailable, "The camera does not allow this property to be set now."),
            .nikonShutterSpeedBulb: (.notAvailable, "The shutter speed is bulb: press the shutter, and release it."),
            .nikonMirrorUpSequence: (.busy, "The camera's mirror is up. Take the picture first."),
            .nikonCameraModeNotAdjustFNumber: (.needsPhysicalInteraction, "The aperture is set at the lens."),
            .nikonNotLiveView: (.needsLiveView, "Live view is not running. Start it first."),
            .nikonMfDriveStepEnd: (.focusDidNotMove, "The lens is at the end of its range."),
            .nikonMfDriveStepInsufficiency: (.focusDidNotMove, "The lens cannot move by so little. Use a larger step."),
            .nikonBulbReleaseBusy: (.busy, "The shutter is open."),
        ],
        names: { .nikon }
    )
}

extension StandardExtension {
    /// Nikon's additions for a body.
    static func nikon(_ device: DeviceInfo) -> StandardExtension {
        StandardExtension(
            properties: NikonProperties.table,
            capabilities: [
                (.shutterControl, [.nikonInitiateCaptureRecInMedia]), (.shutterControl, [.nikonInitiateCaptureRecInSDRAM]),
                (.halfPress, [.nikonAfDrive]), (.liveView, [.nikonStartLiveView, .nikonGetLiveViewImg]),
                (.liveView, [.nikonStartLiveView, .nikonGetLiveViewImageEx]), (.liveViewOrientation, [.nikonStartLiveView]),
                (.touchFocus, [.nikonChangeAfArea]), (.focusDrive, [.nikonMfDrive]), (.focusDriveEnd, [.nikonMfDrive]),
                (.videoRecording, [.nikonStartMovieRecInCard, .nikonEndMovieRec]),
                (.cameraInitiatedTransfer, [.nikonDelImageSDRAM]),
            ],
            propertyCapabilities: [(.liveViewCrop, .liveViewZoom), (.liveViewPan, .liveViewZoom)],
            categories: device.operations.contains(.nikonStartMovieRecInCard) ? .videoRecording : [],
            wideProperties: device.operations.contains(.nikonGetDevicePropDescEx)
                ? WidePropertyOperations(describe: .nikonGetDevicePropDescEx, write: .nikonSetDevicePropValueEx) : nil,
            largeFiles: LargeFileOperations(piece: .nikonGetPartialObjectEx, size: .nikonGetObjectSize)
        )
    }
}
