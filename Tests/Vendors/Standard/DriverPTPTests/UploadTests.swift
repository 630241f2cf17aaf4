import CameraModel
import HotShoeSupport
import PTP
import PTPResponder
import Testing

/// An upload is two transactions, SendObjectInfo and SendObject, with no other announcement in between.
@Suite(.timeLimit(.minutes(5))) struct UploadTests {
    private static func upload(_ number: Int, to card: Storage) async throws {
        let sent = Guarded(0)
        try await card.upload("UP\(number).JPG", size: 1000) { limit in
            let count = sent.withLock { sent in
                defer { sent += min(limit, 1000 - sent) }
                return min(limit, 1000 - sent)
            }
            return [UInt8](repeating: UInt8(number), count: count)
        }
    }

    @Test func `uploads at the same time are each their own file`() async throws {
        let served = try ServedSimulator()
        let rig = DriverRig(served.address)
        try await rig.camera.connect()
        let card = try #require(rig.camera.storages.first)
        try await withThrowingTaskGroup { group in
            for number in 0..<20 { group.addTask { try await Self.upload(number, to: card) } }
            try await group.waitForAll()
        }
        let files = try await card.items().filter { !$0.isFolder }
        #expect(files.count == 20)
        for file in files {
            let number = try #require(UInt8(file.name.dropFirst(2).dropLast(4)))
            #expect(try await file.file.contents() == [UInt8](repeating: number, count: 1000))
        }
        await rig.camera.disconnect()
        await served.responder.stop()
    }

    @Test func `a cancelled upload that waits keeps the others in order`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        let card = try #require(rig.camera.storages.first)
        device.when(.sendObject) { _ in .silence }
        async let requested: Void = device.untilReceived { request, _ in request.code == .sendObject }
        let first = Task { await ending { try await Self.upload(1, to: card) } }
        await requested
        let second = Task { await ending { try await Self.upload(2, to: card) } }
        let third = Task { await ending { try await Self.upload(3, to: card) } }
        second.cancel()
        #expect(await second.value.code == .cancelled)
        #expect(device.received.count { $0.code == .sendObjectInfo } == 1)
        device.behave()
        first.cancel()
        #expect(await first.value.code == .cancelled)
        #expect(await third.value.code == nil)
        let uploads = device.received.map(\.code).filter { $0 == .sendObjectInfo || $0 == .sendObject }
        #expect(uploads == [.sendObjectInfo, .sendObject, .sendObjectInfo, .sendObject])
    }
}
