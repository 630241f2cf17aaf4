/// Whose codes above 0x8000 a device speaks (ISO 15740 § 7.4; the list is the standard body's).
public struct VendorExtension: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No maker's codes.
    public static let none = VendorExtension(rawValue: 0)
    /// MTP, as devices say it.
    public static let microsoft = VendorExtension(rawValue: 6)
    public static let nikon = VendorExtension(rawValue: 0xA)
    public static let canon = VendorExtension(rawValue: 0xB)
    public static let pentax = VendorExtension(rawValue: 0xD)
    public static let fujifilm = VendorExtension(rawValue: 0xE)
    public static let sony = VendorExtension(rawValue: 0x11)
    public static let samsung = VendorExtension(rawValue: 0x1A)
    public static let panasonic = VendorExtension(rawValue: 0x1C)
    /// MTP 1.1 § 5.1.1.2.
    public static let mtp = VendorExtension(rawValue: 0xFFFF_FFFF)

    private static let names: [VendorExtension: String] = [
        .none: "none", .microsoft: "Microsoft", .nikon: "Nikon", .canon: "Canon", .pentax: "Pentax", .fujifilm: "Fujifilm",
        .sony: "Sony", .samsung: "Samsung", .panasonic: "Panasonic", .mtp: "MTP",
    ]

    public var description: String { Self.names[self] ?? hexadecimal(rawValue) }
}
