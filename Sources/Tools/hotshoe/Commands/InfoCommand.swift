import ArgumentParsing
import CameraModel

/// `hotshoe info`
enum InfoCommand {
    static let command = Command(
        "info",
        summary: "Show a camera's identity and capabilities",
        groups: CameraOptions.groups,
        examples: [.init("hotshoe info --simulated --json", "Information for programs, as JSON.")],
        exitCodes: CameraOptions.exitCodes
    ) { context in
        try await context.withCamera { camera in
            if context.wantsJSON { return try context.output.json(Record(camera)) }
            var table = TextTable([.left(""), .left("")])
            for (name, value) in rows(camera) where !value.isEmpty { table.add(["\(name, .bold)", "\(value)"]) }
            try context.output.table(table)
        }
    }

    private static func rows(_ camera: Camera) -> [(String, String)] {
        let info = camera.info
        let battery = camera.property(.batteryLevel).value.map(\.label)
        return [
            ("Camera", camera.displayName),
            ("Kind", info?.kind == .mediaDevice ? "phone, media player or camera that gives access to its files only" : ""),
            ("Manufacturer", info?.manufacturer ?? ""),
            ("Model", info?.model ?? ""),
            ("Serial number", info?.serialNumber ?? ""),
            ("Firmware", info?.firmwareVersion ?? ""),
            ("Support", info?.support?.rawValue ?? ""),
            ("Reached", camera.description.transport.rawValue),
            ("Used for", camera.commandCategories.description),
            ("Battery", battery ?? ""),
            ("Properties", String(camera.knownProperties.count)),
        ] + camera.storages.map { ($0.info.name, $0.info.text) } + [
            ("Can do", camera.capabilities.names.joined(separator: ", "))
        ] + camera.warnings.map { ("Warning", $0.message) }
    }

    private struct Record: Encodable {
        let camera: CameraRecord
        /// The kind, determined by the camera's capabilities; the camera's own record has the kind before a connection.
        let kind: String?
        let firmwareVersion: String?
        /// What the support of this camera rests on.
        let support: String?
        let categories: [String]
        let capabilities: [String]
        let storages: [StorageRecord]
        let properties: Int
        let warnings: [String]

        init(_ camera: Camera) {
            self.camera = CameraRecord(camera.connectedDescription)
            kind = camera.info?.kind.rawValue
            firmwareVersion = camera.info?.firmwareVersion
            support = camera.info?.support?.rawValue
            categories =
                camera.commandCategories.isEmpty
                ? [] : camera.commandCategories.description.split(separator: ",").map { $0.drop { $0 == " " }.description }
            capabilities = camera.capabilities.names
            storages = camera.storages.map { StorageRecord($0.info) }
            properties = camera.knownProperties.count
            warnings = camera.warnings.map(\.message)
        }
    }
}

/// A card as JSON.
struct StorageRecord: Encodable {
    let name: String
    let label: String?
    let slot: Int?
    let capacity: UInt64?
    let free: UInt64?
    let writable: Bool
    let deletable: Bool

    init(_ storage: StorageInfo) {
        name = storage.name
        label = storage.label
        slot = storage.slot
        capacity = storage.capacityBytes
        free = storage.freeBytes
        writable = storage.isWritable
        deletable = storage.allowsDeletion
    }
}

extension StorageInfo {
    /// "HOTSHOE, 64 GB, 64 GB free"
    var text: String {
        let label = label.map { "\($0), " } ?? ""
        let size = capacityBytes.map { Amounts.bytes(Int64(clamping: $0)) } ?? "size unknown"
        let free = freeBytes.map { ", \(Amounts.bytes(Int64(clamping: $0))) free" } ?? ""
        // A storage whose files can be deleted is not locked, although a computer cannot write to it.
        return label + size + free + (isWritable ? "" : allowsDeletion ? ", no uploads" : ", locked")
    }
}
