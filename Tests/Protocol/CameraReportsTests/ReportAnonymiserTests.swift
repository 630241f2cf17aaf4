@testable import CameraReports
import PTP
import Testing

@Suite struct ReportAnonymiserTests {
    private static let serial = "00000000000000000000000006001924"

    private static func device() throws -> [UInt8] {
        var device = DeviceInfo(manufacturer: "Maker Inc.", model: "Maker One", deviceVersion: "1.02", serialNumber: serial)
        device.operations = [.getDeviceInfo]
        return try device.encoded()
    }

    private static func exchange(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        sent: [UInt8]? = nil,
        received: [UInt8]
    ) -> TranscriptEntry {
        TranscriptEntry(.zero, .exchange(RecordedExchange(code, parameters, sent: sent, received: received)))
    }

    private static func text(_ code: UInt32, _ value: String, form: PropForm = .none) throws -> TranscriptEntry {
        let desc = DevicePropDesc(DevicePropCode(rawValue: code), isSettable: true, current: .string(value), form: form)
        return exchange(.getDevicePropDesc, [code], received: try desc.encoded())
    }

    private static func anonymised(
        _ entries: [TranscriptEntry],
        names: [DevicePropCode: String] = [:],
        texts: [IdentifyingText] = [],
        keepsPictures: Bool = false
    ) -> ReportDocument {
        var document = ReportDocument(link: .init(kind: "usb"), camera: .init(model: "Maker One"), transcript: entries)
        var anonymiser = ReportAnonymiser(
            harmless: ["Maker Inc.", "Maker One"],
            propertyNames: names,
            keepsPictures: keepsPictures
        )
        anonymiser.anonymise(&document, texts: texts)
        return document
    }

    private static func received(_ document: ReportDocument, _ index: Int) -> [UInt8] {
        document.transcript[index].exchange?.received ?? []
    }

    private static func desc(_ document: ReportDocument, _ index: Int) throws -> DevicePropDesc {
        try DevicePropDesc(received(document, index))
    }

    private static func count(_ kind: IdentifyingText.Kind, _ document: ReportDocument) -> Int {
        document.replaced.first { $0.kind == kind.rawValue }?.count ?? 0
    }

    @Test func `a serial number is replaced wherever it stands, and lengths stay`() throws {
        let number = (0..<4).map { UInt8(truncatingIfNeeded: 6_001_924 >> (8 * $0)) }
        let wide = "6001924".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let blob = [1, 2] + Array("6001924".utf8) + [0, 9] + wide + [7] + number + [8]
        let document = Self.anonymised([
            Self.exchange(.getDeviceInfo, received: try Self.device()),
            Self.exchange(OperationCode(rawValue: 0x9116), sent: blob, received: blob),
        ])
        let info = try #require(document.deviceInfo)
        #expect(
            info.serialNumber == String(repeating: "0", count: 32) && info.model == "Maker One" && info.deviceVersion == "1.02"
        )
        let zeros =
            [1, 2] + Array("0000000".utf8) + [0, 9] + "0000000".utf16.flatMap { [UInt8($0 & 0xFF), 0] } + [7, 0, 0, 0, 0, 8]
        #expect(Self.received(document, 1) == zeros && document.transcript[1].exchange?.sent == zeros)
        #expect(Self.count(.serialNumber, document) == 7)
    }

    @Test func `texts of properties are replaced by kind, harmless ones stay`() throws {
        let document = Self.anonymised(
            [
                try Self.text(0x501E, "Ada L"), try Self.text(0x501F, "(c) Ada"), try Self.text(0xD402, "Ada's camera"),
                try Self.text(0x5011, "20261127T101500"), try Self.text(0x5003, "6000x4000"),
                try Self.text(0xD123, "RF24-105mm F4"), try Self.text(0xD124, "10.1.2.30"), try Self.text(0xD125, "some words"),
                try Self.text(0xD126, "Auto", form: .enumeration([.string("Auto")])), try Self.text(0xD127, "Maker One"),
                try Self.text(0xD128, "LensX"), try Self.text(0xD129, "100,0,0"), try Self.text(0xD12A, "1000,22,1"),
            ],
            names: [DevicePropCode(rawValue: 0xD128): "LensName"]
        )
        let texts = try (0..<13).map { try Self.desc(document, $0).current.string }
        #expect(
            texts == [
                "Xxx X", "(x) Xxx", "Xxx'x xxxxxx", "20261127T101500", "6000x4000", "RF24-105mm F4", "00.0.0.00", "xxxx xxxxx",
                "Auto",
                "Maker One", "LensX", "100,0,0", "0000,00,0",
            ]
        )
        #expect(Self.count(.owner, document) == 2 && Self.count(.address, document) == 2 && Self.count(.text, document) == 4)
    }

    @Test func `texts of the owner are replaced whatever their form, and words with a focal length are no lens`() throws {
        let named: [UInt32: String] = [0xD145: "Password", 0xD100: "Comment", 0xD365: "FileNamePrefix1"]
        let document = Self.anonymised(
            [
                try Self.text(0xD145, "2.4711"), try Self.text(0xD100, "50mm F2"), try Self.text(0xD365, "J3mm"),
                try Self.text(0xD001, "Jane Q. Doe 50mm st"), try Self.text(0xD002, "NIKKOR Z 24-70mm f/4 S"),
            ],
            names: Dictionary(uniqueKeysWithValues: named.map { (DevicePropCode(rawValue: $0), $1) })
        )
        let texts = try (0..<5).map { try Self.desc(document, $0).current.string }
        #expect(texts == ["0.0000", "00xx X0", "X0xx", "Xxxx X. Xxx 00xx xx", "NIKKOR Z 24-70mm f/4 S"])
    }

    @Test func `a serial number that is a number is cleared, also in a vendor's list and in settings`() throws {
        let desc = DevicePropDesc(
            DevicePropCode(rawValue: 0xD058),
            isSettable: false,
            current: .integer(4456, as: .uint16)!,
            form: .range(
                minimum: .integer(0, as: .uint16)!,
                maximum: .integer(9999, as: .uint16)!,
                step: .integer(1, as: .uint16)!
            )
        )
        let bytes = try desc.encoded()
        var document = ReportDocument(
            link: .init(kind: "usb"),
            camera: .init(model: "Maker One"),
            transcript: [
                Self.exchange(.getDevicePropDesc, [0xD058], received: bytes),
                Self.exchange(.getDevicePropValue, [0xD058], received: [0x68, 0x11]),
                Self.exchange(OperationCode(rawValue: 0x9486), received: [1, 0, 0, 0] + bytes + [7]),
                Self.exchange(.getDevicePropValue, [0xD059], received: [0x68, 0x11]),
            ]
        )
        document.settings = [.init(name: "LensSerialNumberPart", value: "4456"), .init(name: "LensName", value: "4456")]
        var anonymiser = ReportAnonymiser(propertyNames: [desc.code: "LensSerialNumberPart"])
        anonymiser.anonymise(&document)
        #expect(try Self.desc(document, 0).current.integer() == 0 && Self.received(document, 1) == [0, 0])
        let list = Self.received(document, 2)
        #expect(list.count == bytes.count + 5 && list.last == 7)
        #expect(try DevicePropDesc(Array(list.dropFirst(4).dropLast())).current.integer() == 0)
        #expect(Self.received(document, 3) == [0x68, 0x11])
        #expect(document.settings.map(\.value) == [nil, "4456"] && Self.count(.serialNumber, document) == 4)
    }

    @Test func `file names keep their ending and stay different`() throws {
        func object(_ name: String) throws -> TranscriptEntry {
            let info = ObjectInfo(storage: StorageID(rawValue: 1), format: .exifJPEG, filename: name, compressedSize: 1)
            return Self.exchange(.getObjectInfo, [UInt32(name.utf8.count)], received: try info.encoded())
        }
        let document = Self.anonymised([try object("ANNA0001.JPG"), try object("ANNA00002.JPG"), try object("DCIM")])
        let names = try (0..<3).map { try ObjectInfo(Self.received(document, $0)).filename }
        #expect(names == ["XXXX0001.JPG", "XXXX00002.JPG", "DCIM"])
        #expect(Self.count(.fileName, document) == 2)
    }

    @Test func `a name of a card is replaced, the name of a slot stays`() throws {
        func card(_ number: UInt32, _ label: String) throws -> TranscriptEntry {
            let info = StorageInfoDataset(maximumCapacity: 1, freeSpaceBytes: 1, volumeLabel: label)
            return Self.exchange(.getStorageInfo, [number], received: try info.encoded())
        }
        let document = Self.anonymised([try card(1, "ADA"), try card(2, "NIKON Z 6_2 [Slot 1]")])
        let labels = try (0..<2).map { try StorageInfoDataset(Self.received(document, $0)).volumeLabel }
        #expect(labels == ["XXX", "NIKON Z 6_2 [Slot 1]"])
    }

    @Test func `a list of neighbouring numbers in a vendor's data is no text`() {
        let numbers = Array(UInt8(0x41)...0x5A) + [0]
        let words = Array("written by Ada".utf8) + [0]
        let document = Self.anonymised([Self.exchange(OperationCode(rawValue: 0x9209), received: numbers + words)])
        #expect(Self.received(document, 0) == numbers + Array("xxxxxxx xx Xxx".utf8) + [0])
    }

    @Test func `a list of codes in a vendor's data is no text`() throws {
        // A count, and 16-bit codes with a zero at their end.
        let codes: [UInt8] = [4, 0x50, 5, 0x50, 7, 0x50, 0x0D, 0xD2, 0x20, 0, 1, 0x92]
        let list = [7] + codes + [0, 0]
        func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count + 1)] + text.utf8.flatMap { [$0, 0] } + [0, 0] }
        let document = Self.anonymised([Self.exchange(OperationCode(rawValue: 0x9202), received: list + text("Grace"))])
        #expect(Self.received(document, 0) == list + text("Xxxxx"))
    }

    @Test func `a position is cleared`() throws {
        let code = DevicePropCode(rawValue: 0xD1F0)
        let desc = DevicePropDesc(
            code,
            isSettable: false,
            factoryDefault: .integer(7, as: .uint32),
            current: try #require(.integer(52_520_008, as: .uint32)),
            form: .none
        )
        let document = Self.anonymised(
            [Self.exchange(.getDevicePropDesc, [0xD1F0], received: try desc.encoded())],
            names: [code: "GPSLatitude"]
        )
        let cleared = try Self.desc(document, 0)
        #expect(cleared.current.integer() == 0 && cleared.factoryDefault.integer() == 0 && Self.count(.position, document) == 1)
    }

    @Test func `pictures are cleared, except the frames that were requested, whose metadata are`() {
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 1, 2, 3, 4, 0xFF, 0xDA, 0, 2, 5, 6]
        let entries = [
            Self.exchange(OperationCode(rawValue: 0x9153), received: [9] + picture), Self.exchange(.getThumb, received: picture),
        ]
        let cleared = Self.anonymised(entries)
        #expect(Self.received(cleared, 0) == [9, 0xFF, 0xD8, 0xFF, 0xE1] + [UInt8](repeating: 0, count: 12))
        let kept = Self.anonymised(entries, keepsPictures: true)
        #expect(Self.received(kept, 0) == [9, 0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0, 0, 0, 0, 0xFF, 0xDA, 0, 2, 5, 6])
        #expect(Self.received(kept, 1).dropFirst(4).allSatisfy { $0 == 0 })
    }

    @Test func `texts of the camera model are replaced in data and in settings`() {
        let blob = Array("\u{1}Grace Hopper\u{0}".utf8)
        var document = ReportDocument(
            link: .init(kind: "network"),
            camera: .init(model: "Maker One"),
            transcript: [Self.exchange(OperationCode(rawValue: 0x9116), received: blob)]
        )
        document.settings = [.init(name: "Owner", value: "Grace Hopper"), .init(name: "iso", value: "ISO 100")]
        var anonymiser = ReportAnonymiser()
        anonymiser.anonymise(&document, texts: [IdentifyingText(.owner, "Grace Hopper")])
        #expect(document.settings.map(\.value) == ["Xxxxx Xxxxxx", "ISO 100"])
        #expect(Self.received(document, 0) == Array("\u{1}Xxxxx Xxxxxx\u{0}".utf8))
    }

    @Test func `the replaced text is in no part of the report`() throws {
        let document = Self.anonymised([
            Self.exchange(.getDeviceInfo, received: try Self.device()), try Self.text(0x501E, "Ada Lovelace"),
        ])
        let text = document.text()
        for secret in ["6001924", "Lovelace", Hexadecimal.text(Array("Lovelace".utf8)), "4c006f0076"] {
            #expect(!text.contains(secret), "\(secret)")
        }
    }

    @Test func `contents of files are cleared, whichever format they have`() throws {
        let vendor = OperationCode(rawValue: 0x9107)
        var document = ReportDocument(link: .init(kind: "usb"), camera: .init(), transcript: [])
        // A raw picture, and a part from the middle of one.
        let raw = Array("II*\0 Ada L 48.1 N".utf8)
        for code in [OperationCode.getObject, .getPartialObject, .getPartialObject64, vendor] {
            document.transcript.append(Self.exchange(code, [1], received: raw))
        }
        var anonymiser = ReportAnonymiser(contents: [vendor])
        anonymiser.anonymise(&document)
        for index in 0..<4 {
            #expect(Self.received(document, index) == raw.prefix(4) + [UInt8](repeating: 0, count: raw.count - 4))
        }
        #expect(Self.count(.picture, document) == 4)
    }

    @Test func `positions are cleared in every type, request and setting`() throws {
        let code = DevicePropCode(rawValue: 0xD1A0)
        let list = DevicePropDesc(
            code,
            isSettable: true,
            current: .array(try #require(IntegerArray([48, 8, 14], of: .uint32))),
            form: .none
        )
        let number = DevicePropDesc(
            code,
            isSettable: true,
            current: try #require(.integer(48_137_154, as: .int32)),
            form: .enumeration([try #require(.integer(48_137_154, as: .int32))])
        )
        let value: [UInt8] = [0xC2, 0x84, 0xDE, 0x02]
        var document = ReportDocument(
            link: .init(kind: "usb"),
            camera: .init(),
            transcript: [
                Self.exchange(.getDevicePropDesc, [0xD1A0], received: try list.encoded()),
                Self.exchange(.getDevicePropDesc, [0xD1A0], received: try number.encoded()),
                Self.exchange(.getDevicePropValue, [0xD1A0], received: value),
                Self.exchange(.setDevicePropValue, [0xD1A0], sent: value, received: []),
            ]
        )
        document.settings = [.init(name: "GPSLatitude", value: "48.137154", settable: ["48.137154"], settableCount: 1)]
        var anonymiser = ReportAnonymiser(propertyNames: [code: "GPSLatitude"])
        anonymiser.anonymise(&document)
        #expect(try Self.desc(document, 0).current == .array(IntegerArray([Int64](), of: .uint32)!))
        let cleared = try Self.desc(document, 1)
        #expect(cleared.current == .integer(0, as: .int32) && cleared.form == .none && cleared.code == code)
        #expect(Self.received(document, 2) == [0, 0, 0, 0] && document.transcript[3].exchange?.sent == [0, 0, 0, 0])
        #expect(document.settings == [.init(name: "GPSLatitude", value: nil)])
    }

    @Test func `texts that were set, or read without a description, are replaced too`() throws {
        func bytes(_ text: String) throws -> [UInt8] { try DataValue.string(text).encoded("text") }
        let document = Self.anonymised([
            Self.exchange(.setDevicePropValue, [0x501E], sent: try bytes("Ada Lovelace"), received: []),
            Self.exchange(.getDevicePropValue, [0xD402], received: try bytes("Ada's camera")),
            Self.exchange(OperationCode(rawValue: 0x9110), sent: [1, 2] + Array("Grace Hopper".utf8) + [0], received: []),
            Self.exchange(
                OperationCode(rawValue: 0x9116),
                received: Array("Ada Lovelace".utf8) + [0] + Array("Grace Hopper".utf8)
            ),
        ])
        #expect(document.transcript[0].exchange?.sent == (try bytes("Xxx Xxxxxxxx")))
        #expect(Self.received(document, 1) == (try bytes("Xxx'x xxxxxx")))
        #expect(Self.received(document, 3) == Array("Xxx Xxxxxxxx".utf8) + [0] + Array("Xxxxx Xxxxxx".utf8))
    }

    /// A camera that sends texts which begin alike, and data in which each place could begin one of them, in as much as is recorded.
    @Test(.timeLimit(.minutes(5))) func `texts that were chosen to take long are replaced in a pass`() throws {
        var entries: [TranscriptEntry] = []
        for number in 0..<1_100 {
            entries.append(try Self.text(UInt32(0xD000 + number), String(repeating: "A", count: 60) + "\(1_000 + number)"))
        }
        let data = [UInt8](repeating: UInt8(ascii: "A"), count: 256 << 10)
        for _ in 0..<8 { entries.append(Self.exchange(OperationCode(rawValue: 0x9116), received: data)) }
        // The same text again and again.
        let known = Array((String(repeating: "A", count: 60) + "1000\0").utf8)
        entries.append(Self.exchange(OperationCode(rawValue: 0x9116), received: (0..<4000).flatMap { _ in known }))
        let document = Self.anonymised(entries)
        #expect(Self.received(document, 1_100) == data)
        #expect(Self.received(document, 1_108).prefix(65) == Array((String(repeating: "X", count: 60) + "0000\0").utf8)[...])
    }

    @Test func `of texts that overlap, the first and longest is replaced`() {
        let patterns = TextPatterns([
            IdentifyingText(.text, "abcd"): "1111", IdentifyingText(.text, "abcdef"): "222222",
            IdentifyingText(.text, "efgh"): "3333", IdentifyingText(.text, "bcde"): "4444",
        ])
        func replaced(_ text: String) -> [String] {
            patterns.matches(in: Array(text.utf8)).map {
                "\($0.range.lowerBound) \(String(decoding: $0.replacement, as: UTF8.self))"
            }
        }
        #expect(replaced("xabcdxefgh") == ["1 1111", "6 3333"])
        #expect(replaced("abcdefgh") == ["0 222222"])
        #expect(replaced("bcdefgh") == ["0 4444"])
        #expect(replaced("bcd") == [])
    }
}
