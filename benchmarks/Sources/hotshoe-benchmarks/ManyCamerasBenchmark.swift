import HotShoe
import SimulatedCamera

/// A hundred simulated cameras: the time to find them, and their resources when they are connected.
enum ManyCamerasBenchmark {
    static func run(count: Int) async throws {
        Report.heading("\(count) simulated cameras in one process")
        var times: [Double] = []
        for _ in 0..<5 { times.append(try await discover(count)) }
        Report.figure("discovery, first to last", "\(Report.decimal(times.sorted()[2], 2)) ms (median of 5)")
        try await connect(count)
    }

    private static func simulators(_ count: Int) -> [CameraSimulator] {
        (1...count).map { number in
            var configuration = CameraSimulator.Configuration(serialNumber: "SIM-\(number)")
            configuration.speed = .instant
            return CameraSimulator(configuration)
        }
    }

    private static func discover(_ count: Int) async throws -> Double {
        let discovery = CameraDiscovery(clientName: "Benchmark", providers: [SimulatedCameraProvider(simulators(count))])
        let start = ContinuousClock.now
        var found = 0
        for await change in discovery.changes {
            if case .found = change { found += 1 }
            if found == count { break }
        }
        let duration = start.duration(to: .now)
        discovery.stop()
        return Double(duration.components.attoseconds) / 1e15
    }

    private static func connect(_ count: Int) async throws {
        let simulators = simulators(count)
        let before = processStatus()
        let start = ContinuousClock.now
        let cameras = simulators.map { $0.makeCamera() }
        for camera in cameras { try await camera.connect() }
        let duration = start.duration(to: .now)
        let after = processStatus()
        Report.figure("connecting all, one after the other", "\(duration)")
        Report.figure(
            "memory of a connected camera",
            "\(Report.decimal(Double(after.kibibytes - before.kibibytes) / Double(count))) KiB (\(after.kibibytes) KiB in all)"
        )
        Report.figure("threads", "\(after.threads) (before connecting: \(before.threads))")
        for camera in cameras { await camera.disconnect() }
    }
}
