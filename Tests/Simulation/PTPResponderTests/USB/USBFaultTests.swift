import CameraModel
import HotShoeSupport
import PTP
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Faults of USB: each has its effect in the protocol, and the camera works afterwards.
@Suite(.timeLimit(.minutes(5))) struct USBFaultTests {
    private static let storageIDs: [UInt8] = [2, 0, 0, 0, 1, 0, 1, 0, 1, 0, 2, 0]

    /// Returns the transfers of the answer to GetStorageIDs, up to `count`.
    private func transfers(_ faults: String..., count: Int = 2) async throws -> [[UInt8]] {
        try await ServedUSBCamera(faults: faults.map { "\($0)@get-storage-ids" }).client { client in
            try client.request(.getStorageIDs)
            return try (0..<count).map { _ in try client.host.read().data }
        }
    }

    private static func head(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(12)) }

    /// The answer to the third request without faults.
    private static let dataHead: [UInt8] = [24, 0, 0, 0, 2, 0, 4, 0x10, 1, 0, 0, 0]
    private static let response: [UInt8] = [12, 0, 0, 0, 3, 0, 1, 0x20, 1, 0, 0, 0]
    private static let data = dataHead + storageIDs

    @Test func `without a fault data and response are two transfers`() async throws {
        #expect(try await transfers("late=1ms") == [Self.data, Self.response])
    }

    @Test func `the names of USB faults can be parsed`() throws {
        let examples = ResponderFault.usbKindNames.flatMap { name -> [String] in
            if name == "halt=PHASE" { return ResponderFault.haltPhaseNames.map { "halt=\($0)" } }
            if name == "descriptors=FAULT" { return ResponderFault.descriptorFaultNames.map { "descriptors=\($0)" } }
            return [name.replacing("HEX", with: "0A0B")]
        }
        for text in examples {
            let fault = try #require(ResponderFault(text), "\(text)")
            #expect(fault.description == text)
        }
        for wrong in [
            "halt", "halt=lens", "descriptors=", "short-packet=-1", "joined=1", "container-type=70000", "event-bytes=A",
        ] {
            #expect(ResponderFault(wrong) == nil, "\(wrong)")
        }
    }

    // MARK: Containers

    @Test(arguments: [0, 1, 11, 12, 13, 23, 25, 1000, UInt32.max]) func `a container has a false length`(
        _ length: UInt32
    )
        async throws
    {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (UInt32($0) * 8)) }
        #expect(try await transfers("packet-length=\(length)") == [bytes + Self.data[4...], Self.response])
    }

    @Test func `the announced length is another, or unknown`() async throws {
        #expect(try await transfers("announce=5")[0].prefix(4) == [17, 0, 0, 0])
        #expect(try await transfers("announce=5000")[0].prefix(4) == [0x94, 0x13, 0, 0])
        #expect(try await transfers("announce=unknown")[0] == [255, 255, 255, 255] + Self.data[4...])
    }

    @Test func `the kind or the code of a container is wrong, or there is one of no kind`() async throws {
        #expect(try await transfers("container-type=9")[0].prefix(6) == [24, 0, 0, 0, 9, 0])
        #expect(try await transfers("container-code=0x1001")[0].prefix(8) == [24, 0, 0, 0, 2, 0, 1, 0x10])
        let unknown = try await transfers("packet-type=99", count: 3)
        #expect(unknown[0] == [12, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0] && Array(unknown[1...]) == [Self.data, Self.response])
    }

    @Test func `an answer has the number of another transaction`() async throws {
        #expect(try await transfers("stale-id").map { $0[8] } == [0, 0])
        #expect(try await transfers("future-id").map { $0[8] } == [2, 2])
    }

    @Test func `data arrives twice, not at all, or replaced`() async throws {
        #expect(try await transfers("data-twice", count: 3) == [Self.data, Self.data, Self.response])
        #expect(try await transfers("response=0x2019", count: 1) == [[12, 0, 0, 0, 3, 0, 0x19, 0x20, 1, 0, 0, 0]])
        #expect(try await transfers("truncate=3")[0] == [15] + Self.dataHead[1...] + Self.storageIDs.prefix(3))
        #expect(try await transfers("data=ABCD")[0] == [14] + Self.dataHead[1...] + [0xAB, 0xCD])
        #expect(try await transfers("append=EE")[0] == [25] + Self.dataHead[1...] + Self.storageIDs + [0xEE])
    }

    @Test(arguments: [0, 5, 6, 40]) func `a response has so many parameters`(_ count: Int) async throws {
        let response = try await transfers("parameters=\(count)")[1]
        #expect(response.count == 12 + 4 * count && Int(response[0]) == 12 + 4 * count)
    }

    // MARK: Transfers

    @Test func `transfers end where they should not, or do not where they should`() async throws {
        #expect(try await transfers("split-header", count: 3) == [Self.dataHead, Self.storageIDs, Self.response])
        #expect(try await transfers("joined", count: 1) == [Self.data + Self.response])
        #expect(
            try await transfers("short-packet=7", count: 3) == [Array(Self.data[..<7]), Array(Self.data[7...]), Self.response]
        )
        #expect(try await transfers("extra-empty-packet", count: 3) == [Self.data, [], Self.response])
        #expect(try await transfers("empty-data", count: 3) == [[], Self.data, Self.response])
        #expect(try await transfers("bytewise", count: 36) == (Self.data + Self.response).map { [$0] })
    }

    @Test func `without its empty packet data of whole packets runs into the response`() async throws {
        try await ServedUSBCamera(faults: ["no-empty-packet@get-object"]).client { client throws -> Void in
            let file = try client.put("Z.TXT", [UInt8](repeating: 7, count: 1012))
            try client.request(.getObject, [file])
            let outcome = try client.host.read()
            #expect(outcome.byteCount == 1024 + 12)
            // Without the fault, they are two transfers.
            #expect(try client.data(.getObject, [file]).count == 1012)
        }
    }

    @Test func `no response arrives, and the next request is answered`() async throws {
        try await ServedUSBCamera(faults: ["no-response@get-storage-ids"]).client { client throws -> Void in
            try client.request(.getStorageIDs)
            #expect(try client.host.read().data.count == 24)
            #expect(try client.run(.getNumObjects, [0xFFFF_FFFF]).code == .ok)
        }
    }

    // MARK: Halts

    @Test func `an endpoint stands still in each phase, until it is cleared`() async throws {
        for phase in ResponderFault.HaltPhase.allCases where phase != .interrupt {
            let fault = "halt=\(phase.rawValue)@get-device-info"
            try await ServedUSBCamera(faults: [fault]).client { client throws -> Void in
                try client.request(.getDeviceInfo)
                var outcome = try client.host.read()
                switch phase {
                case .command: break
                case .data: #expect(outcome.status == 0 && outcome.byteCount > 12)
                case .response:
                    #expect(outcome.status == 0 && Int(outcome.data[0]) | Int(outcome.data[1]) << 8 == outcome.byteCount)
                case .interrupt: break
                }
                if phase != .command { outcome = try client.host.read() }
                #expect(outcome == .stalled, "\(phase)")
                let status = try client.host.status()
                #expect(status.code == .transactionCanceled && status.haltedEndpoints.contains(0x81))
                for endpoint in status.haltedEndpoints { _ = try client.host.clearHalt(endpoint) }
                #expect(try client.host.status() == USBDeviceStatus(.ok))
                #expect(try client.run(.getStorageIDs).code == .ok, "\(phase)")
            }
        }
    }

    @Test func `the endpoint of events stands still, and transactions do not`() async throws {
        try await ServedUSBCamera(faults: ["halt=interrupt@get-storage-ids"]).client { client throws -> Void in
            let waiting = try client.host.submit(0x83, length: 64)
            #expect(try client.run(.getStorageIDs).code == .ok)
            // Earlier events may arrive first.
            var outcome = try client.host.wait(waiting)
            while outcome.status == 0 { outcome = try client.host.wait(client.host.submit(0x83, length: 64)) }
            #expect(outcome == .stalled)
            _ = try client.host.clearHalt(0x83)
            #expect(try client.run(.getNumObjects, [0xFFFF_FFFF]).code == .ok)
        }
    }

    @Test func `the camera cancels in the middle of its data`() async throws {
        try await ServedUSBCamera(faults: ["cancel@get-device-info"]).client { client throws -> Void in
            try client.request(.getDeviceInfo)
            #expect(try client.host.read().status == 0)
            #expect(try client.host.read() == .stalled)
            #expect(try client.host.status() == USBDeviceStatus(.transactionCanceled, haltedEndpoints: [0x02, 0x81]))
            for endpoint: UInt8 in [0x02, 0x81] { _ = try client.host.clearHalt(endpoint) }
            #expect(try client.run(.getDeviceInfo).code == .ok)
        }
    }

    // MARK: Silence, and being pulled

    private static let stages = ResponderFault.Stage.allCases

    @Test(arguments: stages) func `the camera is pulled at each stage`(_ stage: ResponderFault.Stage) async throws {
        let served = try ServedUSBCamera(faults: ["close=\(stage.rawValue)"])
        try await served.with { served throws -> Void in
            let error = #expect(throws: (any Error).self) {
                let client = try USBPTPClient.open(served.address)
                try client.host.submit(0x83, length: 64)
                for _ in 0..<3 { _ = try client.data(.getStorageIDs) }
            }
            #expect(error is WireConnection.Closed, "\(stage)")
            let again = try Wait.eventually { try USBPTPClient.open(served.address) }
            #expect(try again.run(.getStorageIDs).code == .ok)
        }
    }

    @Test(arguments: [ResponderFault.Stage.request, .data, .response])
    func `from a stage on nothing is sent, until the host cancels`(
        _ stage: ResponderFault.Stage
    ) async throws {
        try await ServedUSBCamera(faults: ["stall=\(stage.rawValue)@get-storage-ids"]).client { client throws -> Void in
            let id = try client.request(.getStorageIDs)
            if stage != .request { _ = try client.host.submit(0x81, length: 65536) }
            let event = try client.host.submit(0x81, length: 65536)
            #expect(try client.host.status().code == .ok)
            #expect(try client.host.unlink(event) == -104)
            #expect(try client.host.cancel(id.rawValue).status == 0)
            try client.host.untilReady()
            #expect(try client.run(.getDeviceInfo).code == .ok)
        }
    }

    @Test func `transfers of a device that is silent from the beginning can be cancelled`() async throws {
        try await ServedUSBCamera(faults: ["stall=acknowledged"]).with { served throws -> Void in
            let host = try USBIPClient(served.address)
            let control = try host.submit(0x80, length: 18, setup: .descriptor(1, length: 18))
            #expect(try host.unlink(control) == -104)
            host.detach()
            _ = try Self.again(served).client.run(.getStorageIDs)
        }
    }

    @Test func `from the first requested event on none arrive, and transactions continue`() async throws {
        let served = try ServedUSBCamera(faults: ["stall=events"])
        try await served.client { client throws -> Void in
            // Earlier events are discarded too.
            served.simulator.turn(.exposureMode, to: "A")
            for _ in 0..<20 { #expect(try client.run(.getStorageIDs).code == .ok) }
            let waiting = try client.host.submit(0x83, length: 64)
            served.simulator.turn(.exposureMode, to: "M")
            #expect(try client.run(.getStorageIDs).code == .ok)
            #expect(try client.host.unlink(waiting) == -104)
        }
    }

    /// Attaches the next host when the camera has been left.
    private static func again(_ served: ServedUSBCamera) throws -> (client: USBPTPClient, attempts: Int) {
        var attempts = 0
        let client = try Wait.eventually {
            attempts += 1
            return try USBPTPClient.open(served.address)
        }
        return (client, attempts)
    }

    @Test func `a host is refused so many times`() async throws {
        let served = try ServedUSBCamera(faults: ["init-fail=1*2"])
        try await served.with { served throws -> Void in
            for _ in 0..<2 { #expect(throws: USBIPClient.Refused(status: 1)) { try USBIPClient(served.address) } }
            _ = try USBPTPClient.open(served.address)
        }
    }

    // MARK: Events

    @Test func `events are cut, split, unknown, or ten thousand`() async throws {
        let faults = [
            "event-bytes=0A00000004000240", "split-event", "event=0xC999", "event-bytes=", "events=10000",
        ].map { "\($0)@get-storage-ids" }
        try await ServedUSBCamera(faults: faults).client { client throws -> Void in
            // The interrupt endpoint is not read until then, so that only the faults' events arrive.
            try client.request(.getStorageIDs)
            var (seen, flood) = ([[UInt8]](), 0)
            while flood < 10_000 {
                let reads = try (0..<64).map { _ in try client.host.submit(0x83, length: 64) }
                for read in reads {
                    let bytes = try client.host.wait(read).data
                    if bytes == USBContainer.event(Event(.devicePropChanged, [0x5007])) { flood += 1 } else { seen.append(bytes) }
                    if flood == 10_000 { break }
                }
            }
            #expect(seen.contains([0x0A, 0, 0, 0, 4, 0, 2, 0x40]) && seen.contains([]))
            #expect(seen.contains { $0.count == 16 && $0[6...7] == [0x99, 0xC9] })
            #expect(seen.contains([16, 0, 0, 0, 4, 0, 6, 0x40]) && seen.contains([0xFF, 0xFF, 0xFF, 0xFF, 7, 0x50, 0, 0]))
            #expect(try client.outcome(TransactionID(rawValue: 1)).code == .ok)
        }
    }

    // MARK: Faults of every transport

    @Test func `handles, names, sizes and parents are hostile`() async throws {
        let faults = [
            "handles=0x0,0xFFFFFFFF@get-object-handles", "parent-loop@get-object-info", "object-size=0xFFFFFFFF@get-object-info",
            "file-name=../../a\\0b@get-object-info", "empty-device-info@get-device-info", "replace=0:FF@get-storage-ids",
            "many-handles=100000@get-object-handles",
        ]
        try await ServedUSBCamera(faults: faults).client { client throws -> Void in
            let handles = try client.numbers(.getObjectHandles, [0xFFFF_FFFF, 0, 0])
            #expect(handles.contains(0) && handles.contains(0xFFFF_FFFF) && handles.count > 100_000)
            let info = try ObjectInfo(try client.data(.getObjectInfo, [handles[2]]))
            #expect(info.parent.rawValue == handles[2] && info.compressedSize == nil && info.filename == "../../a")
            #expect(try client.data(.getDeviceInfo) == [])
            #expect(try client.data(.getStorageIDs)[0] == 0xFF)
        }
    }

    @Test func `faults for PTP/IP have no effect over USB, and faults for USB none over PTP/IP`() async throws {
        try await ServedUSBCamera(faults: ["probe", "event-refused", "end-without-start"]).client { client throws -> Void in
            #expect(try client.data(.getStorageIDs) == Self.storageIDs)
        }
        let names = ["joined", "halt=command", "halt=data", "split-header", "descriptors=looping", "no-empty-packet"]
        try await ServedCamera(faults: names).client { client throws -> Void in
            #expect(try client.data(.getStorageIDs) == Self.storageIDs)
        }
    }

    @Test func `a fault is injected into one camera while its host is there`() async throws {
        let served = try ServedUSBCamera(count: 2)
        try await served.with { served throws -> Void in
            let clients = try ["1-1", "1-2"].map { try USBPTPClient.open(served.address, busID: $0) }
            served.responder.inject(ResponderFault("response=0x2019")!, busID: "1-2")
            #expect(try clients[0].run(.getStorageIDs).code == .ok)
            #expect(try clients[1].run(.getStorageIDs).code == .deviceBusy)
            #expect(try clients[1].run(.getStorageIDs).code == .ok)
        }
    }

    @Test func `descriptor faults affect one host, and not the next`() async throws {
        try await ServedUSBCamera(faults: ["descriptors=no-endpoints", "descriptors=broken-strings"]).with {
            served throws -> Void in
            let first = try USBIPClient(served.address)
            #expect(try first.control(.descriptor(2)).data.count == 18)
            #expect(try first.control(.descriptor(3, 1)).data == [0xFF, 3, 0, 0xD8, 0x41])
            first.detach()
            let again = try Wait.eventually { try USBIPClient(served.address) }
            #expect(try again.control(.descriptor(2)).data.count == 39)
        }
    }
}
