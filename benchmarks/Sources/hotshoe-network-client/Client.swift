import Glibc
import HotShoe

/// `hotshoe-network-client PORT NAME COUNT [FILE]`: fetches a file of a camera over PTP/IP so often, and drops or writes it.
/// One line: seconds, bytes, peak memory in KiB, the file's handle.
///
/// `hotshoe-network-client connect SECONDS PORT…`: connects to all of these cameras, and does nothing for so long. See ``ManyCameras``.
///
/// `hotshoe-network-client live PORT COUNT handler|stream`: see ``LiveView``.
///
/// `hotshoe-network-client shoot PORT COUNT FILE`: see ``Shooting``.
@main
enum Client {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count > 4, arguments[1] == "live", let port = UInt16(arguments[2]), let count = Int(arguments[3]) {
            return try await LiveView.watch(port: port, frames: count, arguments[4])
        }
        if arguments.count > 4, arguments[1] == "shoot", let port = UInt16(arguments[2]), let count = Int(arguments[3]) {
            return try await Shooting.shoot(port: port, pictures: count, into: arguments[4])
        }
        if arguments.count > 3, arguments[1] == "connect", let seconds = Int(arguments[2]) {
            return try await ManyCameras.connect(arguments[3...].compactMap { UInt16($0) }, idle: .seconds(seconds))
        }
        guard arguments.count >= 4, let port = UInt16(arguments[1]), let count = Int(arguments[3]) else { exit(2) }
        let discovery = CameraDiscovery(clientName: "benchmark", providers: [NetworkCameraProvider(clientName: "benchmark")])
        let camera = try await discovery.camera(at: .network(host: "127.0.0.1", port: port))
        try await camera.connect()
        let file = try await find(arguments[2], in: camera)
        let clock = ContinuousClock()
        let begin = clock.now
        var bytes: UInt64 = 0
        for _ in 0..<count {
            if arguments.count > 4 {
                try await file.write(to: arguments[4], replacing: true)
            } else {
                try await file.download { _ in .proceed }
            }
            bytes += file.size ?? 0
        }
        let (seconds, attoseconds) = begin.duration(to: clock.now).components
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let handle = file.item.map { String($0.info.handle.number) } ?? "0"
        print(Double(seconds) + Double(attoseconds) / 1e18, bytes, usage.ru_maxrss, handle)
        await camera.disconnect()
    }

    private static func find(_ name: String, in camera: Camera) async throws -> RemoteFile {
        for storage in camera.storages {
            var waiting = try await storage.items()
            while let item = waiting.popLast() {
                if item.name == name { return item.file }
                if item.isFolder { waiting += try await item.items() }
            }
        }
        fatalError("there is no \(name) on the camera")
    }
}
