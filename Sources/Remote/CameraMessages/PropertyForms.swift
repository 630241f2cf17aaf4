package import CameraModel
import Exposure
package import JSONText

extension PropertyState: JSONForm {
    /// The state without its pending value, which belongs to the program that sets it.
    package var json: JSONValue {
        .members([
            "id": .string(identifier.description),
            "value": value?.json,
            "settable": settable.isSettable ? settable.json : nil,
            "vendorName": .text(vendorName),
            "endsWithConnection": .ifTrue(endsWithConnection),
        ])
    }

    package init?(_ json: JSONValue) {
        guard let identifier = json.text("id").flatMap({ PropertyIdentifier($0) }),
            let value: PropertyValue? = json.value("value"),
            let settable: SettableValues? = json.value("settable")
        else { return nil }
        self.init(
            identifier,
            value: value,
            settable: settable ?? .none,
            vendorName: json.text("vendorName"),
            endsWithConnection: json.flag("endsWithConnection")
        )
    }
}

extension SettableValues: JSONForm {
    package var json: JSONValue {
        .members([
            "types": .int(Int(types.rawValue)),
            "values": .listUnlessEmpty(values),
            "range": range.map { .array([.int($0.minimum), .int($0.maximum), .int($0.step)]) },
            "maximumTextLength": maximumTextLength.map { .int($0) },
        ])
    }

    package init?(_ json: JSONValue) {
        guard let types = json.int("types").flatMap({ UInt8(exactly: $0) }), let values: [PropertyValue] = json.values("values")
        else { return nil }
        self = .none
        self.types = PropertySetTypes(rawValue: types)
        self.values = values
        if let parts = json["range"]?.array?.compactMap(\.integer).map(Int.init) {
            guard parts.count == 3, let range = NumericRange(minimum: parts[0], maximum: parts[1], step: parts[2]) else {
                return nil
            }
            self.range = range
        }
        if let length = json.int("maximumTextLength") {
            guard length >= 1 else { return nil }
            maximumTextLength = length
        }
        // The parts must agree with the ways of setting.
        if self.types.contains(.numericRange) != (range != nil) || self.types.contains(.text) != (maximumTextLength != nil) {
            return nil
        }
    }
}

extension PropertyValue: JSONForm {
    package var json: JSONValue {
        .members([
            "code": code.map { .integer($0) },
            "label": label == common?.description ? nil : .string(label),
            "common": common?.json,
        ])
    }

    package init?(_ json: JSONValue) {
        guard let common: CommonValue? = json.value("common") else { return nil }
        let (code, label) = (json["code"]?.integer, json.text("label"))
        if let common {
            if label?.isEmpty == true { return nil }
            self.init(common, code: code, label: label)
        } else {
            guard let code, let label, !label.isEmpty else { return nil }
            self.init(code: code, label: label)
        }
    }
}

extension CommonValue: JSONForm {
    /// The kind of value, and the value as text.
    package var json: JSONValue {
        switch self {
        case .isoSpeed(let value): Self.parts("isoSpeed", value.description)
        case .shutterSpeed(let value): Self.parts("shutterSpeed", value.description)
        case .aperture(let value): Self.parts("aperture", value.description)
        case .exposureCompensation(let value): Self.parts("exposureCompensation", value.description)
        case .batteryLevel(let value): Self.parts("batteryLevel", value.rawValue)
        case .powerSource(let value): Self.parts("powerSource", value.rawValue)
        case .autoFocusSystem(let value): Self.parts("autoFocusSystem", value.rawValue)
        case .focusMode(let value): Self.parts("focusMode", value.rawValue)
        case .driveMode(let value): Self.parts("driveMode", value.rawValue)
        case .exposureMode(let value): Self.parts("exposureMode", value.rawValue)
        case .mirrorLockupStage(let value): Self.parts("mirrorLockupStage", value.rawValue)
        case .whiteBalance(let value): Self.parts("whiteBalance", value.rawValue)
        case .lightMeterStatus(let value): Self.parts("lightMeterStatus", value.rawValue)
        case .imageDestination(let value): Self.parts("imageDestination", value.rawValue)
        case .flashMode(let value): Self.parts("flashMode", value.rawValue)
        case .boolean(let value): .array([.string("boolean"), .bool(value)])
        case .integer(let value): .array([.string("integer"), .int(value)])
        case .zoom(let value): .array([.string("zoom"), .int(value.factor)])
        case .videoFormat(let value):
            .array([
                .string("videoFormat"), .int(value.milliframesPerSecond), value.size.json, .string(value.compression.rawValue),
            ])
        }
    }

    private static func parts(_ kind: String, _ text: String) -> JSONValue { .array([.string(kind), .string(text)]) }

    package init?(_ json: JSONValue) {
        guard let parts = json.array, (2...4).contains(parts.count), let kind = parts[0].string else { return nil }
        switch kind {
        case "boolean": self.init(parts[1] == .bool(true) ? true : parts[1] == .bool(false) ? false : nil, Self.boolean)
        case "integer": self.init(parts[1].integer.map(Int.init), Self.integer)
        case "zoom": self.init(parts[1].integer.map { ZoomLevel(factor: Int($0)) }, Self.zoom)
        case "videoFormat": self.init(Self.format(parts), Self.videoFormat)
        default:
            guard let text = parts[1].string else { return nil }
            self.init(kind, text)
        }
    }

    private init?(_ kind: String, _ text: String) {
        switch kind {
        case "isoSpeed": self.init(ISOSpeed(text), Self.isoSpeed)
        case "shutterSpeed": self.init(ShutterSpeed(text), Self.shutterSpeed)
        case "aperture": self.init(Aperture(text), Self.aperture)
        case "exposureCompensation": self.init(ExposureCompensation(text), Self.exposureCompensation)
        case "batteryLevel": self.init(BatteryLevel(rawValue: text), Self.batteryLevel)
        case "powerSource": self.init(PowerSource(rawValue: text), Self.powerSource)
        case "autoFocusSystem": self.init(AutoFocusSystem(rawValue: text), Self.autoFocusSystem)
        case "focusMode": self.init(FocusMode(rawValue: text), Self.focusMode)
        case "driveMode": self.init(DriveMode(rawValue: text), Self.driveMode)
        case "exposureMode": self.init(ExposureMode(rawValue: text), Self.exposureMode)
        case "mirrorLockupStage": self.init(MirrorLockupStage(rawValue: text), Self.mirrorLockupStage)
        case "whiteBalance": self.init(WhiteBalance(rawValue: text), Self.whiteBalance)
        case "lightMeterStatus": self.init(LightMeterStatus(rawValue: text), Self.lightMeterStatus)
        case "imageDestination": self.init(ImageDestination(rawValue: text), Self.imageDestination)
        case "flashMode": self.init(FlashMode(rawValue: text), Self.flashMode)
        default: return nil
        }
    }

    private init?<Value>(_ value: Value?, _ wrap: (Value) -> Self) {
        guard let value else { return nil }
        self = wrap(value)
    }

    private static func format(_ parts: [JSONValue]) -> VideoFormat? {
        guard parts.count == 4, let rate = parts[1].integer, let size = PixelSize(parts[2]),
            let compression = parts[3].string.flatMap({ VideoFormat.Compression(rawValue: $0) })
        else { return nil }
        return VideoFormat(milliframesPerSecond: Int(rate), size: size, compression: compression)
    }
}
