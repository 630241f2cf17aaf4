/// Identifier of the vendor whose codes above 0x8000 a device uses (ISO 15740 § 7.4; the standard body maintains the list).
public struct VendorExtension: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The 32-bit number in the protocol.
    public let rawValue: UInt32

    /// Creates an identifier from its number; any number is valid.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No vendor codes.
    public static let none = VendorExtension(rawValue: 0)
    /// Microsoft; used by devices that support MTP.
    public static let microsoft = VendorExtension(rawValue: 6)
    /// Nikon.
    public static let nikon = VendorExtension(rawValue: 0xA)
    /// Canon.
    public static let canon = VendorExtension(rawValue: 0xB)
    /// Pentax.
    public static let pentax = VendorExtension(rawValue: 0xD)
    /// Fujifilm.
    public static let fujifilm = VendorExtension(rawValue: 0xE)
    /// Sony.
    public static let sony = VendorExtension(rawValue: 0x11)
    /// Samsung.
    public static let samsung = VendorExtension(rawValue: 0x1A)
    /// Panasonic.
    public static let panasonic = VendorExtension(rawValue: 0x1C)
    /// MTP (MTP 1.1 § 5.1.1.2).
    public static let mtp = VendorExtension(rawValue: 0xFFFF_FFFF)

    private static let names: [VendorExtension: String] = [
        .none: "none", .microsoft: "Microsoft", .nikon: "Nikon", .canon: "Canon", .pentax: "Pentax", .fujifilm: "Fujifilm",
        .sony: "Sony", .samsung: "Samsung", .panasonic: "Panasonic", .mtp: "MTP",
    ]

    /// The vendor's name, or the number in hexadecimal.
    public var description: String { Self.names[self] ?? hexadecimal(rawValue) }
}
