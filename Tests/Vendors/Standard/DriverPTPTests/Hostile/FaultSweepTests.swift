import CameraModel
import Glibc
import HotShoeSupport
import PTP
import PTPResponder
import SimulatedCamera
import Testing
import TestSupport

/// Every fault of the responder with every operation of the driver.
@Suite(.timeLimit(.minutes(5))) struct FaultSweepTests {
    /// Every kind of fault, with relevant values.
    static let kinds: [String] =
        [
            "init-fail=1", "init-fail=2", "init-fail=3", "event-refused", "response=0x2001", "response=0x2019", "response=0x2009",
            "response=0xFFFF", "no-response", "data-twice", "stale-id", "future-id", "parameters=0", "parameters=6",
            "parameters=240", "truncate=0", "truncate=10", "replace=0:FFFFFFFF", "data=", "data=FFFFFFFFFFFFFFFFFFFFFFFF",
            "append=EEEE", "packet-length=4", "packet-length=0x7FFFFFFF", "packet-type=99", "cancel", "announce=1",
            "announce=0x4000000000000000", "announce=unknown", "end-without-start", "empty-data", "bytewise", "late=5ms", "probe",
            "events=10000", "event=0xC999", "handles=0x0,0xFFFFFFFF", "many-handles=500", "parent-loop", "file-name=../../a\\0b",
            "object-size=0xFFFFFFFF", "object-size=1", "empty-device-info", "body-hang", "unpaired",
        ] + ResponderFault.stageNames.flatMap { ["close=\($0)", "stall=\($0)"] }

    @Test func `every kind of fault is in the sweep`() {
        let names = Set(Self.kinds.map { $0.prefix { $0 != "=" } })
        #expect(Set(ResponderFault.kindNames.map { $0.prefix { $0 != "=" } }) == names)
    }

    @Test(arguments: kinds) func `a fault at any operation ends the call, and the camera works again`(_ kind: String) async throws
    {
        let served = try ServedSimulator()
        // Timeouts pass after an eighth of a second of real time.
        let rig = DriverRig(served.address, time: HurriedClock(160))
        try await Self.sweep(kind, rig) { served.responder.inject($0) }
        await served.responder.stop()
    }

    /// Faults of USB transfers.
    static let usbKinds: [String] =
        [
            "no-empty-packet", "extra-empty-packet", "split-header", "joined", "split-event", "short-packet=0",
            "short-packet=100",
            "short-packet=512", "container-type=0", "container-type=4", "container-type=9", "container-code=0x1001",
            "event-bytes=",
            "event-bytes=0400000004000240", "event-bytes=FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "packet-length=0", "packet-length=11",
            "packet-length=12", "packet-length=0xFFFFFFFF",
        ] + ResponderFault.haltPhaseNames.map { "halt=\($0)" }

    @Test func `every fault kind for USB is in the sweep, except descriptor faults`() {
        let names = Set(Self.usbKinds.map { $0.prefix { $0 != "=" } }).subtracting(["packet-length"])
        #expect(Set(ResponderFault.usbKindNames.map { $0.prefix { $0 != "=" } }) == names.union(["descriptors"]))
    }

    /// Faults that are tested over USB: those of USB transfers, and those of the others that affect a link. `HOTSHOE_FAULTS`
    /// contains other faults, separated by spaces, or "all".
    static var sweptOverUSB: [String] {
        let some = [
            "response=0x2019", "no-response", "truncate=10", "replace=0:FFFFFFFF", "packet-type=99", "cancel", "announce=unknown",
            "close=request", "close=data", "close=response", "stall=response",
        ]
        guard let wanted = unsafe getenv("HOTSHOE_FAULTS").map({ unsafe String(cString: $0) }) else { return some + usbKinds }
        return wanted == "all" ? kinds + usbKinds : wanted.split(separator: " ").map { String($0) }
    }

    // Serialised, because the rig has few descriptors.
    @Test(.enabled(if: USBRig.isThere), .serialized, arguments: sweptOverUSB)
    func `the same over USB`(_ kind: String) async throws {
        let plugged = try PluggedSimulator()
        let rig = DriverRig(plugged, time: HurriedClock(160))
        try await Self.sweep(kind, rig) { plugged.responder.inject($0) }
        await plugged.stop()
    }

    private static func sweep(_ kind: String, _ rig: DriverRig, inject: (ResponderFault) -> Void) async throws {
        try await rig.reconnect()
        var file = try #require(try await rig.workingFile(nil))
        for call in DriverCall.all {
            for operation in call.operations {
                var fault = try #require(ResponderFault(kind))
                if !Self.concernsConnecting(fault) { fault.operation = operation }
                inject(fault)
                _ = await ending { [file] in try await call.run(rig.camera, file) }
                file = try #require(try await rig.workingFile(file), "after \(call.name)")
            }
        }
        // From here on, correct operations have their full time.
        (rig.clock as? HurriedClock)?.calm()
        file = try #require(try await rig.workingFile(file))
        #expect(try await file.file.contents().starts(with: [0xFF, 0xD8]))
        await rig.camera.disconnect()
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
    /// Number of attempts to list a file.
    private static let tries = 20
    /// Time limit until a disconnected camera is attached again, or all pending faults are consumed: as many as there were
    /// operations since the camera was connected, and on a slow machine a connection may end by a time limit in between.
    private static let timeout: Duration = .seconds(120)

    /// Connects, with as many attempts as necessary.
    func reconnect() async throws {
        let end = SystemClock.shared.now + Self.timeout
        while true {
            await camera.disconnect()
            if case .failure(let error) = await ending({ try await camera.connect() }) {
                guard SystemClock.shared.now < end else { throw error }
                await Task.yield()
            } else {
                return
            }
        }
    }

    /// Returns a file on the camera; reconnects if necessary.
    func workingFile(_ known: StoredItem?) async throws -> StoredItem? {
        // A handle is valid for the duration of the connection.
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
