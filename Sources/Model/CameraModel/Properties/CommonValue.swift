public import Exposure

/// A property's value in terms that all cameras share, independent of the vendor's codes.
public enum CommonValue: Sendable, Hashable {
    /// An ISO speed.
    case isoSpeed(ISOSpeed)
    /// A shutter speed.
    case shutterSpeed(ShutterSpeed)
    /// An aperture.
    case aperture(Aperture)
    /// An exposure compensation, or the reading of the light meter: positive is too bright.
    case exposureCompensation(ExposureCompensation)
    /// A battery level.
    case batteryLevel(BatteryLevel)
    /// A power source.
    case powerSource(PowerSource)
    /// An autofocus system.
    case autoFocusSystem(AutoFocusSystem)
    /// A focus mode.
    case focusMode(FocusMode)
    /// A drive mode.
    case driveMode(DriveMode)
    /// An exposure mode.
    case exposureMode(ExposureMode)
    /// A stage of mirror lock-up.
    case mirrorLockupStage(MirrorLockupStage)
    /// A white balance.
    case whiteBalance(WhiteBalance)
    /// A status of the light meter.
    case lightMeterStatus(LightMeterStatus)
    /// A destination of new pictures.
    case imageDestination(ImageDestination)
    /// A flash mode.
    case flashMode(FlashMode)
    /// On or off.
    case boolean(Bool)
    /// A number; its unit depends on the property.
    case integer(Int)
    /// A video format.
    case videoFormat(VideoFormat)
    /// A magnification of live view.
    case zoom(ZoomLevel)
}

extension CommonValue: CustomStringConvertible {
    /// The value in a photographer's notation: "f/2.8", "1/250", "ISO 400", "+1⅓", "daylight", "on".
    public var description: String {
        switch self {
        case .isoSpeed(let value): value.description
        case .shutterSpeed(let value): value.description
        case .aperture(let value): value.description
        case .exposureCompensation(let value): value.description
        case .batteryLevel(let value): value.rawValue
        case .powerSource(let value): value.rawValue
        case .autoFocusSystem(let value): value.rawValue
        case .focusMode(let value): value.rawValue
        case .driveMode(let value): value.rawValue
        case .exposureMode(let value): value.rawValue
        case .mirrorLockupStage(let value): value.rawValue
        case .whiteBalance(let value): value.rawValue
        case .lightMeterStatus(let value): value.rawValue
        case .imageDestination(let value): value.rawValue
        case .flashMode(let value): value.rawValue
        case .boolean(let value): value ? "on" : "off"
        case .integer(let value): String(value)
        case .videoFormat(let value): value.description
        case .zoom(let value): value.description
        }
    }
}

extension CommonValue {
    /// Parses text that a person wrote for a property: the inverse of ``description``, with some more spellings.
    ///
    /// Nil when the text is not a value of the property's kind, and for properties of video format or opaque kind.
    public init?(_ text: String, for property: PropertyIdentifier) {
        guard text.utf8.count <= 256 else { return nil }
        switch property.kind {
        case .isoSpeed: self.init(ISOSpeed(text), Self.isoSpeed)
        case .shutterSpeed: self.init(ShutterSpeed(text), Self.shutterSpeed)
        case .aperture: self.init(Aperture(text), Self.aperture)
        case .exposureCompensation: self.init(ExposureCompensation(text), Self.exposureCompensation)
        case .boolean: self.init(Self.boolean(from: text), Self.boolean)
        case .integer: self.init(Self.integer(from: text), Self.integer)
        case .zoom: self.init(Self.factor(from: text), Self.zoom)
        case .choice: self.init(choice: text, for: property)
        case .videoFormat, .opaque: return nil
        }
    }

    private init?<Value>(_ value: Value?, _ wrap: (Value) -> Self) {
        guard let value else { return nil }
        self = wrap(value)
    }

    private init?(choice text: String, for property: PropertyIdentifier) {
        switch property {
        case .batteryLevel: self.init(Self.choice(text), Self.batteryLevel)
        case .powerSource: self.init(Self.choice(text), Self.powerSource)
        case .autoFocusSystem: self.init(Self.choice(text), Self.autoFocusSystem)
        case .focusMode: self.init(Self.choice(text), Self.focusMode)
        case .driveMode: self.init(Self.choice(text), Self.driveMode)
        case .exposureMode: self.init(Self.choice(text), Self.exposureMode)
        case .mirrorLockupStage: self.init(Self.choice(text), Self.mirrorLockupStage)
        case .whiteBalance: self.init(Self.choice(text), Self.whiteBalance)
        case .lightMeterStatus: self.init(Self.choice(text), Self.lightMeterStatus)
        case .imageDestination: self.init(Self.choice(text), Self.imageDestination)
        case .flashMode: self.init(Self.choice(text), Self.flashMode)
        default: return nil
        }
    }

    private static func choice<Choice: PropertyChoice>(_ text: String) -> Choice? {
        let wanted = folded(text)
        return Choice.allCases.first { folded($0.rawValue) == wanted || $0.synonyms.contains(wanted) }
    }

    private static func boolean(from text: String) -> Bool? {
        switch text.lowercased() {
        case "on", "yes", "true", "1": true
        case "off", "no", "false", "0": false
        default: nil
        }
    }

    /// Parses an integer, with or without the suffix "K".
    private static func integer(from text: String) -> Int? {
        Int(text.hasSuffix("K") || text.hasSuffix("k") ? String(text.dropLast()).trimmed : text.trimmed)
    }

    private static func factor(from text: String) -> ZoomLevel? {
        let digits = text.hasSuffix("×") || text.lowercased().hasSuffix("x") ? String(text.dropLast()) : text
        guard let factor = Int(digits.trimmed), (1...1000).contains(factor) else { return nil }
        return ZoomLevel(factor: factor)
    }

    /// Normalises text for comparison: lower case, hyphens and underscores replaced by spaces, without commas.
    static func folded(_ text: String) -> String {
        String(text.lowercased().compactMap { "-_ ".contains($0) ? " " : $0 == "," ? nil : $0 })
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
