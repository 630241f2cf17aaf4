public import Exposure

/// A property's value in terms that every camera shares.
public enum CommonValue: Sendable, Hashable {
    case isoSpeed(ISOSpeed)
    case shutterSpeed(ShutterSpeed)
    case aperture(Aperture)
    /// Also the reading of the light meter: positive is too bright.
    case exposureCompensation(ExposureCompensation)
    case batteryLevel(BatteryLevel)
    case powerSource(PowerSource)
    case autoFocusSystem(AutoFocusSystem)
    case focusMode(FocusMode)
    case driveMode(DriveMode)
    case exposureMode(ExposureMode)
    case mirrorLockupStage(MirrorLockupStage)
    case whiteBalance(WhiteBalance)
    case lightMeterStatus(LightMeterStatus)
    case imageDestination(ImageDestination)
    case flashMode(FlashMode)
    case boolean(Bool)
    case integer(Int)
    case videoFormat(VideoFormat)
    case zoom(ZoomLevel)
}

extension CommonValue: CustomStringConvertible {
    /// As a photographer writes it: "f/2.8", "1/250", "ISO 400", "+1⅓", "daylight", "on".
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
    /// Reads what a person wrote for a property: the inverse of ``description``, and a little more liberal.
    ///
    /// Nil when the text does not name a value of this property's kind; a value of opaque kind has no common form.
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
        return Choice.allCases.first { folded($0.rawValue) == wanted }
    }

    private static func boolean(from text: String) -> Bool? {
        switch text.lowercased() {
        case "on", "yes", "true", "1": true
        case "off", "no", "false", "0": false
        default: nil
        }
    }

    /// A whole number, with or without "K".
    private static func integer(from text: String) -> Int? {
        Int(text.hasSuffix("K") || text.hasSuffix("k") ? String(text.dropLast()).trimmed : text.trimmed)
    }

    private static func factor(from text: String) -> ZoomLevel? {
        let digits = text.hasSuffix("×") || text.lowercased().hasSuffix("x") ? String(text.dropLast()) : text
        guard let factor = Int(digits.trimmed), (1...1000).contains(factor) else { return nil }
        return ZoomLevel(factor: factor)
    }

    /// Text as it is compared: lower case, with spaces, hyphens and underscores alike, without commas.
    static func folded(_ text: String) -> String {
        String(text.lowercased().compactMap { "-_ ".contains($0) ? " " : $0 == "," ? nil : $0 })
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
