public import Exposure

/// One value of a property, as one camera knows it.
public struct PropertyValue: Sendable, Hashable {
    /// The value in terms that every camera shares; nil where there are none for it.
    public let common: CommonValue?
    /// The camera's own code for the value; nil where it has none, as for a reading that was worked out.
    public let code: Int64?
    /// The value for people, never empty.
    public let label: String

    /// A value that every camera shares; the label is its description unless the camera has a better one.
    public init(_ common: CommonValue, code: Int64? = nil, label: String? = nil) {
        self.common = common
        self.code = code
        self.label = label ?? common.description
    }

    /// A value that only its camera understands.
    public init(code: Int64, label: String) {
        common = nil
        self.code = code
        self.label = label.isEmpty ? "0x\(String(code, radix: 16, uppercase: true))" : label
    }

    /// Whether this is the value that somebody means by `other`: the same common value, or where there is none, the same code.
    public func matches(_ other: PropertyValue) -> Bool {
        if let common, let theirs = other.common { return common == theirs }
        return code != nil && code == other.code
    }
}

extension PropertyValue: CustomStringConvertible {
    public var description: String { label }
}

// The common value as its own type; nil when it is of another kind.
extension PropertyValue {
    public var isoSpeed: ISOSpeed? { if case .isoSpeed(let value) = common { value } else { nil } }
    public var shutterSpeed: ShutterSpeed? { if case .shutterSpeed(let value) = common { value } else { nil } }
    public var aperture: Aperture? { if case .aperture(let value) = common { value } else { nil } }
    public var exposureCompensation: ExposureCompensation? {
        if case .exposureCompensation(let value) = common { value } else { nil }
    }
    public var exposureMode: ExposureMode? { if case .exposureMode(let value) = common { value } else { nil } }
    public var boolean: Bool? { if case .boolean(let value) = common { value } else { nil } }
    public var integer: Int? { if case .integer(let value) = common { value } else { nil } }
}
