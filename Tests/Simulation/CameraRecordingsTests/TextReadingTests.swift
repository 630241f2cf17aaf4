import PTP
import TestSupport
import Testing

@testable import CameraRecordings

/// Texts in the form of gphoto2's, written for these tests from what dumps of real bodies look like.
@Suite struct TextReadingTests {
    private static func camera(_ text: String) throws(RecordingError) -> RecordedCamera { try RecordedCamera(Array(text.utf8)) }

    private static let summary = """
        Camera summary:
        Manufacturer: Maker Inc.
        Model: Maker One
          Version: V1.02
          Serial Number: 0001
        Vendor Extension ID: 0xa (1.10)
        Vendor Extension Description: microsoft.com: 1.0

        Capture Formats: JPEG
        Device Capabilities:
        \tFile Download, File Deletion, No File Upload
        \tGeneric Image Capture, No Open Capture, Nikon Capture 1, Nikon Capture 2

        Storage Devices Summary:
        store_00010001:
        \tStorageDescription: None
        \tVolumeLabel: MAKER [Slot 1]
        \tStorage Type: Removable RAM (memory card)
        \tFilesystemtype: Digital Camera Layout (DCIM)
        \tAccess Capability: Read Only with Object deletion
        \tMaximum Capability: 63831015424 (60874 MB)
        \tFree Space (Bytes): 58540032000 (55828 MB)
        \tFree Space (Images): 1550

        Device Property Summary:
        Battery Level(0x5001):(read only) (type=0x2) Range [1 - 100, step 1] value: 60% (60)
        Image Size(0x5003):(readwrite) (type=0xffff) Enumeration [
        \t'6000x4000',
        \t'3000x2000'
        \t] value: '6000x4000'
        F-Number(0x5007):(readwrite) (type=0x4) Enumeration [280,400,560] value: f/4 (400)
        Exposure Bias Compensation(0x5010):(readwrite) (type=0x3) Enumeration [-1000,0,1000] value: 0.0 stops (0)
        Date & Time(0x5011):(readwrite) (type=0xffff) '20261127T101500'
        Property 0xd100:(readwrite) (type=0x6) 65537
        Property 0xd101: error 200a on query.
        Property 0xd102:(read only) (type=0x4002) a[4] 1,2,3,4
        Property 0xd103:(readwrite) (type=0x1) Enumeration [255,0,1] value: 255
        """

    @Test func `a summary is a device with properties and storages`() throws {
        let camera = try Self.camera(Self.summary)
        #expect(camera.origin == .summary && !camera.listsOperations)
        let device = camera.device
        #expect(device.manufacturer == "Maker Inc." && device.model == "Maker One" && device.deviceVersion == "V1.02")
        #expect(device.serialNumber == "0001" && device.vendorExtension == .nikon && device.vendorExtensionVersion == 110)
        #expect(device.vendorExtensionDescription == "microsoft.com: 1.0" && device.deviceProps.count == 9)
        #expect(
            camera.abilities == ["File Download", "File Deletion", "Generic Image Capture", "Nikon Capture 1", "Nikon Capture 2"]
        )
        let card = try #require(camera.storages[StorageID(rawValue: 0x10001)])
        #expect(card.volumeLabel == "MAKER [Slot 1]" && card.storageDescription.isEmpty && card.storageType == .removableRAM)
        #expect(card.accessCapability == .readOnlyWithDeletion && card.filesystemType == .dcf)
        #expect(card.maximumCapacity == 63_831_015_424 && card.freeSpaceBytes == 58_540_032_000 && card.freeSpaceImages == 1550)
    }

    @Test func `its properties have types, values and forms`() throws {
        let camera = try Self.camera(Self.summary)
        func desc(_ code: UInt32) -> DevicePropDesc? { camera.properties[DevicePropCode(rawValue: code)]?.desc }
        let battery = try #require(desc(0x5001))
        #expect(battery.type == .uint8 && !battery.isSettable && battery.current.integer() == 60)
        guard case .range(let low, let high, let step) = battery.form else { return #expect(Bool(false), "no range") }
        #expect(low.integer() == 1 && high.integer() == 100 && step.integer() == 1)
        #expect(desc(0x5003)?.form == .enumeration([.string("6000x4000"), .string("3000x2000")]))
        #expect(desc(0x5003)?.current == .string("6000x4000"))
        #expect(desc(0x5007)?.current.integer() == 400 && desc(0x5007)?.isSettable == true)
        #expect(desc(0x5010)?.form == .enumeration([-1000, 0, 1000].compactMap { .integer($0, as: .int16) }))
        #expect(desc(0x5011)?.current == .string("20261127T101500"))
        #expect(desc(0xD100)?.current.integer() == 65537 && desc(0xD100)?.form == PropForm.none)
        #expect(camera.properties[DevicePropCode(rawValue: 0xD101)] == .refused(.devicePropNotSupported))
        #expect(desc(0xD102)?.current.description == "[1, 2, 3, 4]")
        // A negative number that is shown without its sign.
        #expect(desc(0xD103)?.current.integer() == -1)
    }

    @Test func `the shorter form of a property's line is read too`() throws {
        let camera = try Self.camera(
            """
            Camera summary:
            Manufacturer: Maker Inc.
            Model: Maker Two
            Exposure Index (film speed ISO) (500f rw u16): Enumeration [100,200] value: ISO 200 (200)
            Zoom Speed Range          (d25e ro i8 ): Range [-8 - 8, step 1] value: -1
            [Unknown Property]        (d281 ro u8 ): Enumeration [] value: 7
            Name                      (d402 rw str): 'some words'
            """
        )
        func desc(_ code: UInt32) -> DevicePropDesc? { camera.properties[DevicePropCode(rawValue: code)]?.desc }
        #expect(desc(0x500F)?.current.integer() == 200 && desc(0x500F)?.isSettable == true)
        #expect(desc(0x500F)?.form == .enumeration([100, 200].compactMap { .integer($0, as: .uint16) }))
        #expect(desc(0xD25E)?.current.integer() == -1 && desc(0xD25E)?.isSettable == false)
        #expect(desc(0xD281)?.form == .enumeration([]) && desc(0xD402)?.current == .string("some words"))
    }

    @Test func `a log that begins with data has its operation`() throws {
        let info = try ReportReadingTests.device().encoded()
        let first = TransactionID(rawValue: 1)
        let text = Self.log(
            isOld: false,
            [(false, Self.data(0x1001, 1, info)), (false, USBContainer.response(OperationResponse(.ok, first)))]
        )
        let camera = try Self.camera(text)
        #expect(
            camera.device == ReportReadingTests.device()
                && camera.transcript.compactMap(\.exchange).map(\.code) == [.getDeviceInfo]
        )
    }

    @Test func `a configuration list without an identity is a camera of the vendor whose settings it has`() throws {
        let camera = try Self.camera("/main/actions/eosremoterelease\nCurrent: None\n/main/imgsettings/iso\n   Current: 100\n")
        #expect(camera.device.manufacturer == "Canon Inc." && camera.abilities == ["Canon EOS Capture 2"])
        #expect(camera.settings["iso"]?.current == "100")
    }

    @Test func `a summary in another language is read by its form`() throws {
        let camera = try Self.camera(
            """
            Kamerazusammenfassung:
            Hersteller: Maker Inc.
            Modell: Maker Eins
              Version: 1-5.0
              Seriennummer: 0002
            Vendor Extension ID: 0xb (1.0)

            Informationen über Speichermedium:
            store_00010001:
            \tBeschreibung des Speichergeräts: Keine
            \tLabel des Speichergerätes: Keine
            \tSpeichertyp: Entfernbarer Speicher (Karte)
            \tTyp des Dateisystems: Standard Digital Kamera Layout (DCIM)
            \tZugriffsmöglichkeiten: Lesen und Schreiben
            \tMaximale Kapazität: 1085538304 (1035 MB)
            \tFreier Platz (Bytes): 1085079552 (1034 MB)
            \tFreier Speicher (Bilder): -1

            Properties des Geräts:
            Property 0xd04a:(readwrite) (type=0x2) Enumeration [0,1,2,3] value: 0
            Property 0xd04b:PTP Fehler 200a beim Abfragen
            """
        )
        #expect(camera.device.manufacturer == "Maker Inc." && camera.device.model == "Maker Eins")
        #expect(camera.device.serialNumber == "0002" && camera.device.vendorExtension == .canon)
        let card = try #require(camera.storages[StorageID(rawValue: 0x10001)])
        #expect(card.maximumCapacity == 1_085_538_304 && card.freeSpaceImages == .max && card.volumeLabel.isEmpty)
        #expect(camera.properties[DevicePropCode(rawValue: 0xD04A)]?.desc?.isSettable == true)
        #expect(camera.properties[DevicePropCode(rawValue: 0xD04B)] == .refused(.devicePropNotSupported))
    }

    @Test func `the description of a device in a log has its operations`() throws {
        let camera = try Self.camera(
            """
            0.112583 ptp2 (2): Device info:
            0.112589 print_debug_deviceinfo      (2): Manufacturer: Maker Inc.
            0.112594 print_debug_deviceinfo      (2):   Model: Maker One
            0.112599 print_debug_deviceinfo      (2):   device version: 3-1.0.8
            0.112599 print_debug_deviceinfo      (2):   serial number: '0003'
            0.112604 print_debug_deviceinfo      (2): Vendor extension ID: 0x0000000b
            0.112609 print_debug_deviceinfo      (2): Vendor extension version: 200
            0.112615 print_debug_deviceinfo      (2): Vendor extension description: (null)
            0.112632 print_debug_deviceinfo      (2): Supported operations:
            0.112641 print_debug_deviceinfo      (2):   0x1014 (Get device property description)
            0.112646 print_debug_deviceinfo      (2):   0x9116
            0.112651 print_debug_deviceinfo      (2): Events Supported:
            0.112656 print_debug_deviceinfo      (2):   0x4009
            0.112656 print_debug_deviceinfo      (2): Device Properties Supported:
            0.112656 print_debug_deviceinfo      (2):   0xd402
            """
        )
        let device = camera.device
        #expect(device.model == "Maker One" && device.serialNumber == "0003" && device.vendorExtensionDescription.isEmpty)
        #expect(device.vendorExtension == .canon && device.vendorExtensionVersion == 200 && camera.listsOperations)
        #expect(device.operations.map(\.rawValue) == [0x1014, 0x9116] && device.events.map(\.rawValue) == [0x4009])
        #expect(device.deviceProps.map(\.rawValue) == [0xD402])
    }

    @Test func `a configuration list has numbers and settings`() throws {
        let camera = try Self.camera(
            """
            /main/status/manufacturer
            Label: Camera Manufacturer
            Readonly: 1
            Type: TEXT
            Current: Maker Inc.
            END
            /main/status/cameramodel
            Type: TEXT
            Current: Maker One
            END
            /main/imgsettings/iso
            Label: ISO Speed
            Readonly: 0
            Type: RADIO
            Current: 400
            Choice: 0 Auto
            Choice: 1 400
            END
            /main/other/5007
            Label: F-Number
            Readonly: 0
            Type: MENU
            Current: 400
            Choice: 0 280
            Choice: 1 400
            END
            /main/other/d407
            Readonly: 1
            Type: TEXT
            Current: 1
            END
            /main/other/d00f
            Readonly: 0
            Type: RANGE
            Current: 3
            Bottom: 0
            Top: 10
            Step: 1
            END
            """
        )
        #expect(camera.origin == .configuration && camera.device.model == "Maker One" && !camera.listsOperations)
        #expect(camera.settings["iso"] == RecordedSetting(current: "400", choices: ["Auto", "400"], isReadOnly: false))
        let aperture = try #require(camera.properties[.fNumber]?.desc)
        #expect(aperture.type == .uint16 && aperture.isSettable && aperture.current.integer() == 400)
        #expect(camera.properties[DevicePropCode(rawValue: 0xD407)]?.desc?.isSettable == false)
        guard case .range? = camera.properties[DevicePropCode(rawValue: 0xD00F)]?.desc?.form else {
            return #expect(Bool(false), "no range")
        }
    }

    // MARK: Dumps of bytes

    private static func dump(_ bytes: [UInt8], cut: Int? = nil) -> String {
        let shown = bytes.prefix(cut ?? .max)
        return stride(from: 0, to: shown.count, by: 16).map { start in
            let row = shown[start..<min(start + 16, shown.count)].map {
                $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16)
            }
            let address = String(start, radix: 16)
            return String(repeating: "0", count: 4 - address.count) + address + "  " + row.joined(separator: " ") + "  ........"
        }.joined(separator: "\n") + "\n\n"
    }

    /// A log in the form of gphoto2 2.5 (`isOld` false) or 2.4.
    private static func log(isOld: Bool, _ transfers: [(isSent: Bool, bytes: [UInt8])], cut: Int? = nil) -> String {
        transfers.map { isSent, bytes in
            let size = "\(bytes.count) = 0x\(String(bytes.count, radix: 16))"
            let shown = min(bytes.count, cut ?? .max)
            let head: String =
                isOld
                ? "0.1 gphoto2-port(2): \(isSent ? "Writing" : "Reading") \(size) bytes \(isSent ? "to" : "from") port...\n"
                    + "0.1 gphoto2-port(3): Hexdump of \(shown) = 0x bytes follows:"
                : "0.1 gp_port_x (3): \(isSent ? "Wrote  " : "Read   ") \(size) bytes \(isSent ? "to" : "from") port: "
                    + "(hexdump of \(shown) bytes)"
            return head + "\n" + dump(bytes, cut: cut)
        }.joined()
    }

    private static func data(_ code: UInt16, _ number: UInt32, _ bytes: [UInt8]) -> [UInt8] {
        USBContainer(.data, code: code, TransactionID(rawValue: number), payloadBytes: UInt64(bytes.count)).header + bytes
    }

    @Test(arguments: [false, true]) func `a log is a transcript`(isOld: Bool) throws {
        let info = try ReportReadingTests.device().encoded()
        let first = TransactionID(rawValue: 1)
        let container = Self.data(0x1001, 1, info)
        let camera = try Self.camera(
            Self.log(
                isOld: isOld,
                [
                    (true, USBContainer.command(OperationRequest(.getDeviceInfo, first))),
                    (false, Array(container[..<64])), (false, Array(container[64...])),
                    (false, USBContainer.response(OperationResponse(.ok, first, [5]))),
                    (true, USBContainer.command(OperationRequest(.setDevicePropValue, first, [0x5007]))),
                    (true, Self.data(0x1016, 1, [0x18, 1])),
                    (false, USBContainer.response(OperationResponse(.invalidDevicePropValue, first))),
                    (false, USBContainer.event(Event(.objectAdded, [9]))),
                ]
            )
        )
        #expect(camera.origin == .log && camera.device == ReportReadingTests.device())
        let exchanges = camera.transcript.compactMap(\.exchange)
        #expect(exchanges.count == 2 && exchanges[0].received == info && exchanges[0].outcome == .response(.ok, [5]))
        #expect(exchanges[1].sent == [0x18, 1] && exchanges[1].response == .invalidDevicePropValue)
        #expect(camera.transcript.last?.content == .event(Event(.objectAdded, [9])))
    }

    @Test func `data of which a log shows a part is marked as incomplete`() throws {
        let first = TransactionID(rawValue: 1)
        let info = try ReportReadingTests.device().encoded()
        let text = Self.log(
            isOld: false,
            [
                (true, USBContainer.command(OperationRequest(.getDeviceInfo, first))), (false, Self.data(0x1001, 1, info)),
                (false, USBContainer.response(OperationResponse(.ok, first))),
                (true, USBContainer.command(OperationRequest(.getObject, first))),
                (false, Self.data(0x1009, 1, [UInt8](repeating: 7, count: 500))),
                (false, USBContainer.response(OperationResponse(.ok, first))),
            ],
            cut: 256
        )
        let exchange = try #require(try Self.camera(text).transcript.compactMap(\.exchange).last)
        #expect(exchange.received?.count == 244 && exchange.receivedCount == 500 && !exchange.isComplete)
    }

    @Test func `any part of a text is read or refused`() {
        let text = Array(Self.summary.utf8)
        for count in stride(from: 1, to: text.count, by: 3) { _ = ReportReadingTests.error(Array(text[..<count])) }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var changed = text
            for _ in 0..<8 { changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(in: 1...255) }
            _ = ReportReadingTests.error(changed)
        }
    }

    @Test func `long lines take no longer than their length`() {
        for word in [
            "0x5001:(", "0x", "/main/other/5001\nCurrent: ", "store_", "(type=0x",
            "Property 0xd100:(readwrite) (type=0x4) Enumeration [",
        ] {
            let text = word + String(repeating: "0x", count: 200_000) + String(repeating: "[ ", count: 200_000)
            _ = ReportReadingTests.error(Array(text.utf8))
        }
    }
}
