import CameraModel
import PTP
import PTPFujifilm
import PTPProperties
import Testing

@Suite struct NetworkTests {
    @Test func `the state is the last of its values in 0xD212, and none without one`() {
        let changes = FujifilmChanges(FujifilmChanges.encoded([.init(.fujifilmClientState, 6), .init(.fNumber, 1)]))
        #expect(FujifilmClientState(changes) == .remote)
        #expect(FujifilmClientState(FujifilmChanges(FujifilmChanges.encoded([.init(.fujifilmClientState, 0)]))) == .waitsForUser)
        #expect(FujifilmClientState(FujifilmChanges([0, 0])) == nil)
        #expect(FujifilmClientState(2) == .other(2))
    }

    @Test(
        arguments: [
            ([7, 0, 0, 0], [7]), ([9, 7, 0, 0], [7, 9]), ([7, 7, 0, 0], [7]), ([0, 7, 0, 0], [7]), ([0, 0, 0, 0], []),
            ([0xFFFF_FFFF, 0, 0, 0], []), ([], []),
        ] as [([UInt32], [UInt32])]
    )
    func `the handle of a file is the second parameter of its announcement, or the first`(
        _ parameters: [UInt32],
        _ handles: [UInt32]
    ) {
        let event = Event(.fujifilmObjectAdded, Parameters(parameters))
        #expect(FujifilmEvents.handles(event).map(\.rawValue) == handles)
    }

    @Test func `an ObjectInfo is read in the standard's form and in that of networks`() throws {
        var info = ObjectInfo(storage: StorageID(rawValue: 1), format: .exifJPEG, filename: "DSCF0001.JPG", compressedSize: 5000)
        info.thumbFormat = ObjectFormatCode(rawValue: 0x3808)
        let standard = try info.encoded()
        #expect(try FujifilmObjectInfo.parse(standard).compressedSize == 5000)
        // The largest partial size at 8, the size at 13.
        var own = standard
        own.replaceSubrange(8..<26, with: [0, 0, 16, 0, 1, 0x11, 0x22, 0x33, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        let parsed = try FujifilmObjectInfo.parse(own)
        #expect(parsed.compressedSize == 0x0033_2211 && parsed.filename == "DSCF0001.JPG")
        // Without a thumbnail the standard's form has zeros there.
        var plain = standard
        plain.replaceSubrange(12..<26, with: [UInt8](repeating: 0, count: 14))
        #expect(try FujifilmObjectInfo.parse(plain).compressedSize == 5000)
    }

    @Test func `an ObjectInfo in the form of networks has its numbers at their own places, and is read back`() throws {
        let storage = StorageID(rawValue: 1)
        var info = ObjectInfo(storage: storage, format: .exifJPEG, filename: "DSCF0002.JPG", compressedSize: 0x123456)
        (info.imagePixelWidth, info.imagePixelHeight) = (6240, 4160)
        let bytes = try FujifilmObjectInfo.encoded(info)
        #expect(bytes[8..<12] == [0, 0, 16, 0] && bytes[13..<17] == [0x56, 0x34, 0x12, 0])
        #expect(bytes[22..<26] == [0x60, 0x18, 0, 0])
        let parsed = try FujifilmObjectInfo.parse(bytes)
        #expect(parsed.compressedSize == 0x123456 && parsed.filename == "DSCF0002.JPG")
        // 2872 ends in the byte 0x38, as the standard's format of a thumbnail does.
        for size: UInt64 in [0, 2872, 0x38, 0x1_0038, 1 << 20] {
            info.compressedSize = size
            #expect(try FujifilmObjectInfo.parse(try FujifilmObjectInfo.encoded(info)).compressedSize == size)
        }
        #expect(parsed.imagePixelWidth == 6240 && parsed.imagePixelHeight == 4160 && parsed.parent.rawValue == 0)
    }

    @Test(
        arguments: [
            (nil, [10, 0, 2, 0], [5, 0, 0, 0], true, 11), (nil, [10, 0, 2, 0], [], true, nil),
            (nil, [10, 0, 2, 0], nil, true, nil),
            (nil, [10, 0, 2, 0], [0, 0, 0, 0], true, nil), (.other(2), [], [], false, 2), (.other(2), nil, nil, false, 2),
            (.remote, [], [], true, nil), (nil, nil, nil, true, nil),
        ] as [(FujifilmClientState?, [UInt8]?, [UInt8]?, Bool, UInt16?)]
    )
    func `versions and state decide about remote control and the gallery`(
        _ state: FujifilmClientState?,
        _ remote: [UInt8]?,
        _ browsing: [UInt8]?,
        _ isRemote: Bool,
        _ gallery: UInt16?
    ) {
        let mode = FujifilmNetworkMode(state: state, remoteVersion: remote, remoteGalleryVersion: browsing)
        #expect(mode.isRemote == isRemote && mode.gallery == gallery)
    }

    @Test func `the number of files is in either property of the state`() {
        let first = FujifilmChanges(FujifilmChanges.encoded([.init(.fujifilmObjectCount, 7), .init(.fujifilmObjectCount2, 8)]))
        #expect(FujifilmGalleryFiles.count(in: first) == 7)
        let second = FujifilmChanges(FujifilmChanges.encoded([.init(.fujifilmObjectCount2, 8)]))
        #expect(FujifilmGalleryFiles.count(in: second) == 8)
        #expect(FujifilmGalleryFiles.count(in: FujifilmChanges([0, 0])) == nil)
    }

    @Test func `an ObjectInfo that is cut at any byte is an error or what is there`() throws {
        let bytes = try ObjectInfo(storage: StorageID(rawValue: 1), format: .exifJPEG, filename: "A.JPG", compressedSize: 9)
            .encoded()
        for count in 0..<52 { #expect(throws: DatasetError.self) { try FujifilmObjectInfo.parse(Array(bytes[..<count])) } }
        for count in 52...bytes.count { _ = try? FujifilmObjectInfo.parse(Array(bytes[..<count])) }
    }

    @Test(arguments: [(1, BatteryLevel.quarter), (3, .full), (6, .empty), (11, .full)] as [(Int64, BatteryLevel)])
    func `bars of the battery are levels`(_ bars: Int64, _ level: BatteryLevel) throws {
        let value = try #require(DataValue.integer(bars, as: .uint16))
        let desc = DevicePropDesc(.fujifilmBatteryBars, isSettable: false, current: value, form: .none)
        let row = try #require(FujifilmProperties.table[.fujifilmBatteryBars])
        #expect(row.variant(desc) == nil && row.coding.decode(value) == .batteryLevel(level))
    }
}
