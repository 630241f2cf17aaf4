import CameraModel
import HotShoeSupport
import PTP
import TestSupport
import Testing

@testable import DriverPTP

/// Files that a camera announces or makes, and describes late, wrongly or not at all.
@Suite(.timeLimit(.minutes(5))) struct AnnouncedObjectTests {
    private struct Rig {
        let responder: FakeResponder
        let clock = HurriedClock(20)
        let camera: Camera
        let events: EventStream<CameraEvent>

        init(_ change: @escaping (inout FakeResponder.State) -> Void = { _ in }) async throws {
            responder = FakeResponder(change)
            camera = responder.camera(time: clock)
            events = camera.events
            try await camera.connect()
        }

        func shoot() async throws -> Shot {
            try await camera.shoot()
        }

        /// Lets time pass until an event of the camera satisfies a condition.
        func until(_ what: String, _ isReached: (CameraEvent) -> Bool) async throws {
            try await TestSupport.until(what) {
                while let event = events.popFirst() { if isReached(event) { return true } }
                return false
            }
        }

        func untilAdded(_ name: String) async throws {
            try await until("\(name) is added") { if case .itemAdded(let item) = $0 { item.name == name } else { false } }
        }
    }

    /// A camera that makes A.JPG when a picture is taken, and sends events.
    private static func making(_ events: [Event]) -> @Sendable (inout FakeResponder.State) -> [Event] {
        { state in
            state.add(7, "A.JPG")
            return events
        }
    }

    private static let added = Event(.objectAdded, [7])
    private static let complete = Event(.captureComplete, [1])

    @Test(arguments: [ResponseCode.invalidObjectHandle, .accessDenied, .generalError, .deviceBusy])
    func `a picture whose description is refused at first is the picture`(_ code: ResponseCode) async throws {
        let rig = try await Rig {
            $0.capture = Self.making([Self.added, Self.complete])
            $0.refusals[.getObjectInfo] = Array(repeating: code, count: 12)
        }
        let shot = try await rig.shoot()
        #expect(shot.files.map(\.name) == ["A.JPG"])
        #expect(shot.unreadable.isEmpty)
        #expect(rig.responder.count(of: .getObjectInfo) > 3)
    }

    @Test func `a picture whose size is 0 at first is described again`() async throws {
        let rig = try await Rig {
            $0.capture = { state in
                state.add(7, "A.JPG", size: 0)
                return [Self.added, Self.complete]
            }
        }
        let camera = rig.camera
        let shooting = Task { try await camera.shoot() }
        try await until("the picture is described three times") {
            rig.responder.count(of: .getObjectInfo) >= 3
        }
        rig.responder.state.withLock { $0.objects[0].info.compressedSize = 4 }
        try await rig.untilAdded("A.JPG")
        #expect(try await shooting.value.files.map(\.size) == [4])
    }

    @Test func `a picture that is never described is counted with its handle, and comes back with a later event`() async throws {
        let rig = try await Rig {
            $0.capture = Self.making([Self.added, Self.complete])
            $0.refusals[.getObjectInfo] = Array(repeating: .accessDenied, count: 1000)
        }
        let shot = try await rig.shoot()
        #expect(shot.files.isEmpty)
        #expect(shot.unreadable.map(\.displayName) == ["object 0x00000007"])
        try await rig.until("the picture is counted") { if case .itemUnreadable = $0 { true } else { false } }
        rig.responder.state.withLock { $0.refusals = [:] }
        rig.responder.send(.objectAdded, 7)
        try await rig.untilAdded("A.JPG")
    }

    @Test(arguments: [[], [complete]]) func `a picture that is not announced is found`(_ events: [Event]) async throws {
        let rig = try await Rig {
            $0.add(1, "OLD.JPG")
            $0.capture = Self.making(events)
        }
        #expect(try await rig.shoot().files.map(\.name) == ["A.JPG"])
    }

    @Test func `a file that is made at the camera and not announced is found by a search`() async throws {
        let rig = try await Rig { $0.add(1, "OLD.JPG") }
        try await rig.camera.findNewFiles()
        rig.responder.add(2, "NEW.JPG")
        try await rig.camera.findNewFiles()
        try await rig.untilAdded("NEW.JPG")
    }

    @Test func `a handle that is used again after a removal is added again`() async throws {
        let rig = try await Rig()
        for name in ["A.JPG", "B.JPG", "C.JPG"] {
            rig.responder.state.withLock { $0.objects = [] }
            rig.responder.add(7, name)
            rig.responder.send(.objectAdded, 7)
            try await rig.untilAdded(name)
            rig.responder.send(.objectRemoved, 7)
        }
    }

    @Test func `an object that is added, removed and added before it is requested is added`() async throws {
        let rig = try await Rig()
        let gate = Promise<Void, Never>()
        rig.responder.state.withLock { $0.held = (.getStorageIDs, gate) }
        rig.responder.send(.storeAdded, FakeResponder.storage)
        rig.responder.add(7, "A.JPG")
        rig.responder.send(.objectAdded, 7)
        rig.responder.send(.objectRemoved, 7)
        rig.responder.send(.objectAdded, 7)
        gate.fulfil(.success(()))
        try await rig.untilAdded("A.JPG")
    }

    @Test func `the files of a card that was replaced are removed, and those with their handles are added`() async throws {
        let rig = try await Rig()
        rig.responder.add(7, "A.JPG")
        rig.responder.send(.objectAdded, 7)
        try await rig.untilAdded("A.JPG")
        rig.responder.send(.storeRemoved, FakeResponder.storage)
        try await rig.until("the file is removed") { if case .itemRemoved(.init(7)) = $0 { true } else { false } }
        rig.responder.send(.storeAdded, FakeResponder.storage)
        rig.responder.send(.objectAdded, 7)
        try await rig.untilAdded("A.JPG")
    }

    @Test(arguments: [OperationCode.getStorageIDs, .getStorageInfo])
    func `a card that is refused while connecting is found later`(_ code: OperationCode) async throws {
        let rig = try await Rig { $0.refusals[code] = [.generalError, .generalError] }
        #expect(rig.camera.storages.isEmpty)
        try await until("the card is found") { !rig.camera.storages.isEmpty }
    }

    @Test func `a card that is refused once is not removed`() async throws {
        let rig = try await Rig()
        rig.responder.state.withLock { $0.refusals[.getStorageInfo] = [.generalError] }
        rig.responder.send(.storageInfoChanged, FakeResponder.storage)
        try await until("the card is described again") {
            rig.responder.count(of: .getStorageInfo) >= 3
        }
        #expect(rig.camera.storages.count == 1)
    }

    @Test(arguments: [OperationCode.getPartialObject, .getObject])
    func `a read that is refused is repeated`(_ code: OperationCode) async throws {
        let rig = try await Rig { state in
            if code == .getObject { state.device.operations.removeAll { $0 == .getPartialObject } }
            state.add(7, "A.JPG")
            state.refusals[code] = [.accessDenied, .generalError]
        }
        let card = try #require(rig.camera.storages.first)
        let file = try #require(try await card.items().first).file
        let bytes = try await file.contents()
        #expect(bytes == [0xFF, 0xD8, 0xFF, 0xD9])
    }

    @Test func `an object that cannot be read is listed by its handle, and one that was deleted is not`() async throws {
        let rig = try await Rig { state in
            state.add(7, "A.JPG")
            state.add(8, "B.JPG")
        }
        let card = try #require(rig.camera.storages.first)
        rig.responder.state.withLock { $0.refusals[.getObjectInfo] = Array(repeating: .accessDenied, count: 9) }
        let unreadable = try await card.items()
        #expect(unreadable.map(\.name).sorted().contains("B.JPG"))
        #expect(unreadable.count == 2)
        let listing = card.listing()
        rig.responder.state.withLock { $0.refusals = [:] }
        #expect(try await listing.next()?.name == "A.JPG")
        rig.responder.state.withLock { _ = $0.objects.removeLast() }
        #expect(try await listing.next() == nil)
    }

    @Test func `busy properties cost one budget while connecting, and are described later`() async throws {
        let codes = (0..<45).map { DevicePropCode(rawValue: 0xD100 + $0) }
        let responder = FakeResponder { state in
            state.device.operations.append(.getDevicePropDesc)
            state.device.deviceProps = codes
            state.refusals[.getDevicePropDesc] = Array(repeating: .deviceBusy, count: 100_000)
        }
        let clock = HurriedClock(20)
        let camera = responder.camera(time: clock)
        try await camera.connect()
        #expect(clock.now < .seconds(60), "\(clock.now)")
        let requests = responder.count(of: .getDevicePropDesc)
        try await until("a property is requested again") {
            responder.count(of: .getDevicePropDesc) > requests
        }
    }
}
