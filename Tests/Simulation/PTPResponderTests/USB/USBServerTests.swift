import CameraModel
import HotShoeSupport
import PTP
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import PTPResponder

/// Attachment, refusal and leaving of hosts; and misbehaving hosts.
@Suite(.timeLimit(.minutes(5))) struct USBServerTests {
    @Test func `every camera is listed with its numbers and its interface`() async throws {
        let served = try ServedUSBCamera(count: 3, serving: { $0.personality = .canonEOS80D })
        try await served.with { served throws -> Void in
            let host = try WireConnection(served.address)
            try host.send(USBIPClient.listRequest)
            let list = try host.untilClosed()
            #expect(list.prefix(12) == [0x01, 0x11, 0x00, 0x05, 0, 0, 0, 0, 0, 0, 0, 3])
            #expect(list.count == 12 + 3 * 316)
            for index in 0..<3 {
                let record = Array(list[(12 + index * 316)..<(12 + (index + 1) * 316)])
                let busID = String(decoding: record[256..<288].prefix { $0 != 0 }, as: UTF8.self)
                #expect(busID == "1-\(index + 1)")
                // Bus, number and speed; then vendor, product, release, class, configurations and interfaces.
                #expect((0..<3).map { USBIPClient.number(record, 288 + $0 * 4) } == [1, UInt32(index + 2), 3])
                #expect(Array(record[300...]) == [0x04, 0xA9, 0x32, 0x94, 0x01, 0x00, 0, 0, 0, 0, 1, 1, 6, 1, 1, 0])
            }
        }
    }

    @Test(arguments: [(Personality.generic, true), (.canonEOSR5, false)])
    func `a body is described as an MTP device if it names Microsoft's extension`(_ personality: Personality, _ isMTP: Bool)
        async throws
    {
        try await ServedUSBCamera(serving: { $0.personality = personality }).with { served throws -> Void in
            let host = try USBIPClient(served.address)
            // String descriptors: Microsoft's own, and the name of the interface.
            #expect(try host.control(USBSetup(0x80, 6, value: 0x03EE, length: 255)).data.isEmpty == !isMTP)
            let name = try host.control(USBSetup(0x80, 6, value: 0x0304, length: 255))
            #expect(name.data == (isMTP ? [8, 3] + Array("M\0T\0P\0".utf8) : []))
        }
    }

    @Test func `a camera is attached to one host, and connected as long as that is there`() async throws {
        let served = try ServedUSBCamera(count: 2)
        let states = served.responder.devices[0].camera.connectionStates
        try await served.with { served throws -> Void in
            let first = try USBIPClient(served.address)
            #expect(first.device == 0x0001_0002)
            #expect(throws: USBIPClient.Refused(status: 2)) { try USBIPClient(served.address) }
            #expect(served.responder.freeBusIDs == ["1-2"])
            let second = try USBIPClient(served.address, busID: "1-2")
            #expect(served.responder.freeBusIDs.isEmpty)
            first.detach()
            // Until the camera has been left, the next host must wait.
            _ = try Wait.eventually { try USBIPClient(served.address) }
            second.detach()
        }
        var seen: [ConnectionState] = []
        for await state in states {
            seen.append(state)
            if seen.count == 3 { break }
        }
        #expect(seen == [.notConnected(nil), .connecting, .connected])
    }

    @Test func `a device that there is not cannot be attached`() async throws {
        try await ServedUSBCamera().with { served throws -> Void in
            for busID in ["1-2", "", "2-1", "1-1 ", "../1-1"] {
                #expect(throws: USBIPClient.Refused(status: 4)) { try USBIPClient(served.address, busID: busID) }
            }
        }
    }

    @Test func `a camera that cannot be connected is not attached`() async throws {
        let served = try ServedUSBCamera { $0.authentication = .userNameAndPassword(userName: "a", password: "b") }
        try await served.with { served throws -> Void in
            #expect(throws: USBIPClient.Refused(status: 1)) { try USBIPClient(served.address) }
        }
        #expect(served.responder.freeBusIDs.isEmpty)
    }

    @Test func `pulling the camera ends the connection`() async throws {
        let served = try ServedUSBCamera()
        try await served.client { client throws -> Void in
            served.simulator.unplug()
            #expect(throws: WireConnection.Closed.self) { while true { _ = try client.host.status() } }
        }
    }

    @Test func `stopping detaches hosts and closes unidentified connections`() async throws {
        let served = try ServedUSBCamera()
        let isIdentified = Promise<Void, Never>()
        let client = Task {
            await onOwnThread { () throws -> Void in
                defer { isIdentified.fulfil(.success(())) }
                let (connection, host) = (try WireConnection(served.address), try USBIPClient(served.address))
                isIdentified.fulfil(.success(()))
                #expect(throws: WireConnection.Closed.self) { try connection.read(1) }
                #expect(throws: WireConnection.Closed.self) { try host.wire.read(1) }
            }
        }
        _ = await isIdentified.result()
        await served.responder.stop()
        try await client.value.get()
        #expect(served.responder.devices[0].camera.connectionState != .connected)
    }

    @Test func `arriving and leaving hosts are reported`() async throws {
        let served = try ServedUSBCamera()
        let changes = served.responder.hostChanges
        try await served.with { served throws -> Void in
            let host = try USBIPClient(served.address)
            _ = try? USBIPClient(served.address)
            host.detach()
        }
        var seen: [USBResponder.HostChange] = []
        for await change in changes {
            seen.append(change)
            if seen.count == 3 { break }
        }
        #expect(seen == [.attached(busID: "1-1"), .refused(busID: "1-1"), .detached(busID: "1-1")])
    }

    @Test func `as many cameras as there are have hosts at the same time`() async throws {
        let served = try ServedUSBCamera(count: 40)
        try await served.with { served throws -> Void in
            let clients = try (1...40).map { try USBPTPClient.open(served.address, busID: "1-\($0)") }
            #expect(served.responder.freeBusIDs.isEmpty)
            for (index, client) in clients.enumerated() {
                let digits = String(index + 1)
                let serialNumber = try DeviceInfo(try client.data(.getDeviceInfo)).serialNumber
                #expect(serialNumber == "SIM-000" + digits)
            }
        }
    }

    @Test func `nothing is left of a server, its hosts and its cameras`() async throws {
        weak var responder: USBResponder?
        weak var camera: Camera?
        do {
            let served = try ServedUSBCamera()
            (responder, camera) = (served.responder, served.responder.devices[0].camera)
            try await served.with { served throws -> Void in
                let client = try USBPTPClient.open(served.address)
                let file = try client.put("A.TXT", [UInt8](repeating: 1, count: 1 << 20))
                // In the middle of several transfers.
                try client.host.submit(0x83, length: 64)
                try client.request(.getObject, [file])
                _ = try client.host.read(16384)
                client.host.detach()
                _ = try Wait.eventually { try USBPTPClient.open(served.address) }
            }
        }
        // Worker threads may still be finishing.
        try await until("everything is released") { responder == nil && camera == nil }
    }

    // MARK: Transfers that are given up

    @Test func `a pending transfer is cancelled, and a completed one is not`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            let host = client.host
            for endpoint: UInt8 in [0x81, 0x83] {
                let number = try host.submit(endpoint, length: 512)
                #expect(try host.unlink(number) == -104)
                #expect(!host.hasEnded(number))
                #expect(try host.unlink(number) == 0)
            }
            let (first, second) = (try host.submit(0x81, length: 512), try host.submit(0x81, length: 512))
            #expect(try host.unlink(first) == -104)
            try client.request(.getStorageIDs)
            #expect(try host.wait(second).data.count == 12 + 12)
            #expect(try host.unlink(second) == 0)
            #expect(try host.unlink(4711) == 0)
        }
    }

    @Test func `a pending write is cancelled`() async throws {
        try await ServedUSBCamera(faults: ["stall=request@get-storage-ids"]).client { client throws -> Void in
            try client.request(.getStorageIDs)
            let write = try client.host.submit(
                0x02,
                data: USBContainer.command(OperationRequest(.getDeviceInfo, TransactionID(rawValue: 9)))
            )
            #expect(try client.host.unlink(write) == -104)
        }
    }

    @Test func `transfers of an endpoint end in the order in which they were submitted`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            let file = try client.firstFile()
            let reads = try (0..<64).map { _ in try client.host.submit(0x81, length: 512) }
            try client.request(.getObject, [file])
            var data: [UInt8] = []
            for read in reads {
                let outcome = try client.host.wait(read)
                data += outcome.data
                if outcome.byteCount < 512 { break }
            }
            let (head, _) = try USBPTPClient.container(data)
            #expect(Int(head.byteCount ?? 0) == data.count && data[12...13] == [0xFF, 0xD8])
            let ended = client.host.order.filter { reads.contains($0) }
            #expect(ended == ended.sorted())
        }
    }

    // MARK: Hosts that do what they should not

    /// Requests after which the connection closes.
    static let hostile: [(name: String, bytes: @Sendable (UInt32) -> [UInt8])] = [
        ("a command that there is not", { USBIPClient.bytes(9, 1, $0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }),
        ("a reply", { USBIPClient.bytes(3, 1, $0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }),
        ("too much room", { USBIPClient.bytes(1, 1, $0, 1, 1, 0, 0x7FFF_FFFF, 0, 0, 0, 0, 0) }),
        ("negative room", { USBIPClient.bytes(1, 1, $0, 1, 1, 0, .max, 0, 0, 0, 0, 0) }),
        ("an endpoint that cannot be", { USBIPClient.bytes(1, 1, $0, 1, 99, 0, 64, 0, 0, 0, 0, 0) }),
        ("packets with times", { USBIPClient.bytes(1, 1, $0, 1, 1, 0, 64, 0, 4, 0, 0, 0) }),
        ("another device", { USBIPClient.bytes(1, 1, $0 + 1, 1, 1, 0, 64, 0, 0, 0, 0, 0) }),
        ("another device's transfer", { USBIPClient.bytes(2, 1, $0 + 1, 0, 0, 5, 0, 0, 0, 0, 0, 0) }),
        (
            "a number twice",
            {
                USBIPClient.bytes(1, 900, $0, 1, 1, 0, 64, 0, 0, 0, 0, 0)
                    + USBIPClient.bytes(1, 900, $0, 1, 1, 0, 64, 0, 0, 0, 0, 0)
            }
        ),
        (
            "more transfers than there may be",
            { device in (1000..<2100).flatMap { USBIPClient.bytes(1, $0, device, 1, 1, 0, 64, 0, 0, 0, 0, 0) } }
        ),
        (
            "more room than there may be",
            { device in (1000..<1005).flatMap { USBIPClient.bytes(1, $0, device, 1, 1, 0, 16 << 20, 0, 0, 0, 0, 0) } }
        ),
        ("another import", { _ in USBIPClient.importRequest("1-1") + [UInt8](repeating: 0, count: 8) }),
    ]

    @Test(arguments: hostile.indices) func `a host that violates the protocol is detached, and the camera can be attached again`(
        _ index: Int
    )
        async throws
    {
        try await ServedUSBCamera().with { served throws -> Void in
            let host = try USBIPClient(served.address)
            try host.configure()
            // The connection may close before all bytes have been sent.
            try? host.wire.send(Self.hostile[index].bytes(host.device))
            _ = try host.wire.untilClosed()
            let again = try Wait.eventually { try USBPTPClient.open(served.address) }
            #expect(try again.run(.getStorageIDs).code == .ok)
        }
    }

    @Test func `transfers before a camera is attached are refused, as is nonsense`() async throws {
        try await ServedUSBCamera().with { served throws -> Void in
            for bytes in [
                USBIPClient.bytes(1, 1, 0x0001_0002, 1, 1, 0, 64, 0, 0, 0, 0, 0), [UInt8](repeating: 0xFF, count: 64),
                Array("GET / HTTP/1.0\r\n\r\n".utf8), [0x01, 0x11, 0x80, 0x04, 0, 0, 0, 0],
            ] {
                let host = try WireConnection(served.address)
                try host.send(bytes)
                #expect(try host.untilClosed().isEmpty)
            }
        }
    }

    @Test func `a host that is silent, or stops in the middle, is disconnected after a time limit`() async throws {
        let time = VirtualClock()
        let served = try ServedUSBCamera(time: time)
        try await served.with { served throws -> Void in
            let silent = try WireConnection(served.address)
            try silent.send([0x01, 0x11])
            try Wait.until {
                time.advance(by: .milliseconds(100))
                return silent.socket.wait(for: .zero)
            }
            #expect(try silent.untilClosed().isEmpty)
        }
    }

    @Test func `unidentified connections above a number replace the oldest`() async throws {
        try await ServedUSBCamera().with { served throws -> Void in
            let unidentified = try (0..<40).map { _ in try WireConnection(served.address) }
            #expect(try unidentified[0].untilClosed().isEmpty)
            try unidentified[39].send(USBIPClient.listRequest)
            #expect(try unidentified[39].untilClosed().count == 12 + 316)
        }
    }

    @Test func `a connection that is cut anywhere leaves the camera free`() async throws {
        let served = try ServedUSBCamera()
        try await served.with { served throws -> Void in
            let submission = USBIPClient.bytes(1, 1, 0x0001_0002, 0, 2, 0, 100, 0, 0, 0, 0, 0) + [UInt8](repeating: 1, count: 100)
            for count in stride(from: 0, to: submission.count, by: 7) {
                let host = try Wait.eventually { try USBIPClient(served.address) }
                try host.wire.send(Array(submission.prefix(count)))
                host.detach()
            }
            try Wait.until { served.responder.freeBusIDs == ["1-1"] }
            #expect(try USBPTPClient.open(served.address).run(.getDeviceInfo).code == .ok)
        }
    }
}
