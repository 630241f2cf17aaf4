import HotShoeSupport
package import PTP

/// Finds texts that may identify the owner of a camera, and replaces them in a report. Pure. See `docs/camera-report.md`.
package struct ReportAnonymiser {
    /// The texts to replace, with their replacements.
    private var found: [IdentifyingText: String] = [:]
    /// Texts that stay: the model's.
    private let harmless: Set<String>
    /// Names of properties by their codes, as the vendor gives them.
    private let propertyNames: [DevicePropCode: String]
    /// Whether pictures of live view stay.
    private let keepsPictures: Bool
    private var counts: [IdentifyingText.Kind: Int] = [:]
    private var fileNumber = 0

    /// Maximum number of different texts; a camera that has more of them sends generated ones.
    private static let limit = 1_000

    /// Creates an anonymiser.
    ///
    /// - Parameters:
    ///   - harmless: Texts that stay, such as the model's name.
    ///   - propertyNames: Names of the vendor's properties, by their codes.
    ///   - keepsPictures: Whether the pictures of live view stay, because the user requested them.
    package init(
        harmless: [String] = [],
        propertyNames: [DevicePropCode: String] = [:],
        keepsPictures: Bool = false
    ) {
        (self.harmless, self.propertyNames, self.keepsPictures) = (Set(harmless), propertyNames, keepsPictures)
    }

    /// Replaces everything in a report that may identify the camera's owner, and lists the replacements in it. `texts` are further
    /// texts to replace, those that the camera model has.
    package mutating func anonymise(_ document: inout ReportDocument, texts: [IdentifyingText] = []) {
        for text in texts { add(text.kind, text.text) }
        for case let exchange? in document.transcript.map(\.exchange) { learn(exchange) }
        let patterns = Patterns(found)
        for index in document.transcript.indices {
            guard var exchange = document.transcript[index].exchange else { continue }
            if let bytes = exchange.received { exchange.received = replaced(in: bytes, exchange, patterns) }
            if let bytes = exchange.sent { exchange.sent = replaced(in: bytes, exchange, patterns) }
            document.transcript[index].content = .exchange(exchange)
        }
        document.settings = document.settings.map { setting in
            var setting = setting
            setting.value = setting.value.map { replaced(in: $0) }
            setting.settable = setting.settable.map { replaced(in: $0) }
            return setting
        }
        for path in [\ReportDocument.Identity.model, \.manufacturer, \.firmware] {
            document.camera[keyPath: path] = replaced(in: document.camera[keyPath: path])
        }
        document.replaced = IdentifyingText.Kind.allCases.compactMap { kind in
            counts[kind].map { ReportDocument.Replacement(kind: kind.rawValue, count: $0) }
        }
    }

    // MARK: Finding

    private mutating func add(_ kind: IdentifyingText.Kind, _ text: String) {
        guard found.count < Self.limit, !text.isEmpty, !harmless.contains(text) else { return }
        // The form of a text counts only if its kind is not known.
        if kind == .text || kind == .fileName, IdentifyingText.isHarmless(text) { return }
        let isNew = !found.keys.contains { $0.text == text }
        guard isNew else { return }
        let entry = IdentifyingText(kind == .text && IdentifyingText.isAddress(text) ? .address : kind, text)
        if kind == .fileName { fileNumber += 1 }
        found[entry] = entry.replacement(number: fileNumber)
        // A serial number stands elsewhere without the zeros at its beginning.
        if kind == .serialNumber {
            let short = text.drop { $0 == "0" }
            if short.utf8.count >= 4, short.utf8.count < text.utf8.count { add(kind, String(short)) }
        }
    }

    private mutating func learn(_ exchange: RecordedExchange) {
        guard let bytes = exchange.received, exchange.response == .ok else { return }
        switch exchange.code {
        case .getDeviceInfo:
            if let device = try? DeviceInfo(bytes) { add(.serialNumber, device.serialNumber) }
        case .getDevicePropDesc:
            if let desc = try? DevicePropDesc(bytes) { learn(desc) }
        case .getStorageInfo:
            if let storage = try? StorageInfoDataset(bytes) {
                for text in [storage.volumeLabel, storage.storageDescription] where !isOfSlot(text) { add(.name, text) }
            }
        case .getObjectInfo:
            if let object = try? ObjectInfo(bytes) {
                add(.fileName, object.filename)
                add(.text, object.keywords)
            }
        case .getObjectPropList:
            if let list = try? ObjectPropList(bytes) { learn(list) }
        default:
            if exchange.code.isVendor { for text in Self.texts(in: bytes) { add(.text, text) } }
        }
    }

    private mutating func learn(_ desc: DevicePropDesc) {
        guard desc.type == .string, let kind = kind(of: desc.code) else { return }
        // A text that the camera itself lists is no one's.
        if case .enumeration(let values) = desc.form, values.contains(desc.current) { return }
        for text in [desc.current.string, desc.factoryDefault.string].compactMap(\.self) { add(kind, text) }
    }

    private func kind(of code: DevicePropCode) -> IdentifyingText.Kind? {
        switch code {
        case .artist: .owner
        case .copyrightInfo: .copyright
        case .deviceFriendlyName: .name
        default: IdentifyingText.kind(ofPropertyNamed: propertyNames[code] ?? code.name ?? "")
        }
    }

    private mutating func learn(_ list: ObjectPropList) {
        for element in list.elements {
            guard let text = element.value.string else { continue }
            add(element.code == .objectFileName || element.code == .name ? .fileName : .text, text)
        }
    }

    /// Whether a text of a storage names a slot of the camera, which drivers show.
    private func isOfSlot(_ text: String) -> Bool {
        let lower = text.lowercased()
        return ["slot", "card", "memory", "storage", "internal"].contains { lower.includes($0) }
    }

    /// Returns the texts in a vendor's data: at least six characters of ASCII before a NUL, and texts in the standard's format.
    static func texts(in bytes: [UInt8]) -> [String] {
        var texts: [String] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where !(0x20...0x7E).contains(byte) {
            if byte == 0, index - start >= 6, isWord(bytes[start..<index]) {
                texts.append(String(decoding: bytes[start..<index], as: UTF8.self))
            }
            start = index + 1
        }
        return texts + standardTexts(in: bytes)
    }

    /// Whether most units are letters and digits, and not all of them neighbours: a list of numbers is no text.
    private static func isWord<Unit: UnsignedInteger>(_ units: ArraySlice<Unit>) -> Bool {
        // Latin letters only: the properties of Unicode's characters would add their tables to libhotshoe.
        func isOfWord(_ unit: Unit) -> Bool {
            switch UInt32(unit) {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: true
            default: false
            }
        }
        return units.count(where: isOfWord) * 2 > units.count
            && zip(units, units.dropFirst()).contains { Int($1) - Int($0) != 1 && $0 != $1 }
    }

    /// Texts of at least four characters of Latin scripts: a count of UTF-16 units with a NUL, then the units (ISO 15740 § 5.3.4). Lists of
    /// codes look like texts of other scripts.
    private static func standardTexts(in bytes: [UInt8]) -> [String] {
        var texts: [String] = []
        var index = 0
        while index < bytes.count {
            let count = Int(bytes[index])
            let end = index + 1 + count * 2
            if count >= 5, end <= bytes.count, bytes[end - 2] == 0, bytes[end - 1] == 0 {
                let units = stride(from: index + 1, to: end - 2, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
                if units.allSatisfy({ $0 >= 0x20 && $0 < 0x250 && $0 != 0x7F }), isWord(units[...]) {
                    texts.append(String(decoding: units, as: UTF16.self))
                    index = end
                    continue
                }
            }
            index += 1
        }
        return texts
    }

    // MARK: Replacing

    /// The forms in which texts stand in data, longest first.
    private struct Patterns {
        struct Pattern {
            let bytes: [UInt8]
            let replacement: [UInt8]
            let kind: IdentifyingText.Kind
        }

        /// The patterns by their first byte.
        private(set) var byFirst: [[Pattern]] = Array(repeating: [], count: 256)

        init(_ found: [IdentifyingText: String]) {
            for (text, replacement) in found {
                add(text.kind, Self.standard(text.text), Self.standard(replacement))
                // Short texts are replaced in the standard's format only: elsewhere they may be numbers.
                guard text.text.utf8.count >= 4 else { continue }
                add(text.kind, Array(text.text.utf8), Self.ascii(replacement, Array(text.text.utf8).count))
                add(text.kind, Self.units(text.text), Self.units(replacement))
                if text.kind == .serialNumber, let number = UInt32(text.text), number >= 100_000 {
                    add(text.kind, Self.number(number), [0, 0, 0, 0])
                }
            }
            for index in byFirst.indices { byFirst[index].sort { $0.bytes.count > $1.bytes.count } }
        }

        private mutating func add(_ kind: IdentifyingText.Kind, _ bytes: [UInt8], _ replacement: [UInt8]) {
            guard let first = bytes.first, bytes.count == replacement.count else { return }
            byFirst[Int(first)].append(Pattern(bytes: bytes, replacement: replacement, kind: kind))
        }

        private static func units(_ text: String) -> [UInt8] {
            text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        }

        private static func standard(_ text: String) -> [UInt8] {
            let units = units(text) + [0, 0]
            return [UInt8(truncatingIfNeeded: units.count / 2)] + units
        }

        /// UTF-8, with one unit for each unit of the text: the replacement of a character has as many bytes.
        private static func ascii(_ text: String, _ count: Int) -> [UInt8] { Array(text.utf8.prefix(count)) }

        private static func number(_ number: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
    }

    private mutating func replaced(in bytes: [UInt8], _ exchange: RecordedExchange, _ patterns: Patterns) -> [UInt8] {
        var bytes = bytes
        if isPosition(exchange) { clearValues(&bytes) }
        replacePictures(&bytes, ofLiveView: exchange.code.isVendor)
        var index = 0
        while index < bytes.count {
            let match = patterns.byFirst[Int(bytes[index])].first { pattern in
                index + pattern.bytes.count <= bytes.count
                    && bytes[index..<index + pattern.bytes.count].elementsEqual(pattern.bytes)
            }
            guard let match else {
                index += 1
                continue
            }
            bytes.replaceSubrange(index..<index + match.bytes.count, with: match.replacement)
            counts[match.kind, default: 0] += 1
            index += match.bytes.count
        }
        return bytes
    }

    private mutating func replaced(in text: String) -> String {
        if let (entry, replacement) = found.first(where: { $0.key.text == text }) {
            counts[entry.kind, default: 0] += 1
            return replacement
        }
        return text
    }

    private func isPosition(_ exchange: RecordedExchange) -> Bool {
        guard exchange.code == .getDevicePropDesc || exchange.code == .getDevicePropValue else { return false }
        let code = DevicePropCode(rawValue: exchange.parameters[0])
        return IdentifyingText.kind(ofPropertyNamed: propertyNames[code] ?? code.name ?? "") == .position
    }

    /// Clears the two values of a description of a number: after the code, the type and the access.
    private mutating func clearValues(_ bytes: inout [UInt8]) {
        guard let desc = try? DevicePropDesc(bytes), let size = desc.type.integerType?.size else { return }
        for index in 5..<min(bytes.count, 5 + size * 2) { bytes[index] = 0 }
        counts[.position, default: 0] += 1
    }

    /// Clears pictures inside data, from the start of a JPEG on; of frames that the user requested the metadata only.
    private mutating func replacePictures(_ bytes: inout [UInt8], ofLiveView: Bool) {
        guard
            let start = bytes.indices.dropLast(2).first(where: {
                bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF
            })
        else { return }
        guard ofLiveView && keepsPictures else {
            for index in bytes.indices.dropFirst(start + 4) { bytes[index] = 0 }
            counts[.picture, default: 0] += 1
            return
        }
        var index = start + 2
        while index + 4 <= bytes.count, bytes[index] == 0xFF, bytes[index + 1] != 0xDA {
            let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
            // Application segments and comments.
            if (0xE1...0xEF).contains(bytes[index + 1]) || bytes[index + 1] == 0xFE {
                for place in index + 4..<max(index + 4, min(bytes.count, index + 2 + length)) { bytes[place] = 0 }
                counts[.picture, default: 0] += 1
            }
            index += 2 + length
        }
    }
}

extension DevicePropCode {
    /// Copyright of new pictures (ISO 15740 § 13.5.32).
    fileprivate static let copyrightInfo = DevicePropCode(rawValue: 0x501F)
    /// Name that the owner gave to the device (MTP 1.1 § C.2.3).
    fileprivate static let deviceFriendlyName = DevicePropCode(rawValue: 0xD402)
}
