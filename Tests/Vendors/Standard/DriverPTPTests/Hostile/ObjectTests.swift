import CameraModel
import PTP
import Testing

/// Objects with malformed or contradictory descriptions.
@Suite(.timeLimit(.minutes(5))) struct ObjectTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let info: [UInt8]
        /// Expected name; nil if the object is left out of its folder.
        var seen: String?
        var size: UInt64?
        var testDescription: String { name }
    }

    private static func info(_ change: (inout ObjectInfo) -> Void = { _ in }) -> [UInt8] { HostileCamera.objectInfo(change) }

    /// The form of some bodies: a size of eight bytes, with all following fields four bytes later.
    private static let wide: [UInt8] = {
        let plain = info()
        return plain[..<12] + [UInt8](repeating: 0, count: 4) + plain[12...]
    }()

    static let cases: [Case] = [
        Case(name: "nothing", info: []),
        Case(name: "51 bytes", info: Array(info().prefix(51))),
        Case(name: "no name", info: Array(info().prefix(52))),
        Case(name: "no dates", info: Array(info().dropLast(3)), seen: "A.JPG", size: 4),
        Case(name: "a size of 64 bits", info: wide, seen: "A.JPG", size: 4),
        Case(name: "a size of all ones", info: info { $0.compressedSize = nil }, seen: "A.JPG"),
        Case(name: "more than there should be", info: info() + [UInt8](repeating: 0xFF, count: 10_000), seen: "A.JPG", size: 4),
        Case(name: "a picture of no pixels", info: info { $0.imagePixelWidth = 5 }, seen: "A.JPG", size: 4),
        Case(
            name: "a picture of more pixels than there are",
            info: info { ($0.imagePixelWidth, $0.imagePixelHeight) = (.max, .max) },
            seen: "A.JPG",
            size: 4
        ),
        Case(name: "a date of no year", info: info { $0.captureDate = "00000000T000000" }, seen: "A.JPG", size: 4),
        Case(name: "another storage", info: info { $0.storage = StorageID(rawValue: .max) }, seen: "A.JPG", size: 4),
        Case(name: "a parent that is itself", info: info { $0.parent = ObjectHandle(rawValue: 7) }, seen: "A.JPG", size: 4),
        Case(name: "a megabyte", info: info() + [UInt8](repeating: 0, count: 1 << 20)),
    ]

    @Test(arguments: cases) func `an invalid object is listed by its handle, or has its valid fields`(_ hostile: Case)
        async throws
    {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getObjectInfo, data: hostile.info)
        let items = try await rig.list()
        #expect(items.first?.name == hostile.seen ?? "object 0x00000007")
        #expect(items.first?.info.size == hostile.size)
        _ = await ending { try await rig.file.file.contents() }
        device.behave()
        await rig.expectWorks()
    }

    @Test func `a folder that is in itself is not found in itself`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getObjectInfo, data: Self.info { $0.format = .association })
        let folder = try #require(try await rig.list().first)
        #expect(folder.isFolder)
        #expect(try await folder.items().isEmpty)
    }

    @Test func `folders that contain each other are read one at a time, on request`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getObjectHandles) { .data($0, Wire.array([$0.parameters[2] == 1 ? 2 : 1])) }
        device.when(.getObjectInfo) { request in
            .data(request, Self.info { $0.format = .association })
        }
        var folders = try await rig.list()
        let before = device.received.count
        for _ in 0..<10 { folders = try await #require(folders.first).items() }
        #expect(device.received.count - before == 20)
    }

    @Test
    func
        `numbers that no object has, and those that stand twice, are left out; an object that is not known is listed by its handle`()
        async throws
    {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getObjectHandles, data: Wire.array([0, 7, 0xFFFF_FFFF, 7, 8, 7, 0]))
        #expect(try await rig.list().map(\.info.handle.number) == [7, 8])
        #expect(Set(device.received.filter { $0.code == .getObjectInfo }.map { $0.parameters[0] }) == [7, 8])
    }

    @Test func `a listing of a hundred thousand objects can be cancelled at any time`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getObjectHandles, data: Wire.array((0..<100_000).map { 1 + $0 }))
        let requested = Task { await device.untilReceived { _, count in count > 3000 } }
        let listing = Task { await ending { try await rig.list() } }
        await requested.value
        listing.cancel()
        #expect(await listing.value.code == .cancelled)
        device.behave()
        await rig.expectWorks()
    }

    @Test func `a folder of ten thousand objects that are not known is listed without waiting for each`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getObjectHandles, data: Wire.array((0..<10_000).map { 1 + $0 }))
        let items = try await rig.list()
        #expect(items.count == 10_000)
        #expect(items.filter { !$0.info.isUndescribed }.map(\.name) == ["A.JPG"])
    }

    struct Download: Sendable, CustomTestStringConvertible {
        let name: String
        let announced: UInt64?
        let code: CameraError.Code?
        let piece: @Sendable (OperationRequest) -> HostileCamera.Turn
        var testDescription: String { name }
    }

    static let downloads: [Download] = [
        Download(name: "less than announced", announced: 100, code: .connectionLost) {
            .data($0, $0.parameters[1] < 50 ? [UInt8](repeating: 1, count: 10) : [])
        },
        Download(name: "more than was asked for", announced: 4, code: .protocolFailure) { .data($0, [1, 2, 3, 4, 5]) },
        Download(name: "much more than was asked for", announced: 4, code: .protocolFailure) {
            .data($0, [UInt8](repeating: 1, count: 1 << 20))
        },
        Download(name: "one byte at a time", announced: 300, code: nil) { .data($0, [1]) },
        Download(name: "nothing at all", announced: 4, code: .connectionLost) { .data($0, []) },
        Download(name: "OK and no data", announced: 4, code: .connectionLost) { .response($0) },
        Download(name: "a refusal in the middle", announced: 100, code: .storageFull) {
            $0.parameters[1] == 0 ? .data($0, [1]) : .response($0, .storeFull)
        },
        Download(name: "a file announced as empty", announced: 0, code: nil) { .data($0, [1]) },
    ]

    @Test(arguments: downloads) func `a download returns as many bytes as the file has, or an error`(_ hostile: Download)
        async throws
    {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getObjectInfo, data: Self.info { $0.compressedSize = hostile.announced })
        device.when(.getPartialObject, hostile.piece)
        let result = await ending { try await rig.file.file.contents() }
        #expect(result.code == hostile.code)
        if case .success(let bytes) = result { #expect(UInt64(bytes.count) == hostile.announced) }
        device.behave()
        await rig.expectWorks()
    }

    @Test func `a preview that is empty is none`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getObject) { .response($0) }
        #expect(await ending { try await rig.file.preview() }.code == .noData)
    }

    @Test(arguments: [0, 0xFFFF_FFFF] as [UInt32]) func `an upload that became no object is an error`(_ handle: UInt32)
        async throws
    {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.sendObjectInfo) { .response($0, .ok, [HostileCamera.storage, 0, handle]) }
        device.when(.getObjectInfo, data: Self.info())
        let result = await ending { try await rig.camera.storages[0].upload("B.JPG", size: 2) { _ in [1, 2] } }
        #expect(result.code == .protocolFailure)
        device.behave()
        await rig.expectWorks()
    }
}
