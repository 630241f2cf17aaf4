import CameraReports
import PTP

/// Reads the list that `gphoto2 --list-all-config` writes: entries from a path to "END". Pure.
struct ConfigurationReading {
    private struct Entry {
        var path: String
        var type = ""
        var current: String?
        var isReadOnly = false
        var choices: [String] = []
        var range: (bottom: String, top: String, step: String) = ("", "", "")
    }

    private var entry: Entry?
    private var entries: [String: Entry] = [:]

    /// Whether the text contains entries.
    var isFound: Bool { !entries.isEmpty }

    /// Processes a line; returns whether it is part of an entry.
    mutating func process(_ line: String) throws(RecordingError) -> Bool {
        if line.hasPrefix("/main/") {
            try end()
            entry = Entry(path: line.dropFirst("/main/".count).trimmed)
            return true
        }
        guard entry != nil else { return false }
        let words = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = words.count > 1 ? words[1].dropFirst() : ""
        switch words.first.map(String.init)?.trimmed {
        case "END":
            try end()
        case "Type": entry?.type = value.trimmed
        case "Current": entry?.current = String(value)
        case "Readonly": entry?.isReadOnly = value.trimmed == "1"
        case "Choice": try addChoice(value)
        case "Bottom": entry?.range.bottom = value.trimmed
        case "Top": entry?.range.top = value.trimmed
        case "Step": entry?.range.step = value.trimmed
        default: break
        }
        return true
    }

    /// "12 1/250"
    private mutating func addChoice(_ text: Substring) throws(RecordingError) {
        guard let count = entry?.choices.count, count < RecordedCamera.Limits.values else {
            throw .tooMany("values", limit: RecordedCamera.Limits.values)
        }
        entry?.choices.append(text.drop { $0 != " " }.dropFirst().trimmed)
    }

    private mutating func end() throws(RecordingError) {
        guard let entry else { return }
        self.entry = nil
        guard entries.count < RecordedCamera.Limits.properties else {
            throw .tooMany("settings", limit: RecordedCamera.Limits.properties)
        }
        if entries[entry.path] == nil, entry.current != nil { entries[entry.path] = entry }
    }

    /// Adds the entries to a camera; parts that the file has in another form take precedence.
    mutating func complete(_ camera: inout RecordedCamera) throws(RecordingError) {
        try end()
        guard isFound else { return }
        func status(_ name: String) -> String { entries["status/\(name)"]?.current?.trimmed ?? "" }
        for (path, text) in [
            (\DeviceInfo.manufacturer, status("manufacturer")), (\.model, status("cameramodel")),
            (\.deviceVersion, status("deviceversion")), (\.serialNumber, status("serialnumber")),
            (\.vendorExtensionDescription, status("vendorextension")),
        ] where camera.device[keyPath: path].isEmpty { camera.device[keyPath: path] = text.asDatasetText() }
        for (path, entry) in entries {
            let words = path.split(separator: "/")
            guard words.count == 2 else { continue }
            if words[0] == "other", let code = UInt32(words[1], radix: 16) {
                add(entry, DevicePropCode(rawValue: code), &camera)
            } else if words[0] != "status", words[0] != "wifiprofiles", words[0] != "actions" {
                camera.settings[String(words[1])] = RecordedSetting(
                    current: entry.current?.trimmed ?? "",
                    choices: entry.choices,
                    isReadOnly: entry.isReadOnly
                )
            }
        }
        if camera.device.operations.isEmpty { camera.listsOperations = false }
        if camera.abilities.isEmpty, let sign = Self.signs.first(where: { entries[$0.entry] != nil }) {
            camera.abilities.append(sign.ability)
            if camera.device.manufacturer.isEmpty { camera.device.manufacturer = sign.manufacturer }
        }
    }

    /// Entries that gphoto2 has for the cameras of one vendor only: lists may lack the manufacturer.
    private static let signs: [(entry: String, ability: String, manufacturer: String)] = [
        ("actions/eosremoterelease", "Canon EOS Capture 2", "Canon Inc."),
        ("settings/eventmode", "Canon EOS Capture 2", "Canon Inc."),
        ("actions/eoszoom", "Canon EOS Capture", "Canon Inc."), ("settings/eosmoviemode", "Canon EOS Capture", "Canon Inc."),
    ]

    private func add(_ entry: Entry, _ code: DevicePropCode, _ camera: inout RecordedCamera) {
        guard camera.properties[code] == nil, !code.isWide, let current = entry.current?.trimmed else { return }
        let texts = [current] + entry.choices
        let type = StandardTypes.type(of: code, texts: texts)
        guard let value = DataValue(current, type) else { return }
        var form = PropForm.none
        if !entry.choices.isEmpty, !entry.isReadOnly || entry.type == "MENU" || entry.type == "RADIO" {
            form = .enumeration(entry.choices.compactMap { DataValue($0, type) })
        } else if let bottom = DataValue(entry.range.bottom, type), let top = DataValue(entry.range.top, type),
            let step = DataValue(entry.range.step, type)
        {
            form = .range(minimum: bottom, maximum: top, step: step)
        }
        camera.properties[code] = .described(
            DevicePropDesc(code, isSettable: !entry.isReadOnly, current: value, form: form)
        )
        if !camera.device.deviceProps.contains(code) { camera.device.deviceProps.append(code) }
    }
}

/// Data types of properties whose texts do not have them.
enum StandardTypes {
    private static let known: [UInt32: DataType] = [
        0x5001: .uint8, 0x5003: .string, 0x5004: .uint8, 0x5005: .uint16, 0x5006: .string, 0x5007: .uint16, 0x5008: .uint32,
        0x5009: .uint16, 0x500A: .uint16, 0x500B: .uint16, 0x500C: .uint16, 0x500D: .uint32, 0x500E: .uint16, 0x500F: .uint16,
        0x5010: .int16, 0x5011: .string, 0x5012: .uint32, 0x5013: .uint16, 0x5014: .uint8, 0x5015: .uint8, 0x5016: .uint8,
        0x5018: .uint16, 0x5019: .uint16, 0x501C: .uint16, 0x501E: .string, 0x501F: .string, 0xD402: .string, 0xD406: .string,
    ]

    /// Returns the type of a property in the standard, or the smallest type that all values fit.
    static func type(of code: DevicePropCode, texts: [String]) -> DataType {
        if let type = known[code.rawValue] { return type }
        let numbers = texts.map { Int64($0) }
        guard numbers.allSatisfy({ $0 != nil }) else { return .string }
        let (low, high) = (numbers.compactMap(\.self).min() ?? 0, numbers.compactMap(\.self).max() ?? 0)
        if low < 0 { return low >= -32_768 && high <= 32_767 ? .int16 : .int32 }
        return high <= 0xFF ? .uint8 : high <= 0xFFFF ? .uint16 : high <= 0xFFFF_FFFF ? .uint32 : .uint64
    }
}

extension DataValue {
    /// Creates a value of a type from its text: a number, or a text of at most 254 UTF-16 units. Numbers of another sign wrap, as their
    /// bytes do.
    init?(_ text: String, _ type: DataType) {
        if type == .string {
            self = .string(text.asDatasetText())
        } else if let integer = type.integerType, let number = Int64(text) ?? UInt64(text).map({ Int64(bitPattern: $0) }) {
            let bits = min(64, integer.size * 8)
            let unused = 64 - bits
            let wrapped =
                integer.isSigned ? Int128((number << unused) >> unused) : Int128(UInt64(bitPattern: number << unused) >> unused)
            guard let value = IntegerValue(wrapped, as: integer) else { return nil }
            self = .integer(value)
        } else {
            return nil
        }
    }
}
