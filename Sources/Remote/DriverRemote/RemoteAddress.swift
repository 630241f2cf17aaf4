package import HTTPTransport

/// The address of a camera that `hotshoe serve` serves: `http://HOST[:PORT][/CAMERA][#token=TOKEN&key=KEY]`. Pure.
///
/// The part after `#` is the one of the link that the server prints. Without a camera, the only one of the server is meant.
package struct RemoteAddress: Hashable, Sendable {
    package var server: HTTPServer
    /// Identifier or serial number of the camera; nil for the only one.
    package var camera: String?

    /// The reason why a text is no such address.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// Parses an address.
    ///
    /// - Parameters:
    ///   - text: The address.
    ///   - token: The token for an address that has none.
    /// - Throws: ``Problem`` for a text that is no such address, and for a token that would be sent without encryption.
    package init(_ text: String, token: String? = nil) throws(Problem) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Problem(description: "This is no address: it has spaces or characters outside ASCII, or is too long.")
        }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let (scheme, rest) = Self.scheme(parts[0]) else {
            throw Problem(description: "This is no address: write http://HOST:PORT/CAMERA or https://HOST:PORT/CAMERA.")
        }
        let place = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard Self.isAuthority(place[0]) else { throw Problem(description: "This is no address: its host or port is not valid.") }
        server = HTTPServer(origin: "\(scheme)://\(place[0])", token: token)
        if place.count == 2, !place[1].isEmpty {
            let path = place[1].last == "/" ? place[1].dropLast() : place[1]
            guard let camera = Self.decoded(path) else {
                throw Problem(description: "The name of the camera in this address is not encoded correctly.")
            }
            self.camera = camera
        }
        if parts.count == 2 { try readFragment(parts[1]) }
        guard server.token == nil || server.isEncrypted || Self.isLoopback(place[0]) else {
            throw Problem(description: "A token is not sent to another computer without encryption. Use https.")
        }
    }

    private static func scheme(_ text: Substring) -> (scheme: Substring, rest: Substring)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let (scheme, rest) = (text[..<colon].lowercased(), text[text.index(after: colon)...])
        guard scheme == "http" || scheme == "https", rest.hasPrefix("//") else { return nil }
        return (scheme[...], rest.dropFirst(2))
    }

    /// `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`, without a user.
    private static func isAuthority(_ text: Substring) -> Bool {
        var host = text
        if let colon = text.lastIndex(of: ":"), text.last != "]" {
            guard let port = UInt16(text[text.index(after: colon)...]), port > 0 else { return false }
            host = text[..<colon]
        }
        if host.first == "[" {
            return host.last == "]" && host.utf8.count > 3
                && host.dropFirst().dropLast().utf8.allSatisfy { isHexDigit($0) || Array(":.%".utf8).contains($0) || $0 >= 0x61 }
        }
        return !host.isEmpty && host.utf8.count <= 255
            && host.utf8.allSatisfy {
                isLetter($0) || isHexDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

    /// Whether a host, perhaps with a port, is this computer: a name such as `127.example.org` is not.
    static func isLoopback(_ authority: Substring) -> Bool {
        let name = authority.lowercased()
        if name == "localhost" || name.hasPrefix("localhost:") || name == "[::1]" || name.hasPrefix("[::1]:") { return true }
        let parts = name.prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { $0.utf8.count <= 3 && UInt8($0) != nil }
    }

    private mutating func readFragment(_ text: Substring) throws(Problem) {
        for member in text.split(separator: "&") {
            let pair = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let value = Self.decoded(pair[1]), !value.isEmpty else {
                throw Problem(description: "The part of this address after # is not valid: write #token=TOKEN&key=KEY.")
            }
            switch pair[0] {
            case "token": server.token = value
            case "key":
                // Base64 of 32 bytes.
                guard value.utf8.count == 44, value.utf8.allSatisfy({ Self.isBase64($0) }) else {
                    throw Problem(description: "The key of this address is not the hash that the server prints.")
                }
                server.publicKey = "sha256//\(value)"
            default: throw Problem(description: "The part of this address after # has neither token nor key.")
            }
        }
        if let token = server.token, !token.utf8.allSatisfy({ Self.isBase64($0) || Array("-._~".utf8).contains($0) }) {
            throw Problem(description: "The token of this address has characters that no token has.")
        }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte) || Array("+/=".utf8).contains(byte)
    }

    /// Decodes percent-encoded text; nil if it is malformed.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(), isHexDigit(high), isHexDigit(low),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), value >= 0x20, value != 0x7F
            else { return nil }
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Encodes text for a segment of a path.
    package static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { encoded, byte in
            if isLetter(byte) || (0x30...0x39).contains(byte) || Array("-._~".utf8).contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// The address without its secrets.
    package var description: String { camera.map { "\(server.origin)/\(Self.encoded($0))" } ?? server.origin }
}
