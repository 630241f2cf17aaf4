import CameraModel

/// A command to the camera body.
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

/// Result of a successful command.
enum BodyReply: Sendable {
    case done
    case shot(ShotResult)
}

/// An output of the camera body. Outputs are processed in order.
enum BodyOutput: Sendable {
    /// The command with this number has ended.
    case finished(Int, Result<BodyReply, CameraError>)
    case update(CameraUpdate)
    /// A picture was exposed. The receiver must develop its files, then call ``CameraBody/developed(_:)``.
    case develop(DevelopmentJob)
    /// A recording ended. The receiver must make its file.
    case developVideo(VideoJob)
    /// Files were removed from the card, and are not needed any more.
    case discard([ItemInfo.Handle])
    /// Files were removed from the card, but are still offered: their bytes must be kept elsewhere.
    case detach([ItemInfo.Handle])
    /// A folder was added to the catalogue. On disk it is created with the first file in it.
    case folderMade(ItemInfo.Handle, StorageInfo.Identifier, path: [String])
    case liveViewEnded(LiveViewEnd)
    /// The camera has disconnected.
    case ended(DisconnectReason)
}

/// A picture that was exposed, and whose files are not developed yet.
struct DevelopmentJob: Sendable {
    /// A file to develop.
    struct File: Sendable, Hashable {
        var handle: ItemInfo.Handle
        var name: String
        var isRAW: Bool
        /// Size in bytes, once the file is developed.
        var size: UInt64 = 0
    }

    var shot: Int
    var view: SceneView
    var size: PixelSize
    /// Quality of the JPEG, 1…100.
    var quality: Int
    var exposure: BodyOptics.Exposure
    var settings: BodySettings
    var date: CameraDate
    var files: [File]
    /// The card to write to; nil for a picture that is only transferred to the host.
    var storage: StorageInfo.Identifier?
    /// Size of the preview in bytes, once it is developed.
    var previewSize: UInt64 = 0
    /// The reason why the picture could not be written; nil if it was.
    var failure: CameraError?
}
