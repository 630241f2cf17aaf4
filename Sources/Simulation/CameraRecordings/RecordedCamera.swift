package import PTP

/// A camera as a file describes it: a report, a text or log of another program, or a capture. Pure.
package struct RecordedCamera: Sendable {
    /// The kind of a file.
    package enum Origin: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
        case report = "camera report"
        case summary = "summary of gphoto2"
        case configuration = "configuration list of gphoto2"
        case log = "log of gphoto2"
        case capture = "capture of a link"

        /// The raw value.
        package var description: String { rawValue }
    }

    /// A property as the camera described it.
    package enum Description: Hashable, Sendable {
        case described(DevicePropDesc)
        /// The camera refused to describe it.
        case refused(ResponseCode)

        /// The description; nil if the camera refused it.
        package var desc: DevicePropDesc? { if case .described(let desc) = self { desc } else { nil } }
    }

    package let origin: Origin
    /// The DeviceInfo, with what the file has of it.
    package var device: DeviceInfo
    /// The DeviceInfo as the camera sent it; nil if the file does not have it.
    package var deviceInfoBytes: [UInt8]?
    /// Vendor and product ID on USB.
    package var usb: (vendor: UInt16, product: UInt16)?
    /// The family that HotShoe recognised; nil if the file does not have it.
    package var family: String?
    package var properties: [DevicePropCode: Description] = [:]
    package var storages: [StorageID: StorageInfoDataset] = [:]
    package var transcript: [TranscriptEntry] = []
    /// Whether the operations of the DeviceInfo are the camera's own list; otherwise they follow from ``abilities``.
    package var listsOperations = true
    /// Abilities of the camera in the words of a text, such as "Canon EOS Capture".
    package var abilities: [String] = []
    /// Values of the camera model by the names that gphoto2 has for them, which a vendor's numbers must express.
    package var settings: [String: RecordedSetting] = [:]

    package init(_ origin: Origin, _ device: DeviceInfo) { (self.origin, self.device) = (origin, device) }
}

/// A setting in the words of another program.
package struct RecordedSetting: Hashable, Sendable {
    package var current: String
    package var choices: [String]
    package var isReadOnly: Bool
}

/// Error of reading a file.
package enum RecordingError: Error, Hashable, CustomStringConvertible {
    /// The file has no bytes.
    case empty
    /// The file is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The file is of no known kind.
    case unknownKind
    /// The file is a report or JSON that is malformed; the text describes the place.
    case malformed(String)
    /// The report has a version that this program cannot read.
    case newerVersion(Int64)
    /// The file contains more than the limit of this kind of item.
    case tooMany(String, limit: Int)
    /// The file names no camera: it contains no DeviceInfo.
    case noCamera(RecordedCamera.Origin)

    /// Error message in English.
    package var description: String {
        switch self {
        case .empty: "The file is empty."
        case .tooLarge(let limit): "The file is larger than \(limit >> 20) MiB."
        case .unknownKind:
            "The file is neither a camera report, nor a text or log of gphoto2, nor a capture in the formats pcap or pcapng."
        case .malformed(let words): "The file cannot be read: \(words)."
        case .newerVersion(let version): "The report has the version \(version) of the format, which this program cannot read."
        case .tooMany(let items, let limit): "The file has more than \(limit) \(items)."
        case .noCamera(let origin): "The file is a \(origin.rawValue) that describes no camera: its DeviceInfo is missing."
        }
    }
}

extension RecordedCamera {
    /// Limits of what is read.
    package enum Limits {
        /// Bytes of a file.
        package static let bytes = 64 << 20
        /// Transactions and events.
        package static let entries = 200_000
        /// Properties.
        package static let properties = 4096
        /// Values of one property.
        package static let values = 65_535
        /// Bytes of all data.
        package static let data = 64 << 20
    }

    /// Reads a file, whose kind is recognised by its contents.
    ///
    /// - Parameter bytes: The file, from an untrusted source.
    /// - Throws: ``RecordingError``.
    package init(_ bytes: [UInt8]) throws(RecordingError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Limits.bytes else { throw .tooLarge(limit: Limits.bytes) }
        if PacketCapture.isCapture(bytes) {
            self = try CaptureReading(bytes).camera()
        } else if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") {
            self = try ReportReading(bytes).camera()
        } else {
            self = try TextReading(bytes).camera()
        }
    }

    /// Parses DeviceInfo, descriptions and storages in the transcript; known ones are kept.
    package mutating func deriveFromTranscript() {
        for case let exchange? in transcript.map(\.exchange) { derive(from: exchange) }
    }

    private mutating func derive(from exchange: RecordedExchange) {
        let number = exchange.parameters[0]
        switch exchange.code {
        case .getDeviceInfo:
            guard exchange.isComplete, let bytes = exchange.received, let info = try? DeviceInfo(bytes) else { return }
            (device, deviceInfoBytes) = (info, bytes)
        case .getDevicePropDesc:
            let code = DevicePropCode(rawValue: number)
            guard properties.count < Limits.properties || properties[code] != nil else { return }
            if exchange.isComplete, let bytes = exchange.received, let desc = try? DevicePropDesc(bytes), desc.code == code {
                if properties[code]?.desc == nil { properties[code] = .described(desc) }
            } else if let response = exchange.response, response != .ok, response != .deviceBusy, properties[code] == nil {
                properties[code] = .refused(response)
            }
        case .getStorageInfo:
            guard exchange.isComplete, let bytes = exchange.received, storages.count < 64 else { return }
            if let info = try? StorageInfoDataset(bytes) { storages[StorageID(rawValue: number)] = info }
        default: break
        }
    }
}
