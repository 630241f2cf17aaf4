import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import Testing
import VendorKit

@Suite(.timeLimit(.minutes(5))) struct OfferedTransfersTests {
    private static let contents: [UInt8] = Array(0..<10)

    /// Connects to a scripted camera; its connection has the facet for transfers only.
    private final class Driver: CameraDriver {
        let device = ScriptedCamera { request, _ in
            if request.code == .getObjectInfo {
                let size: UInt64? =
                    switch request.parameters[0] {
                    case 7: 0
                    case 8: nil
                    default: 10
                    }
                var info = ObjectInfo(storage: .unspecified, format: .exifJPEG, filename: "B.JPG", compressedSize: size)
                info.captureDate = "20300102T030405"
                return .data((try? info.encoded()) ?? [])
            }
            if request.code == .getObject { return .data(contents) }
            guard request.code == .getPartialObject else { return .ok }
            let start = min(Int(request.parameters[1]), contents.count)
            return .data(Array(contents[start...].prefix(Int(request.parameters[2]))))
        }
        let completed = Guarded<[UInt32]>([])
        let offers = Guarded<OfferedTransfers?>(nil)
        /// Whether the camera does not remove pictures.
        let refuses = Guarded(false)
        /// Size of a piece; nil for pictures that are transferred as a whole.
        let pieceSize: UInt64?
        let isRemovedByTransfer: Bool?

        init(pieceSize: UInt64?, isRemovedByTransfer: Bool?) {
            (self.pieceSize, self.isRemovedByTransfer) = (pieceSize, isRemovedByTransfer)
        }

        func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
            var info = DeviceInfo(manufacturer: "A", model: "B", deviceVersion: "1", serialNumber: "1")
            info.operations = [.getPartialObject]
            let session = device.session(VirtualClock())
            let standard = StandardConnection(session, info, host: host, time: SystemClock.shared)
            let offers = OfferedTransfers(
                standard,
                inPiecesOf: pieceSize,
                isRemovedByTransfer: isRemovedByTransfer
            ) { [weak self] handle throws(CameraError) in
                let handle = handle.rawValue
                if self?.refuses.withLock({ $0 }) == true { throw CameraError(.busy, "test") }
                self?.completed.withLock { $0.append(handle) }
            }
            self.offers.withLock { $0 = offers }
            return Connection(offers)
        }
    }

    private final class Connection: CameraConnection {
        let info = CameraInfo(manufacturer: "A", model: "B", firmwareVersion: "1", serialNumber: "1")
        let transfers: (any TransferDriver)?

        init(_ transfers: any TransferDriver) { self.transfers = transfers }

        func disconnect(_ options: DisconnectOptions) async {}
    }

    private static func offer(_ number: UInt64) -> TransferOffer {
        TransferOffer(
            identifier: TransferOffer.Identifier(number),
            fileName: "A.JPG",
            created: nil,
            available: [.init(representation: .original, predictedSize: UInt64(contents.count), fileExtension: "jpg")],
            isOnlyCopy: true,
            mustBeExecuted: true,
            item: nil
        )
    }

    /// Connects, and returns the facet with the camera's events from then on.
    private static func connected(pieceSize: UInt64? = 4, isRemovedByTransfer: Bool? = nil) async throws -> (
        Driver, Camera, OfferedTransfers, EventStream<CameraEvent>
    ) {
        let driver = Driver(pieceSize: pieceSize, isRemovedByTransfer: isRemovedByTransfer)
        let description = CameraDescription(identifier: CameraIdentifier("offers"), family: .generic, transport: .usb)
        let camera = Camera(description, driver: driver)
        try await camera.connect()
        let events = camera.events
        return (driver, camera, try #require(driver.offers.withLock { $0 }), events)
    }

    @Test func `an offer is fetched in pieces, completed once, and withdrawn`() async throws {
        let (driver, camera, offers, events) = try await Self.connected()
        for _ in 0..<2 { offers.add(Self.offer(7)) }
        let received = Guarded<[UInt8]>([])
        try await offers.executeTransfer(.init(7), .original) { bytes in
            unsafe bytes.withUnsafeBytes { memory in received.withLock { unsafe $0.append(contentsOf: memory) } }
            return .proceed
        }
        #expect(received.withLock { $0 } == Self.contents)
        #expect(driver.device.requests.map { $0.parameters[1] } == [0, 4, 8])
        #expect(driver.completed.withLock { $0 } == [7])
        let error = await #expect(throws: CameraError.self) { try await offers.declineTransfer(.init(7)) }
        #expect(error?.code == .notFound)
        await camera.disconnect()
        var seen: [String] = []
        while let event = events.popFirst() {
            switch event {
            case .transferOffered: seen.append("offered")
            case .transferWithdrawn: seen.append("withdrawn")
            default: break
            }
        }
        #expect(seen == ["offered", "withdrawn"])
    }

    @Test func `a stopped transfer remains, a declined one is completed without a request`() async throws {
        let (driver, camera, offers, _) = try await Self.connected()
        offers.add(Self.offer(7))
        try await offers.executeTransfer(.init(7), .original) { _ in .stop }
        #expect(driver.completed.withLock { $0 }.isEmpty)
        let requestCount = driver.device.requests.count
        try await offers.declineTransfer(.init(7))
        #expect(driver.completed.withLock { $0 } == [7])
        #expect(driver.device.requests.count == requestCount)
        await camera.disconnect()
    }

    @Test func `an announced picture is described, offered once, and again under the same handle when it has been removed`()
        async throws
    {
        let (driver, camera, offers, events) = try await Self.connected()
        let handle = ObjectHandle(rawValue: 0xFFFF_0001)
        var seen: [TransferOffer] = []
        for round in 0..<2 {
            for _ in 0..<2 { offers.announce(handle, isOnlyCopy: true) }
            let announced = Promise<Void, Never>()
            offers.afterAnnouncements { announced.fulfil(.success(())) }
            _ = await announced.result()
            while let event = events.popFirst() { if case .transferOffered(let offer) = event { seen.append(offer) } }
            #expect(seen.count == round + 1)
            let offer = try #require(seen.last)
            #expect(offer.fileName == "B.JPG" && offer.available.first?.fileExtension == "JPG" && offer.created?.year == 2030)
            try await offers.declineTransfer(offer.identifier)
        }
        #expect(seen[0].identifier != seen[1].identifier)
        #expect(driver.completed.withLock { $0 } == [0xFFFF_0001, 0xFFFF_0001])
        await camera.disconnect()
    }

    @Test func `a picture that others follow is fetched before it is offered, and passed on from memory`() async throws {
        let (driver, camera, offers, events) = try await Self.connected()
        let handle = ObjectHandle(rawValue: 0xFFFF_0001)
        // The second has the handle of the first, which is open.
        offers.announce(handle, isOnlyCopy: true) { true }
        offers.announce(handle, isOnlyCopy: true)
        let announced = Promise<Void, Never>()
        offers.afterAnnouncements { announced.fulfil(.success(())) }
        _ = await announced.result()
        #expect(driver.completed.withLock { $0 } == [0xFFFF_0001])
        var seen: [TransferOffer.Identifier] = []
        while let event = events.popFirst() { if case .transferOffered(let offer) = event { seen.append(offer.identifier) } }
        #expect(seen.count == 2)
        let requestCount = driver.device.requests.count
        try await offers.executeTransfer(seen[0], .original) { _ in .stop }
        let received = Guarded<[UInt8]>([])
        try await offers.executeTransfer(seen[0], .original) { bytes in
            unsafe bytes.withUnsafeBytes { memory in received.withLock { unsafe $0.append(contentsOf: memory) } }
            return .proceed
        }
        #expect(received.withLock { $0 } == Self.contents && driver.device.requests.count == requestCount)
        let error = await #expect(throws: CameraError.self) { try await offers.declineTransfer(seen[0]) }
        #expect(error?.code == .notFound)
        // Only the second is in the camera.
        #expect(offers.popAll() == [handle] && driver.completed.withLock { $0 }.count == 1)
        await camera.disconnect()
    }

    @Test func `a picture that cannot be fetched early is offered from the camera, and one in memory can be declined`()
        async throws
    {
        let (driver, camera, offers, events) = try await Self.connected()
        func announced() async -> TransferOffer? {
            let promise = Promise<Void, Never>()
            offers.afterAnnouncements { promise.fulfil(.success(())) }
            _ = await promise.result()
            while let event = events.popFirst() { if case .transferOffered(let offer) = event { return offer } }
            return nil
        }
        offers.announce(ObjectHandle(rawValue: 5), isOnlyCopy: true) { true }
        try await offers.declineTransfer(try #require(await announced()).identifier)
        #expect(driver.completed.withLock { $0 } == [5])
        driver.refuses.withLock { $0 = true }
        offers.announce(ObjectHandle(rawValue: 6), isOnlyCopy: true) { true }
        #expect(await announced() != nil)
        #expect(offers.popAll() == [ObjectHandle(rawValue: 6)])
        await camera.disconnect()
    }

    @Test func `a picture that is transferred as a whole is fetched by one request, also to be declined`() async throws {
        let (driver, camera, offers, events) = try await Self.connected(pieceSize: nil)
        let handle = ObjectHandle(rawValue: 0xFFFF_C001)
        #expect(await offers.fetch(handle, isOnlyCopy: true))
        #expect(driver.device.count(of: .getObject) == 1 && driver.device.count(of: .getPartialObject) == 0)
        #expect(driver.completed.withLock { $0 } == [handle.rawValue])
        // The next one is announced only, and declined: it is fetched and discarded.
        offers.announce(handle, isOnlyCopy: true)
        let announced = Promise<Void, Never>()
        offers.afterAnnouncements { announced.fulfil(.success(())) }
        _ = await announced.result()
        var seen: [TransferOffer.Identifier] = []
        while let event = events.popFirst() { if case .transferOffered(let offer) = event { seen.append(offer.identifier) } }
        #expect(seen.count == 2)
        // It is open, so that the handle is not used again.
        #expect(await !offers.fetch(handle, isOnlyCopy: true))
        try await offers.declineTransfer(seen[1])
        #expect(driver.device.count(of: .getObject) == 2 && driver.completed.withLock { $0 }.count == 2)
        try await offers.declineTransfer(seen[0])
        #expect(driver.device.count(of: .getObject) == 2)
        await camera.disconnect()
    }

    @Test func `a picture that an operation removes is declined without being fetched`() async throws {
        let (driver, camera, offers, _) = try await Self.connected(pieceSize: nil, isRemovedByTransfer: false)
        offers.add(Self.offer(7))
        try await offers.declineTransfer(.init(7))
        #expect(driver.device.count(of: .getObject) == 0 && driver.completed.withLock { $0 } == [7])
        await camera.disconnect()
    }

    @Test func `a picture of unknown size stays in the camera`() async throws {
        let number: UInt32 = 8
        let (driver, camera, offers, events) = try await Self.connected()
        offers.announce(ObjectHandle(rawValue: number), isOnlyCopy: true) { true }
        let announced = Promise<Void, Never>()
        offers.afterAnnouncements { announced.fulfil(.success(())) }
        _ = await announced.result()
        var offered: TransferOffer?
        while let event = events.popFirst() { if case .transferOffered(let offer) = event { offered = offer } }
        let identifier = try #require(offered).identifier
        let error = await #expect(throws: CameraError.self) {
            try await offers.executeTransfer(identifier, .original) { _ in .proceed }
        }
        #expect(error?.code == .protocolFailure)
        #expect(driver.completed.withLock { $0 }.isEmpty && offers.popAll() == [ObjectHandle(rawValue: number)])
        await camera.disconnect()
    }

    @Test func `a picture for which there is no room among the offers stays in the camera`() async throws {
        let (driver, camera, offers, _) = try await Self.connected()
        for number in 100..<356 as Range<UInt64> { offers.add(Self.offer(number)) }
        offers.announce(ObjectHandle(rawValue: 5), isOnlyCopy: true) { true }
        let announced = Promise<Void, Never>()
        offers.afterAnnouncements { announced.fulfil(.success(())) }
        _ = await announced.result()
        #expect(driver.completed.withLock { $0 }.isEmpty)
        await camera.disconnect()
    }

    @Test func `offers are limited, and are returned in order at the end`() async throws {
        let (_, camera, offers, _) = try await Self.connected()
        for number in (0..<300 as Range<UInt64>).reversed() { offers.add(Self.offer(number)) }
        let left = offers.popAll().map(\.rawValue)
        #expect(left == Array(44..<300))
        #expect(offers.popAll().isEmpty)
        await camera.disconnect()
    }
}
