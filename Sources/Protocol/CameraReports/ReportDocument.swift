package import PTP

/// The contents of a camera report. Pure. See `docs/camera-report.md`.
package struct ReportDocument: Hashable, Sendable {
    /// Text that identifies the format.
    package static let format = "hotshoe-camera-report"
    /// Version of the format.
    package static let version = 1

    /// The link to the camera.
    package struct Link: Hashable, Sendable {
        /// Kind of the link: "usb", "network" …
        package var kind: String
        /// Vendor ID on USB.
        package var vendorID: UInt16?
        /// Product ID on USB.
        package var productID: UInt16?

        package init(kind: String, vendorID: UInt16? = nil, productID: UInt16? = nil) {
            (self.kind, self.vendorID, self.productID) = (kind, vendorID, productID)
        }
    }

    /// The camera, without what identifies one of a model.
    package struct Identity: Hashable, Sendable {
        package var manufacturer: String
        package var model: String
        package var firmware: String
        package var family: String

        package init(manufacturer: String = "", model: String = "", firmware: String = "", family: String = "") {
            (self.manufacturer, self.model) = (manufacturer, model)
            (self.firmware, self.family) = (firmware, family)
        }
    }

    /// A property as the camera model has it.
    package struct Setting: Hashable, Sendable {
        package var name: String
        package var value: String?
        /// The first values that it can be set to, at most ``valueLimit``.
        package var settable: [String]
        /// Number of values that it can be set to.
        package var settableCount: Int

        /// Maximum number of values that are listed.
        package static let valueLimit = 64

        package init(name: String, value: String?, settable: [String] = [], settableCount: Int = 0) {
            (self.name, self.value) = (name, value)
            (self.settable, self.settableCount) = (settable, settableCount)
        }
    }

    /// A kind of replaced texts, and their number.
    package struct Replacement: Hashable, Sendable {
        package var kind: String
        package var count: Int

        package init(kind: String, count: Int) { (self.kind, self.count) = (kind, count) }
    }

    package var link: Link
    package var camera: Identity
    package var settings: [Setting] = []
    package var capabilities: [String] = []
    package var transcript: [TranscriptEntry]
    /// The packets that opened the link.
    package var handshake: [HandshakePacket] = []
    /// Number of transactions and events beyond the limits of the recording.
    package var omitted = 0
    /// Number of live view frames in the transcript; nil if none were requested.
    package var frames: Int?
    package var replaced: [Replacement] = []

    package init(link: Link, camera: Identity, transcript: [TranscriptEntry]) {
        (self.link, self.camera, self.transcript) = (link, camera, transcript)
    }
}

extension ReportDocument {
    /// Returns the data of the last complete transaction of an operation for each value of its first parameter, in the order of
    /// these values.
    package func datasets(of code: OperationCode) -> [(parameter: UInt32, bytes: [UInt8])] {
        var latest: [UInt32: [UInt8]] = [:]
        for case let exchange? in transcript.map(\.exchange) where exchange.code == code && exchange.isComplete {
            if let bytes = exchange.received { latest[exchange.parameters[0]] = bytes }
        }
        return latest.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The DeviceInfo that the camera sent last; nil if it sent none that can be parsed.
    package var deviceInfo: DeviceInfo? { datasets(of: .getDeviceInfo).last.flatMap { try? DeviceInfo($0.bytes) } }

    /// Summary of the contents: a line for each kind.
    package var summary: [String] {
        var lines: [String] = []
        if let device = deviceInfo {
            lines.append(
                "\(device.operations.count) operations, \(device.events.count) events and \(device.deviceProps.count) properties listed"
            )
        }
        let descriptions = datasets(of: .getDevicePropDesc).count
        if descriptions > 0 { lines.append("\(descriptions) descriptions of properties") }
        let storages = datasets(of: .getStorageInfo).count
        if storages > 0 { lines.append("\(storages) \(storages == 1 ? "storage" : "storages")") }
        if !settings.isEmpty { lines.append("\(settings.count) settings and readings, as HotShoe shows them") }
        let exchanges = transcript.count { $0.exchange != nil }
        lines.append("\(exchanges) transactions and \(transcript.count - exchanges) events, with their times")
        if let frames {
            lines.append(
                frames == 0
                    ? "no live view frames: the camera sent none, or sends them on a connection of their own, which is not recorded"
                    : "\(frames) live view \(frames == 1 ? "frame" : "frames"), which show what was in front of the camera"
            )
        }
        if omitted > 0 { lines.append("\(omitted) further ones are left out") }
        return lines
    }
}
