import HotShoeSupport
package import PTP

/// Finds texts that may identify the owner of a camera, and replaces them in a report. Pure. See `docs/camera-report.md`.
package struct ReportAnonymiser {
    /// The texts to replace, with their replacements.
    private var found: [IdentifyingText: String] = [:]
    /// The same texts, and their size in bytes.
    private var known: Set<String> = []
    private var byteCount = 0
    /// Texts that stay: the model's.
    private let harmless: Set<String>
    /// Names of properties by their codes, as the vendor gives them.
    private let propertyNames: [DevicePropCode: String]
    /// Whether pictures of live view stay.
    private let keepsPictures: Bool
    private var counts: [IdentifyingText.Kind: Int] = [:]
    /// Serial numbers that are numbers: the beginnings of their descriptions, with the size of a value. Kept apart from texts, because a number
    /// cannot be found by its bytes alone.
    private var serialNumbers: [DevicePropCode: (head: [UInt8], size: Int)] = [:]
    private var fileNumber = 0

    /// Maximum number of different texts, and of their bytes; a camera that has more of them sends generated ones.
    private static let limit = 1_000
    private static let byteLimit = 64 << 10

    /// Object that is the newest live view frame; nil if there is none.
    private let liveViewObject: ObjectHandle?

    /// Operations whose data are the contents of files: what is replaced in a report is the whole.
    private let contents: Set<OperationCode>

    /// Creates an anonymiser.
    ///
    /// - Parameters:
    ///   - harmless: Texts that stay, such as the model's name.
    ///   - propertyNames: Names of the vendor's properties, by their codes.
    ///   - contents: The vendor's operations whose data are contents of files, beside those of the standard.
    ///   - liveViewObject: Object that is the newest live view frame, of vendors whose frames are objects.
    ///   - keepsPictures: Whether the pictures of live view stay, because the user requested them.
    package init(
        harmless: [String] = [],
        propertyNames: [DevicePropCode: String] = [:],
        contents: Set<OperationCode> = [],
        liveViewObject: ObjectHandle? = nil,
        keepsPictures: Bool = false
    ) {
        self.liveViewObject = liveViewObject
        self.contents = contents.union([
            .getObject, .getPartialObject, .getThumb, .sendObject, .getPartialObject64, .sendPartialObject64,
        ])
        (self.harmless, self.propertyNames, self.keepsPictures) = (Set(harmless), propertyNames, keepsPictures)
    }

    /// Number of live view frames in a transcript.
    package func frameCount(in transcript: [TranscriptEntry]) -> Int {
        transcript.compactMap(\.exchange).count { exchange in
            guard let bytes = exchange.received, exchange.isFrame(liveViewObject) || exchange.code.isVendor,
                exchange.isFrame(liveViewObject) || !contents.contains(exchange.code)
            else { return false }
            return Self.pictureStart(bytes) != nil
        }
    }

    /// Index of the first JPEG picture in data.
    private static func pictureStart(_ bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast(2).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF }
    }

    /// Replaces everything in a report that may identify the camera's owner, and lists the replacements in it. `texts` are further
    /// texts to replace, those that the camera model has.
    package mutating func anonymise(_ document: inout ReportDocument, texts: [IdentifyingText] = []) {
        for text in texts { add(text.kind, text.text) }
        for index in document.handshake.indices { replace(&document.handshake[index]) }
        for case let exchange? in document.transcript.map(\.exchange) { learn(exchange) }
        let patterns = TextPatterns(found)
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
            // Numbers are no texts that could be found.
            if let value = setting.value, let kind = IdentifyingText.kind(ofPropertyNamed: setting.name),
                kind == .position || kind == .serialNumber && UInt64(value) != nil
            {
                (setting.value, setting.settable, setting.settableCount) = (nil, [], 0)
                counts[kind, default: 0] += 1
            }
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
        guard byteCount + text.utf8.count <= Self.byteLimit, known.insert(text).inserted else { return }
        byteCount += text.utf8.count
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
        if contents.contains(exchange.code) { return }
        // What was set, which the camera may have refused or no longer has.
        if let sent = exchange.sent {
            let kind = kind(ofPropertyIn: exchange) ?? .text
            for text in exchange.code.isVendor ? Self.texts(in: sent) : Self.standardTexts(in: sent) { add(kind, text) }
        }
        guard let bytes = exchange.received, exchange.response == .ok else { return }
        switch exchange.code {
        case .getDeviceInfo:
            if let device = try? DeviceInfo(bytes) { add(.serialNumber, device.serialNumber) }
        case .getDevicePropDesc:
            if let desc = try? DevicePropDesc(bytes) { learn(desc) }
        case .getDevicePropValue:
            guard let kind = kind(ofPropertyIn: exchange) else { return }
            for text in Self.standardTexts(in: bytes) { add(kind, text) }
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
        guard let kind = kind(of: desc.code) else { return }
        if kind == .serialNumber, let size = desc.type.integerType?.size, let bytes = try? desc.encoded() {
            serialNumbers[desc.code] = (Array(bytes.prefix(4)), size)
        }
        guard desc.type == .string else { return }
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

    /// Replaces the identifier and the name in a packet that opened a link: of PTP/IP (CIPA DC-X005 § 2.3), or of Fujifilm's protocol, whose
    /// packets begin with the length and the kind too. Both have the identifier at the same place in the answer; in Fujifilm's greeting a
    /// version precedes it.
    private mutating func replace(_ packet: inout HandshakePacket) {
        guard packet.bytes.count > 12 else { return }
        let kind = packet.bytes[4]
        guard packet.bytes[5..<8].allSatisfy({ $0 == 0 }), kind == 1 || kind == 2 else { return }
        // An identifier of 16 bytes; PTP/IP's request has no number before it.
        let isOwn = kind == 1 && packet.bytes.starts(with: [0x52, 0, 0, 0, 1, 0, 0, 0, 0xF2, 0xE4, 0x53, 0x8F])
        let start = kind == 1 && !isOwn ? 8 : 12
        for index in start..<min(start + 16, packet.bytes.count) { packet.bytes[index] = 0 }
        counts[.address, default: 0] += 1
        var (index, hasName) = (start + 16, false)
        // The name ends with a zero; the version follows it.
        while index + 1 < packet.bytes.count, packet.bytes[index] != 0 || packet.bytes[index + 1] != 0 {
            (packet.bytes[index], packet.bytes[index + 1]) = (UInt8(ascii: "x"), 0)
            hasName = true
            index += 2
        }
        // Whatever follows the zero of a name in a field of fixed length.
        let isFixed = isOwn || kind == 2 && packet.bytes.starts(with: [0x44, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0])
        let end = isFixed ? packet.bytes.count : min(packet.bytes.count, index + 6)
        if isFixed { for rest in min(index, end)..<end { packet.bytes[rest] = 0 } }
        if end < packet.bytes.count { packet.bytes.removeSubrange(end...) }
        if hasName { counts[.name, default: 0] += 1 }
    }

    private mutating func replaced(in bytes: [UInt8], _ exchange: RecordedExchange, _ patterns: TextPatterns) -> [UInt8] {
        var bytes = bytes
        let isFrame = exchange.isFrame(liveViewObject)
        if contents.contains(exchange.code), !isFrame {
            clear(&bytes, from: 4)
            return bytes
        }
        if let kind = clearedKind(exchange) { clearValue(&bytes, exchange, kind) }
        if exchange.code.isVendor { clearSerialNumbers(&bytes) }
        replacePictures(&bytes, ofLiveView: exchange.code.isVendor || isFrame)
        for match in patterns.matches(in: bytes) {
            bytes.replaceSubrange(match.range, with: match.replacement)
            counts[match.kind, default: 0] += 1
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

    private func kind(ofPropertyIn exchange: RecordedExchange) -> IdentifyingText.Kind? {
        switch exchange.code {
        case .getDevicePropDesc, .getDevicePropValue, .setDevicePropValue:
            kind(of: DevicePropCode(rawValue: exchange.parameters[0]))
        default: nil
        }
    }

    /// The kind of a property whose value is cleared in whichever type: a position, or a serial number that is a number.
    private func clearedKind(_ exchange: RecordedExchange) -> IdentifyingText.Kind? {
        switch kind(ofPropertyIn: exchange) {
        case .position: .position
        case .serialNumber where serialNumbers[DevicePropCode(rawValue: exchange.parameters[0])] != nil: .serialNumber
        default: nil
        }
    }

    /// Clears serial numbers that are numbers in a vendor's list of descriptions: the factory default and the value.
    private mutating func clearSerialNumbers(_ bytes: inout [UInt8]) {
        for (head, size) in serialNumbers.values {
            let length = head.count + 1 + 2 * size
            var start = 0
            while start + length <= bytes.count {
                guard bytes[start] == head[0], bytes[start..<start + head.count].elementsEqual(head) else {
                    start += 1
                    continue
                }
                for index in start + head.count + 1..<start + length { bytes[index] = 0 }
                counts[.serialNumber, default: 0] += 1
                start += length
            }
        }
    }

    /// Clears the value of a property; of its description also the form.
    private mutating func clearValue(_ bytes: inout [UInt8], _ exchange: RecordedExchange, _ kind: IdentifyingText.Kind) {
        counts[kind, default: 0] += 1
        guard exchange.code == .getDevicePropDesc, let desc = try? DevicePropDesc(bytes), let zero = Self.zero(desc.type),
            let cleared = try? DevicePropDesc(desc.code, isSettable: desc.isSettable, current: zero, form: .none).encoded()
        else {
            // Zeros are a number, an empty text, and an empty list.
            for index in bytes.indices.dropFirst(exchange.code == .getDevicePropDesc ? 5 : 0) { bytes[index] = 0 }
            return
        }
        bytes = cleared
    }

    private static func zero(_ type: DataType) -> DataValue? {
        if type == .string { return .string("") }
        if let element = type.elementType { return IntegerArray([Int64](), of: element).map { .array($0) } }
        return type.integerType.flatMap { .integer(0, as: $0) }
    }

    /// Clears the contents of a file, but for its first bytes, which show its format.
    private mutating func clear(_ bytes: inout [UInt8], from start: Int) {
        guard bytes.count > start else { return }
        for index in bytes.indices.dropFirst(start) { bytes[index] = 0 }
        counts[.picture, default: 0] += 1
    }

    /// Clears pictures inside data, from the start of a JPEG on; of frames that the user requested the metadata only.
    private mutating func replacePictures(_ bytes: inout [UInt8], ofLiveView: Bool) {
        guard let start = Self.pictureStart(bytes) else { return }
        guard ofLiveView && keepsPictures else {
            return clear(&bytes, from: start + 4)
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

extension RecordedExchange {
    /// Whether the exchange requests the object that is the newest live view frame.
    func isFrame(_ liveViewObject: ObjectHandle?) -> Bool {
        code == .getObject && liveViewObject != nil && parameters[0] == liveViewObject?.rawValue
    }
}

extension DevicePropCode {
    /// Copyright of new pictures (ISO 15740 § 13.5.32).
    fileprivate static let copyrightInfo = DevicePropCode(rawValue: 0x501F)
    /// Name that the owner gave to the device (MTP 1.1 § C.2.3).
    fileprivate static let deviceFriendlyName = DevicePropCode(rawValue: 0xD402)
}

extension OperationCode {
    /// Writes a part of a file (Android's extension of MTP).
    fileprivate static let sendPartialObject64 = OperationCode(rawValue: 0x95C2)
}
