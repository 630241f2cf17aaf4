import CameraModel
import HotShoeSupport
import PTP
import Testing

@testable import PTPResponder

/// A device with a camera of few capabilities, without a link.
@Suite(.timeLimit(.minutes(5))) struct PlainCameraTests {
    /// A camera with one card and one file, whose removal causes no event, and a clock that can be set but not read.
    private final class Driver: CameraDriver, CameraConnection, ClockDriver, FileDriver {
        let capabilities: CameraCapabilities
        private let isFormatted = Guarded(false)

        init(_ capabilities: CameraCapabilities) { self.capabilities = capabilities }

        func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
            let card = StorageInfo(identifier: .init(1), name: "Card", capacityBytes: 10, freeBytes: 10)
            host.update([
                .capabilities(capabilities), .categories(active: .fileAccess, supported: [.fileAccess]), .storages([card]),
            ])
            return self
        }

        let info = CameraInfo(manufacturer: "Plain", model: "One", firmwareVersion: "1", serialNumber: "1")

        func disconnect(_ options: DisconnectOptions) async {}
        func setClock(_ date: CameraDate) async throws(CameraError) {}
        func listFolder(
            _ folder: ItemInfo.Handle?,
            on storage: StorageInfo.Identifier
        ) async throws(CameraError) -> [ItemInfo] {
            let file = ItemInfo(handle: .init(7), storage: storage, parent: nil, name: "A.JPG", kind: .image)
            return isFormatted.withLock { $0 } ? [] : [file]
        }

        func format(_ storage: StorageInfo.Identifier) async throws(CameraError) {
            isFormatted.withLock { $0 = true }
        }
    }

    private static func device(_ capabilities: CameraCapabilities) async throws -> PTPDevice {
        let description = CameraDescription(
            identifier: CameraIdentifier("plain"),
            family: .generic,
            transport: .inProcess,
            model: "One"
        )
        let camera = Camera(description, driver: Driver(capabilities))
        try await camera.connect()
        let device = PTPDevice(camera)
        device.begin()
        #expect(await device.execute(OperationRequest(.openSession, TransactionID(rawValue: 0), [1])).code == .ok)
        return device
    }

    private static func code(_ device: PTPDevice, _ operation: OperationCode, _ parameters: Parameters = [], _ data: [UInt8] = [])
        async -> ResponseCode
    {
        await device.execute(OperationRequest(operation, TransactionID(rawValue: 1), parameters), data: data).code
    }

    @Test func `an operation that the camera does not support is neither listed nor performed`() async throws {
        let device = try await Self.device([.fileAccess, .fileUpload])
        for operation in [OperationCode.moveObject, .copyObject, .formatStore] {
            #expect(!device.deviceInfo.operations.contains(operation))
            #expect(await Self.code(device, operation, [1, 1, 1]) == .operationNotSupported)
        }
        #expect(await Self.code(device, .selfTest) == .ok)
        let folder = try ObjectInfo(storage: .unspecified, format: .association, filename: "A", compressedSize: 0).encoded()
        #expect(await Self.code(device, .sendObjectInfo, [0, 0], folder) == .invalidObjectFormatCode)
        let name = ObjectPropList.Element(.none, .objectFileName, .string("A.JPG"))
        for code in [ObjectPropCode.rating, .protectionStatus] {
            let list = try ObjectPropList([name, .init(.none, code, .integer(1, as: .uint16)!)]).encoded()
            let request = OperationRequest(.sendObjectPropList, TransactionID(rawValue: 1), [0, 0, 0x3801, 0, 1])
            let answer = await device.execute(request, data: list)
            #expect(answer.code == .objectPropNotSupported && Array(answer.parameters) == [0, 0, 0, 1])
        }
        // In a SendObjectInfo dataset the protection is ignored.
        var info = ObjectInfo(storage: .unspecified, format: .exifJPEG, filename: "A.JPG", compressedSize: 1)
        info.protection = .readOnly
        #expect(await Self.code(device, .sendObjectInfo, [0, 0], try info.encoded()) == .ok)
        await device.camera.disconnect()
    }

    @Test func `a formatted storage is listed again if the camera does not report the removed items`() async throws {
        let device = try await Self.device([.fileAccess, .formatting])
        func count() async -> Parameters {
            await device.execute(OperationRequest(.getNumObjects, TransactionID(rawValue: 1), [0xFFFF_FFFF])).parameters
        }
        #expect(await count() == [1])
        let card = try #require(device.camera.storages.first)
        #expect(await Self.code(device, .formatStore, [PTPDevice.identifier(of: card.info).rawValue]) == .ok)
        #expect(await count() == [0])
        #expect(await Self.code(device, .getObjectInfo, [7]) == .invalidObjectHandle)
        await device.camera.disconnect()
    }

    @Test func `a camera without files has a self-test as well`() async throws {
        let device = try await Self.device([])
        #expect(await Self.code(device, .selfTest) == .ok)
        await device.camera.disconnect()
    }

    @Test func `a clock that can only be set shows nothing`() async throws {
        let device = try await Self.device(.clock)
        #expect(device.propertyCodes == [.dateTime])
        let answer = await device.execute(OperationRequest(.getDevicePropValue, TransactionID(rawValue: 1), [0x5011]))
        guard case .bytes(let bytes) = answer.payload else {
            Issue.record("no value")
            return
        }
        #expect(answer.code == .ok && bytes == [0])
        let date = try DataValue.string("20300102T030405").encoded("value")
        #expect(await Self.code(device, .setDevicePropValue, [0x5011], date) == .ok)
        await device.camera.disconnect()
    }
}
