import CameraModel
import HotShoeSupport
import PTP
import SimulatedCamera
import TestSupport
import Testing

@testable import PTPResponder

/// Pictures that the initiator takes: captures, open captures, pictures for the host.
@Suite(.timeLimit(.minutes(5))) struct CaptureTests {
    @Test(arguments: [(false, [EventCode.objectAdded]), (true, [.objectAdded, .requestObjectTransfer])])
    func `a capture is complete after its picture was announced, also where the camera's own news are late`(
        isForHost: Bool,
        announced: [EventCode]
    ) async throws {
        let simulator = CameraSimulator(.init())
        let device = PTPDevice(simulator.makeCamera(), captureRefusal: .seconds(60))
        try await device.camera.connect()
        if isForHost { simulator.turn(.imageDestination, to: "host") }
        // The device does not follow the camera, so that the camera's events are as late as possible.
        #expect(await device.execute(OperationRequest(.openSession, TransactionID(rawValue: 0), [1])).code == .ok)
        let events = device.events.makeAsyncIterator()
        #expect(await device.execute(OperationRequest(.initiateCapture, TransactionID(rawValue: 1))).code == .ok)
        var sent: [EventCode] = []
        while sent.last != .captureComplete, let event = await events.next() { sent.append(event.code) }
        #expect(sent == announced + [.captureComplete])
        await device.camera.disconnect()
    }

    @Test func `events after the announcement of a file are sent after it, from any thread`() async throws {
        let device = PTPDevice(CameraSimulator(.init()).makeCamera())
        #expect(await device.execute(OperationRequest(.openSession, TransactionID(rawValue: 0), [1])).code == .ok)
        let events = device.events.makeAsyncIterator()
        for round in 0..<1000 as Range<UInt64> {
            let items = (1...20 as ClosedRange<UInt64>).map { number in
                ItemInfo(handle: .init(round << 8 | number), storage: .init(1), parent: nil, name: "\(number)", kind: .image)
            }
            let announce: @Sendable () -> Void = {
                for item in items { device.announce(item) }
                device.send(Event(.captureComplete))
            }
            async let one = onOwnThread(announce)
            async let other = onOwnThread(announce)
            _ = await (one, other)
            var sent: [EventCode] = []
            while sent.count < items.count + 2, let event = await events.next() { sent.append(event.code) }
            #expect(sent == items.map { _ in .objectAdded } + [.captureComplete, .captureComplete], "round \(round)")
        }
    }

    @Test func `a picture is announced, then complete, and can be fetched`() async throws {
        let served = try ServedCamera()
        try await served.client { client in
            #expect(try client.run(.initiateCapture, [0, 0]).code == .ok)
            let added = try client.event(.objectAdded)
            _ = try client.event(.captureComplete)
            var info = try client.info(added.parameters[0])
            // Folders may be announced first.
            while info.format == .association { info = try client.info(try client.event(.objectAdded).parameters[0]) }
            #expect(info.filename == "IMG_0001.JPG")
            #expect(try client.run(.initiateCapture, [0x0009_0001]).code == .invalidStorageID)
            #expect(try client.run(.initiateCapture, [0, 0x300B]).code == .invalidObjectFormatCode)
        }
    }

    @Test func `a picture that cannot be taken is refused in the response`() async throws {
        let served = try ServedCamera(time: VirtualClock()) { $0.faults = [SimulatedFault("focus-fails")!] }
        try await served.client { client throws -> Void in
            #expect(try client.run(.initiateCapture).code == .generalError)
            #expect(try client.run(.initiateCapture).code == .ok)
        }
    }

    @Test func `an open capture lasts until it is terminated, by its own number`() async throws {
        let served = try ServedCamera()
        served.simulator.turn(.exposureMode, to: "bulb")
        try await served.client { client in
            #expect(try client.run(.terminateOpenCapture, [9]).code == .captureAlreadyTerminated)
            let id = try client.request(.initiateOpenCapture)
            #expect(try client.outcome().code == .ok)
            #expect(try client.run(.initiateOpenCapture).code == .deviceBusy)
            #expect(try client.run(.initiateCapture).code == .deviceBusy)
            #expect(try client.run(.terminateOpenCapture, [id.rawValue + 50]).code == .invalidTransactionID)
            #expect(try client.run(.terminateOpenCapture, [id.rawValue]).code == .ok)
            let added = try client.event(.objectAdded)
            #expect(try client.info(added.parameters[0]).format != .undefined)
        }
    }

    @Test func `a picture for the host alone is an object until it was fetched`() async throws {
        let served = try ServedCamera()
        try await served.client { client in
            #expect(try client.run(.setDevicePropValue, [0xD00F], data: [2]).code == .ok)
            #expect(try client.run(.initiateCapture).code == .ok)
            let handle = try client.event(.objectAdded).parameters[0]
            #expect(try client.event(.requestObjectTransfer).parameters == [handle])
            let info = try client.info(handle)
            #expect(info.storage == .unspecified && info.filename == "IMG_0001.JPG")
            let bytes = try client.data(.getObject, [handle])
            #expect(UInt64(bytes.count) == info.compressedSize)
            #expect(try client.event(.objectRemoved).parameters == [handle])
            #expect(try client.run(.getObjectInfo, [handle]).code == .invalidObjectHandle)
        }
    }
}
