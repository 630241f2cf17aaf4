import CameraModel
import DriverPTP
import PTP
import PTPProperties
import PTPSony

/// State of a body from its properties, with its conversion into updates of the camera model. Pure.
struct SonyState {
    /// A report that ``SonyConnection`` must process further.
    enum Change: Equatable {
        case number(DevicePropCode, Int64)
    }

    /// The pictures in the body's buffer, and who fetches them.
    enum Buffer: Equatable {
        case idle
        /// A task fetches pictures until there are none.
        case fetching
        /// The body keeps this number of pictures, which could not be fetched; another number begins again.
        case stuck(Int)
    }

    /// Version of the extension.
    private(set) var version = SonyVersion.v2
    /// The codes that the body lists as properties or controls.
    private(set) var listed: Set<DevicePropCode> = []
    private var catalog = PropertyCatalog(SonyProperties.table)
    private var isSelected = false
    /// Numbers of the properties, as last reported.
    private var numbers: [DevicePropCode: Int64] = [:]
    /// Values of the settings that are moved by notches, as last reported.
    private var shown: [DevicePropCode: (value: DataValue, values: [DataValue], state: PropertyState)] = [:]
    /// Settings that are being moved: their values on the way are not reported.
    private var walks: [DevicePropCode: NotchWalk] = [:]
    private var buffer = Buffer.idle
    /// Speeds of the zoom; nil if the body has not reported them.
    private var zoomSpeeds: NumericRange?

    // MARK: Connecting

    /// The body has described its extension; nil if it sends no description.
    mutating func described(_ extended: SonyExtension?) {
        version = extended?.used ?? .v2
        listed.formUnion(extended?.properties ?? [])
    }

    // MARK: Properties

    /// Applies records. Returns the changed properties, and the numbers that calls may wait for.
    mutating func apply(_ records: [SonyPropertyRecord]) -> (updates: [CameraUpdate], changes: [Change]) {
        if !isSelected, !records.isEmpty {
            catalog.select(records.map(\.code))
            isSelected = true
        }
        var (updates, changes): ([CameraUpdate], [Change]) = ([], [])
        for record in records {
            let desc = record.description(version)
            guard catalog.hasRoom(for: desc) else { continue }
            listed.insert(record.code)
            let state = catalog.store(desc)
            if let number: Int64 = record.current.integer() {
                numbers[record.code] = number
                changes.append(.number(record.code, number))
            }
            if Self.isMovedByNotches(record.code), case .enumeration(let values) = desc.form {
                shown[record.code] = (desc.current, values, state)
            }
            if record.code == .sonyZoomSpeedRange { zoomSpeeds = NumericRange(record.form) }
            if walks[record.code] == nil { updates.append(.property(state)) }
            if [.sonyZoomEnabled, .sonyZoomSpeedRange].contains(record.code), let zoom { updates.append(.property(zoom)) }
        }
        return (updates, changes)
    }

    /// The control that zooms, as a property: its number is the speed and the direction, and 0 stops. Nil for a body without a motor.
    var zoom: PropertyState? {
        guard let enabled = numbers[.sonyZoomEnabled] else { return nil }
        let speeds = zoomSpeeds ?? NumericRange(minimum: -1, maximum: 1, step: 1)
        return PropertyState(
            identifier(.sonyZoomOperation),
            value: PropertyValue(.integer(0), code: 0),
            settable: enabled == 1 ? speeds.map { .numericRange($0) } ?? .none : .none,
            vendorName: DevicePropCode.sonyZoomOperation.name(by: .sony)
        )
    }

    /// The magnification was set; the body reports it later.
    mutating func magnified(_ magnifier: SonyMagnifier) { numbers[.sonyFocusMagnifier] = Int64(bitPattern: magnifier.number) }

    /// Returns the number of a property; nil if the body has not reported it.
    func number(_ code: DevicePropCode) -> Int64? { numbers[code] }

    /// Returns the state of a property; nil if the body has not reported it.
    func state(of identifier: PropertyIdentifier) -> PropertyState? { catalog.state(identifier) }

    /// Returns the code of a property; nil if the body does not have it.
    func code(_ identifier: PropertyIdentifier) -> DevicePropCode? { catalog.code(identifier) }

    /// Returns a value as the body has it; nil if the property cannot have it.
    func encode(_ value: PropertyValue, for identifier: PropertyIdentifier) -> DataValue? {
        catalog.encode(value, for: identifier)
    }

    /// Returns the next value in the list of a property; nil at its end.
    func stepped(_ identifier: PropertyIdentifier, _ direction: StepDirection) -> DataValue? {
        catalog.stepped(identifier, direction)
    }

    // MARK: Notches

    private static func isMovedByNotches(_ code: DevicePropCode) -> Bool {
        [.sonyShutterSpeed, .sonyISO, .fNumber, .exposureBiasCompensation].contains(code)
    }

    /// Whether a setting is moved by notches in this version.
    func needsNotches(_ code: DevicePropCode) -> Bool { version == .v2 && Self.isMovedByNotches(code) }

    /// Starts a move of a setting to a value. Returns whether the caller performs it; otherwise the present move continues to this value.
    mutating func walkBegan(_ code: DevicePropCode, to target: DataValue) -> Bool {
        if walks[code] != nil {
            walks[code]?.redirect(to: target)
            return false
        }
        guard let shown = shown[code] else { return true }
        walks[code] = NotchWalk(to: target, in: shown.values)
        return true
    }

    /// Returns the next action of a move. `moved` is whether the last one had an effect.
    mutating func walkContinued(_ code: DevicePropCode, moved: Bool) -> NotchWalk.Action {
        walks[code]?.next(showing: moved ? shown[code]?.value : nil) ?? .failed(.notListed)
    }

    /// A move has ended, or was cancelled. Returns the property's state, which is reported now.
    mutating func walkEnded(_ code: DevicePropCode) -> PropertyState? {
        walks[code] = nil
        return shown[code]?.state
    }

    private func identifier(_ code: DevicePropCode) -> PropertyIdentifier { .vendor(code: code.rawValue) }

    // MARK: Pictures

    /// Number of pictures that can be fetched.
    var readyPictures: Int { numbers[.sonyObjectInMemory].map { SonyBuffer($0).count } ?? 0 }

    /// Whether a task fetches pictures.
    var isFetching: Bool { buffer == .fetching }

    /// Pictures may have to be fetched. Returns whether the caller does it.
    mutating func fetchBegan() -> Bool {
        let ready = readyPictures
        switch buffer {
        case .fetching: return false
        case .stuck(ready): return false
        case .idle, .stuck: break
        }
        guard ready > 0 else {
            buffer = .idle
            return false
        }
        buffer = .fetching
        return true
    }

    /// A picture was fetched, or could not be, and the number of pictures has been read again. Returns whether another one follows.
    mutating func fetchContinues(afterSuccess: Bool) -> Bool {
        let ready = readyPictures
        guard ready > 0, afterSuccess else {
            buffer = ready > 0 ? .stuck(ready) : .idle
            return false
        }
        return true
    }

    /// Destination of new pictures; the computer if the body does not report it, as bodies have it in this mode.
    var destination: ImageDestination {
        if case .imageDestination(let place)? = state(of: .imageDestination)?.value?.common { place } else { .host }
    }

    /// Number of files per picture that the body puts into its buffer; nil if the drive mode may make several pictures.
    var filesInBuffer: Int? {
        guard destination != .camera else { return 0 }
        guard case .driveMode(let mode)? = state(of: .driveMode)?.value?.common,
            [.single, .timerShort, .timerLong].contains(mode)
        else { return nil }
        // The setting of which of RAW and JPEG the computer receives.
        if let saved = number(.sonySavedImageFormat), [2, 3, 5].contains(saved) { return 1 }
        guard let quality = state(of: .imageQuality)?.value?.label else { return nil }
        return quality.utf8.contains(UInt8(ascii: "+")) ? 2 : 1
    }

    // MARK: Focusing

    /// Whether the body has autofocus on.
    var focusesAutomatically: Bool { number(.focusMode) != 1 }
    var focusResult: SonyFocusResult { number(.sonyFocusFound).map { SonyFocusResult($0) } ?? .none }
}

extension NumericRange {
    /// Creates the range of a form; nil for other forms, and for numbers that are no range.
    fileprivate init?(_ form: PropForm) {
        guard case .range(let minimum, let maximum, let step) = form, let low: Int = minimum.integer(),
            let high: Int = maximum.integer(),
            let step: Int = step.integer()
        else { return nil }
        self.init(minimum: low, maximum: high, step: step)
    }
}
