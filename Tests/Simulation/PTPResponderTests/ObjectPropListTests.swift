import CameraModel
import PTP
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Objects that are announced with a property list.
@Suite(.timeLimit(.minutes(5))) struct ObjectPropListTests {
    private static let all: UInt32 = 0xFFFF_FFFF
    private static let storage: UInt32 = 0x0001_0001
    private static let jpeg = UInt32(ObjectFormatCode.exifJPEG.rawValue)
    private static let association = UInt32(ObjectFormatCode.association.rawValue)

    private static func number(_ number: UInt16) -> DataValue { .integer(number, as: .uint16)! }

    private static func list(_ elements: (ObjectPropCode, DataValue)...) throws -> [UInt8] {
        try ObjectPropList(elements.map { .init(.none, $0.0, $0.1) }).encoded()
    }

    @Test func `a file is described, sent, rated and protected`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let list = try Self.list(
                (.objectFileName, .string("UP.JPG")),
                (.name, .string("Up")),
                (.dateModified, .string("20260102T030405")),
                (.dateCreated, .string("")),
                (.rating, Self.number(80)),
                (.protectionStatus, Self.number(1))
            )
            let outcome = try client.run(.sendObjectPropList, [Self.storage, Self.all, Self.jpeg, 0, 3], data: list)
            #expect(outcome.code == .ok && outcome.parameters.prefix(2) == [Self.storage, Self.all])
            let handle = try #require(outcome.parameters.last)
            #expect(try client.run(.getObjectInfo, [handle]).code == .invalidObjectHandle)
            #expect(try client.run(.sendObject, data: [1, 2, 3]).code == .ok)
            let info = try client.info(handle)
            #expect(info.filename == "UP.JPG" && info.compressedSize == 3 && info.protection == .readOnly)
            #expect(try client.data(.getObjectPropValue, [handle, 0xDC8A]) == [80, 0])
            #expect(try client.data(.getObject, [handle]) == [1, 2, 3])
            #expect(try client.run(.sendObject, data: [1, 2, 3]).code == .noValidObjectInfo)
        }
    }

    @Test func `the protection of a description counts as well`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            var info = ObjectInfo(storage: .unspecified, format: .exifJPEG, filename: "UP.JPG", compressedSize: 1)
            info.protection = .readOnly
            let announced = try client.run(.sendObjectInfo, [Self.storage, Self.all], data: try info.encoded())
            #expect(try client.run(.sendObject, data: [1]).code == .ok)
            #expect(try client.info(announced.parameters[2]).protection == .readOnly)
        }
    }

    @Test func `a folder is created immediately`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let list = try Self.list((.objectFileName, .string("A")))
            let outer = try client.run(.sendObjectPropList, [0, 0, Self.association, 0, 0], data: list)
            #expect(outer.code == .ok && outer.parameters.prefix(2) == [Self.storage, Self.all])
            let parent = try #require(outer.parameters.last)
            let inner = try client.run(.sendObjectPropList, [Self.storage, parent, Self.association, 0, 0], data: list)
            #expect(inner.code == .ok && inner.parameters[1] == parent)
            #expect(try client.children(of: parent) == [inner.parameters[2]])
            // The name already exists.
            let again = try client.run(.sendObjectPropList, [Self.storage, parent, Self.association, 0, 0], data: list)
            #expect(again.code == .invalidObjectPropValue && again.parameters == [0, 0, 0, 0])
            let protected = try Self.list((.objectFileName, .string("B")), (.protectionStatus, Self.number(1)))
            let refused = try client.run(.sendObjectPropList, [0, 0, Self.association, 0, 0], data: protected)
            #expect(refused.code == .objectPropNotSupported && refused.parameters == [0, 0, 0, 1])
        }
    }

    @Test func `a size of 64 bits is one`() async throws {
        let served = try ServedCamera { $0.cards = [.init(capacityBytes: 5 << 32)] }
        try await served.client { client throws -> Void in
            let list = try Self.list((.objectFileName, .string("A.JPG")))
            func announce(_ upper: UInt32, _ lower: UInt32) throws -> ResponseCode {
                try client.run(.sendObjectPropList, [Self.storage, 0, Self.jpeg, upper, lower], data: list).code
            }
            #expect(try announce(5, 0) == .ok)
            #expect(try announce(5, 1) == .storeFull)
            #expect(try announce(Self.all, Self.all) == .storeFull)
            #expect(try announce(1, 3) == .ok)
            #expect(try client.run(.sendObject, data: [1, 2, 3]).code == .incompleteTransfer)
            #expect(try client.files() == [])
        }
    }

    @Test func `a property that cannot be is named in the refusal`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let name = (ObjectPropCode.objectFileName, DataValue.string("A.JPG"))
            let table: [((ObjectPropCode, DataValue), ResponseCode)] = [
                ((.objectFileName, .string("B.JPG")), .invalidMTPDataset), ((.rating, Self.number(101)), .invalidObjectPropValue),
                ((.rating, .string("5")), .invalidObjectPropFormat),
                ((.protectionStatus, Self.number(2)), .invalidObjectPropValue),
                ((.protectionStatus, .integer(1, as: .uint8)!), .invalidObjectPropFormat),
                ((.dateModified, .string("yesterday")), .invalidObjectPropValue),
                ((.dateModified, Self.number(1)), .invalidObjectPropFormat), ((.name, Self.number(1)), .invalidObjectPropFormat),
                ((.objectSize, .integer(1, as: .uint64)!), .invalidObjectPropCode),
                ((.parentObject, .integer(1, as: .uint32)!), .invalidObjectPropCode),
                ((.storageID, .integer(1, as: .uint32)!), .invalidObjectPropCode),
                ((ObjectPropCode(rawValue: 0xDCFF), Self.number(1)), .objectPropNotSupported),
            ]
            for (element, code) in table {
                let outcome = try client.run(
                    .sendObjectPropList,
                    [Self.storage, 0, Self.jpeg, 0, 1],
                    data: try Self.list(name, element)
                )
                #expect(outcome.code == code && outcome.parameters == [0, 0, 0, 1], "\(element)")
                #expect(try client.run(.sendObject, data: [1]).code == .noValidObjectInfo)
            }
            let own = try ObjectPropList([.init(ObjectHandle(rawValue: 7), .objectFileName, .string("A.JPG"))]).encoded()
            let outcome = try client.run(.sendObjectPropList, [Self.storage, 0, Self.jpeg, 0, 1], data: own)
            #expect(outcome.code == .invalidObjectHandle && outcome.parameters == [0, 0, 0, 0])
        }
    }

    @Test func `lists and parameters that make no sense are refused`() async throws {
        let served = try ServedCamera { $0.cards = [.init(samplePictures: 1), .init(isLocked: true)] }
        try await served.client { client throws -> Void in
            let whole = try Self.list((.objectFileName, .string("A.JPG")), (.rating, Self.number(20)))
            func code(_ parameters: [UInt32], _ data: [UInt8]) throws -> ResponseCode {
                try client.run(.sendObjectPropList, parameters, data: data).code
            }
            let good: [UInt32] = [Self.storage, 0, Self.jpeg, 0, 1]
            for count in 0..<whole.count { #expect(try code(good, Array(whole.prefix(count))) == .invalidMTPDataset) }
            #expect(try code(good, [0, 0, 0, 0]) == .invalidMTPDataset)
            #expect(try code(good, try Self.list((.rating, Self.number(20)))) == .invalidMTPDataset)
            #expect(try code(good, try Self.list((.objectFileName, .string("")))) == .invalidObjectPropValue)
            #expect(try code(good, [UInt8](repeating: 0xFF, count: 60_000)) == .invalidMTPDataset)
            #expect(try code(good, [UInt8](repeating: 0, count: 70_000)) == .invalidDataSet)
            for format in [0, 0x0001_3801, Self.all] {
                #expect(try code([Self.storage, 0, format, 0, 1], whole) == .invalidObjectFormatCode)
            }
            #expect(try code([], whole) == .invalidObjectFormatCode)
            #expect(try code([0x0009_0001, 0, Self.jpeg, 0, 1], whole) == .invalidStorageID)
            #expect(try code([0x0002_0001, 0, Self.jpeg, 0, 1], whole) == .storeReadOnly)
            #expect(try code([Self.storage, 0x999, Self.jpeg, 0, 1], whole) == .invalidParentObject)
            #expect(try code([Self.storage, try client.files()[0], Self.jpeg, 0, 1], whole) == .invalidParentObject)
            #expect(try client.run(.sendObject, data: [1]).code == .noValidObjectInfo)
        }
    }
}
