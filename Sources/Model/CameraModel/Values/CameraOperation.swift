/// Names of all operations of a camera, for errors, faults and logs.
public enum CameraOperation: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Discovery of cameras.
    case discover
    /// Connecting to a camera.
    case connect
    /// Disconnecting from a camera.
    case disconnect
    /// Activating command categories.
    case setCommandCategories = "set-command-categories"
    /// Setting a property, and waiting for its value.
    case setProperty = "set-property"
    /// Moving a property by a step of its list.
    case stepProperty = "step-property"
    /// Setting the camera's clock.
    case setClock = "set-clock"
    /// Pressing the shutter button halfway.
    case engageAutoFocus = "engage-autofocus"
    /// Releasing the half-pressed shutter button.
    case disengageAutoFocus = "disengage-autofocus"
    /// Pressing the shutter button fully.
    case pressShutter = "press-shutter"
    /// Releasing the shutter button.
    case releaseShutter = "release-shutter"
    /// Taking a picture.
    case shoot
    /// Selecting a focus area.
    case setFocusArea = "set-focus-area"
    /// Focusing at a point of the live view picture.
    case touchFocus = "touch-focus"
    /// Moving the focus of the lens.
    case driveFocus = "drive-focus"
    /// Starting live view.
    case startLiveView = "start-live-view"
    /// Running and stopping live view.
    case liveView = "live-view"
    /// Changing the options of running live view.
    case setLiveViewOptions = "set-live-view-options"
    /// Limiting live view to a part of the picture.
    case setLiveViewCrop = "set-live-view-crop"
    /// Moving the enlarged part of live view.
    case panLiveView = "pan-live-view"
    /// Fetching or declining an offered picture.
    case transfer
    /// Listing a folder or the root of a storage.
    case listFolder = "list-folder"
    /// Reading the metadata of an item on a card.
    case loadMetadata = "load-metadata"
    /// Collecting a report of the camera.
    case makeReport = "make-report"
    /// Fetching the thumbnail of a file.
    case loadThumbnail = "load-thumbnail"
    /// Fetching the preview of a file.
    case loadPreview = "load-preview"
    /// Reading the EXIF metadata of a picture.
    case loadEXIF = "load-exif"
    /// Fetching a file from a card.
    case download
    /// Deleting an item from a card.
    case delete
    /// Rating an item on a card.
    case setRating = "set-rating"
    /// Starting to record video.
    case startRecording = "start-recording"
    /// Stopping the recording of video.
    case stopRecording = "stop-recording"
    /// Writing a file to a card.
    case upload
    /// Protecting an item, or removing its protection.
    case setProtection = "set-protection"
    /// Reading the camera's clock.
    case readClock = "read-clock"
    /// Creating a folder on a card.
    case createFolder = "create-folder"
    /// Moving an item on the cards.
    case move
    /// Copying an item on the cards.
    case copy
    /// Formatting a card.
    case format

    /// The name with spaces, such as "set property".
    public var description: String { rawValue.map { $0 == "-" ? " " : String($0) }.joined() }
}
