import CameraRecordings
import PTP
import PTPCanon
import PTPFujifilm
import PTPNikon
import PTPOlympus
import PTPPanasonic
import PTPSony
import Testing

@testable import PTPResponder

@Suite struct RecordedDeviceTests {
    private static let vendorOperation = OperationCode(rawValue: 0x9999)

    private static func desc(
        _ code: DevicePropCode,
        _ number: Int,
        _ values: [Int],
        as type: IntegerDataType = .uint16,
        isSettable: Bool = true
    ) -> DevicePropDesc {
        DevicePropDesc(
            code,
            isSettable: isSettable,
            current: .integer(number, as: type)!,
            form: .enumeration(values.compactMap { .integer($0, as: type) })
        )
    }

    private static func recording(
        _ operations: [OperationCode] = [],
        _ descs: [DevicePropDesc] = [],
        _ exchanges: [RecordedExchange] = []
    ) -> RecordedCamera {
        var camera = RecordedCamera(.report, DeviceInfo(manufacturer: "Maker", model: "One"))
        camera.device.operations = operations
        for desc in descs { camera.properties[desc.code] = .described(desc) }
        camera.transcript = exchanges.map { TranscriptEntry(.zero, .exchange($0)) }
        return camera
    }

    private static func ask(
        _ device: inout RecordedDevice,
        _ code: OperationCode,
        _ parameters: Parameters = [],
        _ data: [UInt8] = []
    ) -> RecordedAnswer {
        device.answer(OperationRequest(code, TransactionID(rawValue: 1), parameters), data)
    }

    // MARK: Recorded answers

    @Test func `what was seen is answered in its order, the last again and again, and from the beginning in a new session`() {
        let answers: [[UInt8]] = [[1], [2], [3]]
        let seen = answers.map { RecordedExchange(Self.vendorOperation, [5], received: $0) }
        var device = RecordedDevice(Self.recording([], [], seen), nil)
        for expected in answers + [[3], [3]] {
            #expect(Self.ask(&device, Self.vendorOperation, [5]) == RecordedAnswer(.ok, data: expected))
        }
        device.sessionEnded()
        #expect(Self.ask(&device, Self.vendorOperation, [5]).data == [1])
    }

    @Test func `what was refused is refused as it was, also with other parameters`() {
        let seen = [
            RecordedExchange(Self.vendorOperation, [1], .response(.storeFull, [9])),
            RecordedExchange(.getThumb, [1], received: [1]), RecordedExchange(.initiateCapture, [], .response(.deviceBusy, [])),
        ]
        var device = RecordedDevice(Self.recording([], [], seen), nil)
        #expect(Self.ask(&device, Self.vendorOperation, [1]) == RecordedAnswer(.storeFull, [9]))
        #expect(Self.ask(&device, Self.vendorOperation, [2]) == RecordedAnswer(.storeFull))
        #expect(Self.ask(&device, .getThumb, [2]) == RecordedAnswer(.invalidObjectHandle))
        // A busy device is no refusal.
        #expect(Self.ask(&device, .initiateCapture) == RecordedAnswer(.accessDenied))
    }

    // MARK: Settings

    @Test func `a setting follows where its description allows it`() throws {
        var device = RecordedDevice(
            Self.recording([], [Self.desc(.fNumber, 280, [280, 400]), Self.desc(.focusMode, 1, [1, 2], isSettable: false)]),
            nil
        )
        let set = Self.ask(&device, .setDevicePropValue, [0x5007], [0x90, 1])
        #expect(set == RecordedAnswer(.ok, events: [Event(.devicePropChanged, [0x5007])]))
        #expect(Self.ask(&device, .getDevicePropValue, [0x5007]).data == [0x90, 1])
        #expect(try DevicePropDesc(Self.ask(&device, .getDevicePropDesc, [0x5007]).data ?? []).current.integer() == 400)
        #expect(Self.ask(&device, .setDevicePropValue, [0x5007], [0x91, 1]).code == .invalidDevicePropValue)
        #expect(Self.ask(&device, .setDevicePropValue, [0x5007], [1]).code == .invalidDevicePropFormat)
        #expect(Self.ask(&device, .setDevicePropValue, [0x500A], [2, 0]).code == .accessDenied)
        #expect(Self.ask(&device, .setDevicePropValue, [0x5010], [0, 0]).code == .devicePropNotSupported)
        device.sessionEnded()
        #expect(Self.ask(&device, .getDevicePropValue, [0x5007]).data == [0x90, 1])
        #expect(Self.ask(&device, .resetDevicePropValue, [0xFFFF_FFFF]).code == .ok)
        #expect(Self.ask(&device, .getDevicePropValue, [0x5007]).data == [0x18, 1])
    }

    @Test func `a range accepts its steps`() {
        let desc = DevicePropDesc(
            .burstNumber,
            isSettable: true,
            current: .integer(2, as: .uint16)!,
            form: .range(minimum: .integer(1, as: .uint16)!, maximum: .integer(9, as: .uint16)!, step: .integer(2, as: .uint16)!)
        )
        var device = RecordedDevice(Self.recording([], [desc]), nil)
        let codes = [1, 2, 3, 9, 11].map { Self.ask(&device, .setDevicePropValue, [0x5018], [UInt8($0), 0]).code }
        #expect(codes == [.ok, .invalidDevicePropValue, .ok, .ok, .invalidDevicePropValue])
    }

    @Test func `storages that are described have no objects`() {
        var recording = Self.recording()
        recording.storages[StorageID(rawValue: 0x10001)] = StorageInfoDataset(maximumCapacity: 5, freeSpaceBytes: 4)
        var device = RecordedDevice(recording, nil)
        #expect(Self.ask(&device, .getStorageIDs).data == [1, 0, 0, 0, 1, 0, 1, 0])
        #expect(Self.ask(&device, .getStorageInfo, [0x10001]).code == .ok)
        #expect(Self.ask(&device, .getStorageInfo, [2]).code == .invalidStorageID)
        #expect(Self.ask(&device, .getObjectHandles, [0xFFFF_FFFF, 0, 0]).data == [0, 0, 0, 0])
    }

    // MARK: Vendors

    private static func canon(_ descs: [DevicePropDesc], _ exchanges: [RecordedExchange] = []) -> RecordedDevice {
        RecordedDevice(recording([.eosGetEvent, .eosSetDevicePropValueEx, .eosSetEventMode], descs, exchanges), .canon)
    }

    private static func records(_ answer: RecordedAnswer) -> [EventRecord] { EventReply(answer.data ?? []).records }

    @Test func `Canon: described properties are reported when event mode begins, and follow`() throws {
        var device = Self.canon([Self.desc(.eosISOSpeed, 0x48, [0, 0x48, 0x50])])
        #expect(Self.ask(&device, .eosSetEventMode, [1]).code == .ok)
        let records = Self.records(Self.ask(&device, .eosGetEvent))
        #expect(records.first == .propertyChanged(.eosISOSpeed, .integer(IntegerValue(0x48, as: .uint16)!)) && records.count == 2)
        #expect(Self.records(Self.ask(&device, .eosGetEvent)) == [])
        func set(_ number: Int) throws -> ResponseCode {
            let assignment = PropertyAssignment(.eosISOSpeed, .integer(try #require(IntegerValue(number, as: .uint16))))
            return Self.ask(&device, .eosSetDevicePropValueEx, [], try assignment.encoded()).code
        }
        #expect(try set(0x51) == .invalidDevicePropValue)
        #expect(try set(0x50) == .ok)
        let changed = [EventRecord.propertyChanged(.eosISOSpeed, .integer(IntegerValue(0x50, as: .uint16)!))]
        #expect(Self.records(Self.ask(&device, .eosGetEvent)) == changed)
        device.sessionEnded()
        #expect(Self.records(Self.ask(&device, .eosGetEvent)) == changed)
    }

    @Test func `Canon: replies that were seen come first, then none are repeated`() throws {
        let replies = try [0x48, 0x50].map { number in
            try EventReply(records: [.propertyChanged(.eosISOSpeed, .integer(IntegerValue(number, as: .uint16)!))]).encoded()
        }
        let cut = RecordedExchange(.eosGetEvent, received: replies[1] + [16, 0, 0], receivedCount: 4000)
        var device = Self.canon([], [RecordedExchange(.eosGetEvent, received: replies[0]), cut])
        #expect(Self.ask(&device, .eosGetEvent).data == replies[0])
        #expect(Self.ask(&device, .eosGetEvent).data == replies[1])
        #expect(Self.records(Self.ask(&device, .eosGetEvent)) == [])
        device.sessionEnded()
        #expect(Self.ask(&device, .eosGetEvent).data == replies[0])
    }

    @Test func `Canon: a new session reports what was set in the replies that were seen`() throws {
        let seen: [EventRecord] = [
            .propertyChanged(.eosISOSpeed, .integer(IntegerValue(0x48, as: .uint16)!)),
            .propertyChanged(.eosAperture, .integer(IntegerValue(0x20, as: .uint16)!)),
        ]
        let exchange = RecordedExchange(.eosGetEvent, received: try EventReply(records: seen).encoded())
        var device = Self.canon([], [exchange, RecordedExchange(.eosGetEvent, received: [])])
        #expect(Self.records(Self.ask(&device, .eosGetEvent)) == seen)
        let assignment = PropertyAssignment(.eosISOSpeed, .integer(IntegerValue(0x50, as: .uint16)!))
        #expect(Self.ask(&device, .eosSetDevicePropValueEx, [], try assignment.encoded()).code == .ok)
        device.sessionEnded()
        let again = Self.records(Self.ask(&device, .eosGetEvent))
        let present = EventRecord.propertyChanged(.eosISOSpeed, .integer(IntegerValue(0x50, as: .uint16)!))
        #expect(again == [present, seen[1], present])
    }

    @Test func `Nikon: polled events end, modes are accepted, wide numbers are described`() {
        let event = NikonEvents.encoded([Event(.objectAdded, [7])], isWide: false)
        var device = RecordedDevice(
            Self.recording(
                [.nikonGetEvent],
                [Self.desc(DevicePropCode(rawValue: 0x1D01A), 1, [1, 2], as: .uint8)],
                [RecordedExchange(.nikonGetEvent, received: event)]
            ),
            .nikon
        )
        #expect(Self.ask(&device, .nikonGetEvent).data == event)
        #expect(Self.ask(&device, .nikonGetEvent).data == [0, 0])
        #expect(Self.ask(&device, .nikonChangeCameraMode, [1]).code == .ok)
        #expect(Self.ask(&device, .nikonGetDevicePropDescEx, [0x1D01A]).code == .ok)
        #expect(Self.ask(&device, .nikonSetDevicePropValueEx, [0x1D01A], [2]).code == .ok)
        #expect(Self.ask(&device, .nikonSetDevicePropValueEx, [0x1D01A], [3]).code == .invalidDevicePropValue)
    }

    @Test func `Sony: the list is made from descriptions, and follows`() {
        var device = RecordedDevice(Self.recording([], [Self.desc(.fNumber, 280, [280, 400])]), .sony)
        #expect(Self.ask(&device, .sonyConnect, [1, 0, 0]).data?.count == 8)
        #expect(Self.ask(&device, .sonyGetExtDeviceInfo, [0x12C, 1]).code == .sonyVersionNotSupported)
        #expect(Self.ask(&device, .sonyGetExtDeviceInfo, [0xC8]).code == .ok)
        func number() -> Int64? {
            SonyPropertyList(Self.ask(&device, .sonyGetAllExtDevicePropInfo).data ?? []).records.first?.current.integer()
        }
        #expect(number() == 280)
        #expect(Self.ask(&device, .sonySetExtDevicePropValue, [0x5007], [0x90, 1]).code == .ok)
        #expect(Self.ask(&device, .sonySetExtDevicePropValue, [0x5007], [0x91, 1]).code == .invalidDevicePropValue)
        #expect(number() == 400)
    }

    @Test func `Sony: a list that was seen is answered as it was seen, until something is set`() {
        let list = SonyPropertyList.encoded([
            SonyPropertyRecord(.fNumber, current: .integer(280, as: .uint16)!, form: .none)
        ])
        var device = RecordedDevice(
            Self.recording([], [], [RecordedExchange(.sonyGetAllExtDevicePropInfo, received: list + [])]),
            .sony
        )
        #expect(Self.ask(&device, .sonyGetAllExtDevicePropInfo).data == list)
        #expect(Self.ask(&device, .sonySetExtDevicePropValue, [0x5007], [0x90, 1]).code == .ok)
        #expect(Self.ask(&device, .sonyGetAllExtDevicePropInfo).data != list)
    }

    @Test func `Panasonic: lists and values that were seen follow, in each reply that has them`() {
        func number(_ number: Int) -> DataValue { .integer(number, as: .uint16)! }
        let element = PanasonicElement(1, .number(number(40), .enumeration([28, 40, 56].map(number))))
        let list = PanasonicPropertyList(.panasonicAperture, [.init(.panasonicAperture, [element])])
        let other = PanasonicValue(.panasonicISO, UInt32(200))
        let values = PanasonicValueList(values: [PanasonicValue(.panasonicAperture, UInt16(40)), other])
        let code = DevicePropCode.panasonicAperture.rawValue
        var device = RecordedDevice(
            Self.recording(
                [],
                [],
                [
                    RecordedExchange(.panasonicListProperty, [code, 0, 0], received: list.encoded),
                    RecordedExchange(.panasonicGetProperty, [code], received: values.encoded),
                ]
            ),
            .panasonic
        )
        func set(_ value: PanasonicValue) -> RecordedAnswer {
            var writer = DatasetWriter()
            value.write(to: &writer)
            return Self.ask(&device, .panasonicSetProperty, [value.code.rawValue], writer.bytes)
        }
        #expect(Self.ask(&device, .panasonicListProperty, [code, 0, 0]).data == list.encoded)
        #expect(set(PanasonicValue(.panasonicAperture, UInt16(57))).code == .invalidDevicePropValue)
        #expect(set(PanasonicValue(.panasonicAperture, UInt32(56))).code == .invalidDevicePropFormat)
        #expect(set(PanasonicValue(.panasonicISO, UInt32(400))).code == .devicePropNotSupported)
        #expect(Self.ask(&device, .panasonicSetProperty, [code], [1, 2]).code == .invalidDevicePropFormat)
        let answer = set(PanasonicValue(.panasonicAperture, UInt16(56)))
        #expect(answer.code == .ok && answer.events.map(\.code) == [.panasonicPropertyChanged])
        let present = PanasonicPropertyList(Self.ask(&device, .panasonicListProperty, [code, 0, 0]).data ?? [])
        #expect(present.members.first?.elements.first?.current == number(56))
        let read = PanasonicValueList(Self.ask(&device, .panasonicGetProperty, [code]).data ?? [])
        #expect(read[.panasonicAperture]?.number == 56 && read[.panasonicISO] == other)
    }

    @Test func `Panasonic: a destination and a size of live view that the file lists can be set`() {
        let size = PanasonicLiveViewSize(width: 640, height: 480, frameSize: 1, rate: 30)
        let sizes = PanasonicValueList(values: [PanasonicValue(.panasonicLiveViewSizes, PanasonicLiveViewSize.encoded([size]))])
        let target = PanasonicValueList(values: [PanasonicValue(.panasonicDestination, UInt16(0))])
        let codes = (DevicePropCode.panasonicLiveViewSizes.rawValue, DevicePropCode.panasonicSetupTarget.rawValue)
        var device = RecordedDevice(
            Self.recording(
                [],
                [],
                [
                    RecordedExchange(.panasonicGetStatus, [codes.0], received: sizes.encoded),
                    RecordedExchange(.panasonicGetSetup, [codes.1], received: target.encoded),
                ]
            ),
            .panasonic
        )
        func code(_ operation: OperationCode, _ value: PanasonicValue) -> ResponseCode {
            Self.ask(&device, operation, [], PanasonicValueList(values: [value]).encoded).code
        }
        var larger = size
        larger.width = 1280
        #expect(code(.panasonicSetLiveViewSize, PanasonicValue(.panasonicLiveViewSize, size.bytes)) == .ok)
        #expect(code(.panasonicSetLiveViewSize, PanasonicValue(.panasonicLiveViewSize, larger.bytes)) == .invalidDevicePropValue)
        #expect(code(.panasonicSetSetup, PanasonicValue(.panasonicDestination, UInt16(2))) == .ok)
        let read = PanasonicValueList(Self.ask(&device, .panasonicGetSetup, [codes.1]).data ?? [])
        #expect(read[.panasonicDestination]?.number == 2)
    }

    @Test func `Olympus: replies with all properties have what was set, also in a new session`() {
        let described = Self.desc(.olympusAperture, 28, [28, 40])
        let reply = OlympusChanges.encoded([described, Self.desc(.olympusISO, 200, [200, 400])])
        var device = RecordedDevice(
            Self.recording([], [described], [RecordedExchange(.olympusGetChangedProperties, received: reply)]),
            .olympus
        )
        #expect(Self.ask(&device, .olympusGetChangedProperties).data == reply)
        #expect(Self.ask(&device, .setDevicePropValue, [described.code.rawValue], [40, 0]).code == .ok)
        device.sessionEnded()
        let changes = OlympusChanges(Self.ask(&device, .olympusGetChangedProperties).data ?? []).changes
        let expected = [Self.desc(.olympusAperture, 40, [28, 40]), Self.desc(.olympusISO, 200, [200, 400])]
        #expect(changes.count == 2)
        for (change, desc) in zip(changes, expected) {
            guard case .described(let received) = change else {
                Issue.record("without a description")
                continue
            }
            #expect(received.code == desc.code && received.current == desc.current && received.form == desc.form)
        }
        var other = RecordedDevice(Self.recording([], [described]), .olympus)
        #expect(Self.ask(&other, .olympusGetChangedProperties).data == [0, 0, 0, 0])
    }

    @Test func `Fujifilm: changes have what was set, and the computer gets control where the file does not describe it`() {
        let quality = Self.desc(.fujifilmQuality, 2, [2, 4])
        let state = DevicePropCode.fujifilmCurrentState.rawValue
        let reply = FujifilmChanges.encoded([.init(.fujifilmQuality, 2), .init(.fujifilmFreeImages, 9)])
        var device = RecordedDevice(
            Self.recording([], [quality], [RecordedExchange(.getDevicePropValue, [state], received: reply)]),
            .fujifilm
        )
        let priority = DevicePropCode.fujifilmPriorityMode.rawValue
        #expect(Self.ask(&device, .getDevicePropValue, [state]).data == reply)
        #expect(Self.ask(&device, .getDevicePropValue, [priority]).data == [1, 0])
        #expect(Self.ask(&device, .setDevicePropValue, [priority], [2, 0]).code == .ok)
        #expect(Self.ask(&device, .getDevicePropValue, [priority]).data == [2, 0])
        #expect(Self.ask(&device, .setDevicePropValue, [quality.code.rawValue], [4, 0]).code == .ok)
        let changes = FujifilmChanges(Self.ask(&device, .getDevicePropValue, [state]).data ?? []).changes
        #expect(changes == [.init(.fujifilmQuality, 4), .init(.fujifilmFreeImages, 9)])
        var other = RecordedDevice(Self.recording(), .fujifilm)
        #expect(Self.ask(&other, .getDevicePropValue, [state]).data == [0, 0])
    }

    // MARK: Personalities

    @Test func `the operations of a summary follow from what it says`() {
        var recording = RecordedCamera(
            .summary,
            DeviceInfo(vendorExtension: .nikon, manufacturer: "Nikon Corporation", model: "D1")
        )
        recording.listsOperations = false
        recording.abilities = ["File Deletion", "Generic Image Capture", "Nikon Capture 2"]
        let personality = Personality.recorded(recording)
        let operations = Set(personality.operations.keys)
        #expect(
            operations.isSuperset(of: [.getDeviceInfo, .deleteObject, .initiateCapture, .nikonGetEvent, .nikonAfCaptureSDRAM])
        )
        #expect(!operations.contains(.sendObject) && personality.usbIdentifier.vendor == 0x04B0)
    }
}
