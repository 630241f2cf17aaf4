/// Names of all operations of a camera, for errors, faults and logs.
public enum CameraOperation: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Discovery of cameras.
    case discover
    /// ``Camera/connect(_:authenticate:)``.
    case connect
    /// ``Camera/disconnect(_:)``.
    case disconnect
    /// ``Camera/setCommandCategories(_:)``.
    case setCommandCategories = "set-command-categories"
    /// Setting a property, and waiting for its value.
    case setProperty = "set-property"
    /// Moving a property by a step of its list.
    case stepProperty = "step-property"
    /// ``Camera/setClock(_:)``.
    case setClock = "set-clock"
    /// ``Camera/engageAutoFocus()``.
    case engageAutoFocus = "engage-autofocus"
    /// ``Camera/disengageAutoFocus()``.
    case disengageAutoFocus = "disengage-autofocus"
    /// ``Camera/pressShutter()``.
    case pressShutter = "press-shutter"
    /// ``Camera/releaseShutter()``.
    case releaseShutter = "release-shutter"
    /// ``Camera/shoot(_:)``.
    case shoot
    /// ``Camera/setFocusArea(_:)``.
    case setFocusArea = "set-focus-area"
    /// ``Camera/touchFocus(at:)``.
    case touchFocus = "touch-focus"
    /// ``Camera/driveFocus(_:)``.
    case driveFocus = "drive-focus"
    /// Starting live view.
    case startLiveView = "start-live-view"
    /// Running and stopping live view.
    case liveView = "live-view"
    /// Changing the options of running live view.
    case setLiveViewOptions = "set-live-view-options"
    /// ``Camera/setLiveViewCrop(_:)``.
    case setLiveViewCrop = "set-live-view-crop"
    /// ``Camera/panLiveView(to:)``.
    case panLiveView = "pan-live-view"
    /// Fetching or declining an offered picture.
    case transfer
    /// Listing a folder or the root of a storage.
    case listFolder = "list-folder"
    /// ``StoredItem/loadMetadata()``.
    case loadMetadata = "load-metadata"
    /// ``StoredItem/thumbnail()``.
    case loadThumbnail = "load-thumbnail"
    /// ``StoredItem/preview()``.
    case loadPreview = "load-preview"
    /// ``StoredItem/pictureMetadata()``.
    case loadEXIF = "load-exif"
    /// Fetching a file from a card.
    case download
    /// ``StoredItem/delete()``.
    case delete
    /// ``StoredItem/setRating(_:)``.
    case setRating = "set-rating"
    /// ``Camera/startRecording()``.
    case startRecording = "start-recording"
    /// ``Camera/stopRecording()``.
    case stopRecording = "stop-recording"
    /// ``Storage/upload(_:to:size:from:)``.
    case upload
    /// ``StoredItem/setProtected(_:)``.
    case setProtection = "set-protection"
    /// ``Camera/readClock()``.
    case readClock = "read-clock"
    /// ``Storage/createFolder(_:in:)``.
    case createFolder = "create-folder"
    /// ``StoredItem/move(to:in:)``.
    case move
    /// ``StoredItem/copy(to:in:)``.
    case copy
    /// ``Storage/format()``.
    case format

    /// The name with spaces, such as "set property".
    public var description: String { rawValue.map { $0 == "-" ? " " : String($0) }.joined() }
}
