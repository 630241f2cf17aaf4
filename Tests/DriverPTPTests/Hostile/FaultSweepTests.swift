import CameraModel
import HotShoeSupport
import PTP
import PTPResponder
import SimulatedCamera
import Testing

/// Every fault of the responder at every operation of the driver.
@Suite(.timeLimit(.minutes(2))) struct FaultSweepTests {
    /// Every kind, with values that matter.
    static let kinds: [String] =
        [
            "init-fail=1", "init-fail=2", "init-fail=3", "event-refused", "response=0x2001", "response=0x2019", "response=0x2009",
            "response=0xFFFF", "no-response", "data-twice", "stale-id", "future-id", "parameters=0", "parameters=6",
            "parameters=240", "truncate=0", "truncate=10", "replace=0:FFFFFFFF", "data=", "data=FFFFFFFFFFFFFFFFFFFFFFFF",
            "append=EEEE", "packet-length=4", "packet-length=0x7FFFFFFF", "packet-type=99", "cancel", "announce=1",
            "announce=0x4000000000000000", "announce=unknown", "end-without-start", "empty-data", "bytewise", "late=5ms", "probe",
            "events=10000", "event=0xC999", "handles=0x0,0xFFFFFFFF", "many-handles=500", "parent-loop", "file-name=../../a\\0b",
            "object-size=0xFFFFFFFF", "object-size=1", "empty-device-info", "wedge",
        ] + ResponderFault.stageNames.flatMap { ["close=\($0)", "stall=\($0)"] }

    @Test func `every kind of fault is in the sweep`() {
        let names = Set(Self.kinds.map { $0.prefix { $0 != "=" } })
        #expect(Set(ResponderFault.kindNames.map { $0.prefix { $0 != "=" } }) == names)
    }

    @Test(arguments: kinds) func `a fault at any operation ends the call, and the camera works again`(_ kind: String) async throws
    {
        let served = try ServedSimulator()
        // What is not answered is given up after an eighth of a second.
        let rig = DriverRig(served.address, time: HurriedClock(160))
        try await rig.reconnect()
        var file = try #require(try await rig.workingFile(nil))
        for call in DriverCall.all {
            for operation in call.operations {
                var fault = try #require(ResponderFault(kind))
                if !Self.concernsConnecting(fault) { fault.operation = operation }
                served.responder.inject(fault)
                _ = await ending { [file] in try await call.run(rig.camera, file) }
                file = try #require(try await rig.workingFile(file), "after \(call.name)")
            }
        }
        #expect(try await file.file.contents().starts(with: [0xFF, 0xD8]))
        await rig.camera.disconnect()
        await served.responder.stop()
    }

    private static func concernsConnecting(_ fault: ResponderFault) -> Bool {
        switch fault.kind {
        case .close(.introduction), .close(.acknowledged), .close(.events), .stall(.introduction), .stall(.acknowledged),
            .stall(.events):
            true
        default: false
        }
    }
}

extension DriverRig {
    /// So often something is tried while the faults of before are used up.
    private static let tries = 20

    /// Connects, however often it takes.
    func reconnect() async throws {
        var failure = CameraError(.connectionLost, "not tried")
        for _ in 0..<Self.tries {
            await camera.disconnect()
            switch await ending({ try await camera.connect() }) {
            case .success: return
            case .failure(let error): failure = error
            }
        }
        throw failure
    }

    /// A file on the camera, which is connected again if need be.
    func workingFile(_ known: StoredItem?) async throws -> StoredItem? {
        // Its number is good for as long as the connection.
        if let known, case .success(let file) = await ending({ try await known.loadMetadata() }), file.name == known.name {
            return file
        }
        for _ in 0..<Self.tries {
            if case .success(let file?) = await ending({ try await camera.firstFile() }) { return file }
            try await reconnect()
        }
        return nil
    }
}
