/// Names of all operations of a camera, for errors, faults and logs.
public enum CameraOperation: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case discover
    case connect
    case disconnect
    case setCommandCategories = "set-command-categories"
    case setProperty = "set-property"
    case stepProperty = "step-property"
    case setClock = "set-clock"
    case engageAutoFocus = "engage-autofocus"
    case disengageAutoFocus = "disengage-autofocus"
    case pressShutter = "press-shutter"
    case releaseShutter = "release-shutter"
    case shoot
    case setFocusArea = "set-focus-area"
    case touchFocus = "touch-focus"
    case driveFocus = "drive-focus"
    case startLiveView = "start-live-view"
    case liveView = "live-view"
    case setLiveViewOptions = "set-live-view-options"
    case setLiveViewCrop = "set-live-view-crop"
    case panLiveView = "pan-live-view"
    case transfer
    case listFolder = "list-folder"
    case loadMetadata = "load-metadata"
    case loadThumbnail = "load-thumbnail"
    case loadPreview = "load-preview"
    case loadEXIF = "load-exif"
    case download
    case delete
    case setRating = "set-rating"
    case startRecording = "start-recording"
    case stopRecording = "stop-recording"
    case upload
    case setProtection = "set-protection"
    case readClock = "read-clock"
    case createFolder = "create-folder"
    case move
    case copy
    case format

    /// The name with spaces, such as "set property".
    public var description: String { rawValue.map { $0 == "-" ? " " : String($0) }.joined() }
}
