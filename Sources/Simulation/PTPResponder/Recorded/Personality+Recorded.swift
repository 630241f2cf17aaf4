package import CameraModel
package import CameraRecordings
import HotShoeSupport
import PTP
import PTPProperties

extension Personality {
    /// The vendors whose extensions a recorded camera follows: one row each.
    static let recordedVendors: [RecordedVendor] = [
        .canon,
        .fujifilm,
        .nikon,
        .olympus,
        .panasonic,
        .sony,
    ]

    /// The body that serves a camera of a file; see `docs/camera-report.md`. The camera behind it is ``Camera/recorded(_:)``.
    package static func recorded(_ original: RecordedCamera) -> Personality {
        let vendor = recordedVendors.first { $0.vendor.made(original.device) }
        let recording = original.completed(vendor)
        var personality = Personality(
            name: "recorded",
            identity: Identity(manufacturer: recording.device.manufacturer, model: recording.device.model),
            usb: recording.usb ?? (vendor?.vendor.usb.first?.number ?? USBIdentity.testVendor, USBIdentity.testProduct),
            vendorExtension: recording.device.vendorExtension,
            vendorExtensionVersion: recording.device.vendorExtensionVersion,
            vendorExtensionDescription: recording.device.vendorExtensionDescription,
            operations: rows(recording, vendor),
            events: recording.device.events,
            properties: [],
            formats: generic.formats
        )
        personality.showsOtherProperties = false
        personality.makeVendorBody = { RecordedBody(recording, vendor, $0) }
        return personality
    }

    private static func rows(_ recording: RecordedCamera, _ vendor: RecordedVendor?) -> [OperationCode: OperationRow] {
        let phases = dataPhases(recording, vendor)
        var rows: [OperationCode: OperationRow] = [:]
        for (code, phase) in phases {
            rows[code] = .vendor(RecordedBody.self, code, phase) { body, _, request, data in body.answer(request, data) }
        }
        rows[.getDeviceInfo] = OperationRow(.getDeviceInfo, .dataIn, needsSession: false) { _, _, _ throws(Refusal) in
            if let bytes = recording.deviceInfoBytes { return .data(bytes) }
            return try .dataset(recording.device)
        }
        rows[.openSession] = OperationRow(.openSession, needsSession: false) { device, request, _ throws(Refusal) in
            let answer = try device.openSession(request)
            (device.vendorBody as? RecordedBody)?.sessionBegan()
            return answer
        }
        rows[.closeSession] = OperationRow(.closeSession) { device, _, _ in device.closeSession() }
        return rows
    }

    /// The directions of the data of the camera's operations, as far as the standard, the vendor's bodies and the recording have them.
    /// An operation whose direction is not known is not supported: its data would not be understood.
    private static func dataPhases(_ recording: RecordedCamera, _ vendor: RecordedVendor?) -> [OperationCode: DataPhase] {
        let listed = Set(recording.device.operations)
        var phases: [OperationCode: DataPhase] = [:]
        for row in genericOperations + further where listed.contains(row.code) { phases[row.code] = row.dataPhase }
        for body in vendor.map({ bodies(of: $0.vendor) }) ?? [] {
            for row in body.operations.values where listed.contains(row.code) { phases[row.code] = row.dataPhase }
        }
        for case let exchange? in recording.transcript.map(\.exchange) {
            // An operation that was refused shows no direction.
            if exchange.sent != nil {
                phases[exchange.code] = .dataOut
            } else if exchange.received != nil {
                phases[exchange.code] = .dataIn
            } else if phases[exchange.code] == nil {
                phases[exchange.code] = DataPhase.none
            }
        }
        return phases
    }

    /// Operations of the standards that the generic body does not have.
    private static let further: [OperationRow] = [
        OperationRow(.init(rawValue: 0x1011)) { _, _, _ in .ok },
        OperationRow(.init(rawValue: 0x1020), .dataIn) { _, _, _ in .ok },
        OperationRow(.init(rawValue: 0x9810), .dataIn) { _, _, _ in .ok },
        OperationRow(.init(rawValue: 0x9811), .dataOut) { _, _, _ in .ok },
    ]
}

extension RecordedCamera {
    /// The recording with what its kind of file leaves out: the operations that its abilities mean, and settings in other words.
    fileprivate func completed(_ vendor: RecordedVendor?) -> RecordedCamera {
        var completed = self
        if !listsOperations { completed.device.operations = Self.operations(for: abilities, vendor) }
        if let table = vendor?.vendor.properties() { completed.addSettings(table) }
        if deviceInfoBytes == nil {
            let text = \DeviceInfo.serialNumber
            completed.device[keyPath: text] = completed.device[keyPath: text].asDatasetText()
        }
        return completed
    }

    /// The operations that a summary means.
    private static func operations(for abilities: [String], _ vendor: RecordedVendor?) -> [OperationCode] {
        var operations: [OperationCode] = [
            .getDeviceInfo, .openSession, .closeSession, .getStorageIDs, .getStorageInfo, .getNumObjects, .getObjectHandles,
            .getObjectInfo, .getObject, .getThumb, .getDevicePropDesc, .getDevicePropValue, .setDevicePropValue,
            .getPartialObject,
        ]
        let further: KeyValuePairs<String, [OperationCode]> = [
            "File Deletion": [.deleteObject], "File Upload": [.sendObjectInfo, .sendObject],
            "Generic Image Capture": [.initiateCapture], "Open Capture": [.initiateOpenCapture, .terminateOpenCapture],
        ]
        for (ability, more) in further where abilities.contains(ability) { operations += more }
        return operations + (vendor?.operations(abilities) ?? [])
    }

    /// Names that gphoto2 gives to settings, with those of the camera model.
    private static let settingNames: KeyValuePairs<String, PropertyIdentifier> = [
        "iso": .isoSpeed, "shutterspeed": .shutterSpeed, "shutterspeed2": .shutterSpeed, "aperture": .aperture,
        "f-number": .aperture, "exposurecompensation": .exposureCompensation,
    ]

    /// Adds properties for settings that the file has in words only, with the vendor's numbers.
    private mutating func addSettings(_ table: PropertyTable) {
        for (name, identifier) in Self.settingNames {
            guard let setting = settings[name], let row = table[identifier], properties[row.code] == nil else { continue }
            func number(_ text: String) -> DataValue? {
                CommonValue(text, for: identifier).flatMap { row.coding.encode(PropertyValue($0)) }
            }
            let choices = setting.choices.compactMap(number)
            guard let current = number(setting.current) ?? choices.first else { continue }
            properties[row.code] = .described(
                DevicePropDesc(row.code, isSettable: !setting.isReadOnly, current: current, form: .enumeration(choices))
            )
        }
    }
}

extension Camera {
    /// Returns the camera behind the body of ``Personality/recorded(_:)``: it is connected at any time, and does nothing.
    package static func recorded(_ recording: RecordedCamera) -> Camera {
        let device = recording.device
        let serialNumber = device.serialNumber.isEmpty ? "0" : device.serialNumber
        let description = CameraDescription(
            identifier: CameraIdentifier("recorded:\(device.model):\(serialNumber)"),
            family: .generic,
            transport: .inProcess,
            manufacturer: device.manufacturer,
            model: device.model,
            serialNumber: serialNumber
        )
        return Camera(description, driver: RecordedDriver(recording))
    }
}

/// The driver of a camera that a body answers for. **Thread-safe.**
private final class RecordedDriver: CameraDriver {
    private let recording: RecordedCamera

    init(_ recording: RecordedCamera) { self.recording = recording }

    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
        RecordedConnection(recording.device)
    }
}

private final class RecordedConnection: CameraConnection {
    let info: CameraInfo

    init(_ device: DeviceInfo) {
        info = CameraInfo(
            manufacturer: device.manufacturer,
            model: device.model,
            firmwareVersion: device.deviceVersion,
            serialNumber: device.serialNumber
        )
    }

    func disconnect(_ options: DisconnectOptions) async {}
}
