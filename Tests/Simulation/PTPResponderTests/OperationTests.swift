import CameraModel
import HotShoeSupport
import PTP
import PTPProperties
import SimulatedCamera
import TestSupport
import Testing

@testable import PTPResponder

/// Answers to each operation, over a real connection.
@Suite(.timeLimit(.minutes(5))) struct OperationTests {
    private static let all: UInt32 = 0xFFFF_FFFF

    @Test func `the device reports its identity, and lists its operations`() async throws {
        let served = try ServedCamera()
        let info = try await served.client { client in try DeviceInfo(try client.data(.getDeviceInfo)) }
        #expect(info.manufacturer == "HotShoe" && info.model == "Simulated Camera" && info.serialNumber == "SIM-0001")
        #expect(info.vendorExtension == .microsoft)
        #expect(info.vendorExtensionDescription == "microsoft.com: 1.0; android.com: 1.0")
        #expect(Set(info.operations).isSuperset(of: [.getObject, .sendObject, .initiateCapture, .getPartialObject64]))
        #expect(info.operations.count == Set(info.operations).count)
        #expect(info.deviceProps.count == Set(info.deviceProps).count)
    }

    @Test func `without a session only the device's description is returned`() async throws {
        let served = try ServedCamera()
        let codes = try await served.with { served in
            let client = try WireClient(served.address)
            let operations: [OperationCode] = [
                .getDeviceInfo, .getStorageIDs, .getDevicePropDesc, .initiateCapture, .closeSession,
            ]
            return try operations.map { try client.run($0).code }
        }
        #expect(codes == [.ok, .sessionNotOpen, .sessionNotOpen, .sessionNotOpen, .sessionNotOpen])
    }

    @Test func `a session is opened once, and with a number`() async throws {
        let served = try ServedCamera()
        let outcomes = try await served.with { served in
            let client = try WireClient(served.address)
            return try [[0], [7], [8]].map { try client.run(.openSession, $0) }
        }
        #expect(outcomes.map(\.code) == [.invalidParameter, .ok, .sessionAlreadyOpened])
        #expect(outcomes[2].parameters == [7])
    }

    @Test func `an operation that the device lacks is not supported`() async throws {
        let served = try ServedCamera()
        let outcome = try await served.client { try $0.run(OperationCode(rawValue: 0x9999), [1, 2, 3]) }
        #expect(outcome.code == .operationNotSupported && outcome.data == nil)
    }

    @Test func `data for an operation without data is ignored, and the operation is performed`() async throws {
        let served = try ServedCamera()
        let codes = try await served.client { client in
            let first = try client.run(.getNumObjects, [Self.all], data: [1, 2, 3]).code
            return [first, try client.run(.getNumObjects, [Self.all]).code]
        }
        #expect(codes == [.ok, .ok])
    }

    @Test func `the self-test finds a camera that answers, and one that does not`() async throws {
        let served = try ServedCamera()
        try await served.client { client in
            #expect(try client.run(.selfTest).code == .ok)
            #expect(try client.run(.selfTest, [0]).code == .ok)
            for kind in [1, 0x8000, Self.all] { #expect(try client.run(.selfTest, [kind]).code == .parameterNotSupported) }
            served.simulator.inject(SimulatedFault("fail=card-error@list-folder")!)
            #expect(try client.run(.selfTest).code == .selfTestFailed)
            served.simulator.inject(SimulatedFault("busy@list-folder")!)
            #expect(try client.run(.selfTest).code == .deviceBusy)
            served.simulator.turn(.exposureMode, to: "bulb")
            let capture = try client.request(.initiateOpenCapture)
            #expect(try client.outcome().code == .ok)
            #expect(try client.run(.selfTest).code == .deviceBusy)
            #expect(try client.run(.terminateOpenCapture, [capture.rawValue]).code == .ok)
        }
    }

    // MARK: Storages and objects

    @Test func `storages are listed with their space`() async throws {
        let served = try ServedCamera()
        let (identifiers, info, wrong) = try await served.client { client in
            let identifiers = try client.numbers(.getStorageIDs)
            let info = try StorageInfoDataset(try client.data(.getStorageInfo, [identifiers[1]]))
            return (identifiers, info, try client.run(.getStorageInfo, [0x0009_0001]).code)
        }
        #expect(identifiers == [0x0001_0001, 0x0002_0001])
        #expect(info.volumeLabel == "B" && info.maximumCapacity == 64_000_000_000 && info.accessCapability == .readWrite)
        #expect(wrong == .invalidStorageID)
    }

    @Test func `objects are counted and listed by storage, format and parent`() async throws {
        let served = try ServedCamera()
        try await served.client { client in
            let everything = try client.numbers(.getObjectHandles, [Self.all, 0, 0])
            #expect(try client.run(.getNumObjects, [Self.all, 0, 0]).parameters == [UInt32(everything.count)])
            let roots = try client.numbers(.getObjectHandles, [Self.all, 0, Self.all])
            #expect(roots.count == 1)
            let dcim = try client.info(roots[0])
            #expect(dcim.filename == "DCIM" && dcim.format == .association && dcim.associationType == .genericFolder)
            #expect(dcim.parent == .none)
            let folder = try client.numbers(.getObjectHandles, [0x0001_0001, 0, roots[0]])
            let pictures = try client.numbers(.getObjectHandles, [0x0001_0001, 0, folder[0]])
            #expect(everything == roots + folder + pictures)
            #expect(try client.numbers(.getObjectHandles, [Self.all, 0x3801, 0]) == pictures)
            #expect(try client.numbers(.getObjectHandles, [Self.all, Self.all, 0]) == pictures)
            #expect(try client.numbers(.getObjectHandles, [Self.all, 0x300B, 0]) == [])
            #expect(try client.numbers(.getObjectHandles, [0x0002_0001, 0, 0]) == [])
            #expect(try client.run(.getObjectHandles, [3, 0, 0]).code == .invalidStorageID)
            #expect(try client.run(.getObjectHandles, [Self.all, 0, 0x999]).code == .invalidObjectHandle)
            #expect(try client.run(.getObjectHandles, [Self.all, 0, pictures[0]]).code == .invalidParentObject)
        }
    }

    @Test func `an object is described, fetched whole and in parts, and has a thumbnail`() async throws {
        let served = try ServedCamera()
        try await served.client { client in
            let handle = try client.files()[0]
            let info = try client.info(handle)
            #expect(
                info.filename == "SAMPLE_1.JPG" && info.format == .exifJPEG && info.storage == StorageID(rawValue: 0x0001_0001)
            )
            #expect(info.imagePixelWidth == 96 && info.imagePixelHeight == 64)
            #expect(CameraDate(ptp: info.captureDate) != nil)
            let whole = try client.data(.getObject, [handle])
            #expect(UInt64(whole.count) == info.compressedSize && whole.prefix(2) == [0xFF, 0xD8])
            let part = try client.run(.getPartialObject, [handle, 10, 20])
            #expect(part.data == Array(whole[10..<30]) && part.parameters == [20])
            let tail = try client.run(.getPartialObject64, [handle, UInt32(whole.count - 5), 0, 100])
            #expect(tail.data == Array(whole.suffix(5)) && tail.parameters == [5])
            #expect(try client.run(.getPartialObject, [handle, UInt32(whole.count), 9]).data == [])
            #expect(try client.run(.getPartialObject, [handle, UInt32(whole.count + 1), 9]).code == .invalidParameter)
            #expect(try client.run(.getPartialObject64, [handle, 0, 1, 9]).code == .invalidParameter)
            #expect(try client.data(.getThumb, [handle]).prefix(2) == [0xFF, 0xD8])
            for operation in [OperationCode.getObjectInfo, .getObject, .getThumb] {
                #expect(try client.run(operation, [0x777]).code == .invalidObjectHandle)
                #expect(try client.run(operation, [0]).code == .invalidObjectHandle)
            }
            let folder = try client.numbers(.getObjectHandles, [Self.all, 0, Self.all])[0]
            #expect(try client.run(.getObject, [folder]).code == .invalidObjectHandle)
            #expect(try client.run(.getThumb, [folder]).code == .noThumbnailPresent)
        }
    }

    @Test func `a large file is returned in pieces, byte for byte`() async throws {
        let folder = try TemporaryFolder()
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        folder.write(bytes, to: "LONG.MOV")
        folder.write([], to: "EMPTY.TXT")
        let served = try ServedCamera { $0.cards = [.init(folder: folder.path)] }
        try await served.client { client in
            let handles = try client.files()
            let long = try #require(try handles.first { try client.info($0).filename == "LONG.MOV" })
            let outcome = try client.run(.getObject, [long])
            #expect(outcome.code == .ok && outcome.announced == 3_000_000 && outcome.data == bytes)
            #expect(outcome.pieces.count > 1)
            let empty = try #require(try handles.first { try client.info($0).filename == "EMPTY.TXT" })
            let none = try client.run(.getObject, [empty])
            #expect(none.code == .ok && none.data == [] && none.announced == 0)
        }
    }

    @Test func `objects are protected and deleted, one or all`() async throws {
        let served = try ServedCamera()
        try await served.client { client in
            let files = try client.files()
            #expect(try client.run(.setObjectProtection, [files[0], 1]).code == .ok)
            #expect(try client.info(files[0]).protection == .readOnly)
            #expect(try client.run(.setObjectProtection, [files[0], 7]).code == .invalidParameter)
            #expect(try client.run(.setObjectProtection, [0x777, 1]).code == .invalidObjectHandle)
            #expect(try client.run(.deleteObject, [files[0]]).code == .objectWriteProtected)
            #expect(try client.run(.deleteObject, [files[1], 0x3801]).code == .specificationByFormatUnsupported)
            #expect(try client.run(.deleteObject, [files[1]]).code == .ok)
            #expect(try client.run(.deleteObject, [files[1]]).code == .invalidObjectHandle)
            #expect(try client.run(.deleteObject, [Self.all]).code == .objectWriteProtected)
            #expect(try client.files() == [files[0]])
            #expect(try client.run(.setObjectProtection, [files[0], 0]).code == .ok)
            #expect(try client.run(.deleteObject, [Self.all]).code == .ok)
            #expect(try client.numbers(.getObjectHandles, [Self.all, 0, 0]) == [])
        }
    }

    @Test func `a locked card is reported as such`() async throws {
        let served = try ServedCamera { $0.cards = [.init(isLocked: true, samplePictures: 1)] }
        try await served.client { client in
            let storage = try client.numbers(.getStorageIDs)[0]
            #expect(try StorageInfoDataset(try client.data(.getStorageInfo, [storage])).accessCapability == .readOnly)
            let file = try client.files()[0]
            #expect(try client.run(.deleteObject, [file]).code == .storeReadOnly)
            #expect(try client.run(.setObjectProtection, [file, 1]).code == .storeReadOnly)
            let info = try ObjectInfo(storage: .unspecified, format: .exifJPEG, filename: "A.JPG", compressedSize: 3).encoded()
            #expect(try client.run(.sendObjectInfo, [0, 0], data: info).code == .storeReadOnly)
        }
    }

    // MARK: Uploads

    @Test(arguments: [0, 1, 100_000, 3_000_001]) func `an uploaded file is on the card, byte for byte`(count: Int) async throws {
        let folder = try TemporaryFolder()
        folder.write([], to: "DCIM")
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
        for inFolder in [true, false] {
            let served = try ServedCamera { $0.cards = [inFolder ? .init(folder: folder.path) : .init()] }
            try await served.client { client in
                let info = ObjectInfo(storage: .unspecified, format: .exifJPEG, filename: "UP.JPG", compressedSize: UInt64(count))
                let announced = try client.run(.sendObjectInfo, [0x0001_0001, Self.all], data: try info.encoded())
                #expect(announced.code == .ok && announced.parameters.prefix(2) == [0x0001_0001, Self.all])
                try client.request(.sendObject, data: bytes, pieces: 70_001)
                #expect(try client.outcome().code == .ok)
                let handle = announced.parameters[2]
                #expect(try client.info(handle).filename == "UP.JPG")
                #expect(try client.data(.getObject, [handle]) == bytes)
                #expect(try client.numbers(.getObjectHandles, [Self.all, 0, Self.all]).contains(handle))
                // The name already exists.
                #expect(try client.run(.sendObjectInfo, [0x0001_0001, Self.all], data: try info.encoded()).code == .ok)
                #expect(try client.run(.sendObject, data: bytes).code == .invalidParameter)
            }
            if inFolder { #expect(folder.read("UP.JPG") == bytes) }
        }
    }

    @Test func `an object needs its description first, and one that fits`() async throws {
        let served = try ServedCamera { $0.cards = [.init(capacityBytes: 1000)] }
        try await served.client { client throws -> Void in
            #expect(try client.run(.sendObject, data: [1, 2, 3]).code == .noValidObjectInfo)
            func announce(_ name: String, _ size: UInt64, _ parent: UInt32 = 0, format: ObjectFormatCode = .exifJPEG) throws
                -> ResponseCode
            {
                let info = ObjectInfo(storage: .unspecified, format: format, filename: name, compressedSize: size)
                return try client.run(.sendObjectInfo, [0, parent], data: try info.encoded()).code
            }
            #expect(try announce("A.JPG", 1001) == .storeFull)
            #expect(try announce("", 3) == .invalidDataSet)
            #expect(try announce("A.JPG", 3, 0x999) == .invalidParentObject)
            #expect(try client.run(.sendObjectInfo, [0, 0], data: [1, 2, 3]).code == .invalidDataSet)
            #expect(try announce("A.JPG", 3) == .ok)
            #expect(try client.run(.sendObject, data: [1, 2, 3, 4]).code == .incompleteTransfer)
            for name in ["../A.JPG", ".hidden", "a/b"] {
                #expect(try announce(name, 3) == .ok)
                #expect(try client.run(.sendObject, data: [1, 2, 3]).code == .invalidParameter)
            }
            #expect(try client.files() == [])
        }
    }

    // MARK: Properties of objects

    @Test func `objects have properties, one by one and all together`() async throws {
        let served = try ServedCamera()
        try await served.client { client in
            let handle = try client.files()[0]
            let supported = try client.data(.getObjectPropsSupported, [0x3801])
            #expect(supported.count > 20)
            let list = try ObjectPropList(try client.data(.getObjectPropList, [handle, 0, Self.all, 0, 0]))
            #expect(list.elements.first { $0.code == .objectFileName }?.value == .string("SAMPLE_1.JPG"))
            for element in list.elements {
                let value = try client.data(.getObjectPropValue, [handle, UInt32(element.code.rawValue)])
                let expected = try element.value.encoded("value")
                #expect(value == expected)
                let desc = try ObjectPropDesc(try client.data(.getObjectPropDesc, [UInt32(element.code.rawValue), 0x3801]))
                #expect(desc.type == element.value.type)
                // Clients send the name of a new object only if the property is settable.
                if element.code == .objectFileName {
                    #expect(desc.isSettable)
                    #expect(try client.run(.setObjectPropValue, [handle, 0xDC07], data: value).code == .ok)
                    let other = try DataValue.string("OTHER.JPG").encoded("value")
                    #expect(try client.run(.setObjectPropValue, [handle, 0xDC07], data: other).code == .accessDenied)
                }
            }
            let names = try ObjectPropList(try client.data(.getObjectPropList, [Self.all, 0, 0xDC07, 0, 0])).elements
            #expect(names.compactMap(\.value.string).sorted() == ["100HOTSH", "DCIM", "SAMPLE_1.JPG", "SAMPLE_2.JPG"])
            #expect(try client.run(.getObjectPropList, [handle, 0, 0, 1, 0]).code == .specificationByGroupUnsupported)
            #expect(try client.run(.getObjectPropList, [handle, 0, Self.all, 0, 5]).code == .specificationByDepthUnsupported)
            #expect(try client.run(.getObjectPropValue, [handle, 0xDCFF]).code == .objectPropNotSupported)
            #expect(try client.run(.getObjectPropDesc, [0xDCFF, 0x3801]).code == .objectPropNotSupported)
        }
    }

    @Test func `stars are converted to fifths of a hundred`() async throws {
        let served = try ServedCamera()
        try await served.client { client in
            let handle = try client.files()[0]
            #expect(try client.run(.setObjectPropValue, [handle, 0xDC8A], data: [80, 0]).code == .ok)
            #expect(try client.data(.getObjectPropValue, [handle, 0xDC8A]) == [80, 0])
            #expect(try client.run(.setObjectPropValue, [handle, 0xDC8A], data: [101, 0]).code == .invalidObjectPropValue)
            #expect(try client.run(.setObjectPropValue, [handle, 0xDC8A], data: [1]).code == .invalidObjectPropFormat)
            #expect(try client.run(.setObjectPropValue, [handle, 0xDC07], data: [0]).code == .accessDenied)
            #expect(try client.run(.setObjectPropValue, [handle, 0xDC03], data: [1, 0]).code == .ok)
            #expect(try client.info(handle).protection == .readOnly)
        }
    }
}
