/// Domain names in the daemon's text format: labels separated by dots, with special bytes escaped. Pure.
enum DomainName {
    /// Maximum size of a name in wire format in bytes (RFC 1035 §3.1), including the length byte of each label and the empty
    /// last label.
    static let maximumSize = 255

    /// Escapes one label: letters, digits, hyphens and underscores stay unchanged, a dot or backslash gets a backslash, and any
    /// other byte becomes a backslash and three decimal digits (RFC 1035 §5.1).
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

    /// Returns the name of a service's SRV and TXT records.
    static func full(_ identity: Service.Identity) -> String {
        "\(escaped(label: identity.name.utf8)).\(identity.type).\(identity.domain)"
    }

    /// Parses an uncompressed name in wire format that fills `bytes`; nil for anything else, and for the root.
    static func text(parsing bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count <= maximumSize else { return nil }
        var labels: [String] = []
        var rest = bytes
        while let length = rest.popFirst() {
            // The two upper bits mark anything other than a label, such as a pointer (RFC 1035 §4.1.4).
            guard length < 64, rest.count >= length else { return nil }
            if length == 0 { return rest.isEmpty && !labels.isEmpty ? labels.joined(separator: ".") : nil }
            labels.append(escaped(label: rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        return nil
    }
}

/// Host and port of a service: the data of an SRV record (RFC 2782).
struct ServiceLocation: Hashable {
    let port: UInt16
    /// Host name in the text format of ``DomainName``.
    let host: String

    /// Parses priority, weight, port and host; nil for incomplete data, and for "." as the host, which means that the service
    /// does not exist.
    init?(parsing data: [UInt8]) {
        guard data.count > 6, let host = DomainName.text(parsing: data[6...]) else { return nil }
        port = UInt16(data[4]) << 8 | UInt16(data[5])
        self.host = host
    }
}
