import CameraModel

// Command categories and capabilities.

extension CameraBody {
    static func allCategories(withVideo: Bool) -> CommandCategories {
        withVideo ? [.stillsShooting, .fileAccess, .videoRecording] : [.stillsShooting, .fileAccess]
    }

    var supportedCategories: [CommandCategories] {
        configuration.combinesCategories
            ? [Self.allCategories(withVideo: true)]
            : [.stillsShooting, .fileAccess, .videoRecording]
    }

    mutating func setCategories(_ wanted: CommandCategories) throws(CameraError) {
        if configuration.hasVideoSwitch && wanted.contains(.videoRecording) != isVideoSwitchOn {
            throw CameraError(
                .needsPhysicalInteraction,
                isVideoSwitchOn
                    ? "Turn the switch on the camera to stills first." : "Turn the switch on the camera to video first."
            )
        }
        if configuration.combinesCategories {
            categories = Self.allCategories(withVideo: !configuration.hasVideoSwitch || isVideoSwitchOn)
        } else {
            categories = wanted
        }
        categoriesChanged()
    }

    mutating func categoriesChanged() {
        if categories.isDisjoint(with: [.stillsShooting, .videoRecording]) { stopLiveView(.modeChanged) }
        send(.categories(active: categories, supported: supportedCategories))
    }

    var capabilities: CameraCapabilities {
        var all: CameraCapabilities = [
            .exposureControl, .liveView, .liveViewOrientation, .liveViewCrop, .liveViewPan, .remoteControlWithoutLiveView,
            .shutterControl, .halfPress, .focusAreas, .touchFocus, .focusDrive, .focusDriveEnd, .depthOfFieldPreview,
            .videoRecording, .fileAccess, .fileDeletion, .fileRating, .cameraInitiatedTransfer, .clock, .powerOff, .fileUpload,
            .fileProtection,
            .folderCreation, .fileMoving, .fileCopying, .formatting,
        ]
        if !lens.isAttached { all.subtract([.focusDrive, .focusDriveEnd, .touchFocus, .halfPress]) }
        return all
    }
}
