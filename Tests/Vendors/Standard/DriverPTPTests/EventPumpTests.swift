import HotShoeSupport
import PTP
import Testing

@testable import DriverPTP

@Suite(.timeLimit(.minutes(5))) struct EventPumpTests {
    @Test func `the end waits for the hints that are being processed, and discards those that are queued`() async {
        let (began, mayEnd, waits) = (Promise<Void, Never>(), Promise<Void, Never>(), Promise<Void, Never>())
        let log = Guarded<[String]>([])
        let pump = EventPump { hints, _ in
            began.fulfil(.success(()))
            _ = await mayEnd.result()
            log.withLock { $0.append("processed \(hints.count)") }
        }
        pump.add(.storages)
        _ = await began.result()
        pump.add(.device)
        pump.stop()
        pump.add(.device)
        async let end: Void = {
            waits.fulfil(.success(()))
            await pump.untilStopped()
            log.withLock { $0.append("stopped") }
        }()
        _ = await waits.result()
        // Time for a call that does not wait; a call that waits cannot have returned yet.
        for _ in 0..<1000 { await Task.yield() }
        mayEnd.fulfil(.success(()))
        await end
        #expect(log.withLock { $0 } == ["processed 1", "stopped"])
    }
}
