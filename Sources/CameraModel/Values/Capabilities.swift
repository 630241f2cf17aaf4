/// What a camera can do now. Meaningful while connected; may change at any time, and is observable.
public struct CameraCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Settings can be changed from here.
    public static let exposureControl = Self(rawValue: 1 << 0)
    public static let liveView = Self(rawValue: 1 << 1)
    /// The frames say how the camera is held.
    public static let liveViewOrientation = Self(rawValue: 1 << 2)
    /// The camera can send a part of the picture only.
    public static let liveViewCrop = Self(rawValue: 1 << 3)
    /// The enlarged part can be moved.
    public static let liveViewPan = Self(rawValue: 1 << 4)
    /// Settings and shooting work while live view is off.
    public static let remoteControlWithoutLiveView = Self(rawValue: 1 << 5)
    /// As ``remoteControlWithoutLiveView``, but not everything.
    public static let limitedRemoteControlWithoutLiveView = Self(rawValue: 1 << 6)
    public static let shutterControl = Self(rawValue: 1 << 7)
    /// Autofocus and shutter can be pressed separately.
    public static let halfPress = Self(rawValue: 1 << 8)
    public static let focusAreas = Self(rawValue: 1 << 9)
    public static let touchFocus = Self(rawValue: 1 << 10)
    /// The lens can be driven in steps.
    public static let focusDrive = Self(rawValue: 1 << 11)
    public static let depthOfFieldPreview = Self(rawValue: 1 << 12)
    public static let videoRecording = Self(rawValue: 1 << 13)
    public static let fileAccess = Self(rawValue: 1 << 14)
    public static let fileDeletion = Self(rawValue: 1 << 15)
    public static let fileRating = Self(rawValue: 1 << 16)
    /// The camera offers new pictures by itself.
    public static let cameraInitiatedTransfer = Self(rawValue: 1 << 17)
    public static let clock = Self(rawValue: 1 << 18)
    public static let powerOff = Self(rawValue: 1 << 19)
    /// Files can be put onto the cards.
    public static let fileUpload = Self(rawValue: 1 << 20)
    /// Files can be protected against deleting.
    public static let fileProtection = Self(rawValue: 1 << 21)
    /// Folders can be made on the cards.
    public static let folderCreation = Self(rawValue: 1 << 22)
    /// Files and folders can be moved to other folders and cards.
    public static let fileMoving = Self(rawValue: 1 << 23)
    /// Files and folders can be copied to other folders and cards.
    public static let fileCopying = Self(rawValue: 1 << 24)
    /// Cards can be formatted.
    public static let formatting = Self(rawValue: 1 << 25)

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
        (.formatting, "formatting"),
    ]

    /// The names of what is in the set, for people.
    public var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }
}

/// What a camera is being used for. Several may be active at once, where the camera allows it.
public struct CommandCategories: OptionSet, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let stillsShooting = Self(rawValue: 1 << 0)
    public static let fileAccess = Self(rawValue: 1 << 1)
    public static let videoRecording = Self(rawValue: 1 << 2)

    /// Error text for a camera that cannot be used for these, alone or together.
    var refusal: String {
        let verbs = [
            (Self.stillsShooting, "take pictures"), (.fileAccess, "give access to its files"), (.videoRecording, "record video"),
        ].filter { contains($0.0) }.map(\.1)
        let together = verbs.count > 1 ? " at the same time" : ""
        return "This camera cannot \(verbs.joined(separator: " and "))\(together) by remote control."
    }

    public var description: String {
        let parts = [
            (Self.stillsShooting, "stills shooting"), (.fileAccess, "file access"), (.videoRecording, "video recording"),
        ]
        return isEmpty ? "none" : parts.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
