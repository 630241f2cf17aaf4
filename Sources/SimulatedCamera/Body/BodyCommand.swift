import CameraModel

/// Something that the camera is asked to do.
enum BodyCommand: Sendable {
    case setProperty(PropertyIdentifier, PropertyValue)
    case stepProperty(PropertyIdentifier, StepDirection)
    case setCategories(CommandCategories)
    case engageAutoFocus
    case disengageAutoFocus
    case pressShutter
    case releaseShutter
    case shoot(autofocus: Bool)
    case setFocusArea(Int)
    case touchFocus(Point)
    case driveFocus(FocusStep)
    case setCrop(Rect?)
    case pan(Point)
    case startRecording
    case stopRecording
    case setClock(CameraDate)
    case delete(ItemInfo.Handle)
    case setRating(ItemInfo.Handle, Int)
    case setProtected(ItemInfo.Handle, Bool)
    case format(StorageInfo.Identifier)
    case declineTransfer(TransferOffer.Identifier)
}

/// What comes of a command that was done.
enum BodyReply: Sendable {
    case done
    case shot(ShotResult)
}

/// Something that the camera does to the outside, in this order.
enum BodyOutput: Sendable {
    /// The command with this number is over.
    case finished(Int, Result<BodyReply, CameraError>)
    case update(CameraUpdate)
    /// A picture was exposed: somebody must make its files, and say so with ``CameraBody/developed(_:)``.
    case develop(DevelopmentJob)
    /// A recording ended: somebody must make its file.
    case developVideo(VideoJob)
    /// Files are not on the card any more, nor needed for anything else.
    case discard([ItemInfo.Handle])
    /// Files are not on the card any more, but are offered still: their bytes must be kept elsewhere.
    case detach([ItemInfo.Handle])
    /// A folder was made, which is not there where files are kept until something is written into it.
    case folderMade(ItemInfo.Handle, StorageInfo.Identifier, path: [String])
    case liveViewEnded(LiveViewEnd)
    /// The camera is not there any more.
    case ended(DisconnectReason)
}

/// A picture that was exposed and is not a file yet.
struct DevelopmentJob: Sendable {
    /// One file to make.
    struct File: Sendable, Hashable {
        var handle: ItemInfo.Handle
        var name: String
        var isRAW: Bool
        /// In bytes, once it has been made.
        var size: UInt64 = 0
    }

    var shot: Int
    var view: SceneView
    var size: PixelSize
    /// Of the JPEG, 1…100.
    var quality: Int
    var exposure: BodyOptics.Exposure
    var settings: BodySettings
    var date: CameraDate
    var files: [File]
    /// The card to write to; nil for a picture that goes to the host only.
    var storage: StorageInfo.Identifier?
    /// The size of the preview in bytes, once it has been made.
    var previewSize: UInt64 = 0
    /// Why it could not be written.
    var failure: CameraError?
}
