public import Exposure

/// One value of a property of one camera.
public struct PropertyValue: Sendable, Hashable {
    /// The value in terms that all cameras share; nil for a value that only this camera has.
    public let common: CommonValue?
    /// The camera's own code for the value; nil if it has none, for example for a calculated reading.
    public let code: Int64?
    /// The value for display, never empty.
    public let label: String

    /// Creates a value with a common meaning. The label is its description unless the camera has a better one.
    public init(_ common: CommonValue, code: Int64? = nil, label: String? = nil) {
        self.common = common
        self.code = code
        self.label = label ?? common.description
    }

    /// Creates a value without a common meaning. An empty label becomes the code in hexadecimal.
    public init(code: Int64, label: String) {
        common = nil
        self.code = code
        self.label = label.isEmpty ? "0x\(String(code, radix: 16, uppercase: true))" : label
    }

    /// Creates a value that is only text, such as the name of the camera's owner. Its code is derived from the text (FNV-1a), so that
    /// equal texts have equal codes. The label of an empty text is a dash.
    public init(text: String) {
        self.init(code: Self.code(ofText: text), label: text.isEmpty ? Self.emptyLabel : text)
    }

    /// The text of a value that ``init(text:)`` has created; nil for any other.
    public var text: String? {
        guard common == nil else { return nil }
        if code == Self.code(ofText: label) { return label }
        return label == Self.emptyLabel && code == Self.code(ofText: "") ? "" : nil
    }

    private static let emptyLabel = "–"

    private static func code(ofText text: String) -> Int64 {
        Int64(text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } >> 1)
    }

    /// Returns whether both have the same meaning: the same common value, or, where one has none, the same code.
    public func matches(_ other: PropertyValue) -> Bool {
        if let common, let theirs = other.common { return common == theirs }
        return code != nil && code == other.code
    }
}

extension PropertyValue: CustomStringConvertible {
    /// The label.
    public var description: String { label }
}

// The common value as a specific type; nil when it is of another kind.
extension PropertyValue {
    /// The ISO speed; nil for a value of another kind.
    public var isoSpeed: ISOSpeed? { if case .isoSpeed(let value) = common { value } else { nil } }
    /// The shutter speed; nil for a value of another kind.
    public var shutterSpeed: ShutterSpeed? { if case .shutterSpeed(let value) = common { value } else { nil } }
    /// The aperture; nil for a value of another kind.
    public var aperture: Aperture? { if case .aperture(let value) = common { value } else { nil } }
    /// The exposure compensation; nil for a value of another kind.
    public var exposureCompensation: ExposureCompensation? {
        if case .exposureCompensation(let value) = common { value } else { nil }
    }
    /// The exposure mode; nil for a value of another kind.
    public var exposureMode: ExposureMode? { if case .exposureMode(let value) = common { value } else { nil } }
    /// The boolean; nil for a value of another kind.
    public var boolean: Bool? { if case .boolean(let value) = common { value } else { nil } }
    /// The integer; nil for a value of another kind.
    public var integer: Int? { if case .integer(let value) = common { value } else { nil } }
}
