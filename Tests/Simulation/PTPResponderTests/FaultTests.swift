import CameraModel
import HotShoeSupport
import PTP
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Faults of the responder, observed by a client that examines bytes.
@Suite(.timeLimit(.minutes(5))) struct FaultTests {
    /// Returns a client's result of an operation with faults.
    private func outcome(
        _ faults: String...,
        operation: OperationCode = .getStorageIDs,
        _ parameters: [UInt32] = []
    ) async throws -> WireClient.Outcome {
        try await ServedCamera(faults: faults).client { client in
            let outcome = try client.run(operation, parameters)
            // A fault occurs only once by default.
            if faults.count == 1 { #expect(try client.run(operation, parameters).code == .ok) }
            return outcome
        }
    }

    /// Returns the bytes of an answer up to the end of the connection.
    private func bytes(_ faults: String..., operation: OperationCode = .getStorageIDs) async throws -> [UInt8] {
        try await ServedCamera(faults: faults).client { client in
            try client.request(operation)
            return try client.command.untilClosed()
        }
    }

    @Test func `every fault is understood as it is written`() {
        let examples = ResponderFault.kindNames.map { name in
            name.replacing("STAGE", with: "data").replacing("HEX", with: "00FF").replacing("TEXT", with: "a/b")
        }
        for example in examples {
            for text in [example, "\(example)@get-object-info", "\(example)@0x9999*3"] {
                let fault = ResponderFault(text)
                #expect(fault != nil, "\(text)")
                #expect(fault.flatMap { ResponderFault($0.description) } == fault, "\(text)")
            }
        }
        for wrong in [
            "", "nothing", "truncate", "truncate=-1", "response=0x10000", "close=nowhere", "data=F", "probe@nothing", "probe*0",
            "replace=1", "handles=", "handles=x", "late=5", "late=-1s", "init-fail=+1",
        ] {
            #expect(ResponderFault(wrong) == nil, "\(wrong)")
        }
        #expect(ResponderFault.operationNames.contains("get-storage-ids"))
        #expect(ResponderFault("file-name=a\\0b\\n@send-object*2")?.kind == .fileName("a\0b\n"))
    }

    @Test func `a response arrives instead of the data`() async throws {
        let outcome = try await outcome("response=0x2013")
        #expect(outcome.code == .storeNotAvailable && outcome.data == nil)
    }

    @Test func `data arrives twice`() async throws {
        let plain = try await outcome("delay=0s".replacing("delay", with: "late"))
        let outcome = try await outcome("data-twice")
        #expect(outcome.data == plain.data! + plain.data!)
    }

    @Test(arguments: ["stale-id", "future-id"]) func `the answer has another number`(fault: String) async throws {
        try await ServedCamera(faults: ["\(fault)@get-storage-ids"]).client { client throws -> Void in
            let id = try client.request(.getStorageIDs)
            guard case .packet(.startData(let seen, _)) = try client.command.next() else { throw WireClient.Unexpected(what: "") }
            #expect(seen.rawValue == (fault == "stale-id" ? id.rawValue - 1 : id.rawValue + 1))
        }
    }

    @Test(arguments: [0, 1, 5, 6, 40]) func `a response has so many parameters`(count: Int) async throws {
        let outcome = try await outcome("parameters=\(count)@get-storage-ids")
        #expect(outcome.parameters == (0..<min(5, count)).map { UInt32($0 + 1) })
    }

    @Test func `no response arrives`() async throws {
        try await ServedCamera(faults: ["no-response@get-num-objects", "probe@get-num-objects"]).client { client throws -> Void in
            try client.request(.getNumObjects, [0xFFFF_FFFF])
            while try client.events.packet() != .probeRequest {}
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }

    @Test func `data is cut, replaced, or something else`() async throws {
        let whole: [UInt8] = [2, 0, 0, 0, 1, 0, 1, 0, 1, 0, 2, 0]
        #expect(try await outcome("late=1ms@get-storage-ids").data == whole)
        #expect(try await outcome("truncate=5@get-storage-ids").data == Array(whole.prefix(5)))
        #expect(try await outcome("replace=0:FFFFFFFF@get-storage-ids").data == [255, 255, 255, 255] + whole.dropFirst(4))
        #expect(try await outcome("replace=10:0102030405@get-storage-ids").data == Array(whole.prefix(10)) + [1, 2])
        #expect(try await outcome("data=ABCD@get-storage-ids").data == [0xAB, 0xCD])
        #expect(try await outcome("data=@get-storage-ids").data == [])
        #expect(try await outcome("append=EE@get-storage-ids").data == whole + [0xEE])
    }

    @Test func `the length of a packet is wrong, or its kind`() async throws {
        let packet = try await bytes("packet-length=4@get-storage-ids", "close=answered@get-storage-ids")
        #expect(packet.prefix(8) == [4, 0, 0, 0, 9, 0, 0, 0])
        let unknown = try await bytes("packet-type=99@get-storage-ids", "close=answered@get-storage-ids")
        #expect(unknown.prefix(8) == [12, 0, 0, 0, 99, 0, 0, 0])
    }

    @Test func `the announced size is wrong or unknown, or nothing is announced`() async throws {
        #expect(try await outcome("announce=5@get-storage-ids").announced == 5)
        #expect(try await outcome("announce=500000@get-storage-ids").announced == 500_000)
        let unknown = try await outcome("announce=unknown@get-storage-ids")
        #expect(unknown.announced == nil && unknown.data?.count == 12)
        let bytes = try await bytes("end-without-start@get-storage-ids", "close=answered@get-storage-ids")
        #expect(bytes[4] == 12)
        #expect(try await outcome("empty-data@get-storage-ids").pieces == [0, 12])
    }

    @Test func `the responder cancels in the middle of its data`() async throws {
        let outcome = try await outcome("cancel@get-storage-ids")
        #expect(outcome.code == .transactionCanceled && outcome.data?.isEmpty != false)
    }

    @Test func `every byte arrives separately`() async throws {
        #expect(try await outcome("bytewise@get-device-info", operation: .getDeviceInfo).data?.count ?? 0 > 100)
    }

    @Test(arguments: ResponderFault.Stage.allCases) func `the connection is closed at each stage`(stage: ResponderFault.Stage)
        async throws
    {
        let served = try ServedCamera(faults: ["close=\(stage.rawValue)"])
        try await served.with { served throws -> Void in
            let error = #expect(throws: (any Error).self) {
                let client = try WireClient.open(served.address)
                for _ in 0..<3 { _ = try client.data(.getStorageIDs) }
            }
            // The event connection has no client.
            #expect(error is WireConnection.Closed || error is WireClient.Unexpected)
        }
    }

    @Test(arguments: ResponderFault.Stage.allCases) func `from each stage on nothing is sent, until the client disconnects`(
        stage: ResponderFault.Stage
    ) async throws {
        let served = try ServedCamera(faults: ["stall=\(stage.rawValue)"], serving: { $0.stallLimit = .milliseconds(100) })
        try await served.with { served throws -> Void in
            let first = try WireConnection(served.address)
            try first.send(.initCommandRequest(.init(initiator: WireClient.initiator, name: "stalled")))
            first.close()
        }
        #expect(!served.responder.isServing)
    }

    @Test(arguments: [ResponderFault.Stage.acknowledged, .events])
    func `a camera that is silent during the introduction stays silent until the client times out`(stage: ResponderFault.Stage)
        async throws
    {
        let served = try ServedCamera(faults: ["stall=\(stage.rawValue)"], serving: { $0.introductionLimit = .seconds(2) })
        try await served.with { served throws -> Void in
            let command = try WireConnection(served.address)
            try command.send(.initCommandRequest(.init(initiator: WireClient.initiator, name: "stalled")))
            guard case .initCommandAck(let ack)? = try command.packet() else { throw WireClient.Unexpected(what: "no ack") }
            let events = try WireConnection(served.address)
            try events.send(.initEventRequest(connection: ack.connection))
            #expect(events.endsSilently && command.endsSilently)
        }
        #expect(!served.responder.isServing)
    }

    @Test func `clients and event connections are refused so many times`() async throws {
        let served = try ServedCamera(faults: ["init-fail=3*2", "event-refused*2"])
        try await served.with { served throws -> Void in
            for _ in 0..<2 {
                let refused = try WireConnection(served.address)
                try refused.send(.initCommandRequest(.init(initiator: WireClient.initiator, name: "refused")))
                #expect(try refused.packet() == .initFail(.unspecified))
            }
            let command = try WireConnection(served.address)
            try command.send(.initCommandRequest(.init(initiator: WireClient.initiator, name: "client")))
            guard case .initCommandAck(let ack)? = try command.packet() else { throw WireClient.Unexpected(what: "no ack") }
            for _ in 0..<2 {
                let events = try WireConnection(served.address)
                try events.send(.initEventRequest(connection: ack.connection))
                #expect(try events.packet() == .initFail(.rejectedInitiator))
            }
            let events = try WireConnection(served.address)
            try events.send(.initEventRequest(connection: ack.connection))
            #expect(try events.packet() == .initEventAck)
        }
    }

    @Test func `probes and events arrive at any time, up to ten thousand`() async throws {
        let faults = ["probe@get-storage-ids", "event=0xC999@get-storage-ids", "events=10000@get-storage-ids"]
        try await ServedCamera(faults: faults).client { client throws -> Void in
            try client.request(.getStorageIDs)
            var (probes, unknown, flood) = (0, 0, 0)
            while flood < 10_000 {
                switch try client.events.packet() {
                case .probeRequest: probes += 1
                case .event(let event) where event.code.rawValue == 0xC999: unknown += 1
                case .event(let event) where event.parameters == [0x5007]: flood += 1
                default: break
                }
            }
            #expect((probes, unknown) == (1, 1))
            #expect(try client.outcome().code == .ok)
        }
    }

    @Test func `handles, names, sizes and parents are hostile`() async throws {
        let faults = [
            "handles=0x0,0xFFFFFFFF@get-object-handles", "parent-loop@get-object-info", "object-size=0xFFFFFFFF@get-object-info",
            "file-name=../../a\\0b@get-object-info", "empty-device-info@get-device-info", "body-hang",
            "many-handles=100000@get-object-handles",
        ]
        try await ServedCamera(faults: faults).client { client throws -> Void in
            let handles = try client.numbers(.getObjectHandles, [0xFFFF_FFFF, 0, 0])
            #expect(handles.contains(0) && handles.contains(0xFFFF_FFFF) && handles.count > 100_000)
            let bytes = try client.data(.getObjectInfo, [handles[2]])
            let info = try ObjectInfo(bytes)
            #expect(info.parent.rawValue == handles[2] && info.compressedSize == nil && info.filename == "../../a")
            // The bytes after the NUL are present.
            #expect(bytes[52] == 10)
            #expect(try client.data(.getDeviceInfo) == [])
        }
    }

    @Test func `a fault is injected while a client is there`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            served.responder.inject(ResponderFault("response=0x2019*2")!)
            #expect(try client.run(.getStorageIDs).code == .deviceBusy)
            #expect(try client.run(.getNumObjects, [0xFFFF_FFFF]).code == .ok)
            #expect(try client.run(.getStorageIDs).code == .deviceBusy)
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }
}
