import HotShoeSupport

/// A text of a camera that may identify its owner, and its replacement. Pure.
package struct IdentifyingText: Hashable, Sendable {
    /// Kind of a text.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case serialNumber = "serial number"
        case owner
        case copyright
        case name
        case fileName = "file name"
        case address
        case position
        case text
        case picture
    }

    package let kind: Kind
    package let text: String

    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

    /// Returns the kind of a property's text by the property's name; ``Kind/text`` for other names, nil for names of texts that identify
    /// nothing.
    package static func kind(ofPropertyNamed name: String) -> Kind? {
        let name = name.lowercased()
        guard let entry = words.first(where: { entry in entry.words.contains { name.includes($0) } }) else { return .text }
        return entry.kind
    }

    private static let words: [(kind: Kind?, words: [String])] = [
        (.serialNumber, ["serial"]),
        (nil, ["lens", "firmware", "version"]),
        (.copyright, ["copyright"]),
        (.owner, ["owner", "artist", "author", "photographer", "creator", "comment", "caption", "title", "password", "prefix"]),
        (.position, ["gps", "latitude", "longitude", "location", "altitude"]),
        (.address, ["guid", "address", "ssid", "mac"]),
        (.name, ["nickname", "friendlyname", "cameraname", "devicename", "partner"]),
    ]

    /// Whether a text is harmless by its form: a date, a size, a version, a list of small numbers, a lens, the name of the standard's
    /// folder.
    package static func isHarmless(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        if bytes.isEmpty || text == "DCIM" || text == "None" { return true }
        return isDate(bytes) || isSize(bytes) || isVersion(bytes) || isList(bytes) || isLens(bytes)
    }

    /// "20261127T101500.0"
    private static func isDate(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 9 && bytes.prefix(8).allSatisfy(isDigit) && bytes[8] == UInt8(ascii: "T")
            && bytes.dropFirst(9).allSatisfy { isDigit($0) || [0x2B, 0x2D, 0x2E, 0x5A].contains($0) }
    }

    /// "6000x4000", "L 6000x4000"
    private static func isSize(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "*") }
        guard parts.count == 2, bytes.count <= 24 else { return false }
        return parts[1].allSatisfy(isDigit) && parts[0].suffix(1).allSatisfy(isDigit)
    }

    /// "1.02", "V1.10", "3-1.0.8"
    private static func isVersion(_ bytes: [UInt8]) -> Bool {
        bytes.count <= 16 && bytes.filter { $0 == UInt8(ascii: ".") }.count.isBetween(1, 3) && bytes.contains(where: isDigit)
            && bytes.allSatisfy { isDigit($0) || [0x2D, 0x2E, UInt8(ascii: "V"), UInt8(ascii: "v")].contains($0) }
            && !isAddress(bytes)
    }

    /// "100,0,0"
    private static func isList(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        return parts.count.isBetween(2, 8) && parts.allSatisfy { $0.count.isBetween(1, 3) && $0.allSatisfy(isDigit) }
    }

    /// "RF24-105mm F4 L IS USM": words that have a digit or no small letter, one of them with a focal length. A word of a language has small
    /// letters.
    private static func isLens(_ bytes: [UInt8]) -> Bool {
        let words = bytes.split(separator: UInt8(ascii: " "))
        guard words.allSatisfy({ $0.contains(where: isDigit) || !$0.contains(where: isSmall) }) else { return false }
        return words.contains { word in
            word.indices.dropFirst().dropLast().contains {
                isDigit(word[$0 - 1]) && word[$0] == UInt8(ascii: "m") && word[$0 + 1] == UInt8(ascii: "m")
            }
        }
    }

    /// Whether a text has the form of an IP address, a MAC address or a GUID.
    package static func isAddress(_ text: String) -> Bool { isAddress(Array(text.utf8)) }

    private static func isAddress(_ bytes: [UInt8]) -> Bool {
        let dotted = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if dotted.count == 4, dotted.allSatisfy({ $0.count.isBetween(1, 3) && $0.allSatisfy(isDigit) }) {
            return bytes.count >= 7
        }
        let groups = bytes.split { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "-") }
        guard groups.allSatisfy({ $0.allSatisfy { Hexadecimal.digit($0) != nil } }) else { return false }
        return groups.map(\.count) == [2, 2, 2, 2, 2, 2] || groups.map(\.count) == [8, 4, 4, 4, 12]
    }

    private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    // MARK: Replacement

    /// The replacement, with as many UTF-8 and UTF-16 units: "X" and "x" for letters, "0" for digits; all other characters of ASCII stay.
    /// A file name keeps its ending and has `number` in place of its digits.
    package func replacement(number: Int) -> String {
        guard kind == .fileName else { return Self.masked(text) }
        let dot = text.utf8.lastIndex(of: UInt8(ascii: "."))
        let ending = dot.map { text[$0...] } ?? ""
        let isUsual = (2...5).contains(ending.utf8.count)
        let stem = Self.masked(isUsual ? String(text[..<dot!]) : text)
        return Self.numbered(stem, number) + (isUsual ? String(ending) : "")
    }

    private static func masked(_ text: String) -> String {
        var masked = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9": masked += "0"
            case "A"..."Z": masked += "X"
            case "a"..."z": masked += "x"
            case _ where scalar.isASCII: masked.unicodeScalars.append(scalar)
            // The encodings have different lengths: the text is replaced in each of them by its own units.
            default:
                masked.unicodeScalars.append(scalar.value > 0xFFFF ? "\u{1F4F7}" : scalar.value > 0x7FF ? "\u{2022}" : "\u{F8}")
            }
        }
        return masked
    }

    /// Replaces the zeros at the end of a text by the digits of a number, as far as there are zeros.
    private static func numbered(_ text: String, _ number: Int) -> String {
        var bytes = Array(text.utf8)
        var rest = number
        for index in bytes.indices.reversed() where rest > 0 && bytes[index] == UInt8(ascii: "0") {
            bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Int {
    fileprivate func isBetween(_ low: Int, _ high: Int) -> Bool { self >= low && self <= high }
}
