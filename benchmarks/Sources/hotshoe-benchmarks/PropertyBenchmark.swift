import HotShoe
import SimulatedCamera
import Synchronization

/// The time from turning a dial on the camera to the notification of the observer.
enum PropertyBenchmark {
    static func run(changes: Int) async throws {
        Report.heading("Property change at the camera to its observer, \(changes) changes one after the other")
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        let simulator = CameraSimulator(configuration)
        let camera = simulator.makeCamera()
        try await camera.connect()
        report("handler", await measureHandler(simulator, camera, changes))
        report("stream", await measureStream(simulator, camera, changes))
        await camera.disconnect()
    }

    private static func report(_ name: String, _ latencies: [Double]) {
        let sorted = latencies.sorted()
        Report.figure(
            name,
            "p50 \(Report.decimal(percentile(sorted, 0.5))) µs, p99 \(Report.decimal(percentile(sorted, 0.99))) µs, "
                + "most \(Report.decimal(sorted.last ?? 0)) µs"
        )
    }

    private static func microseconds(_ duration: Duration) -> Double { Double(duration.components.attoseconds) / 1e12 }

    private static func measureHandler(_ simulator: CameraSimulator, _ camera: Camera, _ changes: Int) async -> [Double] {
        let notified = Guarded<Promise<ContinuousClock.Instant, Never>?>(nil)
        let watching = camera.property(.isoSpeed).observe { _ in
            let now = ContinuousClock.now
            notified.withLock { $0 }?.fulfil(.success(now))
        }
        var latencies: [Double] = []
        for number in 0..<changes {
            let promise = Promise<ContinuousClock.Instant, Never>()
            notified.withLock { $0 = promise }
            let start = ContinuousClock.now
            simulator.turn(.isoSpeed, to: number % 2 == 0 ? "ISO 400" : "ISO 800")
            guard case .success(let instant) = await promise.result() else { continue }
            latencies.append(microseconds(start.duration(to: instant)))
        }
        watching.cancel()
        return latencies
    }

    private static func measureStream(_ simulator: CameraSimulator, _ camera: Camera, _ changes: Int) async -> [Double] {
        let iterator = camera.property(.isoSpeed).changes.makeAsyncIterator()
        var latencies: [Double] = []
        for number in 0..<changes {
            let start = Guarded(ContinuousClock.now)
            // Turned by another thread, because the consumer waits.
            Task.detached {
                start.withLock { $0 = .now }
                simulator.turn(.isoSpeed, to: number % 2 == 0 ? "ISO 100" : "ISO 200")
            }
            _ = await iterator.next()
            latencies.append(microseconds(start.withLock { $0 }.duration(to: .now)))
        }
        return latencies
    }
}
