/// The functions that a camera offers now. Valid while connected; may change at any time, and is observable.
public struct CameraCapabilities: OptionSet, Sendable, Hashable {
    /// The bit mask.
    public let rawValue: UInt32

    /// Creates a set from a bit mask.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Settings can be changed by remote control.
    public static let exposureControl = Self(rawValue: 1 << 0)
    /// The camera sends live view.
    public static let liveView = Self(rawValue: 1 << 1)
    /// Live view frames contain the orientation of the camera.
    public static let liveViewOrientation = Self(rawValue: 1 << 2)
    /// The camera can send a part of the live view picture only.
    public static let liveViewCrop = Self(rawValue: 1 << 3)
    /// The enlarged part of the live view picture can be moved.
    public static let liveViewPan = Self(rawValue: 1 << 4)
    /// Settings and shooting work while live view is off.
    public static let remoteControlWithoutLiveView = Self(rawValue: 1 << 5)
    /// As ``remoteControlWithoutLiveView``, with restrictions.
    public static let limitedRemoteControlWithoutLiveView = Self(rawValue: 1 << 6)
    /// The shutter can be released by remote control.
    public static let shutterControl = Self(rawValue: 1 << 7)
    /// Autofocus and shutter can be operated separately.
    public static let halfPress = Self(rawValue: 1 << 8)
    /// A focus area can be selected.
    public static let focusAreas = Self(rawValue: 1 << 9)
    /// The camera can focus at a point of the live view picture.
    public static let touchFocus = Self(rawValue: 1 << 10)
    /// The lens can be moved in steps.
    public static let focusDrive = Self(rawValue: 1 << 11)
    /// The camera has a depth-of-field preview.
    public static let depthOfFieldPreview = Self(rawValue: 1 << 12)
    /// Video can be recorded.
    public static let videoRecording = Self(rawValue: 1 << 13)
    /// Files on the cards can be listed and fetched.
    public static let fileAccess = Self(rawValue: 1 << 14)
    /// Files can be deleted.
    public static let fileDeletion = Self(rawValue: 1 << 15)
    /// Files can be rated.
    public static let fileRating = Self(rawValue: 1 << 16)
    /// The camera offers new pictures for transfer on its own initiative.
    public static let cameraInitiatedTransfer = Self(rawValue: 1 << 17)
    /// The camera's clock can be set.
    public static let clock = Self(rawValue: 1 << 18)
    /// The camera can be switched off.
    public static let powerOff = Self(rawValue: 1 << 19)
    /// Files can be written to the cards.
    public static let fileUpload = Self(rawValue: 1 << 20)
    /// Files can be protected against deletion.
    public static let fileProtection = Self(rawValue: 1 << 21)
    /// Folders can be created on the cards.
    public static let folderCreation = Self(rawValue: 1 << 22)
    /// Files and folders can be moved to other folders and cards.
    public static let fileMoving = Self(rawValue: 1 << 23)
    /// Files and folders can be copied to other folders and cards.
    public static let fileCopying = Self(rawValue: 1 << 24)
    /// Cards can be formatted.
    public static let formatting = Self(rawValue: 1 << 25)
    /// The camera reports that a step of ``focusDrive`` did not move the lens, because it is at the end of its range
    /// (``CameraError/Code/focusDidNotMove``). Canon EOS bodies do not (observed behaviour).
    public static let focusDriveEnd = Self(rawValue: 1 << 26)

    private static let names: [(CameraCapabilities, String)] = [
        (.exposureControl, "exposure control"), (.liveView, "live view"), (.liveViewOrientation, "live view orientation"),
        (.liveViewCrop, "live view crop"), (.liveViewPan, "live view pan"),
        (.remoteControlWithoutLiveView, "remote control without live view"),
        (.limitedRemoteControlWithoutLiveView, "limited remote control without live view"),
        (.shutterControl, "shutter control"), (.halfPress, "half-press"), (.focusAreas, "focus areas"),
        (.touchFocus, "touch focus"), (.focusDrive, "focus drive"), (.depthOfFieldPreview, "depth-of-field preview"),
        (.videoRecording, "video recording"), (.fileAccess, "file access"), (.fileDeletion, "file deletion"),
        (.fileRating, "file rating"), (.cameraInitiatedTransfer, "camera-initiated transfer"), (.clock, "clock"),
        (.powerOff, "power off"), (.fileUpload, "file upload"), (.fileProtection, "file protection"),
        (.folderCreation, "folder creation"), (.fileMoving, "file moving"), (.fileCopying, "file copying"),
        (.formatting, "formatting"), (.focusDriveEnd, "end of the focus drive"),
    ]

    /// The names of the functions in the set, for display.
    public var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

    /// Creates a set from names; those that are not known are ignored.
    package init(names: [String]) {
        self = Self.names.reduce(into: []) { set, row in if names.contains(row.1) { set.insert(row.0) } }
    }
}

/// The purposes for which a camera is in use. Some cameras allow several at the same time.
public struct CommandCategories: OptionSet, Sendable, Hashable, CustomStringConvertible {
    /// The bit mask.
    public let rawValue: UInt32

    /// Creates a set from a bit mask.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Taking pictures.
    public static let stillsShooting = Self(rawValue: 1 << 0)
    /// Access to the files on the cards.
    public static let fileAccess = Self(rawValue: 1 << 1)
    /// Recording video.
    public static let videoRecording = Self(rawValue: 1 << 2)

    /// Error text for a camera that does not support these categories, alone or together.
    var refusal: String {
        let verbs = [
            (Self.stillsShooting, "take pictures"), (.fileAccess, "give access to its files"), (.videoRecording, "record video"),
        ].filter { contains($0.0) }.map(\.1)
        let together = verbs.count > 1 ? " at the same time" : ""
        return "This camera cannot \(verbs.joined(separator: " and "))\(together) by remote control."
    }

    private static let names: [(CommandCategories, String)] = [
        (.stillsShooting, "stills shooting"), (.fileAccess, "file access"), (.videoRecording, "video recording"),
    ]

    /// The names of the categories in the set.
    package var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

    /// Creates a set from names; those that are not known are ignored.
    package init(names: [String]) {
        self = Self.names.reduce(into: []) { set, row in if names.contains(row.1) { set.insert(row.0) } }
    }

    /// The names of the categories, for display.
    public var description: String { isEmpty ? "none" : names.joined(separator: ", ") }
}
