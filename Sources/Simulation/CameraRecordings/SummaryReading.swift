import CameraReports
import PTP

/// Reads the summary of gphoto2, in English and the languages of known files, and the DeviceInfo of its logs. Pure.
struct SummaryReading {
    private enum Section {
        case none
        case operations
        case events
        case properties
        case storage(StorageID, row: Int)
        /// Values of an enumeration of texts, one a line.
        case values(PropertyLine)
    }

    private var section = Section.none
    private var device = DeviceInfo()
    private var properties: [DevicePropCode: RecordedCamera.Description] = [:]
    private var order: [DevicePropCode] = []
    private var storages: [StorageID: StorageInfoDataset] = [:]
    private var abilities: Set<String> = []

    /// Whether the text contains a part of a summary.
    var isFound: Bool { !device.model.isEmpty || !device.operations.isEmpty || !properties.isEmpty }

    /// Names of fields, in the languages of gphoto2.
    private static let fields: [(path: any WritableKeyPath<DeviceInfo, String> & Sendable, names: [String])] = [
        (
            \.manufacturer,
            ["manufacturer", "hersteller", "fabricant", "fabricante", "produttore", "tillverkare", "výrobca", "výrobce"]
        ),
        (\.model, ["model", "modell", "modèle", "modelo", "modello"]),
        (\.deviceVersion, ["version", "device version", "versione", "versión", "verzia", "verze"]),
        (
            \.serialNumber,
            [
                "serial number", "seriennummer", "numéro de série", "número de serie", "numero di serie", "serienummer",
                "sériové číslo",
            ]
        ),
        (
            \.vendorExtensionDescription,
            ["vendor extension description", "description du vendeur", "beschreibung der vendor extension"]
        ),
    ]

    /// Abilities of a camera, in the words of gphoto2.
    private static let abilityWords = [
        "File Download", "File Deletion", "File Upload", "Generic Image Capture", "Open Capture", "Canon Capture",
        "Canon EOS Capture", "Canon EOS Capture 2", "Canon EOS Shutter Button", "Nikon Capture", "Nikon Capture 1",
        "Nikon Capture 2", "Nikon Capture 3", "Sony Capture",
    ]

    mutating func process(_ line: String) throws(RecordingError) {
        let text = line.trimmed
        if case .values(var property) = section {
            if property.continueValues(text) {
                section = .none
                try add(property)
            } else {
                section = .values(property)
            }
            return
        }
        if case .storage(let storage, let row) = section, readStorage(text, storage, row) { return }
        if readCode(text) || readField(text) || readStart(text) { return }
        if let property = PropertyLine(text) {
            section = .none
            if property.isOpen { section = .values(property) } else { try add(property) }
            return
        }
        readAbilities(text)
    }

    // MARK: The description of the device

    private mutating func readStart(_ text: String) -> Bool {
        switch text {
        case "Supported operations:": section = .operations
        case "Events Supported:": section = .events
        case "Device Properties Supported:": section = .properties
        default:
            guard text.hasPrefix("store_"), let end = text.firstIndex(of: ":"),
                let number = UInt32(text[text.index(text.startIndex, offsetBy: 6)..<end], radix: 16), storages.count < 64
            else { return false }
            let storage = StorageID(rawValue: number)
            storages[storage] = StorageInfoDataset(maximumCapacity: .max, freeSpaceBytes: .max)
            section = .storage(storage, row: 0)
        }
        return true
    }

    /// "0x1014 (Get device property description)"
    private mutating func readCode(_ text: String) -> Bool {
        guard text.hasPrefix("0x"), let word = text.split(separator: " ").first,
            let code = Hexadecimal.number(word, as: UInt16.self)
        else {
            if case .operations = section { section = .none }
            if case .events = section { section = .none }
            if case .properties = section { section = .none }
            return false
        }
        switch section {
        case .operations where device.operations.count < RecordedCamera.Limits.properties:
            device.operations.append(OperationCode(rawValue: code))
        case .events where device.events.count < RecordedCamera.Limits.properties:
            device.events.append(EventCode(rawValue: code))
        case .properties where device.deviceProps.count < RecordedCamera.Limits.properties:
            device.deviceProps.append(DevicePropCode(rawValue: UInt32(code)))
        default: return false
        }
        return true
    }

    private mutating func readField(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        let name = text[..<colon].trimmed.lowercased()
        var value = text[text.index(after: colon)...].trimmed
        if value.hasPrefix("'"), value.hasSuffix("'"), value.count > 1 { value = String(value.dropFirst().dropLast()) }
        if value == "(null)" { value = "" }
        if let field = Self.fields.first(where: { $0.names.contains(name) }) {
            if device[keyPath: field.path].isEmpty { device[keyPath: field.path] = value.asDatasetText() }
            return true
        }
        if name == "vendor extension version", let version = UInt16(value) {
            device.vendorExtensionVersion = version
            return true
        }
        return readVendor(name, value)
    }

    /// "Vendor Extension ID: 0xa (1.10)", "Vendor extension ID: 0x0000000b"
    private mutating func readVendor(_ name: String, _ value: String) -> Bool {
        let words = value.split(separator: " ")
        guard device.vendorExtension == .none, let first = words.first, let number = Hexadecimal.number(first, as: UInt32.self)
        else { return false }
        let version =
            words.count == 2 && words[1].hasPrefix("(") && words[1].hasSuffix(")") ? words[1].dropFirst().dropLast() : nil
        guard name == "vendor extension id" || version != nil else { return false }
        device.vendorExtension = VendorExtension(rawValue: number)
        if let parts = version?.split(separator: "."), parts.count == 2, let major = UInt16(parts[0]),
            let minor = UInt16(parts[1]),
            major < 100, minor < 100
        {
            device.vendorExtensionVersion = major * 100 + minor
        }
        return true
    }

    private mutating func readAbilities(_ text: String) {
        guard text.utf8.count < 300 else { return }
        for part in text.split(separator: ",") {
            let word = part.trimmed
            if Self.abilityWords.contains(word) { abilities.insert(word) }
        }
    }

    // MARK: Storages

    /// Reads a row of a storage, which the summary writes in this order in all languages. Returns whether the text is one.
    private mutating func readStorage(_ text: String, _ storage: StorageID, _ row: Int) -> Bool {
        if text.isEmpty { return true }
        guard let colon = text.firstIndex(of: ":"), !text.hasPrefix("store_"), row < 8, PropertyLine(text) == nil else {
            section = .none
            return false
        }
        let value = text[text.index(after: colon)...].trimmed
        let label = ["None", "Keine", "(null)", "Aucun", "Nessuno", "Ninguno"].contains(value) ? "" : value.asDatasetText()
        let number = value.split(separator: " ").first.map(String.init) ?? ""
        let lower = value.lowercased()
        switch row {
        case 0: storages[storage]?.storageDescription = label
        case 1: storages[storage]?.volumeLabel = label
        case 2: storages[storage]?.storageType = lower.hasPrefix("builtin") || lower.hasPrefix("fest") ? .fixedRAM : .removableRAM
        case 3: storages[storage]?.filesystemType = lower.after("dcim") != nil ? .dcf : .hierarchical
        case 4:
            storages[storage]?.accessCapability =
                lower.after("deletion") != nil
                ? .readOnlyWithDeletion : lower.after("write") == nil && lower.hasPrefix("read") ? .readOnly : .readWrite
        case 5: storages[storage]?.maximumCapacity = UInt64(number) ?? .max
        case 6: storages[storage]?.freeSpaceBytes = UInt64(number) ?? .max
        default: storages[storage]?.freeSpaceImages = Int64(number).flatMap { UInt32(exactly: $0) } ?? .max
        }
        section = .storage(storage, row: row + 1)
        return true
    }

    // MARK: Properties

    private mutating func add(_ line: PropertyLine) throws(RecordingError) {
        guard properties[line.code] == nil, let description = line.description else { return }
        guard properties.count < RecordedCamera.Limits.properties else {
            throw .tooMany("properties", limit: RecordedCamera.Limits.properties)
        }
        properties[line.code] = description
        order.append(line.code)
    }

    /// Adds the contents of the summary to a camera.
    func complete(_ camera: inout RecordedCamera) {
        camera.device = device
        camera.properties = properties
        camera.storages = storages
        camera.abilities = Self.abilityWords.filter(abilities.contains)
        camera.listsOperations = !device.operations.isEmpty
        if device.deviceProps.isEmpty { camera.device.deviceProps = order.filter { !$0.isWide } }
    }
}
