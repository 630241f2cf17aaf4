import PTP
import PTPOlympus
import PTPProperties

/// Properties that distinguish one Olympus or OM System body from another.
struct OlympusModel: Sendable {
    /// Names and USB product ID.
    let body: Vendor.Body
    /// Name of the maker.
    let manufacturer: String
    /// Properties that the camera does not have, in the notation of the dumps.
    let dump: String
    /// The ISO speed has 32 bits, and another code.
    let hasWideISO: Bool
    /// Numbers of the drive modes that the body lists.
    let driveModes: Set<Int64>

    /// OM System OM-1.
    static let om1 = OlympusModel(
        body: .om1,
        manufacturer: "OMSYSTEM",
        dump: dumpOfOM1,
        hasWideISO: true,
        driveModes: [1, 0x21, 7, 0x27, 0x28, 0x43, 0x48, 4, 5, 0x24, 6]
    )

    /// Olympus OM-D E-M1 Mark II.
    static let em1ii = OlympusModel(
        body: .olympusEM1II,
        manufacturer: "OLYMPUS",
        dump: dumpOfEM1II,
        hasWideISO: false,
        driveModes: [1, 0x21, 3, 0x23, 0x41, 2, 0x22, 0x42, 4, 6, 0x30]
    )
}

/// Properties in the notation of the dumps; see `OlympusModel+Dumps.swift`. Pure.
enum OlympusDump {
    /// A property that the camera behind a body does not have.
    enum Content {
        /// A setting without effect.
        case setting(BodySetting)
        /// A number that does not change.
        case reading(DevicePropCode, IntegerDataType, Int64)
    }

    /// The properties of a text, in its order. Lines that are no property are left out.
    static func contents(_ text: String) -> [Content] { text.split(separator: "\n").compactMap { content($0) } }

    private static let types: [Substring: IntegerDataType] = ["u8": .uint8, "u16": .uint16, "u32": .uint32]

    private static func content(_ line: Substring) -> Content? {
        let words = line.split(separator: " ")
        guard words.count == 5, let number = UInt32(words[0], radix: 16), let type = types[words[1]],
            let value = Int64(words[4], radix: 16)
        else { return nil }
        let code = DevicePropCode(rawValue: number)
        let listed = words[3].dropFirst().dropLast().split(separator: ",").compactMap { Int64($0, radix: 16) }
        guard words[2] == "rw", words[3].first == "{", !listed.isEmpty else { return .reading(code, type, value) }
        return .setting(BodySetting(code, type, listed, initially: value))
    }
}
