import FakeCamera
import HotShoeSupport
import Testing

@testable import CameraModel

/// The files and offers of a shot.
@Suite(.timeLimit(.minutes(5))) struct ShotTests {
    private func shot(_ items: [ItemInfo], _ offers: [TransferOffer]) async throws -> Shot {
        let rig = try await CameraRig.connected { $0.shot = ShotResult(items: items, offers: offers) }
        return try await rig.camera.shoot()
    }

    private static let jpeg = CameraRig.item(1, "A.JPG")
    private static let raw = CameraRig.item(2, "A.NEF", kind: .rawImage)

    @Test func `the original is the developed picture rather than the raw one, in either order`() async throws {
        for items in [[Self.jpeg, Self.raw], [Self.raw, Self.jpeg]] {
            let shot = try await shot(items, [])
            #expect(shot.original?.name == "A.JPG")
            #expect(shot.raw?.name == "A.NEF")
            #expect(shot.files.map(\.name) == items.map(\.name))
            #expect(shot.preview == nil)
        }
    }

    @Test func `with a raw file only, that is the original`() async throws {
        let shot = try await shot([Self.raw], [])
        #expect(shot.original?.name == "A.NEF")
        #expect(shot.original?.isRAW == true)
    }

    @Test func `a picture that was neither kept nor offered has no files`() async throws {
        let shot = try await shot([], [])
        #expect(shot.files.isEmpty)
        #expect(shot.original == nil)
        #expect(shot.raw == nil)
    }

    @Test(arguments: ["DNG", "NEF", "CR2", "CR3", "ARW", "RAF", "ORF", "RW2", "PEF", "cr3"])
    func `an offered file is known for raw by its extension`(fileExtension: String) async throws {
        let shot = try await shot(
            [],
            [CameraRig.offer(1, "A.RAW", [(.original, fileExtension)]), CameraRig.offer(2, "A.JPG", [(.original, "JPG")])]
        )
        #expect(shot.raw?.name == "A.RAW")
        #expect(shot.original?.name == "A.JPG")
    }

    @Test func `a file on the card is not fetched twice`() async throws {
        let shot = try await shot([Self.jpeg], [CameraRig.offer(5, "A.JPG", [(.preview, "JPG"), (.original, "JPG")], item: 1)])
        #expect(shot.files.count == 1)
        #expect(shot.files[0].item?.info == Self.jpeg)
        #expect(shot.preview?.name == "A.JPG")
        #expect(shot.preview?.item == nil)
    }

    @Test func `an offer without the original is no file of the shot`() async throws {
        let shot = try await shot([], [CameraRig.offer(5, "A.JPG", [(.preview, "JPG")])])
        #expect(shot.files.isEmpty)
        #expect(shot.preview?.name == "A.JPG")
    }

    @Test func `a picture is taken with the requested options`() async throws {
        let rig = try await CameraRig.connected()
        try await rig.camera.shoot()
        try await rig.camera.shoot(ShootOptions(autofocus: false))
        #expect(rig.driver.calls.elements.suffix(2).map(\.argument) == ["with autofocus", "without autofocus"])
    }

    // MARK: Transfers

    @Test func `an offer is announced, listed, fetched and withdrawn`() async throws {
        let rig = try await CameraRig.connected {
            $0.bytes = { consume throws(CameraError) in _ = try unsafe consume(([9] as [UInt8]).span.bytes) }
        }
        let transfers = rig.camera.transfers
        let offer = CameraRig.offer(3, "B.JPG", [(.preview, "JPG"), (.original, "JPG")])
        rig.host.update([.transferOffered(offer)])
        let transfer = try #require(transfers.popFirst())
        #expect(transfer.offer == offer)
        #expect(transfer.isValid)
        #expect(rig.camera.pendingTransfers.map(\.offer) == [offer])
        #expect(try await transfer.file(.preview)?.contents() == [9])
        #expect(rig.driver.calls.last?.description == "transfer 3 preview")
        rig.host.update([.transferWithdrawn(offer.identifier)])
        #expect(!transfer.isValid)
        #expect(rig.camera.pendingTransfers.isEmpty)
    }

    @Test func `a form that is not offered has no file`() async throws {
        let rig = try await CameraRig.connected()
        let transfer = Transfer(camera: rig.camera, offer: CameraRig.offer(1, "A.JPG", [(.original, "JPG")]))
        #expect(transfer.file(.preview) == nil)
        #expect(transfer.file(.original) != nil)
    }

    @Test func `both files of a shot are offered, and an offer that is repeated is one offer`() async throws {
        let rig = try await CameraRig.connected()
        let offers = [CameraRig.offer(1, "A.JPG"), CameraRig.offer(2, "A.NEF", [(.original, "NEF")])]
        rig.host.update((offers + [offers[0]]).map { .transferOffered($0) })
        #expect(rig.camera.pendingTransfers.map(\.offer) == offers)
    }

    @Test func `an offer can be declined, and ends with the connection`() async throws {
        let rig = try await CameraRig.connected()
        rig.host.update([.transferOffered(CameraRig.offer(4))])
        let transfer = rig.camera.pendingTransfers[0]
        try await transfer.decline()
        #expect(rig.driver.calls.last?.description == "transfer 4 declined")
        await rig.camera.disconnect()
        #expect(!transfer.isValid)
        #expect(await code { () throws(CameraError) in try await transfer.decline() } == .notConnected)
    }
}
