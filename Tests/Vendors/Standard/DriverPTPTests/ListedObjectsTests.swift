import CameraModel
import DriverPTP
import PTP
import Testing

@Suite struct ListedObjectsTests {
    private static let handle = ObjectHandle(rawValue: 7)

    private static func number(_ number: Int, _ type: IntegerDataType) -> DataValue { .integer(number, as: type)! }

    private static let complete: [(ObjectPropCode, DataValue)] = [
        (.storageID, number(0x10001, .uint32)), (.objectFormat, number(0x3801, .uint16)), (.protectionStatus, number(1, .uint16)),
        (.objectSize, number(5_000_000_000, .uint64)), (.objectFileName, .string("IMG_1.JPG")),
        (.parentObject, number(3, .uint32)), (.dateCreated, .string("20260102T030405")), (.width, number(6000, .uint32)),
        (.height, number(4000, .uint32)), (.rating, number(60, .uint16)),
    ]

    private static func item(_ properties: [(ObjectPropCode, DataValue)]) -> ItemInfo? {
        ListedObjects(ObjectPropList(properties.map { .init(handle, $0.0, $0.1) }))[handle]
    }

    @Test func `an object has the listed properties`() throws {
        let item = try #require(Self.item(Self.complete))
        #expect(item.storage.number == 0x10001)
        #expect(item.kind == .image)
        #expect(item.name == "IMG_1.JPG")
        #expect(item.size == 5_000_000_000)
        #expect(item.parent == ItemInfo.Handle(3))
        #expect(item.isProtected)
        #expect(item.created?.year == 2026)
        #expect(item.pixelSize == PixelSize(width: 6000, height: 4000))
        #expect(item.rating == 3)
    }

    @Test(arguments: [ObjectPropCode.storageID, .objectFormat, .objectSize, .objectFileName, .parentObject])
    func `an incomplete object is not reported`(_ code: ObjectPropCode) {
        #expect(Self.item(Self.complete.filter { $0.0 != code }) == nil)
        // A value of another type counts as missing.
        #expect(Self.item(Self.complete.map { $0.0 == code ? (code, .array(IntegerArray([1], of: .uint8)!)) : $0 }) == nil)
    }

    @Test(arguments: [ObjectPropCode.protectionStatus, .dateCreated, .width, .height, .rating])
    func `the rest may be missing`(_ code: ObjectPropCode) {
        #expect(Self.item(Self.complete.filter { $0.0 != code }) != nil)
    }

    @Test func `a folder needs no size`() throws {
        let folder = Self.complete.filter { $0.0 != .objectSize }
            .map { $0.0 == .objectFormat ? ($0.0, Self.number(0x3001, .uint16)) : $0 }
        #expect(try #require(Self.item(folder)).kind == .folder)
    }

    @Test(arguments: [(0, 0), (9, 0), (10, 1), (100, 5), (65_535, 5)])
    func `ratings are stars`(_ percent: Int, _ stars: Int) throws {
        let rated = Self.complete.map { $0.0 == .rating ? ($0.0, Self.number(percent, .uint16)) : $0 }
        #expect(try #require(Self.item(rated)).rating == stars)
    }

    @Test func `others are not there`() {
        #expect(ListedObjects(ObjectPropList())[Self.handle] == nil)
    }
}
