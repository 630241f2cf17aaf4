import HotShoeSupport

/// A datagram of SSDP (UPnP Device Architecture 1.1, §§ 1.2 and 1.3). Pure.
public enum SSDPMessage: Hashable, Sendable {
    /// A search for devices of a type (M-SEARCH, § 1.3.2); `target` is the value of ST.
    case search(target: String)
    /// A response to a search (§ 1.3.3).
    case response(SSDPAnnouncement)
    /// `NOTIFY` with `ssdp:alive` or `ssdp:update` (§ 1.2.2).
    case alive(SSDPAnnouncement)
    /// `NOTIFY` with `ssdp:byebye` (§ 1.2.3): the device leaves. The value of USN.
    case goodbye(uniqueName: String)

    /// Maximum size of a datagram in bytes; longer ones are no messages.
    static let byteLimit = 4096
    private static let lineLimit = 64

    /// Parses a datagram; nil if it is none of these messages, or exceeds a limit.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.byteLimit, let lines = HeaderLines(bytes, limit: Self.lineLimit) else { return nil }
        let words = lines.first.split(separator: " ", maxSplits: 2).map(String.init)
        switch words.first {
        case "M-SEARCH":
            guard lines["MAN"]?.includes("ssdp:discover") == true, let target = lines["ST"] else { return nil }
            self = .search(target: target)
        case "NOTIFY":
            guard let name = lines["USN"] else { return nil }
            switch lines["NTS"] {
            case "ssdp:byebye": self = .goodbye(uniqueName: name)
            case "ssdp:alive", "ssdp:update":
                guard let type = lines["NT"], let announcement = SSDPAnnouncement(lines, type: type) else { return nil }
                self = .alive(announcement)
            default: return nil
            }
        case let version? where version.hasPrefix("HTTP/1."):
            guard words.count > 1, words[1] == "200", let type = lines["ST"],
                let announcement = SSDPAnnouncement(lines, type: type)
            else { return nil }
            self = .response(announcement)
        default: return nil
        }
    }

    /// The datagram. `group` is the multicast address and port of the search or the notification.
    public func bytes(group: String) -> [UInt8] {
        switch self {
        case .search(let target):
            Self.bytes("M-SEARCH * HTTP/1.1", [("HOST", group), ("MAN", "\"ssdp:discover\""), ("MX", "1"), ("ST", target)])
        case .response(let announcement):
            Self.bytes("HTTP/1.1 200 OK", announcement.fields + [("ST", announcement.type), ("EXT", "")])
        case .alive(let announcement):
            Self.bytes(
                "NOTIFY * HTTP/1.1",
                [("HOST", group), ("NT", announcement.type), ("NTS", "ssdp:alive")] + announcement.fields
            )
        case .goodbye(let name):
            Self.bytes(
                "NOTIFY * HTTP/1.1",
                [("HOST", group), ("NT", SSDPAnnouncement.type(inUniqueName: name)), ("NTS", "ssdp:byebye"), ("USN", name)]
            )
        }
    }

    private static func bytes(_ first: String, _ fields: [(String, String)]) -> [UInt8] {
        Array((first + "\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n").utf8)
    }
}

/// What a device announces about itself. Received without authentication, and can be forged.
public struct SSDPAnnouncement: Hashable, Sendable {
    /// Type of the device or service: the value of NT or ST.
    public var type: String
    /// Unique service name (USN): the device's UUID, and the type.
    public var uniqueName: String
    /// Location of the description, as announced.
    public var location: String
    /// System and product of the device (SERVER); empty if not announced.
    public var server: String
    /// Number that changes when the device restarts (BOOTID.UPNP.ORG); nil if not announced.
    public var boot: Int?
    /// Time for which the announcement is valid, in seconds, at least 0.
    public var maximumAge: Int

    /// Validity that is assumed where none is announced, in seconds.
    public static let usualAge = 1800

    /// Creates an announcement.
    public init(
        type: String,
        uniqueName: String,
        location: String,
        server: String = "",
        boot: Int? = nil,
        maximumAge: Int = usualAge
    ) {
        (self.type, self.uniqueName, self.location) = (type, uniqueName, location)
        (self.server, self.boot, self.maximumAge) = (server, boot, maximumAge)
    }

    init?(_ lines: HeaderLines, type: String) {
        guard let name = lines["USN"], let location = lines["LOCATION"], !name.isEmpty, !type.isEmpty else { return nil }
        self.init(type: type, uniqueName: name, location: location, server: lines["SERVER"] ?? "")
        boot = lines["BOOTID.UPNP.ORG"].flatMap { Int($0) }
        let age = lines["CACHE-CONTROL"]?.split(separator: "=").last.flatMap { Int($0.filter { $0 != " " }) }
        maximumAge = max(0, age ?? Self.usualAge)
    }

    /// The device's UUID, in lower case, without "uuid:"; nil if the unique name has none.
    public var uuid: String? {
        guard uniqueName.lowercased().hasPrefix("uuid:") else { return nil }
        let text = uniqueName.lowercased().dropFirst("uuid:".count)
        return String(text.prefix { $0 != ":" })
    }

    static func type(inUniqueName name: String) -> String {
        let parts = name.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 && parts[2].isEmpty ? String(parts[3]) : name
    }

    fileprivate var fields: [(String, String)] {
        [("CACHE-CONTROL", "max-age=\(maximumAge)"), ("LOCATION", location), ("SERVER", server), ("USN", uniqueName)]
            + (boot.map { [("BOOTID.UPNP.ORG", String($0))] } ?? [])
    }
}

/// The first line and the fields of an HTTP message (RFC 9112). Names are compared without regard to case; of fields with the same
/// name the first counts.
struct HeaderLines {
    let first: String
    private var fields: [String: String] = [:]

    /// Parses lines up to an empty one or the end; nil if there are too many, or if there is no line.
    init?(_ bytes: some Collection<UInt8>, limit: Int) {
        // Invalid UTF-8 becomes U+FFFD.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: limit, omittingEmptySubsequences: false)
        guard lines.count <= limit, let start = lines.first, !start.isEmpty else { return nil }
        first = Self.trimmed(String(decoding: start, as: UTF8.self))
        for line in lines.dropFirst() {
            let text = Self.trimmed(String(decoding: line, as: UTF8.self))
            if text.isEmpty { break }
            guard let colon = text.firstIndex(of: ":") else { continue }
            let name = text[..<colon].uppercased()
            if fields[name] == nil { fields[name] = Self.trimmed(text[text.index(after: colon)...]) }
        }
    }

    subscript(name: String) -> String? { fields[name] }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
        var rest = Substring(text)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(rest.drop(while: isBlank))
    }
}
