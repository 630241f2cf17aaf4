/// The address of a broker: `mqtt[s]://[USER@]HOST[:PORT][/PREFIX]`. Pure.
package struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: UInt16
    /// Whether the connection uses TLS.
    package var isEncrypted: Bool
    package var userName: String?
    /// The first levels of all topics.
    package var prefix = Self.defaultPrefix

    /// The prefix of an address that has none.
    package static let defaultPrefix = "hotshoe"

    /// The reason why a text is no such address.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    private static let form = "write mqtts://HOST, or mqtt://USER@HOST:PORT/PREFIX"

    /// Parses an address.
    package init(_ text: String) throws(Problem) {
        guard text.utf8.count <= 1024, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Problem(
                description: "This is no address of a broker: it has spaces or characters outside ASCII, or is too long."
            )
        }
        var rest = text[...]
        if rest.hasPrefix("mqtts://") {
            (isEncrypted, port) = (true, 8883)
        } else if rest.hasPrefix("mqtt://") {
            (isEncrypted, port) = (false, 1883)
        } else {
            throw Problem(description: "This is no address of a broker: \(Self.form).")
        }
        rest = rest.dropFirst(isEncrypted ? 8 : 7)
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var authority = parts[0]
        if let at = authority.lastIndex(of: "@") {
            let user = authority[..<at]
            if user.contains(":") {
                throw Problem(
                    description: "A password is not part of the address, which others can read: set HOTSHOE_BROKER_PASSWORD."
                )
            }
            guard (1...256).contains(user.utf8.count) else {
                throw Problem(description: "The user name of this address is not valid: \(Self.form).")
            }
            userName = String(user)
            authority = authority[authority.index(after: at)...]
        }
        let isIPv6 = authority.hasPrefix("[")
        let hostEnd = isIPv6 ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : authority.firstIndex(of: ":")
        let name = authority[..<(hostEnd ?? authority.endIndex)]
        let portText = authority[(hostEnd ?? authority.endIndex)...]
        if !portText.isEmpty {
            guard portText.first == ":", let number = UInt16(portText.dropFirst()), number > 0 else {
                throw Problem(description: "The port of this address is no number from 1 to 65535.")
            }
            port = number
        }
        host = String(isIPv6 ? name.dropFirst().dropLast() : name)
        let digits = "0123456789abcdefABCDEF:."
        let isValid =
            isIPv6
            ? host.count >= 2 && name.hasSuffix("]") && host.allSatisfy { digits.contains($0) }
            : !host.isEmpty && host.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
        guard isValid, host.utf8.count <= 255 else {
            throw Problem(description: "The host of this address is not valid: \(Self.form).")
        }
        guard parts.count == 2, !parts[1].isEmpty else { return }
        prefix = String(parts[1].hasSuffix("/") ? parts[1].dropLast() : parts[1])
        let levels = prefix.split(separator: "/", omittingEmptySubsequences: false)
        guard prefix.utf8.count <= 200, levels.allSatisfy({ !$0.isEmpty }), !prefix.contains(where: { "+#$%?".contains($0) })
        else {
            throw Problem(description: "The prefix of this address is no beginning of a topic: levels of text between single /.")
        }
    }

    /// Whether the broker runs on this computer.
    package var isLocal: Bool {
        if host.lowercased() == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { $0.utf8.count <= 3 && UInt8($0) != nil }
    }

    /// The address without the user name and the prefix.
    package var description: String {
        "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
