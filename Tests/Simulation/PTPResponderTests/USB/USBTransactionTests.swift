import CameraModel
import HotShoeSupport
import PTP
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Transactions over the endpoints: data in both directions, cancellation in every phase, events, halts.
@Suite(.timeLimit(.minutes(5))) struct USBTransactionTests {
    private static let sizes = [
        0, 1, 499, 500, 501, 511, 512, 513, 1011, 1012, 1013, 16371, 16372, 16373, 65523, 65524, 65525, 300_000,
    ]

    private static func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

    @Test func `a host enumerates the device as the system does`() async throws {
        try await ServedUSBCamera().with { served throws -> Void in
            let host = try USBIPClient(served.address)
            let device = try host.control(.descriptor(1, length: 18))
            #expect(device.status == 0 && device.data.count == 18)
            // Limited to the requested length.
            #expect(try host.control(.descriptor(2, length: 9)).data.count == 9)
            #expect(try host.control(.descriptor(2, length: 1000)).data.count == 39)
            #expect(try host.control(.descriptor(3, 3, language: 0x0409)).data.count == 2 + 16)
            #expect(try host.control(.descriptor(15)) == .stalled)
            // Endpoints cannot be used before the configuration.
            let outcomes = [try host.read(), try host.write([1])]
            #expect(outcomes == [.stalled, .stalled])
            #expect(try host.wait(host.submit(0x84, length: 10)) == .stalled)
            try host.configure()
            #expect(try host.control(USBSetup(0x80, 8, length: 1)).data == [1])
            #expect(try host.status() == USBDeviceStatus(.ok))
        }
    }

    /// Fujifilm's bodies show a buffer instead of their cards.
    private static let withoutCards = Personality.fujifilmBodies.map(\.name)

    @Test(arguments: withoutCards) func `a body that shows no card opens a session and has no file`(_ name: String) async throws {
        let body = try #require(Personality.named(name))
        try await ServedUSBCamera(serving: { $0.personality = body }).client { client throws -> Void in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(info.serialNumber == "SIM-0001" && info.model == body.identity?.model)
            #expect(try client.numbers(.getObjectHandles, [0xFFFF_FFFF, 0, 0]).isEmpty)
            #expect(try client.run(.closeSession).code == .ok)
        }
    }

    @Test(arguments: Personality.all.map(\.name).filter { !withoutCards.contains($0) })
    func `every other body opens a session and returns its files`(_ name: String)
        async throws
    {
        let body = try #require(Personality.named(name))
        try await ServedUSBCamera(serving: { $0.personality = body }).client { client throws -> Void in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(info.serialNumber == "SIM-0001")
            if let identity = body.identity { #expect(info.model == identity.model) }
            let file = try client.firstFile()
            let described = try ObjectInfo(try client.data(.getObjectInfo, [file]))
            let bytes = try client.data(.getObject, [file])
            #expect(UInt64(bytes.count) == described.compressedSize && bytes.prefix(2) == [0xFF, 0xD8])
            #expect(try client.run(.closeSession).code == .ok)
            #expect(try client.run(.getObjectHandles, [0xFFFF_FFFF]).code == .sessionNotOpen)
        }
    }

    @Test(arguments: USBSpeed.allCases) func `files of every size are transferred in both directions, for any transfer size`(
        _ speed: USBSpeed
    )
        async throws
    {
        try await ServedUSBCamera(serving: { $0.speed = speed }).client { client throws -> Void in
            for size in Self.sizes {
                let bytes = Self.pattern(size)
                // A host with packets of 512 bytes: its transfers are short or a multiple of every packet size.
                let file = try client.put("F\(size).TXT", bytes, pieces: size % 3 == 0 ? 1024 : 16384)
                for readSize in [1024, 65536, 1 << 20] {
                    client.readSize = readSize
                    #expect(try client.data(.getObject, [file]) == bytes, "\(size) in \(readSize)")
                }
                if size > 10 {
                    let part = try client.run(.getPartialObject, [file, 7, 500])
                    #expect(part.data == Array(bytes[7...].prefix(500)))
                    #expect(part.parameters == [UInt32(min(500, size - 7))])
                }
            }
        }
    }

    @Test func `a host may omit the empty packet, split the header off, or announce an unknown length`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            for (index, size) in [500, 1012, 100, 4096].enumerated() {
                for form in 0..<3 {
                    let bytes = Self.pattern(size)
                    let name = "G\(index)\(form).TXT"
                    let info = ObjectInfo(storage: .unspecified, format: .text, filename: name, compressedSize: UInt64(size))
                    let announced = try client.run(.sendObjectInfo, [0x0001_0001, 0xFFFF_FFFF], data: try info.encoded())
                    #expect(announced.code == .ok)
                    let id = try client.request(.sendObject)
                    let code = OperationCode.sendObject.rawValue
                    let head = USBContainer(.data, code: code, id, payloadBytes: form == 2 ? .max : UInt64(size)).header
                    switch form {
                    case 0: _ = try client.host.write(head + bytes)
                    case 1:
                        _ = try client.host.write(head)
                        _ = try client.host.write(bytes)
                    default:
                        // URB_ZERO_PACKET: the system sends the empty packet.
                        _ = try client.host.write(head + bytes, flags: 0x40)
                    }
                    #expect(try client.outcome(id).code == .ok, "\(size), \(form)")
                    #expect(try client.data(.getObject, [announced.parameters[2]]) == bytes)
                }
            }
        }
    }

    @Test func `an upload waits for the camera, and the host with it`() async throws {
        try await ServedUSBCamera { $0.faults = [SimulatedFault("delay=50ms@upload")].compactMap { $0 } }.client {
            client throws -> Void in
            let bytes = Self.pattern(5 << 20)
            let file = try client.put("BIG.TXT", bytes, pieces: 256 * 1024)
            #expect(try client.data(.getObject, [file]) == bytes)
        }
    }

    @Test func `an upload that ends early is refused, and the next one is not`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            let info = ObjectInfo(storage: .unspecified, format: .text, filename: "E.TXT", compressedSize: 1000)
            _ = try client.run(.sendObjectInfo, [0x0001_0001, 0xFFFF_FFFF], data: try info.encoded())
            let id = try client.request(.sendObject)
            let head = USBContainer(.data, code: OperationCode.sendObject.rawValue, id, payloadBytes: 1000).header
            _ = try client.host.write(head + Self.pattern(300))
            #expect(try client.outcome(id).code == .incompleteTransfer)
            _ = try client.put("E.TXT", Self.pattern(1000))
        }
    }

    @Test func `data for an operation that there is not is dropped`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            let unknown = OperationCode(rawValue: 0x9999)
            let outcome = try client.run(unknown, data: Self.pattern(2000))
            #expect(outcome.code == .operationNotSupported)
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }

    @Test func `a request waits until the answer before it has been read`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            let first = try client.request(.getStorageIDs)
            let next = OperationRequest(.getNumObjects, TransactionID(rawValue: first.rawValue + 1), [0xFFFF_FFFF])
            let write = try client.host.submit(0x02, data: USBContainer.command(next))
            #expect(try client.host.status().code == .ok)
            #expect(!client.host.hasEnded(write))
            #expect(try client.outcome(first).code == .ok)
            #expect(try client.host.wait(write).status == 0)
            #expect(try client.outcome(next.transaction).code == .ok)
        }
    }

    // MARK: Cancellation

    @Test func `giving up while something is done`() async throws {
        let served = try ServedUSBCamera { $0.faults = [SimulatedFault("hang@download")].compactMap { $0 } }
        try await served.client { client throws -> Void in
            let file = try client.firstFile()
            let id = try client.request(.getObject, [file])
            #expect(try client.host.cancel(id.rawValue).status == 0)
            try client.host.untilReady()
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }

    @Test func `giving up in the middle of data`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            let file = try client.put("BIG.TXT", Self.pattern(3 << 20))
            for count in [0, 1, 3] {
                let id = try client.request(.getObject, [file])
                for _ in 0..<count { #expect(try client.host.read(16384).byteCount == 16384) }
                #expect(try client.host.cancel(id.rawValue).status == 0)
                try client.host.untilReady()
                #expect(try client.run(.getStorageIDs).code == .ok)
            }
            #expect(try client.data(.getObject, [file]).count == 3 << 20)
        }
    }

    @Test func `giving up with a transfer half full ends it`() async throws {
        let served = try ServedUSBCamera(faults: ["stall=data@get-device-info"])
        try await served.client { client throws -> Void in
            let read = try client.host.submit(0x81, length: 65536)
            let id = try client.request(.getDeviceInfo)
            #expect(try client.host.cancel(id.rawValue).status == 0)
            let rest = try client.host.wait(read)
            #expect(rest.status == 0 && rest.byteCount > 0)
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }

    @Test func `giving up while sending`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            let info = ObjectInfo(storage: .unspecified, format: .text, filename: "C.TXT", compressedSize: 1 << 20)
            for sent in [0, 12, 512, 65536] {
                _ = try client.run(.sendObjectInfo, [0x0001_0001, 0xFFFF_FFFF], data: try info.encoded())
                let id = try client.request(.sendObject)
                let head = USBContainer(.data, code: OperationCode.sendObject.rawValue, id, payloadBytes: 1 << 20).header
                let bytes = Array((head + Self.pattern(65536)).prefix(sent))
                if sent > 0 { #expect(try client.host.write(bytes).status == 0) }
                #expect(try client.host.cancel(id.rawValue).status == 0)
                try client.host.untilReady()
                #expect(try client.run(.getStorageIDs).code == .ok, "\(sent)")
            }
            _ = try client.put("C.TXT", Self.pattern(1 << 20))
        }
    }

    @Test func `cancelling an answer that waits to be read`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            let id = try client.request(.getNumObjects, [0xFFFF_FFFF])
            #expect(try client.host.cancel(id.rawValue).status == 0)
            try client.host.untilReady()
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }

    @Test func `cancelling a completed or unknown transaction has no effect`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            for id: UInt32 in [1, 4711] { #expect(try client.host.cancel(id).status == 0) }
            let id = try client.request(.getStorageIDs)
            #expect(try client.host.cancel(id.rawValue + 1).status == 0)
            #expect(try client.outcome(id).code == .ok)
        }
    }

    @Test func `a reset ends the session and all operations`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            #expect(try client.host.control(USBSetup(0x21, 0x66)).status == 0)
            try client.host.untilReady()
            #expect(try client.run(.getStorageIDs).code == .sessionNotOpen)
            #expect(try client.run(.openSession, [1]).code == .ok)
            let file = try client.put("BIG.TXT", Self.pattern(3 << 20))
            try client.request(.getObject, [file])
            _ = try client.host.read(16384)
            #expect(try client.host.control(USBSetup(0x21, 0x66)).status == 0)
            try client.host.untilReady()
            #expect(try client.run(.getStorageIDs).code == .sessionNotOpen)
        }
    }

    // MARK: Halts

    @Test func `a host may halt an endpoint and clear the halt`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            for endpoint: UInt8 in [0x81, 0x02, 0x83] {
                #expect(try client.host.control(USBSetup(0x02, 3, index: UInt16(endpoint))).status == 0)
                #expect(try client.host.control(USBSetup(0x82, 0, index: UInt16(endpoint), length: 2)).data == [1, 0])
                #expect(try client.host.wait(client.host.submit(endpoint, length: 512, data: [0])) == .stalled)
                #expect(try client.host.status() == USBDeviceStatus(.transactionCanceled, haltedEndpoints: [endpoint]))
                #expect(try client.host.clearHalt(endpoint).status == 0)
                #expect(try client.host.status() == USBDeviceStatus(.ok))
            }
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }

    static let nonsense: [[UInt8]] = [
        // A response, an event, data without a request, an unknown type, too short, too long.
        USBContainer.response(OperationResponse(.ok, TransactionID(rawValue: 1))), USBContainer.event(Event(.objectAdded)),
        USBContainer(.data, code: 0x100D, TransactionID(rawValue: 77), payloadBytes: 4).header + [1, 2, 3, 4],
        [12, 0, 0, 0, 9, 0, 1, 0x10, 1, 0, 0, 0], [4, 0, 0, 0, 1, 0, 1, 0x10, 1, 0, 0, 0],
        [0, 0, 0, 0, 1, 0, 1, 0x10, 1, 0, 0, 0],
        [255, 255, 255, 255, 1, 0, 1, 0x10, 1, 0, 0, 0], [32, 0, 0, 0, 1, 0, 1, 0x10, 1, 0, 0, 0],
    ]

    @Test(arguments: nonsense.indices) func `both pipes halt after an invalid request, until they are cleared`(
        _ index: Int
    )
        async throws
    {
        try await ServedUSBCamera().client { client throws -> Void in
            #expect(try client.host.write(Self.nonsense[index]).status == 0)
            #expect(try client.host.read() == .stalled)
            #expect(try client.host.status() == USBDeviceStatus(.transactionCanceled, haltedEndpoints: [0x02, 0x81]))
            #expect(try client.host.write([0]) == .stalled)
            _ = try client.host.clearHalt(0x81)
            _ = try client.host.clearHalt(0x02)
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }

    // MARK: Events

    @Test func `events arrive as containers, and details of the last one on request`() async throws {
        let served = try ServedUSBCamera()
        try await served.client { client throws -> Void in
            let waiting = try client.host.submit(0x83, length: 24)
            served.simulator.turn(.exposureMode, to: "M")
            let outcome = try client.host.wait(waiting)
            let (container, parameters) = try USBPTPClient.container(outcome.data)
            #expect(container.kind == .event && Int(container.byteCount ?? 0) == outcome.data.count && parameters.count == 1)
            // An event that has been received needs no further wait.
            #expect(try client.event(.devicePropChanged).count == 1)
            let extended = try client.host.control(USBSetup(0xA1, 0x65, length: 255)).data
            let span = extended.span
            let read = try unsafe USBExtendedEventData(span.bytes)
            #expect(read.code == .devicePropChanged && read.parameters.count == 1)
        }
    }

    @Test func `a shot is reported, and can be fetched`() async throws {
        try await ServedUSBCamera().client { client throws -> Void in
            #expect(try client.run(.initiateCapture, [0, 0]).code == .ok)
            let added = try client.event(.objectAdded)
            #expect(try client.event(.captureComplete).count >= 0)
            #expect(try client.data(.getObject, [added[0]]).prefix(2) == [0xFF, 0xD8])
        }
    }
}
