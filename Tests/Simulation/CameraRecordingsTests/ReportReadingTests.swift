import CameraReports
import PTP
import Testing

@testable import CameraRecordings

@Suite struct ReportReadingTests {
    static func device(_ model: String = "Maker One") -> DeviceInfo {
        var device = DeviceInfo(vendorExtension: .microsoft, manufacturer: "Maker Inc.", model: model, deviceVersion: "1.02")
        device.operations = [.getDeviceInfo, .openSession, .closeSession, .getDevicePropDesc, .getStorageIDs, .getStorageInfo]
        device.deviceProps = [.batteryLevel, .fNumber]
        return device
    }

    static func document() throws -> ReportDocument {
        let desc = DevicePropDesc(
            .fNumber,
            isSettable: true,
            current: try #require(.integer(280, as: .uint16)),
            form: .enumeration([280, 400].compactMap { .integer($0, as: .uint16) })
        )
        let card = StorageInfoDataset(maximumCapacity: 100, freeSpaceBytes: 50, volumeLabel: "Slot 1")
        let exchanges = [
            RecordedExchange(.getDeviceInfo, received: try device().encoded(), took: .milliseconds(2)),
            RecordedExchange(.openSession, [1]),
            RecordedExchange(.getDevicePropDesc, [0x5007], received: try desc.encoded()),
            RecordedExchange(.getDevicePropDesc, [0x5001], .response(.devicePropNotSupported, [])),
            RecordedExchange(.getStorageInfo, [0x10001], received: try card.encoded()),
            RecordedExchange(.setDevicePropValue, [0x5007], sent: [0x90, 1]),
            RecordedExchange(OperationCode(rawValue: 0x9153), received: [1, 2, 3], receivedCount: 4_000_000),
            RecordedExchange(.getObject, [1], .failure("the link was lost")),
        ]
        var entries = exchanges.enumerated().map { TranscriptEntry(.milliseconds($0.offset * 10), .exchange($0.element)) }
        entries.append(TranscriptEntry(.seconds(2), .event(Event(.objectAdded, [7]))))
        var document = ReportDocument(
            link: .init(kind: "usb", vendorID: 0x1209, productID: 1),
            camera: .init(manufacturer: "Maker Inc.", model: "Maker One", firmware: "1.02", family: "generic"),
            transcript: entries
        )
        document.settings = [.init(name: "aperture", value: "f/2.8", settable: ["f/2.8", "f/4"], settableCount: 2)]
        return document
    }

    static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    static func error(_ bytes: [UInt8]) -> RecordingError? {
        do throws(RecordingError) {
            _ = try RecordedCamera(bytes)
            return nil
        } catch { return error }
    }

    @Test func `a report is read as it was written`() throws {
        let document = try Self.document()
        let camera = try RecordedCamera(Self.bytes(document.text()))
        #expect(camera.origin == .report && camera.transcript == document.transcript)
        #expect(camera.device == Self.device() && camera.usb?.vendor == 0x1209 && camera.usb?.product == 1)
        #expect(camera.family == "generic" && camera.listsOperations)
        #expect(camera.properties[.fNumber]?.desc?.current.integer() == 280)
        #expect(camera.properties[.batteryLevel] == .refused(.devicePropNotSupported))
        #expect(camera.storages[StorageID(rawValue: 0x10001)]?.volumeLabel == "Slot 1")
    }

    @Test func `the rows for people have names and values`() throws {
        let text = try Self.document().text()
        for words in ["0x5007", "FNumber", "280, 400", "read, write", "GetDeviceInfo", "ObjectAdded", "DevicePropNotSupported"] {
            #expect(text.contains(words), "\(words)")
        }
    }

    @Test func `a report that ends early is an error at every byte`() throws {
        let bytes = Self.bytes(try Self.document().text())
        for count in stride(from: 1, to: bytes.count - 1, by: 7) { #expect(Self.error(Array(bytes[..<count])) != nil) }
    }

    @Test(arguments: [
        (#"{"format": "something"}"#, RecordingError.unknownKind),
        (#"{"a": "#, .malformed("the text ends within a value (byte 6)")),
        (#"{"format": "hotshoe-camera-report"}"#, .malformed("it has no version")),
        (#"{"format": "hotshoe-camera-report", "version": 2}"#, .newerVersion(2)),
        (#"{"format": "hotshoe-camera-report", "version": 1}"#, .malformed("it has no transcript")),
        (#"{"format": "hotshoe-camera-report", "version": 1, "transcript": []}"#, .noCamera(.report)),
        (
            #"{"format": "hotshoe-camera-report", "version": 1, "transcript": [{"operation": "1001"}]}"#,
            .malformed("entry 1 of the transcript has no valid operation")
        ),
        (
            #"{"format": "hotshoe-camera-report", "version": 1, "transcript": [{"operation": "0x1001", "received": "0x"}]}"#,
            .malformed("entry 1 of the transcript has data that is not hexadecimal")
        ),
        (
            #"{"format": "hotshoe-camera-report", "version": 1, "transcript": [{"operation": "0x1001", "time": -1}]}"#,
            .malformed("entry 1 of the transcript has no valid time")
        ),
        (
            #"{"format": "hotshoe-camera-report", "version": 1, "transcript": [{"operation": "0x1001", "parameters": [1]}]}"#,
            .malformed("entry 1 of the transcript has parameters that are not valid")
        ),
        (
            #"{"format": "hotshoe-camera-report", "version": 1, "transcript": [{"operation": "0x1001"}]}"#,
            .malformed("entry 1 of the transcript has no valid response")
        ),
        ("hello", .unknownKind), ("", .empty), ("\u{0}\u{1}\u{2}\u{3}", .unknownKind),
    ]) func `a file that cannot be read has a reason`(text: String, error: RecordingError) {
        #expect(Self.error(Self.bytes(text)) == error)
    }

    @Test func `a file that is too large is not read`() {
        let bytes = [UInt8](repeating: 0x20, count: RecordedCamera.Limits.bytes + 1)
        #expect(Self.error(bytes) == .tooLarge(limit: RecordedCamera.Limits.bytes))
    }

    @Test func `a report with too many entries is an error`() {
        let entries = [String](repeating: "0", count: RecordedCamera.Limits.entries + 1).joined(separator: ",")
        let text = #"{"format": "hotshoe-camera-report", "version": 1, "transcript": [\#(entries)]}"#
        #expect(Self.error(Self.bytes(text)) == .tooMany("transactions", limit: RecordedCamera.Limits.entries))
    }
}
