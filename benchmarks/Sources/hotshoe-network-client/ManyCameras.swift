import Glibc
import HotShoe

/// The cost of being connected to many cameras.
enum ManyCameras {
    /// Prints one line: cameras, seconds to connect, threads, KiB of memory for each camera, milliseconds of CPU in the idle
    /// time.
    static func connect(_ ports: [UInt16], idle: Duration) async throws {
        let discovery = CameraDiscovery(clientName: "benchmark", providers: [NetworkCameraProvider(clientName: "benchmark")])
        let memory = status("VmRSS")
        let clock = ContinuousClock()
        let begin = clock.now
        var cameras: [Camera] = []
        for port in ports {
            let camera = try await discovery.camera(at: .network(host: "127.0.0.1", port: port))
            try await camera.connect()
            cameras.append(camera)
        }
        let (seconds, attoseconds) = begin.duration(to: clock.now).components
        let (threads, each) = (status("Threads"), (status("VmRSS") - memory) / max(1, ports.count))
        let before = milliseconds()
        try await Task.sleep(for: idle)
        let used = milliseconds() - before
        let connected = cameras.count { $0.connectionState == .connected }
        print(connected, Double(seconds) + Double(attoseconds) / 1e18, threads, each, used)
        for camera in cameras { await camera.disconnect() }
    }

    /// A number in /proc/self/status.
    private static func status(_ name: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix(name + ":") { return Int(text.split(whereSeparator: \.isWhitespace)[1]) ?? 0 }
        }
        return 0
    }

    /// The CPU time of this process.
    private static func milliseconds() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + $1.tv_sec * 1000 + Int($1.tv_usec) / 1000 }
    }
}
