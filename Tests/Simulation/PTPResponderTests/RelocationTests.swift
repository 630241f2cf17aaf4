import CameraModel
import HotShoeSupport
import PTP
import SimulatedCamera
import TestSupport
import Testing

@testable import PTPResponder

/// Folders, moving, copying and formatting, over a real connection.
@Suite(.timeLimit(.minutes(5))) struct RelocationTests {
    private static let all: UInt32 = 0xFFFF_FFFF
    private static let first: UInt32 = 0x0001_0001
    private static let second: UInt32 = 0x0002_0001

    /// Returns the events about objects and storages up to now: detaches and attaches the lens, and collects the events
    /// before those of the lens.
    private static func eventsUntilNow(_ served: ServedCamera, _ client: WireClient) throws -> [EventCode] {
        served.simulator.setLens(attached: false)
        let codes = try client.events(before: .deviceInfoChanged).map(\.code)
        served.simulator.setLens(attached: true)
        _ = try client.event(.deviceInfoChanged)
        return codes.filter { $0 != .devicePropChanged }
    }

    // MARK: Folders

    @Test func `a folder is created by its description alone, and its contents are found in it`() async throws {
        let folder = try TemporaryFolder()
        let served = try ServedCamera { $0.cards = [.init(folder: folder.path)] }
        try await served.client { client throws -> Void in
            let info = ObjectInfo(storage: .unspecified, format: .association, filename: "A", compressedSize: 0)
            let made = try client.run(.sendObjectInfo, [0, 0], data: try info.encoded())
            #expect(made.code == .ok && made.parameters.prefix(2) == [Self.first, Self.all])
            #expect(try client.run(.sendObject, data: []).code == .noValidObjectInfo)
            let outer = made.parameters[2]
            let inner = try client.makeFolder("B", in: outer)
            let file = try client.put("C.TXT", [1, 2, 3], in: inner)
            let shown = try client.info(inner)
            #expect(shown.filename == "B" && shown.format == .association && shown.associationType == .genericFolder)
            #expect(shown.parent.rawValue == outer && shown.storage.rawValue == Self.first)
            #expect(try client.children(of: Self.all) == [outer])
            #expect(try client.children(of: outer) == [inner])
            #expect(try client.children(of: inner) == [file])
            #expect(folder.read("A/B/C.TXT") == [1, 2, 3])
            // The initiator receives no events for its own changes.
            #expect(try Self.eventsUntilNow(served, client).filter { $0 != .storageInfoChanged } == [])
            #expect(try client.run(.deleteObject, [outer]).code == .ok)
            #expect(!folder.contains("A/B/C.TXT"))
            #expect(try client.numbers(.getObjectHandles, [Self.all, 0, 0]) == [])
            #expect(try Self.eventsUntilNow(served, client).filter { $0 != .storageInfoChanged } == [])
        }
    }

    @Test func `a folder that cannot be is refused`() async throws {
        let served = try ServedCamera { $0.cards = [.init(samplePictures: 1), .init(isLocked: true)] }
        try await served.client { client throws -> Void in
            func make(_ name: String, _ parameters: [UInt32]) throws -> ResponseCode {
                let info = ObjectInfo(storage: .unspecified, format: .association, filename: name, compressedSize: 0)
                return try client.run(.sendObjectInfo, parameters, data: try info.encoded()).code
            }
            for name in ["", "..", "a/b", "a\\b", ".hidden", "a\u{1}b", "DCIM"] {
                #expect(try make(name, [Self.first, Self.all]) == .invalidDataSet, "\(name)")
            }
            #expect(try make("A", [0x0009_0001, 0]) == .invalidStorageID)
            #expect(try make("A", [Self.second, 0]) == .storeReadOnly)
            #expect(try make("A", [Self.first, 0x999]) == .invalidParentObject)
            #expect(try make("A", [Self.first, try client.files()[0]]) == .invalidParentObject)
            let whole = try ObjectInfo(storage: .unspecified, format: .association, filename: "A", compressedSize: 0).encoded()
            for count in 0..<54 {
                #expect(try client.run(.sendObjectInfo, [Self.first], data: Array(whole.prefix(count))).code == .invalidDataSet)
            }
            #expect(try client.children(of: Self.all).count == 1)
        }
    }

    // MARK: MoveObject

    @Test func `a moved object keeps its handle and its bytes, and no other event is sent`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let (folder, file) = (try client.makeFolder("A"), try client.put("X.TXT", [1, 2, 3]))
            #expect(try client.run(.moveObject, [file, Self.first, folder]) == .init(code: .ok, parameters: []))
            #expect(try client.info(file).parent.rawValue == folder)
            #expect(try client.children(of: folder) == [file])
            #expect(try !client.children(of: Self.all).contains(file))
            #expect(try client.data(.getObject, [file]) == [1, 2, 3])
            #expect(try Self.eventsUntilNow(served, client).filter { $0 != .storageInfoChanged } == [])
            // 0 and 0xFFFFFFFF are the root.
            for top in [0, Self.all] {
                #expect(try client.run(.moveObject, [file, Self.first, top]).code == .ok)
                #expect(try client.info(file).parent == .none && client.children(of: folder).isEmpty)
                #expect(try client.run(.moveObject, [file, Self.first, folder]).code == .ok)
                #expect(try client.children(of: folder) == [file])
            }
            #expect(try client.run(.moveObject, [file, Self.first, folder]).code == .ok)
        }
    }

    @Test func `a folder moves to another storage with its contents, and both storages report it`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let (outer, everything) = (
                try client.children(of: Self.all)[0], try client.numbers(.getObjectHandles, [Self.all, 0, 0])
            )
            let file = try client.files()[0]
            let bytes = try client.data(.getObject, [file])
            _ = try Self.eventsUntilNow(served, client)
            #expect(try client.run(.moveObject, [outer, Self.second, 0]).code == .ok)
            #expect(try client.numbers(.getObjectHandles, [Self.first, 0, 0]) == [])
            #expect(try client.numbers(.getObjectHandles, [Self.second, 0, 0]) == everything)
            for handle in everything { #expect(try client.info(handle).storage.rawValue == Self.second) }
            #expect(try client.data(.getObject, [file]) == bytes)
            let codes = try Self.eventsUntilNow(served, client)
            #expect(Set(codes) == [.storageInfoChanged])
            #expect(try client.run(.deleteObject, [outer]).code == .ok)
            #expect(try client.numbers(.getObjectHandles, [Self.all, 0, 0]) == [])
        }
    }

    @Test(arguments: [OperationCode.moveObject, .copyObject])
    func `a destination that does not exist, is no folder, or is inside the object is refused`(operation: OperationCode)
        async throws
    {
        let served = try ServedCamera { $0.cards = [.init(), .init(capacityBytes: 2), .init(isLocked: true)] }
        try await served.client { client throws -> Void in
            let outer = try client.makeFolder("A")
            let inner = try client.makeFolder("B", in: outer)
            let file = try client.put("X.TXT", [1, 2, 3], in: inner)
            let other = try client.makeFolder("C", on: Self.second)
            _ = try client.put("X.TXT", [4])
            let table: [([UInt32], ResponseCode)] = [
                ([], .invalidObjectHandle), ([0, Self.first, 0], .invalidObjectHandle),
                ([Self.all, Self.first, 0], .invalidObjectHandle), ([0x999, Self.first, outer], .invalidObjectHandle),
                ([file], .invalidStorageID), ([file, 0, outer], .invalidStorageID), ([file, Self.all, 0], .invalidStorageID),
                ([file, 0x0009_0001, 0], .invalidStorageID), ([file, 0x0001_0000, 0], .invalidStorageID),
                ([file, Self.first, 0x999], .invalidParentObject), ([file, Self.first, file], .invalidParentObject),
                ([file, Self.first, other], .invalidParentObject), ([file, Self.second, outer], .invalidParentObject),
                ([outer, Self.first, outer], .invalidParentObject), ([outer, Self.first, inner], .invalidParentObject),
                ([inner, Self.first, inner], .invalidParentObject), ([file, Self.first, 0], .invalidParameter),
                ([file, Self.second, 0], .storeFull), ([outer, Self.second, other], .storeFull),
                ([file, 0x0003_0001, 0], .storeReadOnly),
            ]
            for (parameters, code) in table { #expect(try client.run(operation, parameters).code == code, "\(parameters)") }
            #expect(try client.children(of: inner) == [file] && client.children(of: outer) == [inner])
            #expect(try client.children(of: other) == [])
            #expect(try client.data(.getObject, [file]) == [1, 2, 3])
        }
    }

    @Test func `protected objects, and objects on a locked card, are not moved`() async throws {
        let served = try ServedCamera { $0.cards = [.init(), .init(isLocked: true, samplePictures: 1)] }
        try await served.client { client throws -> Void in
            let folder = try client.makeFolder("A")
            let file = try client.put("X.TXT", [1], in: folder)
            #expect(try client.run(.setObjectProtection, [file, 1]).code == .ok)
            #expect(try client.run(.moveObject, [file, Self.first, 0]).code == .objectWriteProtected)
            let attic = try client.makeFolder("B")
            #expect(try client.run(.moveObject, [folder, Self.first, attic]).code == .objectWriteProtected)
            let locked = try client.children(of: Self.all, on: Self.second)[0]
            #expect(try client.run(.moveObject, [locked, Self.first, 0]).code == .storeReadOnly)
            #expect(try client.children(of: folder) == [file])
            #expect(try client.run(.copyObject, [locked, Self.first, 0]).code == .ok)
        }
    }

    @Test func `a busy camera reports so, and nothing is moved`() async throws {
        let served = try ServedCamera { $0.faults = ["busy@move", "busy@copy", "busy@format"].map { SimulatedFault($0)! } }
        try await served.client { client throws -> Void in
            let (folder, file) = (try client.makeFolder("A"), try client.put("X.TXT", [1]))
            #expect(try client.run(.moveObject, [file, Self.first, folder]).code == .deviceBusy)
            #expect(try client.run(.copyObject, [file, Self.first, folder]).code == .deviceBusy)
            #expect(try client.run(.formatStore, [Self.first]).code == .deviceBusy)
            #expect(try client.children(of: folder) == [] && client.info(file).parent == .none)
        }
    }

    // MARK: CopyObject

    @Test func `the response has the copy's handle, and events report its contents`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let folder = try client.makeFolder("A")
            let file = try client.put("X.TXT", [1, 2, 3], in: folder)
            #expect(try client.run(.setObjectProtection, [file, 1]).code == .ok)
            _ = try Self.eventsUntilNow(served, client)
            let outcome = try client.run(.copyObject, [folder, Self.second, 0])
            #expect(outcome.code == .ok && outcome.parameters.count == 1)
            let copy = outcome.parameters[0]
            #expect(copy != folder)
            let inside = try client.children(of: copy)
            let added = Array(try client.event(.objectAdded).parameters)
            #expect(inside == added && inside != [file])
            #expect(Set(try Self.eventsUntilNow(served, client)).isSubset(of: [.storageInfoChanged]))
            let info = try client.info(inside[0])
            #expect(info.filename == "X.TXT" && info.storage.rawValue == Self.second && info.protection == .none)
            #expect(try client.data(.getObject, [inside[0]]) == [1, 2, 3])
            #expect(try client.run(.deleteObject, [copy]).code == .ok)
            #expect(try client.data(.getObject, [file]) == [1, 2, 3])
        }
    }

    // MARK: FormatStore

    @Test func `a formatted storage is empty, and reports its free space`() async throws {
        let folder = try TemporaryFolder()
        let served = try ServedCamera { $0.cards = [.init(folder: folder.path), .init(samplePictures: 1)] }
        try await served.client { client throws -> Void in
            let files = [try client.put("X.TXT", [1, 2, 3]), try client.put("Y.TXT", [4], in: try client.makeFolder("A"))]
            #expect(try client.run(.setObjectProtection, [files[0], 1]).code == .ok)
            let others = try client.numbers(.getObjectHandles, [Self.second, 0, 0])
            _ = try Self.eventsUntilNow(served, client)
            #expect(try client.run(.formatStore, [Self.first, 0]) == .init(code: .ok, parameters: []))
            #expect(try client.numbers(.getObjectHandles, [Self.all, 0, 0]) == others)
            for file in files { #expect(try client.run(.getObject, [file]).code == .invalidObjectHandle) }
            #expect(try client.event(.storageInfoChanged).parameters == [Self.first])
            #expect(try Self.eventsUntilNow(served, client) == [])
            let info = try StorageInfoDataset(try client.data(.getStorageInfo, [Self.first]))
            #expect(info.freeSpaceBytes == info.maximumCapacity)
            #expect(!folder.contains("X.TXT") && !folder.contains("A/Y.TXT"))
            // With the storage's own file system.
            #expect(try client.run(.formatStore, [Self.first, 3]).code == .ok)
            #expect(try client.put("X.TXT", [5]) != files[0])
        }
    }

    @Test func `a storage that is not there, is locked, or is to have another file system is not formatted`() async throws {
        let served = try ServedCamera { $0.cards = [.init(samplePictures: 1), .init(isLocked: true)] }
        try await served.client { client throws -> Void in
            for storage in [0, Self.all, 0x0009_0001, 0x0001_0000] {
                #expect(try client.run(.formatStore, [storage]).code == .invalidStorageID)
            }
            #expect(try client.run(.formatStore).code == .invalidStorageID)
            for system in [1, 2, 4, 0x0001_0003, Self.all] {
                #expect(try client.run(.formatStore, [Self.first, system]).code == .invalidParameter)
            }
            #expect(try client.run(.formatStore, [Self.second]).code == .storeReadOnly)
            #expect(try client.files().count == 1)
        }
    }

    @Test func `an object that was announced before is not awaited after formatting`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let folder = try client.makeFolder("A")
            let info = ObjectInfo(storage: .unspecified, format: .text, filename: "X.TXT", compressedSize: 1)
            #expect(try client.run(.sendObjectInfo, [Self.first, folder], data: try info.encoded()).code == .ok)
            #expect(try client.run(.formatStore, [Self.first]).code == .ok)
            #expect(try client.run(.sendObject, data: [1]).code == .noValidObjectInfo)
        }
    }
}
