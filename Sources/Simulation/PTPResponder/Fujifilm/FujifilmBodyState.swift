import PTP
import PTPFujifilm

/// State machine of a Fujifilm body in one session: the shutter button, focus, the picture that is being taken, what has changed. Pure: takes
/// events, returns results, and refuses what the present state forbids.
struct FujifilmBodyState {
    /// Position of the shutter button.
    enum Button: Equatable {
        case released, half
        /// The shutter of a bulb exposure is open.
        case open
    }

    /// Progress of a picture.
    enum Shot: Equatable {
        case none
        /// Being taken; with the number of its files that have arrived in the buffer.
        case exposing(arrived: Int)
        /// Taken; this number of its files is still being stored.
        case storing(missing: Int)
    }

    private(set) var button = Button.released
    private(set) var focus = FujifilmFocusStatus.busy
    private(set) var shot = Shot.none
    /// Whether the body waits for a request of its changes.
    private(set) var isHung = false
    /// The properties that have changed since they were last requested, each once.
    private var changed: [DevicePropCode] = []

    /// Maximum number of properties in a reply.
    private static let changeLimit = 256

    // MARK: Changes

    mutating func propertyChanged(_ code: DevicePropCode) {
        if !changed.contains(code), changed.count < Self.changeLimit { changed.append(code) }
    }

    /// Processes a request of the changes.
    mutating func popChanges() -> [DevicePropCode] {
        defer { (changed, isHung) = ([], false) }
        return changed
    }

    mutating func hang() { isHung = true }

    // MARK: The button

    /// Processes a half-press.
    mutating func pressedHalfway() { if button == .released { button = .half } }

    /// Processes progress of focusing.
    mutating func focusReported(_ status: FujifilmFocusStatus) {
        guard focus != status else { return }
        focus = status
        propertyChanged(.fujifilmAFStatus)
    }

    /// Processes a full press. Returns whether a picture is taken: without a half-press before, a body takes none and does not refuse.
    mutating func pressedFully(_ release: FujifilmRelease) throws(Refusal) -> Bool {
        guard shot == .none, button != .open else { throw Refusal(.deviceBusy) }
        if release == .shootAlone { return began() }
        guard button == .half else { return false }
        // Without focus, or before it, bodies are busy.
        guard focus == .found else { throw Refusal(.deviceBusy) }
        return began()
    }

    private mutating func began() -> Bool {
        shot = .exposing(arrived: 0)
        return true
    }

    /// Processes a press that opens the shutter, from halfway.
    mutating func opened() throws(Refusal) {
        guard shot == .none, button == .half else { throw Refusal(.generalError) }
        (button, shot) = (.open, .exposing(arrived: 0))
    }

    /// Processes a release. Returns whether the shutter closes.
    mutating func released() -> Bool {
        defer { button = .released }
        return button == .open
    }

    // MARK: The picture

    /// Processes a file that has arrived in the buffer. Returns whether it was the last of a picture.
    mutating func arrived() -> Bool {
        propertyChanged(.fujifilmFreeImages)
        switch shot {
        case .none: return false
        case .exposing(let count):
            shot = .exposing(arrived: count + 1)
            return false
        case .storing(let missing):
            shot = missing > 1 ? .storing(missing: missing - 1) : .none
            return missing <= 1
        }
    }

    /// Processes the end of the exposure, with the number of its files for the buffer. Returns whether all have arrived.
    mutating func taken(files: Int) -> Bool {
        guard case .exposing(let count) = shot else { return false }
        shot = files > count ? .storing(missing: files - count) : .none
        return shot == .none
    }
}
