/// Names as the mDNS daemon takes them: labels with dots between, and an escape for what is not plain. Pure.
enum DomainName {
    /// The most bytes of a name on the wire (RFC 1035 §3.1), with the length byte of each label and the last, empty one.
    static let maximumSize = 255

    /// One label: letters, digits, hyphens and underscores as they are, a dot or backslash behind a backslash, any other byte as
    /// a backslash and three decimal digits (RFC 1035 §5.1).
    static func escaped(label: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in label {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                text.append(byte)
            case UInt8(ascii: "."), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            default: text += [UInt8(ascii: "\\")] + [byte / 100, byte / 10 % 10, byte % 10].map { $0 + UInt8(ascii: "0") }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The name that a service's SRV and TXT records have.
    static func full(_ identity: Service.Identity) -> String {
        "\(escaped(label: identity.name.utf8)).\(identity.type).\(identity.domain)"
    }

    /// Reads a name from the wire, uncompressed, all of `bytes`; nil for anything else, and for the root.
    static func text(parsing bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count <= maximumSize else { return nil }
        var labels: [String] = []
        var rest = bytes
        while let length = rest.popFirst() {
            // The two upper bits mark what is not a label, such as a pointer (RFC 1035 §4.1.4).
            guard length < 64, rest.count >= length else { return nil }
            if length == 0 { return rest.isEmpty && !labels.isEmpty ? labels.joined(separator: ".") : nil }
            labels.append(escaped(label: rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        return nil
    }
}

/// Where a service is: the data of an SRV record (RFC 2782).
struct ServiceLocation: Hashable {
    let port: UInt16
    /// In the text form of ``DomainName``.
    let host: String

    /// Reads priority, weight, port and host; nil where they are not there, and for "." as host, which means that there is no such service.
    init?(parsing data: [UInt8]) {
        guard data.count > 6, let host = DomainName.text(parsing: data[6...]) else { return nil }
        port = UInt16(data[4]) << 8 | UInt16(data[5])
        self.host = host
    }
}
