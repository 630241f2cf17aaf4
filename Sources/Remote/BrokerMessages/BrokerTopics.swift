/// The topics of hosts and their cameras below a prefix. Pure.
package struct BrokerTopics: Sendable, Hashable {
    package let prefix: String

    package init(prefix: String) { self.prefix = prefix }

    /// The status of each host.
    package var everyStatus: String { "\(prefix)/hosts/+/status" }
    /// The answers of each host.
    package var everyAnswer: String { "\(prefix)/hosts/+/answers" }

    package func status(of host: String) -> String { "\(prefix)/hosts/\(Self.level(host))/status" }
    package func answers(of host: String) -> String { "\(prefix)/hosts/\(Self.level(host))/answers" }
    package func commands(to host: String) -> String { "\(prefix)/hosts/\(Self.level(host))/commands" }
    package func commands(toGroup group: String) -> String { "\(prefix)/groups/\(Self.level(group))/commands" }

    /// The topic of a kind of messages of a camera: "state", "events" or "pictures".
    package func camera(_ camera: String, of host: String, _ kind: String) -> String {
        "\(prefix)/hosts/\(Self.level(host))/cameras/\(Self.level(camera))/\(kind)"
    }

    /// The host of a topic such as ``status(of:)``; nil for other topics.
    package func host(of topic: String, _ kind: String) -> String? {
        let start = "\(prefix)/hosts/"
        let end = "/\(kind)"
        guard topic.hasPrefix(start), topic.hasSuffix(end), topic.utf8.count > start.utf8.count + end.utf8.count else {
            return nil
        }
        let name = topic.dropFirst(start.count).dropLast(end.count)
        return name.contains("/") ? nil : Self.name(ofLevel: name)
    }

    /// A name as a level of a topic: each byte other than letters, digits, - _ and . as % and two hexadecimal digits.
    static func level(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            if isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// The name of a level; nil for a level that no name has.
    static func name(ofLevel level: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = level.utf8[...]
        while let byte = rest.popFirst() {
            if isPlain(byte) {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
                !digits.contains(UInt8(ascii: "+"))
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }

    static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || [0x2D, 0x2E, 0x5F].contains(byte)
    }
}
