// swift-format-ignore-file

// MARK: Types with a raw value

public struct RawName<RawValue: Swift.Hashable>: Swift.RawRepresentable, Swift.Hashable {
    public var rawValue: RawValue
    public init(rawValue: RawValue) { self.rawValue = rawValue }
}

