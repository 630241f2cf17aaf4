/// The type of a service, such as `_ptp._tcp` (RFC 6763 §7).
public struct ServiceType: Sendable, Hashable, CustomStringConvertible {
    /// The type as text, without a final dot.
    public let description: String

    /// Parses `_name._tcp` or `_name._udp`; nil for anything else.
    ///
    /// The name consists of 1 to 15 letters, digits and hyphens with at least one letter; a hyphen is neither at an end nor
    /// beside another hyphen (RFC 6335 §5.1).
    public init?(_ text: String) {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count == 2, ["_tcp", "_udp"].contains(String(labels[1])), labels[0].first == UInt8(ascii: "_"),
            Self.isValid(name: labels[0].dropFirst())
        else { return nil }
        description = text
    }

    private static func isValid(name: Substring.UTF8View) -> Bool {
        guard (1...15).contains(name.count) else { return false }
        var hasLetter = false
        var mayBeHyphen = false
        for byte in name {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                hasLetter = true
                mayBeHyphen = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): mayBeHyphen = true
            case UInt8(ascii: "-"):
                guard mayBeHyphen else { return false }
                mayBeHyphen = false
            default: return false
            }
        }
        return hasLetter && mayBeHyphen
    }
}
